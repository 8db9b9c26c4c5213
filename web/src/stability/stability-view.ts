import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme, token } from '../app/theme';
import { View } from '../app/view';
import { parameterControl, parameterTextWithUnit, tidy } from '../model/parameters';
import { formatDuration, formatNumber, withUnit } from '../model/quantity';
import { axisRange } from '../plots/columns';
import { strokeCurve } from '../plots/curves';
import { lanes } from '../run/engine';
import type { Session } from '../run/session';
import { type StabilitySpec, stabilitySpec } from './spec';
import { growthRates, type SpectrumCurve, spectrumCurves, stableRanges } from './spectrum';
import './stability.css';
import { Survey } from './survey';

const styles: Record<SpectrumCurve['kind'], { label: string; color: string; dash: number[] }> = {
  real: { label: 'Re λ, real', color: '#D55E00', dash: [] },
  oscillating: { label: 'Re λ of a pair', color: '#0072B2', dash: [] },
  imaginary: { label: 'Im λ of a pair', color: '#009E73', dash: [7, 4] },
};
const kinds = Object.keys(styles) as SpectrumCurve['kind'][];

/** Eigenvalues over a parameter, with the ranges in which the motion is stable. A press sets the parameter. */
@customElement('slip-stability')
export class StabilityView extends View {
  @property({ attribute: false }) session!: Session;

  private readonly survey = new Survey(() => this.session.runner.prepare(), lanes);
  private spec: StabilitySpec | null = null;
  private specText = '';
  private spectra: Survey['spectra'] | null = null;
  private curves: SpectrumCurve[] = [];
  private ranges: [number, number][] = [];
  private xRange: [number, number] = [0, 1];
  private yRange: [number, number] = [-1, 1];
  private plot: uPlot | null = null;
  private readonly resize = new ResizeObserver(() => this.fit());

  protected override follows() {
    return [{ source: this.session }, { source: this.survey }, { source: theme, then: () => this.plot?.redraw(false, true) }];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resize.disconnect();
    this.survey.cancel();
    this.dropPlot();
  }

  protected override willUpdate(): void {
    this.readSpec();
    // The run that is being looked at comes first.
    if (this.spec && this.session.runner.phase === 'finished') this.startSurvey(this.spec);
    if (this.spectra !== this.survey.spectra) {
      this.spectra = this.survey.spectra;
      this.curves = spectrumCurves(this.spectra);
      this.ranges = this.survey.running ? [] : stableRanges(this.survey.values, growthRates(this.spectra));
    }
    this.findRanges();
  }

  protected override render() {
    const { spec, survey } = this;
    if (!spec) return nothing;
    const control = parameterControl(spec.parameter);
    const value = this.value(spec);
    const found = this.survey.spectra.filter((spectrum) => spectrum !== null).length;
    return html`
      <figure class="plot" role="group" aria-label=${`Chart: ${spec.title}`} data-state=${survey.running || found === 0 ? 'running' : 'done'} data-found=${found}>
        <figcaption>
          <span class="plot-title">${spec.title} <span class="quiet">[1/s]</span></span>
          <span class="plot-over quiet">over ${control.label}${control.unit.text ? ` [${control.unit.text}]` : nothing}</span>
        </figcaption>
        <div
          class="plot-area"
          tabindex="0"
          role="slider"
          aria-label=${`${control.label} in chart ${spec.title}`}
          aria-valuemin=${control.min}
          aria-valuemax=${control.max}
          aria-valuenow=${value}
          aria-valuetext=${parameterTextWithUnit(control, value)}
          @keydown=${this.onKey}
        ></div>
        <div class="plot-legend">
          <ul>
            ${kinds
              .filter((kind) => this.curves.some((curve) => curve.kind === kind))
              .map((kind) => html`<li>${swatch(kind)}<span>${styles[kind].label}</span></li>`)}
            ${this.ranges.length > 0 ? html`<li><span class="stable-swatch"></span><span class="stable-sentence">${this.rangeText(spec)}</span></li>` : nothing}
            ${spec.references.map((reference) => html`<li title=${reference.source}><span class="reference-dot"></span>${reference.label}</li>`)}
          </ul>
        </div>
        <p class="stability-note quiet">${this.note(found)}</p>
      </figure>
    `;
  }

