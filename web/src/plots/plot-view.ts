import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AccuracyReport, Channel, ReferencePoints, SensorPlot } from '../../../wasm/engine/types';
import { bandOf } from '../accuracy';
import { type DisplayUnit, decimalsFor, displayUnit, formatDifference, formatFixed, formatNumber, withUnit } from '../format/quantity';
import { logarithmicRange, magnitude, type Range } from '../format/range';
import { common } from '../format/texts';
import type { ComparedRun } from '../state/kept-runs';
import { isAmong, placeOf, rangeOf, valueAt } from '../state/samples';
import { html } from '../ui/html';
import { token } from '../ui/theme';
import { axisText, type Chart } from './chart';
import { ChartView } from './chart-view';
import { axisRange, equalRanges, nearestPoint, type PlotColumns, plotColumns, windowOf, withLast } from './columns';
import { curveStyle } from './curves';
import type { Place } from './gestures';
import { curveEntries, legendCurves, reserve } from './legend';
import { strokeRun } from './run-curves';
import { sensorOfX, yAxisLabel, yHead } from './spec';
import { fillBand } from './stroke';

const bandAlpha = 0.25;
const noColumns: PlotColumns = { x: new Float64Array(0), curves: [], xRange: null, ranges: [], time: new Float64Array(0) };

/** One plot: curves of this run drawn over the compared runs, reference points, and the shared time cursor. */
@customElement('slip-plot')
export class PlotView extends ChartView<SensorPlot> {
  @property({ attribute: false }) span: Range = [0, 1];
  /** The estimated errors of this run; null: none. */
  @property({ attribute: false }) accuracy: AccuracyReport | null = null;

  private columns = noColumns;
  /** The columns before `placed`. */
  private own = noColumns;
  /** The curves of the current columns; new curves of the document get theirs when this plot is updated. */
  private curves: SensorPlot['curves'] = [];
  /** The estimated error of each value of each curve; null without one. */
  private bands: (Float64Array | null)[] = [];
  private others: { run: ComparedRun; columns: PlotColumns }[] = [];
  private xUnit: DisplayUnit = { factor: 1, text: 's' };
  private yUnit: DisplayUnit = { factor: 1, text: '' };
  protected xRange: Range = [0, 1];
  protected yRange: Range = [0, 1];

  protected get overTime(): boolean {
    return this.across === null;
  }

  /** The sensor on the x axis; null: the time. */
  private get across(): Channel | null {
    return sensorOfX(this.spec);
  }

