import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatDuration, formatNumber, withUnit } from '../format/quantity';
import { common } from '../format/texts';
import {
  axisRange,
  axisText,
  Chart,
  type ChartParts,
  chartPicture,
  curveColor,
  drawingSize,
  type FigureStyle,
  lineMark,
  type PlotFigure,
  plotFrame,
  strokeCurve,
} from '../plots';
import { lanes } from '../state/engine';
import { watch } from '../state/observable';
import { parameterControl, parameterTextWithUnit, tidy } from '../state/parameters';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import { SessionView } from '../ui/session';
import { theme, token } from '../ui/theme';
import { type StabilitySpec, stabilitySpec } from './spec';
import { growthRates, type SpectrumCurve, spectrumCurves, stableRanges } from './spectrum';
import './stability.css';
import { Survey } from './survey';

const styles = (): Record<SpectrumCurve['kind'], { label: string; color: string; dash: number[] }> => ({
  real: { label: msg('Re λ, real'), color: curveColor(1), dash: [] },
  oscillating: { label: msg('Re λ of a pair'), color: curveColor(0), dash: [] },
  imaginary: { label: msg('Im λ of a pair'), color: curveColor(2), dash: [7, 4] },
});
const kinds = Object.keys(styles()) as SpectrumCurve['kind'][];

/** Eigenvalues over a parameter, with the stable ranges. A press sets the parameter. */
@customElement('slip-stability')
export class StabilityView extends SessionView {
  protected override readonly slow = true;
  private readonly survey = new Survey(() => this.session.runner.prepare(), lanes);
  private spec: StabilitySpec | null = null;
  private specText = '';
  private spectra: Survey['spectra'] | null = null;
  private curves: SpectrumCurve[] = [];
  private ranges: [number, number][] = [];
  private xRange: [number, number] = [0, 1];
  private yRange: [number, number] = [-1, 1];
  private chart: Chart | null = null;
  private charted: HTMLElement | null = null;

  protected override whileInPage() {
    const { runner } = this.session;
    return [
      watch(
        () => runner.phase === 'finished', // the run shown has priority
        (finished) => finished && this.startSurvey(),
      ),
      () => this.survey.cancel(),
      () => this.drop(),
    ];
  }

  protected override willUpdate(): void {
    this.readSpec();
    if (this.spectra !== this.survey.spectra) {
      this.spectra = this.survey.spectra;
      this.curves = spectrumCurves(this.spectra);
      this.ranges = this.survey.running ? [] : stableRanges(this.survey.values, growthRates(this.spectra));
    }
    this.findRanges();
  }

  protected override render() {
    const { spec, survey } = this;
    void theme.dark; // `updated` draws in its colours
    if (!this.session.runner.model || !spec) return nothing;
    const control = parameterControl(spec.parameter);
    const value = this.value(spec);
    const found = this.survey.spectra.filter((spectrum) => spectrum !== null).length;
    const kindsSeen = kinds.filter((kind) => this.curves.some((curve) => curve.kind === kind));
    return html`<div data-state=${survey.running || found === 0 ? 'running' : 'done'} data-found=${found}>
      ${plotFrame({
        kind: common.chart(),
        title: spec.title,
        head: '1/s',
        x: `${control.label}${control.unit.text ? ` [${control.unit.text}]` : ''}`,
        slider: {
          name: msg(str`${control.label} in chart ${spec.title}`),
          min: control.min,
          max: control.max,
          now: value,
          text: parameterTextWithUnit(control, value),
        },
        onKey: this.onKey,
        legend: html`
          ${kindsSeen.map((kind) => html`<li>${lineMark(`var(${styles()[kind].color})`, styles()[kind].dash)}<span>${styles()[kind].label}</span></li>`)}
          ${this.ranges.length > 0 ? html`<li><span class="stable-swatch"></span><span class="stable-sentence">${this.rangeText(spec)}</span></li>` : nothing}
        `,
        references: spec.reference,
        below: html`<p class="stability-note quiet">${this.note(found)}</p>`,
      })}
    </div>`;
  }

  protected override updated(): void {
    if (!this.spec) return this.drop();
    this.build();
    this.chart?.redraw();
  }

  private readSpec(): void {
    const { model } = this.session.runner;
    const spec = model && stabilitySpec(model);
    // The value of the parameter changes with every run; the chart does not depend on it.
    const text = JSON.stringify(spec && { ...spec, parameter: spec.parameter.name });
    if (text === this.specText) return;
    this.specText = text;
    this.spec = spec;
  }

  private startSurvey(): void {
    this.readSpec();
    const { spec } = this;
    const { opened, parameters } = this.session;
    if (!opened || !spec) return;
    const { [spec.parameter.name]: _, ...others } = { ...parameters.values, ...spec.set };
    void this.survey.start({ document: opened.document, parameter: spec.parameter.name, values: spec.values, parameters: others });
  }

  /** The contents for a picture; null while nothing is drawn. */
  figure(style: FigureStyle, size: { width: number; height: number } | null): PlotFigure | null {
    const { spec, chart } = this;
    if (!spec || !chart || this.curves.length === 0) return null;
    const { label, unit } = parameterControl(spec.parameter);
    const seen = kinds.filter((kind) => this.curves.some((curve) => curve.kind === kind));
    return {
      title: plainLabel(spec.title),
      aside: '',
      xLabel: plainLabel(unit.text ? `${label} [${unit.text}]` : label),
      legend: [
        ...seen.map((kind) => ({ label: styles()[kind].label, sign: { color: token(styles()[kind].color), dash: styles()[kind].dash } })),
        ...(this.ranges.length > 0 ? [{ label: this.rangeText(spec), sign: null }] : []),
        ...spec.reference.map((reference) => ({ label: plainLabel(reference.label), sign: { dot: token('--quiet') } })),
      ],
      yLabel: 'λ [1/s]',
      drawing: chartPicture(this.parts(), drawingSize(style, size) ?? chart.size, style),
    };
  }

