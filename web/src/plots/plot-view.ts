import { html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { theme, token } from '../app/theme';
import { View } from '../app/view';
import { type DisplayUnit, decimalsFor, displayUnit, formatDifference, formatFixed, formatNumber, withUnit } from '../model/quantity';
import type { TimeCursor } from '../run/cursor';
import type { Recording } from '../run/recording';
import { placeOf, rangeOf, valueAt } from '../run/samples';
import { axisText, Chart } from './chart';
import { axisRange, equalRanges, nearestPoint, type PlotColumns, plotColumns, windowOf } from './columns';
import { curveStyle, ghostDash, strokeCurve, swatch } from './curves';
import { followGestures, type Place } from './gestures';
import { magnitude, type PlotSpec, yHead } from './spec';
import { type PlotTools, toolButtons, toolRow, zoomKey } from './tools';
import { logarithmicRange, panned, type Range, zoomed } from './zoom';

const lineWidth = 1.75;
const noColumns: PlotColumns = { x: new Float64Array(0), curves: [], time: new Float64Array(0) };

/** One plot: curves of this run over those of the last one, reference points, and the time cursor that all views share. */
@customElement('slip-plot')
export class PlotView extends View {
  @property({ attribute: false }) spec!: PlotSpec;
  @property({ attribute: false }) recording: Recording | null = null;
  @property({ attribute: false }) ghost: Recording | null = null;
  /** Changes whenever the recording has grown. */
  @property({ attribute: false }) samples = 0;
  @property({ attribute: false }) span: Range = [0, 1];
  @property({ attribute: false }) cursor!: TimeCursor;
  /** Numbers of the curves that are switched off. */
  @state() private off: ReadonlySet<number> = new Set();
  @state() private logarithmic = false;
  @state() private tools = false;
  /** What is seen of a plot that is not over time, where it is not all. */
  @state() private seen: { x: Range; y: Range } | null = null;

  private chart: Chart | null = null;
  private stopGestures = () => {};
  private columns = noColumns;
  private ghostColumns: PlotColumns | null = null;
  private xUnit: DisplayUnit = { factor: 1, text: 's' };
  private yUnit: DisplayUnit = { factor: 1, text: '' };
  private xRange: Range = [0, 1];
  private yRange: Range = [0, 1];
  private window: Range | null = null;

  protected override follows() {
    return [
      { source: this.cursor, then: () => this.onCursor() },
      { source: theme, then: () => this.chart?.redraw() },
    ];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate('spec', null);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.drop();
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('spec')) {
      this.off = new Set();
      this.seen = null;
      this.logarithmic = this.spec.logarithmic;
    }
    this.ghostColumns = this.ghost && plotColumns(this.ghost, this.spec);
    this.columns = this.recording ? plotColumns(this.recording, this.spec) : noColumns;
    this.window = this.cursor.window;
    this.findUnits();
  }

  protected override render() {
    const { spec } = this;
    const tools = this.viewTools();
    const head = yHead(spec, this.yUnit);
    return html`
      <figure class="plot" role="group" aria-label=${`Plot: ${spec.title}`}>
        <figcaption>
          <span class="plot-title">${spec.title}${head ? html` <span class="quiet">[${head}]</span>` : nothing}</span>
          <span class="plot-over quiet">over ${spec.xLabel} [${this.xUnit.text}]</span>
          ${toolButtons(tools)}
        </figcaption>
        ${toolRow(tools)}
        <div
          class="plot-area"
          tabindex="0"
          role="slider"
          aria-keyshortcuts="+ - 0 L"
          aria-label=${`Time in plot ${spec.title}`}
          aria-valuemin=${this.cursor.start}
          aria-valuemax=${this.cursor.end}
          aria-valuenow=${this.cursor.time}
          @keydown=${this.onKey}
        ></div>
        <div class="plot-legend">
          <ul>
            ${spec.curves.map((curve, i) => this.renderCurve(curve.label, i))}
            ${spec.references.map((reference) => html`<li title=${reference.source}><span class="reference-dot"></span>${reference.label}</li>`)}
          </ul>
        </div>
        ${spec.problem ? html`<p class="plot-problem">${spec.problem}</p>` : nothing}
      </figure>
    `;
  }

  private viewTools(): PlotTools {
    return {
      title: this.spec.title,
      open: this.tools,
      toggle: () => {
        this.tools = !this.tools;
      },
      zoom: (factor) => this.zoomAtCursor(factor),
      whole: this.isWhole() ? null : () => this.showAll(),
      logarithmic: this.logarithmic,
      setLogarithmic: (on) => this.setLogarithmic(on),
    };
  }

  private renderCurve(label: string, i: number) {
    const shown = !this.off.has(i);
    return html`<li>
      <button type="button" class="legend-curve" aria-pressed=${shown} title=${shown ? 'Hide this curve' : 'Show this curve'} @click=${() => this.toggle(i)}>
        ${swatch(i)}<span>${label}</span>
      </button>
      <output aria-live="off" data-curve=${i}></output>
      <output aria-live="off" class="difference" data-difference=${i} title="Difference to the last run"></output>
      ${this.renderRange(i)}
    </li>`;
  }

  private renderRange(curve: number) {
    const range = this.spec.range ? rangeOf(this.columns.curves.slice(curve, curve + 1)) : null;
    return range
      ? html`<span>max − min</span><output aria-live="off" class="range">${formatNumber((range[1] - range[0]) * this.yUnit.factor, 3)}</output>`
      : nothing;
  }

  protected override updated(): void {
    this.build();
    this.findRanges();
    this.chart?.redraw();
    this.showValues();
  }

  private get area(): HTMLElement {
    return this.querySelector<HTMLElement>('.plot-area')!;
  }

  private build(): void {
    if (this.chart) return;
    this.chart = new Chart(this.area, {
      x: { range: () => this.xRange, text: (value) => axisText(value, this.xUnit) },
      y: { range: () => this.yRange, text: (value) => axisText(value, this.yUnit), logarithmic: () => this.logarithmic },
      draw: (chart) => this.draw(chart),
      overlay: (chart) => this.drawCursor(chart),
    });
    this.stopGestures = followGestures(this.area, () => this.chart, {
      hover: (place) => this.cursor.hoverAt(place && this.timeAt(place)),
      seek: (place) => {
        const time = this.timeAt(place);
        if (time === null) return;
        this.cursor.pause();
        this.cursor.seek(time);
      },
      zoomAt: (place, factor) => this.zoomAt(place, factor),
      zoomTo: (from, to) => this.zoomTo(from, to),
      pan: (x, y) => this.pan(x, y),
      whole: () => this.showAll(),
    });
  }

  private drop(): void {
    this.stopGestures();
    this.chart?.destroy();
    this.chart = null;
  }

  /** Curves that are switched on, of this and of the last run. */
  private shownCurves(columns: PlotColumns | null): Float64Array[] {
    return columns?.curves.filter((_, i) => !this.off.has(i)) ?? [];
  }

  /** Units that suit all the data, so that they stay while a part of it is looked at. */
  private findUnits(): void {
    const { spec } = this;
    const [x, y] = [this.wholeX(), this.wholeY()];
    const [width, height] = [magnitude(x), magnitude(y)];
    const same = spec.x !== null && spec.xUnit === spec.yUnit;
    this.yUnit = displayUnit(spec.yUnit, same ? Math.max(width, height) : height);
    if (spec.x) this.xUnit = same ? this.yUnit : displayUnit(spec.xUnit, width);
    else this.xUnit = { factor: 1, text: 's' };
  }

  private wholeX(): Range {
    const { spec, columns, ghostColumns } = this;
    if (!spec.x) return this.span[1] > this.span[0] ? this.span : [0, 1];
    return axisRange([columns.x, ...(ghostColumns ? [ghostColumns.x] : []), ...spec.references.map(({ x }) => x)], 0.08);
  }

  /** Of all that is drawn; of a plot over time, within the part that is looked at. */
  private wholeY(): Range {
    const { spec, columns, ghostColumns } = this;
    const part = (of: PlotColumns | null) => this.shownCurves(of).map((curve) => windowOf(of!.time, curve, spec.x ? null : this.window));
    const references = spec.references.map(({ x, y }) => y.filter((_, i) => spec.x || !this.window || within(x[i], this.window)));
    const ys = [...part(columns), ...part(ghostColumns), ...references];
    if (this.logarithmic) return logarithmicRange(ys);
    return limited(axisRange(ys, 0.08), this.window && !spec.x ? { min: null, max: null } : spec);
  }

  private findRanges(): void {
    const { spec, chart } = this;
    this.xRange = this.seen?.x ?? (spec.x ? this.wholeX() : (this.window ?? this.wholeX()));
    this.yRange = this.seen?.y ?? this.wholeY();
    if (!spec.equal || !spec.x || this.seen || !chart) return;
    const equal = equalRanges(this.xRange, this.yRange, chart.over.clientWidth, chart.over.clientHeight);
    [this.xRange, this.yRange] = [equal.x, equal.y];
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
    for (const reference of spec.references)
      reference.x.forEach((x, i) => {
        chart.dot(chart.toX(x), chart.toY(reference.y[i]), 2.2);
      });
    ctx.lineWidth = lineWidth * ratio;
    this.strokeAll(chart, columns, (i) => chart.dash(curveStyle(i).dash));
  }

  private strokeAll(chart: Chart, columns: PlotColumns, style: (curve: number) => void): void {
    columns.curves.forEach((curve, i) => {
      if (this.off.has(i)) return;
      chart.ctx.strokeStyle = curveStyle(i).color;
      style(i);
      strokeCurve(chart.ctx, columns.x, curve, chart.toX, chart.toY);
    });
  }

  private drawCursor(chart: Chart): void {
    const { cursor, columns } = this;
    if (columns.time.length === 0) return;
    if (cursor.hover !== null) this.drawTime(chart, cursor.hover, token('--quiet'), 0.6);
    this.drawTime(chart, cursor.time, token('--ink'), 1);
  }

  private drawTime(chart: Chart, time: number, color: string, alpha: number): void {
    const { columns, spec } = this;
    const { ctx, box } = chart;
    const place = placeOf(columns.time, time);
    ctx.globalAlpha = alpha;
    if (!spec.x) {
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
      ctx.fillStyle = curveStyle(i).color;
      chart.dot(x, y, 3);
    });
    ctx.globalAlpha = 1;
  }

  private onCursor(): void {
    if (!this.hasUpdated) return;
    if (!this.spec.x && this.cursor.window !== this.window) return this.requestUpdate();
    this.chart?.redrawOverlay();
    this.showValues();
  }

  /** Values at the cursor: in the legend, and as words for who reads the plot. */
  private showValues(): void {
    const { cursor, columns, ghostColumns, yUnit } = this;
    const place = placeOf(columns.time, cursor.shown);
    const ghostPlace = ghostColumns && placeOf(ghostColumns.time, cursor.shown);
    const span = rangeOf(columns.curves);
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
      if (output.value && !this.off.has(i)) words.push(`${this.spec.curves[i].label} ${withUnit(output.value, yUnit.text)}`);
    });
    const area = this.querySelector('.plot-area');
    area?.setAttribute('aria-valuenow', String(cursor.time));
    area?.setAttribute('aria-valuetext', [`${formatNumber(cursor.time, 4)} seconds`, ...words].join(', '));
  }

  private timeAt({ x, y }: Place): number | null {
    const { chart, columns, spec } = this;
    if (!chart || columns.time.length === 0) return null;
    if (!spec.x) return x;
    const pixels = (range: Range, length: number) => length / (range[1] - range[0]);
    const curves = columns.curves.map((curve, i) => (this.off.has(i) ? new Float64Array(0) : curve));
    const [perX, perY] = [pixels(this.xRange, chart.over.clientWidth), pixels(this.yRange, chart.over.clientHeight)];
    const nearest = nearestPoint({ ...columns, curves }, x, y, perX, perY);
    return nearest < 0 ? null : columns.time[nearest];
  }

  private zoomAt({ x, y }: Place, factor: number): void {
    if (!this.spec.x) this.cursor.look(zoomed(this.xRange, x, factor));
    else this.seen = { x: zoomed(this.xRange, x, factor), y: zoomed(this.yRange, y, factor, this.logarithmic) };
  }

  private zoomAtCursor(factor: number): void {
    const { columns, cursor, spec } = this;
    const place = placeOf(columns.time, cursor.time);
    const curve = columns.curves.find((candidate, i) => candidate.length > 0 && !this.off.has(i));
    if (spec.x && !curve) return;
    this.zoomAt({ x: spec.x ? valueAt(columns.x, place) : cursor.time, y: curve ? valueAt(curve, place) : 0 }, factor);
  }

  private zoomTo(from: Place, to: Place): void {
    const x: Range = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    if (!this.spec.x) return this.cursor.look(x);
    // As high as it was wide, around what was marked.
    const factor = (this.xRange[1] - this.xRange[0]) / (x[1] - x[0]);
    const middle = (from.y + to.y) / 2;
    const height = (this.yRange[1] - this.yRange[0]) / factor;
    this.seen = { x, y: this.logarithmic ? zoomed(this.yRange, middle, factor, true) : [middle - height / 2, middle + height / 2] };
  }

  private pan(x: number, y: number): void {
    if (!this.spec.x) this.cursor.look(panned(this.xRange, x));
    else this.seen = { x: panned(this.xRange, x), y: panned(this.yRange, y, this.logarithmic) };
  }

  private isWhole(): boolean {
    return this.spec.x ? this.seen === null : this.cursor.window === null;
  }

  private showAll(): void {
    if (this.spec.x) this.seen = null;
    else this.cursor.look(null);
  }

  private setLogarithmic(on: boolean): void {
    this.logarithmic = on;
    this.seen = null;
  }

  private toggle(curve: number): void {
    const off = new Set(this.off);
    if (!off.delete(curve)) off.add(curve);
    this.off = off;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = zoomKey(event.key, {
      zoom: (factor) => this.zoomAtCursor(factor),
      whole: () => this.showAll(),
      logarithmic: () => this.setLogarithmic(!this.logarithmic),
    });
    if (act || this.cursor.key(event)) event.preventDefault();
  };
}

/** The limits that the document sets take the place of those of the data. */
function limited([low, high]: Range, { min, max }: Pick<PlotSpec, 'min' | 'max'>): Range {
  const range: Range = [min ?? low, max ?? high];
  return range[0] < range[1] ? range : [low, high];
}

function within(x: number, [low, high]: Range): boolean {
  return x >= low && x <= high;
}