  protected get caption() {
    const { spec } = this;
    return {
      head: yHead(spec, this.yUnit),
      aside: '',
      x: this.xUnit.text ? `${spec.xLabel} [${this.xUnit.text}]` : spec.xLabel,
      y: yAxisLabel(spec, this.yUnit),
      keys: '+ - 0 L F',
      name: msg(str`Time in plot ${spec.title}`),
    };
  }

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    this.others = this.compared.map((run) => ({ run, columns: plotColumns(run.recording, this.spec) }));
    this.own = this.recording ? plotColumns(this.recording, this.spec) : noColumns;
    this.columns = this.placed(this.own);
    this.curves = this.spec.curves;
    this.bands = this.curves.map(({ sensor, component }) => this.accuracy && bandOf(this.accuracy, sensor, component, this.columns.time));
    this.findUnits();
  }

  protected override canBeLogarithmic(): boolean {
    return true;
  }

  protected override get spectrum(): boolean | null {
    return this.number >= 0 && this.overTime ? false : null;
  }

  /** The curves as they are drawn. */
  protected placed(columns: PlotColumns): PlotColumns {
    return columns;
  }

  /** Draws under the curves; `own`: their values. */
  protected drawUnder(_chart: Chart, _drawn: PlotColumns, _own: PlotColumns): void {}

  protected override get isLogarithmic(): boolean {
    return this.spec.logarithmic;
  }

  protected renderLegend() {
    const [other] = this.others;
    const difference = other ? msg(str`Difference: ${other.run.name}`) : nothing;
    const more = (i: number) =>
      html`<output aria-live="off" class="difference" data-difference=${i} title=${difference}></output>${this.renderRange(i)}`;
    return legendCurves(this.spec.curves, this.off, this.toggle, more);
  }

  private renderRange(curve: number) {
    const range = this.spec.range ? this.own.ranges[curve] : null;
    return range
      ? html`<span class="legend-range">${msg('max − min')} <output aria-live="off" class="range">${formatNumber((range[1] - range[0]) * this.yUnit.factor, 3)}</output></span>`
      : nothing;
  }

  protected legendEntries() {
    return curveEntries(this.spec.curves, this.off);
  }

  protected parts() {
    return {
      x: { range: () => this.xRange, text: (value: number) => axisText(value, this.xUnit) },
      y: { range: () => this.yRange, text: (value: number) => axisText(value, this.yUnit), logarithmic: () => this.logarithmic },
      draw: (chart: Chart) => this.draw(chart),
      overlay: (chart: Chart) => this.drawCursor(chart),
      sized: () => this.fitEqual(),
    };
  }

  protected hover(place: Place | null): void {
    this.cursor.hoverAt(place && this.timeAt(place));
  }

  protected seek(place: Place): void {
    const time = this.timeAt(place);
    if (time === null) return;
    this.cursor.goTo(time);
  }

  protected centre(): Place | null {
    const { columns, cursor } = this;
    const place = placeOf(columns.time, cursor.time);
    const curve = columns.curves.find((candidate, i) => candidate.length > 0 && !this.off.has(i));
    if (this.across && !curve) return null;
    return { x: this.across ? valueAt(columns.x, place) : cursor.time, y: curve ? valueAt(curve, place) : 0 };
  }

  /** Chooses units from all the data, so that zooming does not change them. */
  private findUnits(): void {
    const { spec } = this;
    this.beyond = false;
    const [x, y] = [this.wholeX(), this.wholeY()];
    const [width, height] = [magnitude(x), magnitude(y)];
    const same = this.across !== null && spec.xUnit === spec.yUnit;
    this.yUnit = displayUnit(spec.yUnit, same ? Math.max(width, height) : height);
    if (spec.x) this.xUnit = same ? this.yUnit : displayUnit(spec.xUnit, width);
    else this.xUnit = { factor: 1, text: 's' };
  }

  private wholeX(): Range {
    const { spec, columns } = this;
    if (!this.across) return this.span[1] > this.span[0] ? this.span : [0, 1];
    const [last, kept] = this.columnsOfOthers();
    const own = [columns, ...kept].map(({ xRange }) => xRange ?? []);
    return axisRange(this.shown([...own, ...spec.reference.map(({ x }) => x)], [last?.xRange ?? []]), 0.08);
  }

  /** The range of all drawn data; over time, of the visible part. */
  private wholeY(): Range {
    const { spec, columns } = this;
    const [last, kept] = this.columnsOfOthers();
    const part = (of: PlotColumns | null): ArrayLike<number>[] => {
      const shown = (_: unknown, i: number) => !this.off.has(i);
      if (of && (this.logarithmic || (this.window && !this.across)))
        return of.curves.filter(shown).map((curve) => windowOf(of.time, curve, this.across ? null : this.window));
      return of?.ranges.filter(shown).map((range) => range ?? []) ?? [];
    };
    const references = spec.reference.map(({ x, y }) => y.filter((_, i) => this.across || !this.window || within(x[i], this.window)));
    const own = [...part(columns), ...kept.flatMap(part), ...references];
    if (this.logarithmic) return logarithmicRange([...own, ...part(last)]);
    return limited(axisRange(this.shown(own, part(last)), 0.08), this.window && !this.across ? { min: null, max: null } : spec);
  }

  private columnsOfOthers(): [last: PlotColumns | null, kept: PlotColumns[]] {
    const last = this.others.find(({ run }) => run.mark === null)?.columns ?? null;
    return [last, this.others.map(({ columns }) => columns).filter((columns) => columns !== last)];
  }

  private shown(own: ArrayLike<number>[], last: ArrayLike<number>[]): ArrayLike<number>[] {
    const { shown, beyond } = withLast(own, last);
    this.beyond ||= beyond;
    return shown;
  }

  protected override findRanges(): void {
    const { spec, chart } = this;
    this.xRange = this.seen?.x ?? (this.across ? this.wholeX() : (this.window ?? this.wholeX()));
    this.yRange = this.seen?.y ?? this.wholeY();
    if (!spec.equal || !this.across || this.seen || !chart) return;
    const equal = equalRanges(this.xRange, this.yRange, chart.box.width, chart.box.height);
    [this.xRange, this.yRange] = [equal.x, equal.y];
  }

  /** Equal scales depend on the size of the drawing. */
  private fitEqual(): void {
    if (!this.spec.equal) return;
    this.findRanges();
    this.chart?.redraw();
  }

  private draw(chart: Chart): void {
    const { columns, spec, others } = this;
    this.drawUnder(chart, columns, this.own);
    for (const { run, columns: compared } of others) this.strokeRun(chart, run, compared);
    chart.ctx.fillStyle = token('--quiet');
    for (const reference of spec.reference) this.drawDots(chart, reference);
    if (!this.across) this.fillBands(chart);
    this.strokeRun(chart, null, columns);
  }

  private fillBands(chart: Chart): void {
    const { columns, window } = this;
    const seen = (column: Float64Array) => windowOf(columns.time, column, window);
    chart.ctx.globalAlpha = bandAlpha;
    this.bands.forEach((band, i) => {
      if (!band || this.off.has(i)) return;
      const { color, scale } = this.curves[i];
      chart.ctx.fillStyle = curveStyle(i, color).color;
      const half = seen(band).map((error) => Math.abs(scale) * error);
      fillBand(chart.ctx, [seen(columns.time), seen(columns.curves[i]), half], chart.toX, chart.toY);
    });
    chart.ctx.globalAlpha = 1;
  }

  /** Thins out points so that their dots remain distinct. */
  private drawDots(chart: Chart, { x, y }: ReferencePoints): void {
    const apart = 8 * chart.ratio;
    let [lastX, lastY] = [-Infinity, -Infinity];
    x.forEach((value, i) => {
      const [atX, atY] = [chart.toX(value), chart.toY(y[i])];
      if (Math.hypot(atX - lastX, atY - lastY) < apart) return;
      chart.dot(atX, atY, 2.2);
      [lastX, lastY] = [atX, atY];
    });
  }

  private strokeRun(chart: Chart, run: ComparedRun | null, { time, x, curves }: PlotColumns): void {
    const isOver = this.across !== null;
    const seen = (column: Float64Array) => windowOf(time, column, isOver ? null : this.window);
    strokeRun(
      chart,
      run,
      curves.map((curve) => [seen(x), seen(curve)]),
      { curves: this.curves, off: this.off },
      isOver,
    );
  }

  private drawCursor(chart: Chart): void {
    const { cursor, columns } = this;
    if (columns.time.length === 0 || !chart.marked) return;
    if (cursor.hover !== null) this.drawTime(chart, cursor.hover, token('--quiet'), 0.6);
    this.drawTime(chart, cursor.time, token('--ink'), 1);
  }

  private drawTime(chart: Chart, time: number, color: string, alpha: number): void {
    const { columns } = this;
    const { ctx, box } = chart;
    const place = placeOf(columns.time, time);
    ctx.globalAlpha = alpha;
    if (!this.across) {
      ctx.strokeStyle = color;
      ctx.lineWidth = chart.ratio;
      chart.line(chart.toX(time), box.top, chart.toX(time), box.top + box.height);
    }
    columns.curves.forEach((curve, i) => {
      if (curve.length === 0 || this.off.has(i)) return;
      const x = chart.toX(valueAt(columns.x, place));
      const y = chart.toY(valueAt(curve, place));
      ctx.fillStyle = token('--paper');
      chart.dot(x, y, 4.5);
      ctx.fillStyle = curveStyle(i, this.curves[i].color).color;
      chart.dot(x, y, 3);
    });
    ctx.globalAlpha = 1;
  }

  /** Shows values at the cursor: in the legend, and in words for screen readers. */
  protected showValues(): void {
    const { cursor, own: columns, yUnit } = this;
    const place = placeOf(columns.time, cursor.shown);
    const compared = this.others[0]?.columns;
    // Beyond the end of a run there is no value to compare.
    const comparedPlace = compared && isAmong(compared.time, cursor.shown) ? placeOf(compared.time, cursor.shown) : null;
    const span = rangeOf(columns.ranges.map((range) => range ?? []));
    const decimals = decimalsFor(span ? Math.max(span[1] - span[0], 1e-3 * magnitude(span)) * yUnit.factor : 0);
    const outputs = (name: string) => [...this.querySelectorAll<HTMLOutputElement>(`output[data-${name}]`)];
    const differences = outputs('difference');
    const words: string[] = [];
    outputs('curve').forEach((output, i) => {
      const curve = columns.curves[i];
      const value = curve?.length ? valueAt(curve, place) * yUnit.factor : Number.NaN;
      output.value = curve?.length ? formatFixed(value, decimals) : '';
      const other = comparedPlace && compared.curves[i]?.length ? valueAt(compared.curves[i], comparedPlace) * yUnit.factor : Number.NaN;
      differences[i].value = Number.isFinite(value - other) ? `Δ ${formatDifference(value - other, decimals)}` : '';
      const widest = (columns.ranges[i] ?? []).map((end) => formatFixed(end * yUnit.factor, decimals));
      reserve(output, widest);
      reserve(differences[i], compared ? widest.map((text) => `Δ +${text}`) : []);
      if (output.value && !this.off.has(i)) words.push(`${this.curves[i].label} ${withUnit(output.value, yUnit.text)}`);
    });
    this.say([common.seconds(formatNumber(cursor.time, 4)), ...words].join(', '));
  }

  private timeAt({ x, y }: Place): number | null {
    const { chart, columns } = this;
    if (!chart || columns.time.length === 0) return null;
    if (!this.across) return x;
    const pixels = (range: Range, length: number) => length / (range[1] - range[0]);
    const curves = columns.curves.map((curve, i) => (this.off.has(i) ? new Float64Array(0) : curve));
    const [perX, perY] = [pixels(this.xRange, chart.over.clientWidth), pixels(this.yRange, chart.over.clientHeight)];
    const nearest = nearestPoint({ ...columns, curves }, x, y, perX, perY);
    return nearest < 0 ? null : columns.time[nearest];
  }
}

/** Limits set by the document override those of the data. */
function limited([low, high]: Range, { min, max }: Pick<SensorPlot, 'min' | 'max'>): Range {
  const range: Range = [min ?? low, max ?? high];
  return range[0] < range[1] ? range : [low, high];
}

function within(x: number, [low, high]: Range): boolean {
  return x >= low && x <= high;
}
