import { html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Channel, ReferencePoints, SensorPlot } from '../../../wasm/engine/types';
import { type DisplayUnit, decimalsFor, displayUnit, formatDifference, formatFixed, formatNumber, withUnit } from '../format/quantity';
import { logarithmicRange, magnitude, type Range } from '../format/range';
import type { Recording } from '../state/recording';
import { placeOf, rangeOf, valueAt } from '../state/samples';
import { token } from '../ui/theme';
import { axisText, type Chart } from './chart';
import { ChartView } from './chart-view';
import { axisRange, equalRanges, nearestPoint, type PlotColumns, plotColumns, windowOf } from './columns';
import { curveStyle, ghostDash } from './curves';
import type { Place } from './gestures';
import { legendCurve } from './legend';
import { sensorOfX, yHead } from './spec';
import { strokeCurve } from './stroke';

const lineWidth = 1.75;
const noColumns: PlotColumns = { x: new Float64Array(0), curves: [], xRange: null, ranges: [], time: new Float64Array(0) };

/** One plot: curves of this run over those of the last one, reference points, and the time cursor that all views share. */
@customElement('slip-plot')
export class PlotView extends ChartView<SensorPlot> {
  @property({ attribute: false }) ghost: Recording | null = null;
  @property({ attribute: false }) span: Range = [0, 1];

  private columns = noColumns;
  /** Those that the columns belong to; the document's next ones have theirs only when this plot is updated. */
  private curves: SensorPlot['curves'] = [];
  private ghostColumns: PlotColumns | null = null;
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
      keys: '+ - 0 L',
      name: `Time in plot ${spec.title}`,
    };
  }

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    this.ghostColumns = this.ghost && plotColumns(this.ghost, this.spec);
    this.columns = this.recording ? plotColumns(this.recording, this.spec) : noColumns;
    this.curves = this.spec.curves;
    this.findUnits();
  }

  protected override canBeLogarithmic(): boolean {
    return true;
  }

  protected renderLegend() {
    return this.spec.curves.map(({ label, color }, i) =>
      legendCurve(
        label,
        i,
        color,
        !this.off.has(i),
        () => this.toggle(i),
        html`<output aria-live="off" class="difference" data-difference=${i} title="Difference to the last run"></output>${this.renderRange(i)}`,
      ),
    );
  }

  private renderRange(curve: number) {
    const range = this.spec.range ? this.columns.ranges[curve] : null;
    return range
      ? html`<span class="legend-range">max − min <output aria-live="off" class="range">${formatNumber((range[1] - range[0]) * this.yUnit.factor, 3)}</output></span>`
      : nothing;
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

  /** Units that suit all the data, so that they stay while a part of it is looked at. */
  private findUnits(): void {
    const { spec } = this;
    const [x, y] = [this.wholeX(), this.wholeY()];
    const [width, height] = [magnitude(x), magnitude(y)];
    const same = this.across !== null && spec.xUnit === spec.yUnit;
    this.yUnit = displayUnit(spec.yUnit, same ? Math.max(width, height) : height);
    if (spec.x) this.xUnit = same ? this.yUnit : displayUnit(spec.xUnit, width);
    else this.xUnit = { factor: 1, text: 's' };
  }

  private wholeX(): Range {
    const { spec, columns, ghostColumns } = this;
    if (!this.across) return this.span[1] > this.span[0] ? this.span : [0, 1];
    return axisRange([columns.xRange ?? [], ghostColumns?.xRange ?? [], ...spec.reference.map(({ x }) => x)], 0.08);
  }

  /** Of all that is drawn; of a plot over time, within the part that is looked at. */
  private wholeY(): Range {
    const { spec, columns, ghostColumns } = this;
    const part = (of: PlotColumns | null): ArrayLike<number>[] => {
      const shown = (_: unknown, i: number) => !this.off.has(i);
      if (of && (this.logarithmic || (this.window && !this.across)))
        return of.curves.filter(shown).map((curve) => windowOf(of.time, curve, this.across ? null : this.window));
      return of?.ranges.filter(shown).map((range) => range ?? []) ?? [];
    };
    const references = spec.reference.map(({ x, y }) => y.filter((_, i) => this.across || !this.window || within(x[i], this.window)));
    const ys = [...part(columns), ...part(ghostColumns), ...references];
    if (this.logarithmic) return logarithmicRange(ys);
    return limited(axisRange(ys, 0.08), this.window && !this.across ? { min: null, max: null } : spec);
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
    const { ghostColumns, columns, spec } = this;
    const { ctx, ratio } = chart;
    ctx.lineJoin = 'round';
    if (ghostColumns) {
      ctx.lineWidth = ratio;
      ctx.globalAlpha = 0.75;
      chart.dash(ghostDash);
      this.strokeAll(chart, ghostColumns, () => {});
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = token('--quiet');
    for (const reference of spec.reference) this.drawDots(chart, reference);
    ctx.lineWidth = lineWidth * ratio;
    this.strokeAll(chart, columns, (i) => chart.dash(curveStyle(i, null).dash));
  }

  /** Of many points so many that one dot is told from the next. */
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

  private strokeAll(chart: Chart, columns: PlotColumns, style: (curve: number) => void): void {
    const seen = (column: Float64Array) => windowOf(columns.time, column, this.across ? null : this.window);
    columns.curves.forEach((curve, i) => {
      if (this.off.has(i)) return;
      chart.ctx.strokeStyle = curveStyle(i, this.curves[i].color).color;
      style(i);
      strokeCurve(chart.ctx, seen(columns.x), seen(curve), chart.toX, chart.toY);
    });
  }

  private drawCursor(chart: Chart): void {
    const { cursor, columns } = this;
    if (columns.time.length === 0) return;
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

  /** Values at the cursor: in the legend, and as words for who reads the plot. */
  protected showValues(): void {
    const { cursor, columns, ghostColumns, yUnit } = this;
    const place = placeOf(columns.time, cursor.shown);
    const ghostPlace = ghostColumns && placeOf(ghostColumns.time, cursor.shown);
    const span = rangeOf(columns.ranges.map((range) => range ?? []));
    const decimals = decimalsFor(span ? Math.max(span[1] - span[0], 1e-3 * magnitude(span)) * yUnit.factor : 0);
    const outputs = (name: string) => [...this.querySelectorAll<HTMLOutputElement>(`output[data-${name}]`)];
    const differences = outputs('difference');
    const words: string[] = [];
    outputs('curve').forEach((output, i) => {
      const curve = columns.curves[i];
      const value = curve?.length ? valueAt(curve, place) * yUnit.factor : Number.NaN;
      output.value = curve?.length ? formatFixed(value, decimals) : '';
      const last = ghostPlace && ghostColumns.curves[i]?.length ? valueAt(ghostColumns.curves[i], ghostPlace) * yUnit.factor : Number.NaN;
      differences[i].value = Number.isFinite(value - last) ? `Δ ${formatDifference(value - last, decimals)}` : '';
      if (output.value && !this.off.has(i)) words.push(`${this.curves[i].label} ${withUnit(output.value, yUnit.text)}`);
    });
    this.say([`${formatNumber(cursor.time, 4)} seconds`, ...words].join(', '));
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

/** The limits that the document sets take the place of those of the data. */
function limited([low, high]: Range, { min, max }: Pick<SensorPlot, 'min' | 'max'>): Range {
  const range: Range = [min ?? low, max ?? high];
  return range[0] < range[1] ? range : [low, high];
}

function within(x: number, [low, high]: Range): boolean {
  return x >= low && x <= high;
}
