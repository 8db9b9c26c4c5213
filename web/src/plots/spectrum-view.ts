import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { SpectrumPlot } from '../../../wasm/engine/types';
import { equalJson } from '../format/equal';
import { type DisplayUnit, displayUnit, formatNumber, withUnit } from '../format/quantity';
import { logarithmicRange, magnitude, type Range } from '../format/range';
import type { ComparedRun } from '../state/kept-runs';
import type { PlotLook } from '../state/look';
import type { Recording } from '../state/recording';
import { rangeOf } from '../state/samples';
import { html } from '../ui/html';
import { plainLabel, richLabel } from '../ui/label';
import { token } from '../ui/theme';
import { axisText, type Chart } from './chart';
import { ChartView } from './chart-view';
import { plotColumns, windowOf } from './columns';
import { curveStyle, swatch } from './curves';
import type { Place } from './gestures';
import { curveEntries, legendCurves } from './legend';
import { strokeRun } from './run-curves';
import { isFromTime, yAxisLabel, yHead } from './spec';
import { type Peak, peaksOf, type Spectrum, type SpectrumSettings, spectrumOf } from './spectrum';
import { texts } from './texts';

const logText = () => msg('Log f', { id: 'spectrum-log-f', desc: 'a button: the frequency axis is logarithmic' });
const segmentCounts = [1, 2, 4, 8, 16, 32];
const mostPeaks = 6;
const visible = 0.005; // of the largest value

/** Spectra of this run's curves, drawn over those of the compared runs, with their peaks. */
@customElement('slip-spectrum-plot')
export class SpectrumView extends ChartView<SpectrumPlot> {
  @state() private settings!: SpectrumSettings;
  private spectra: (Spectrum | null)[] = [];
  private peaks: Peak[][] = [];
  private others: { run: ComparedRun; spectra: (Spectrum | null)[] }[] = [];
  /** The frequency that is read off, Hz; null: none. */
  private frequency: number | null = null;
  private whole: { x: Range; y: Range } = { x: [0, 1], y: [0, 1] };
  private yUnit: DisplayUnit = { factor: 1, text: '' };

  protected readonly overTime = false;

  protected override get ofWindow(): boolean {
    return true;
  }
  protected override get kind(): string {
    return texts.spectrum();
  }
  protected override get hasLogarithmicX(): boolean {
    return this.settings.logarithmic;
  }
  protected get xRange(): Range {
    return this.seen?.x ?? this.whole.x;
  }
  protected get yRange(): Range {
    return this.seen?.y ?? this.whole.y;
  }
  protected override canBeLogarithmic(): boolean {
    return true;
  }
  protected override get isLogarithmic(): boolean {
    return this.spec.logarithmic;
  }

  protected override get spectrum(): boolean | null {
    return isFromTime(this.spec) ? true : null;
  }

  override get look(): PlotLook | null {
    const isOwn = !isFromTime(this.spec) && equalJson(this.settings, this.spec.spectrum);
    return isOwn ? super.look : { ...super.look, spectrum: this.settings };
  }

  protected get caption() {
    const { spec, yUnit } = this;
    return {
      head: yHead(spec, yUnit),
      aside: html`${texts.spectrum()} <output aria-live="off" data-frequency></output>`,
      x: `${spec.xLabel} [Hz]`,
      y: yAxisLabel(spec, yUnit),
      keys: '+ - 0 L F',
      name: msg(str`Frequency in plot ${spec.title}`),
    };
  }

  protected override get slider() {
    return { min: 0, max: this.highest, now: this.frequency ?? 0 };
  }