  protected override updated(): void {
    if (!this.spec) return this.dropPlot();
    this.build();
    this.plot?.batch((u: uPlot) => {
      u.setScale('x', { min: this.xRange[0], max: this.xRange[1] });
      u.setScale('y', { min: this.yRange[0], max: this.yRange[1] });
    });
    this.plot?.redraw(false, true);
  }

  private readSpec(): void {
    const { model } = this.session.runner;
    const spec = model && stabilitySpec(model);
    // The value of the parameter changes with every run; the chart does not.
    const text = JSON.stringify(spec && { ...spec, parameter: spec.parameter.name });
    if (text === this.specText) return;
    this.specText = text;
    this.spec = spec;
  }

  private startSurvey(spec: StabilitySpec): void {
    const { opened, values } = this.session;
    if (!opened) return;
    const { [spec.parameter.name]: _, ...others } = { ...values, ...spec.set };
    void this.survey.start({ document: opened.document, parameter: spec.parameter.name, values: spec.values, parameters: others });
  }

  private value(spec: StabilitySpec): number {
    return this.session.parameterValue(spec.parameter.name) ?? spec.parameter.value;
  }

  private rangeText(spec: StabilitySpec): string {
    const { unit } = parameterControl(spec.parameter);
    const number = (value: number) => formatNumber(value * unit.factor, 4);
    return `stable: ${this.ranges.map(([low, high]) => withUnit(`${number(low)} … ${number(high)}`, unit.text)).join(', ')}`;
  }

  private note(found: number): string {
    const { survey } = this;
    if (survey.problem) return survey.problem;
    if (found === 0) return 'Eigenvalues come after the first run.';
    if (survey.running) return `${found} of ${survey.values.length} linearised …`;
    return `${found} linearisations in ${formatDuration(survey.seconds)}. A press on the chart starts there.`;
  }

  private findRanges(): void {
    const { spec } = this;
    if (!spec) return;
    this.xRange = [spec.values[0], spec.values[spec.values.length - 1]];
    const references = spec.references.flatMap((reference) => [reference.real, reference.imaginary]);
    const [low, high] = axisRange([...this.curves.map((curve) => curve.y), ...references], 0.05);
    this.yRange = [spec.min ?? low, spec.max ?? high];
  }

  private get area(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.plot-area');
  }