  private value(spec: StabilitySpec): number {
    return this.session.parameters.value(spec.parameter.name) ?? spec.parameter.value;
  }

  private rangeText(spec: StabilitySpec): string {
    const { unit } = parameterControl(spec.parameter);
    const number = (value: number) => formatNumber(value * unit.factor, 4);
    return msg(str`stable: ${this.ranges.map(([low, high]) => withUnit(`${number(low)} … ${number(high)}`, unit.text)).join(', ')}`);
  }

  private note(found: number): string {
    const { survey } = this;
    if (survey.problem) return survey.problem;
    if (found === 0) return msg('Eigenvalues appear after the first run.');
    if (survey.running) return msg(str`${found} of ${this.spec?.values.length} linearised …`);
    return msg(str`${found} linearisations in ${formatDuration(survey.seconds)}. Click the chart to run at that value.`);
  }

  private findRanges(): void {
    const { spec } = this;
    if (!spec) return;
    this.xRange = [spec.values[0], spec.values[spec.values.length - 1]];
    const references = spec.reference.flatMap((reference) => [reference.real, reference.imaginary]);
    const [low, high] = axisRange([...this.curves.map((curve) => curve.y), ...references], 0.05);
    this.yRange = [spec.min ?? low, spec.max ?? high];
  }

  private get area(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.plot-area');
  }

  private build(): void {
    const { area } = this;
    if (!area || !this.isConnected || this.charted === area) return;
    this.drop();
    this.chart = new Chart(area, this.parts());
    this.charted = area;
    area.addEventListener('click', this.onClick);
  }

  private parts(): ChartParts {
    const plain = { factor: 1, text: '' };
    return {
      x: { range: () => this.xRange, text: (value) => axisText(value, this.xUnit() ?? plain) },
      y: { range: () => this.yRange, text: (value) => axisText(value, plain) },
      background: (chart) => this.drawStable(chart),
      draw: (chart) => this.drawCurves(chart),
    };
  }

  private xUnit() {
    return this.spec && parameterControl(this.spec.parameter).unit;
  }

  private drop(): void {
    this.charted?.removeEventListener('click', this.onClick);
    this.charted = null;
    this.chart?.destroy();
    this.chart = null;
  }

  private drawStable({ ctx, box, toX }: Chart): void {
    ctx.fillStyle = token('--stable');
    for (const [low, high] of this.ranges) ctx.fillRect(toX(low), box.top, toX(high) - toX(low), box.height);
  }

  private drawCurves(chart: Chart): void {
    const { ctx, box, ratio, toX, toY } = chart;
    const { spec, survey } = this;
    if (!spec) return;
    const bottom = box.top + box.height;
    ctx.lineWidth = ratio;
    ctx.strokeStyle = token('--quiet');
    chart.line(box.left, toY(0), box.left + box.width, toY(0));
    ctx.fillStyle = token('--quiet');
    for (const reference of spec.reference)
      reference.x.forEach((x, i) => {
        chart.dot(toX(x), toY(reference.real[i]), 4);
        if (reference.imaginary[i] > 0) chart.dot(toX(x), toY(reference.imaginary[i]), 4);
      });
    ctx.font = `${chart.letters * ratio}px system-ui, sans-serif`;
    ctx.textBaseline = 'top';
    chart.dash([3, 3]);
    spec.limits.forEach(({ label, x }, i) => {
      chart.line(toX(x), box.top, toX(x), bottom);
      // Alternately left and right, so that neighbours do not overlap.
      ctx.textAlign = i % 2 === 0 ? 'right' : 'left';
      ctx.fillText(label, toX(x) + (i % 2 === 0 ? -5 : 5) * ratio, box.top + 4 * ratio);
    });
    ctx.lineWidth = 1.75 * ratio;
    ctx.lineJoin = 'round';
    for (const { kind, y } of this.curves) {
      ctx.strokeStyle = token(styles()[kind].color);
      chart.dash(styles()[kind].dash);
      strokeCurve(ctx, survey.values, y, toX, toY);
    }
    chart.dash([]);
    if (!chart.marked) return;
    ctx.lineWidth = 1.5 * ratio;
    ctx.strokeStyle = token('--ink');
    const x = toX(this.value(spec));
    chart.line(x, box.top, x, bottom);
  }

  private set(value: number): void {
    if (!this.spec) return;
    const { name } = this.spec.parameter;
    const { min, max, step } = parameterControl(this.spec.parameter);
    this.session.parameters.change(name, tidy(Math.min(max, Math.max(min, min + Math.round((value - min) / step) * step))), true);
  }

  private readonly onClick = (event: MouseEvent) => {
    if (this.chart?.over.contains(event.target as Node)) this.set(this.chart.place(event).x);
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (!this.spec || event.ctrlKey || event.metaKey || event.altKey) return;
    const { min, max, step } = parameterControl(this.spec.parameter);
    const value = this.value(this.spec);
    const next = {
      ArrowLeft: value - step,
      ArrowDown: value - step,
      ArrowRight: value + step,
      ArrowUp: value + step,
      PageDown: value - 10 * step,
      PageUp: value + 10 * step,
      Home: min,
      End: max,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.set(next);
  };
}