  private get highest(): number {
    return Math.max(0, ...this.shownSpectra().map(({ frequency }) => frequency[frequency.length - 1]));
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('spec')) this.settings = this.start?.spectrum ?? this.spec.spectrum;
    super.willUpdate(changes);
    const { spec, recording, settings } = this;
    this.spectra = recording ? this.spectraOf(recording) : [];
    this.others = this.compared.map((run) => ({ run, spectra: this.spectraOf(run.recording) }));
    const shown = this.spectra.filter((spectrum, i) => spectrum && !this.off.has(i)).length;
    const most = Math.max(2, Math.floor(mostPeaks / Math.max(1, shown)));
    this.peaks = this.spectra.map((spectrum, i) => (spectrum && !this.off.has(i) ? peaksOf(spectrum, settings, most) : []));
    this.whole = { x: this.wholeX(), y: this.wholeY() };
    const size = magnitude(rangeOf(this.shownSpectra().map(({ values }) => values)) ?? [0, 0]);
    this.yUnit = settings.quantity === 'amplitude' ? displayUnit(spec.yUnit, size) : { factor: 1, text: densityUnit(spec.yUnit) };
  }

  /** Of the part of the time that other plots show. */
  private spectraOf(recording: Recording): (Spectrum | null)[] {
    const { time, curves } = plotColumns(recording, { x: { kind: 'time' }, curves: this.spec.curves });
    const times = windowOf(time, time, this.window);
    return curves.map((curve) => spectrumOf(times, windowOf(time, curve, this.window), this.settings));
  }

  private shownSpectra(): Spectrum[] {
    const shown = [this.spectra, ...this.others.map(({ spectra }) => spectra)].flatMap((spectra) =>
      spectra.filter((_, i) => !this.off.has(i)),
    );
    return shown.filter((spectrum) => spectrum !== null);
  }

  private wholeX(): Range {
    const ends = this.shownSpectra().map(({ frequency }) => frequency);
    if (ends.length === 0) return this.settings.logarithmic ? [0.1, 10] : [0, 1];
    const low = Math.min(...ends.map(([first]) => first));
    return [this.settings.logarithmic ? low : 0, Math.max(this.logarithmic ? this.highest : this.visibleEnd(), 2 * low)];
  }

  /** The frequency beyond which a linear axis shows no values. */
  private visibleEnd(): number {
    const largest = rangeOf(this.shownSpectra().map(({ values }) => values))?.[1] ?? 0;
    const ends = this.shownSpectra().map(({ frequency, values }) => {
      let last = values.length - 1;
      while (last > 0 && values[last] < visible * largest) last--;
      return frequency[last];
    });
    return Math.min(this.highest, 1.25 * Math.max(...ends));
  }

  private wholeY(): Range {
    const { spec } = this;
    const columns = [...this.shownSpectra().map(({ values }) => values), ...spec.reference.map(({ y }) => y)];
    if (this.logarithmic) return logarithmicRange(columns);
    const range: Range = [spec.min ?? 0, spec.max ?? (1.12 * (rangeOf(columns)?.[1] ?? 0) || 1)];
    return range[0] < range[1] ? range : [0, 1];
  }

  protected renderLegend() {
    return legendCurves(this.spec.curves, this.off, this.toggle);
  }

  protected legendEntries() {
    return curveEntries(this.spec.curves, this.off);
  }

  protected override renderTools() {
    const { settings } = this;
    const set = (change: Partial<SpectrumSettings>) => {
      this.settings = { ...settings, ...change };
      this.seen = null;
    };
    const select = (label: string, options: readonly (readonly [string, string])[], chosen: string, choose: (value: string) => void) =>
      html`<label class="plot-choice"><span class="quiet">${label}</span>
        <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
          ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
        </select></label>`;
    const counts = [...new Set([...segmentCounts, settings.segments])].sort((a, b) => a - b);
    const windows = [
      ['hann', msg('Hann')],
      ['rectangle', msg('rectangle')],
      ['flatTop', msg('flat top')],
    ] as const;
    const quantities = [
      ['amplitude', msg('amplitude')],
      ['density', msg('power density')],
    ] as const;
    return html`
      <button type="button" class="plot-tool" title=${msg('Logarithmic frequency axis')} aria-pressed=${settings.logarithmic} @click=${() => set({ logarithmic: !settings.logarithmic })}>${logText()}</button>
      ${select(msg('Window', { id: 'spectrum-window', desc: 'weights of the samples of a spectrum' }), windows, settings.window, (window) => set({ window: window as SpectrumSettings['window'] }))}
      ${select(
        msg('Segments averaged'),
        counts.map((count) => [String(count), formatNumber(count)] as const),
        String(settings.segments),
        (count) => set({ segments: Number(count) }),
      )}
      ${select(msg('Quantity'), quantities, settings.quantity, (quantity) => set({ quantity: quantity as SpectrumSettings['quantity'] }))}
    `;
  }

  protected override renderBelow() {
    const { spec, spectra, peaks } = this;
    const missing = this.recording?.history.samples && spectra.some((spectrum, i) => !spectrum && !this.off.has(i));
    const several = spec.curves.length > 1;
    const entries = peaks.flatMap((list, i) => list.map((peak) => ({ peak, curve: spec.curves[i], i })));
    return html`
      ${missing ? html`<p class="plot-problem">${msg('A spectrum needs at least 8 samples in each segment, finite and not all equal.')}</p>` : nothing}
      ${
        entries.length > 0
          ? html`<div class="plot-peaks"><span class="quiet">${msg('Peaks')}</span>
            <ul aria-label=${msg(str`Peaks in ${spec.title}`)}>${entries.map(
              ({ peak, curve, i }) =>
                html`<li>${several ? html`${swatch(i, curve.color)} <span class="quiet">${richLabel(curve.label)}</span> ` : nothing}<b>${this.hertz(peak.frequency)}</b> ${this.valueText(peak.value)}</li>`,
            )}</ul></div>`
          : nothing
      }
      ${super.renderBelow()}`;
  }

  private hertz(frequency: number): string {
    return withUnit(formatNumber(frequency, 4), 'Hz');
  }

  private valueText(value: number): string {
    return withUnit(formatNumber(value * this.yUnit.factor, 4), this.yUnit.text);
  }

  protected parts() {
    return {
      x: { range: () => this.xRange, text: (value: number) => formatNumber(value, 6), logarithmic: () => this.settings.logarithmic },
      y: { range: () => this.yRange, text: (value: number) => axisText(value, this.yUnit), logarithmic: () => this.logarithmic },
      draw: (chart: Chart) => this.draw(chart),
      overlay: (chart: Chart) => this.drawFrequency(chart),
    };
  }

  protected hover(place: Place | null): void {
    this.readOff(place?.x ?? null);
  }

  protected seek({ x }: Place): void {
    this.readOff(x);
  }

  protected centre(): Place {
    const middle = ([low, high]: Range, logarithmic: boolean) => (logarithmic ? Math.sqrt(low * high) : (low + high) / 2);
    return { x: this.frequency ?? middle(this.xRange, this.settings.logarithmic), y: middle(this.yRange, this.logarithmic) };
  }

  private readOff(frequency: number | null): void {
    this.frequency = frequency === null ? null : Math.min(this.highest, Math.max(0, frequency));
    this.chart?.redrawOverlay();
    this.showValues();
  }

  /** Moves along the frequencies of the first visible curve. */
  protected override keyOf({ key }: KeyboardEvent): boolean {
    const move = { ArrowLeft: -1, ArrowRight: 1, PageUp: 20, PageDown: -20, Home: -Infinity, End: Infinity }[key];
    const frequencies = this.shownSpectra()[0]?.frequency;
    if (move === undefined || !frequencies) return false;
    const now = this.frequency === null ? -1 : indexAt(frequencies, this.frequency);
    this.readOff(frequencies[Math.min(frequencies.length - 1, Math.max(0, now + move))]);
    return true;
  }

  private draw(chart: Chart): void {
    const { ctx } = chart;
    for (const { run, spectra } of this.others) this.strokeRun(chart, run, spectra);
    ctx.fillStyle = token('--quiet');
    for (const { x, y } of this.spec.reference) x.forEach((frequency, i) => void chart.dot(chart.toX(frequency), chart.toY(y[i]), 2.2));
    this.strokeRun(chart, null, this.spectra);
    this.peaks.forEach((peaks, i) => {
      ctx.fillStyle = curveStyle(i, this.spec.curves[i].color).color;
      for (const { index, value } of peaks) chart.dot(chart.toX(this.spectra[i]!.frequency[index]), chart.toY(value), 3.5);
    });
  }

  private strokeRun(chart: Chart, run: ComparedRun | null, spectra: (Spectrum | null)[]): void {
    const points = spectra.map((spectrum): [Float64Array, Float64Array] | null => spectrum && [spectrum.frequency, spectrum.values]);
    strokeRun(chart, run, points, { curves: this.spec.curves, off: this.off });
  }

  private drawFrequency(chart: Chart): void {
    if (this.frequency === null || !chart.marked) return;
    const { ctx, box, ratio } = chart;
    ctx.strokeStyle = token('--quiet');
    ctx.lineWidth = ratio;
    const x = chart.toX(this.frequency);
    chart.line(x, box.top, x, box.top + box.height);
    this.spectra.forEach((spectrum, i) => {
      if (!spectrum || this.off.has(i)) return;
      const at = indexAt(spectrum.frequency, this.frequency!);
      ctx.fillStyle = curveStyle(i, this.spec.curves[i].color).color;
      chart.dot(chart.toX(spectrum.frequency[at]), chart.toY(spectrum.values[at]), 3);
    });
  }

  protected showValues(): void {
    const { frequency } = this;
    const output = this.querySelector<HTMLOutputElement>('output[data-frequency]');
    if (output) output.value = frequency === null ? '' : this.hertz(frequency);
    const words = this.spec.curves.map(({ label }, i) => {
      const spectrum = this.spectra[i];
      const text = frequency !== null && spectrum ? this.valueText(spectrum.values[indexAt(spectrum.frequency, frequency)]) : '';
      const value = this.querySelector<HTMLOutputElement>(`output[data-curve="${i}"]`);
      if (value) value.value = text;
      return text && !this.off.has(i) ? `${plainLabel(label)} ${text}` : '';
    });
    this.say([frequency === null ? '' : this.hertz(frequency), ...words].filter(Boolean).join(', '), frequency ?? 0);
  }
}

/** The index of the frequency nearest to a given one. */
function indexAt(frequencies: Float64Array, frequency: number): number {
  return Math.min(frequencies.length - 1, Math.max(0, Math.round(frequency / frequencies[0]) - 1));
}

/** "m²/Hz", "(m/s)²/Hz" */
function densityUnit(unit: string): string {
  return `${/[/·]/.test(unit) ? `(${unit})²` : unit ? `${unit}²` : '1'}/Hz`;
}