  private build(): void {
    const { area } = this;
    if (!area || this.plot?.root.parentElement === area) return;
    this.dropPlot();
    this.resize.observe(area);
    const axis = (scale: 'x' | 'y'): uPlot.Axis => ({
      scale,
      font: '12px system-ui, sans-serif',
      stroke: () => token('--quiet'),
      size: scale === 'x' ? 30 : 40,
      gap: 4,
      grid: { stroke: () => token('--line'), width: 1 },
      ticks: { show: false },
      border: { show: false },
      values: (_, splits) => splits.map((split) => formatNumber(Number((split * this.axisFactor(scale)).toPrecision(10)), 6)),
    });
    this.plot = new uPlot(
      {
        width: Math.max(80, area.clientWidth),
        height: Math.max(80, area.clientHeight),
        pxAlign: 0,
        padding: [8, 12, 0, 0],
        legend: { show: false },
        scales: { x: { time: false, auto: false, range: () => this.xRange }, y: { auto: false, range: () => this.yRange } },
        axes: [axis('x'), axis('y')],
        series: [{}],
        cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false }, x: true, y: false },
        hooks: { drawClear: [(u: uPlot) => this.drawStable(u)], draw: [(u: uPlot) => this.drawCurves(u)] },
      },
      [this.xRange] as unknown as uPlot.AlignedData,
      area,
    );
    this.plot.over.addEventListener('click', this.onClick);
  }

  private axisFactor(scale: 'x' | 'y'): number {
    return scale === 'x' && this.spec ? parameterControl(this.spec.parameter).unit.factor : 1;
  }

  private dropPlot(): void {
    this.plot?.destroy();
    this.plot = null;
  }

  private fit(): void {
    const { plot, area } = this;
    if (!plot || !area || area.clientWidth === 0) return;
    if (plot.width !== area.clientWidth || plot.height !== area.clientHeight)
      plot.setSize({ width: area.clientWidth, height: area.clientHeight });
  }

  /** Bands behind everything. */
  private drawStable(u: uPlot): void {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.fillStyle = token('--stable');
    for (const [low, high] of this.ranges) {
      const [left, right] = [u.valToPos(low, 'x', true), u.valToPos(high, 'x', true)];
      ctx.fillRect(left, bbox.top, right - left, bbox.height);
    }
    ctx.restore();
  }

  private drawCurves(u: uPlot): void {
    const { ctx, bbox } = u;
    const { spec, survey } = this;
    if (!spec) return;
    const scale = uPlot.pxRatio;
    const toX = (x: number) => u.valToPos(x, 'x', true);
    const toY = (y: number) => u.valToPos(y, 'y', true);
    const line = (x0: number, y0: number, x1: number, y1: number) => {
      ctx.beginPath();
      ctx.moveTo(x0, y0);
      ctx.lineTo(x1, y1);
      ctx.stroke();
    };
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.lineWidth = scale;
    ctx.strokeStyle = token('--quiet');
    line(bbox.left, toY(0), bbox.left + bbox.width, toY(0));
    ctx.fillStyle = token('--quiet');
    for (const reference of spec.references)
      reference.x.forEach((x, i) => {
        dot(ctx, toX(x), toY(reference.real[i]), 4 * scale);
        if (reference.imaginary[i] > 0) dot(ctx, toX(x), toY(reference.imaginary[i]), 4 * scale);
      });
    ctx.font = `${12 * scale}px system-ui, sans-serif`;
    ctx.textBaseline = 'top';
    spec.limits.forEach(({ label, x }, i) => {
      ctx.setLineDash([3 * scale, 3 * scale]);
      line(toX(x), bbox.top, toX(x), bbox.top + bbox.height);
      // To the left and to the right in turn, so that neighbours stay apart.
      ctx.textAlign = i % 2 === 0 ? 'right' : 'left';
      ctx.fillText(label, toX(x) + (i % 2 === 0 ? -5 : 5) * scale, bbox.top + 4 * scale);
    });
    ctx.lineWidth = 1.75 * scale;
    ctx.lineJoin = 'round';
    for (const { kind, y } of this.curves) {
      ctx.strokeStyle = styles[kind].color;
      ctx.setLineDash(styles[kind].dash.map((length) => length * scale));
      strokeCurve(ctx, survey.values, y, toX, toY);
    }
    ctx.setLineDash([]);
    ctx.lineWidth = 1.5 * scale;
    ctx.strokeStyle = token('--ink');
    const x = toX(this.value(spec));
    line(x, bbox.top, x, bbox.top + bbox.height);
    ctx.restore();
  }

  private set(value: number): void {
    if (!this.spec) return;
    const { name } = this.spec.parameter;
    const { min, max, step } = parameterControl(this.spec.parameter);
    this.session.setParameter(name, tidy(Math.min(max, Math.max(min, min + Math.round((value - min) / step) * step))), true);
  }

  private readonly onClick = (event: MouseEvent) => {
    if (!this.plot) return;
    const box = this.plot.over.getBoundingClientRect();
    this.set(this.plot.posToVal(event.clientX - box.left, 'x'));
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

function swatch(kind: SpectrumCurve['kind']) {
  const { color, dash } = styles[kind];
  return html`<svg class="swatch" width="18" height="8" aria-hidden="true">
    <line x1="0" y1="4" x2="18" y2="4" stroke=${color} stroke-width="2" stroke-dasharray=${dash.join(' ')} />
  </svg>`;
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
