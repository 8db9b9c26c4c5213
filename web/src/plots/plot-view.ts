import { html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme, token } from '../app/theme';
import { View } from '../app/view';
import { type DisplayUnit, decimalsFor, displayUnit, formatFixed, formatNumber } from '../model/quantity';
import type { TimeCursor } from '../run/cursor';
import type { Recording } from '../run/recording';
import { placeOf, rangeOf, valueAt } from '../run/samples';
import { axisRange, equalRanges, nearestPoint, type PlotColumns, plotColumns } from './columns';
import { curveStyle, ghostDash, strokeCurve } from './curves';
import type { PlotSpec } from './spec';

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
  @property({ attribute: false }) span: [number, number] = [0, 1];
  @property({ attribute: false }) cursor!: TimeCursor;

  private plot: uPlot | null = null;
  private columns = noColumns;
  private ghostColumns: PlotColumns | null = null;
  /** Of the data, with some room. */
  private xData: [number, number] = [0, 1];
  private yData: [number, number] = [0, 1];
  /** Of the axes. */
  private xRange: [number, number] = [0, 1];
  private yRange: [number, number] = [0, 1];
  private xUnit: DisplayUnit = { factor: 1, text: 's' };
  private yUnit: DisplayUnit = { factor: 1, text: '' };
  private dragging = false;
  private readonly resize = new ResizeObserver(() => this.fit());

  protected override follows() {
    return [
      { source: this.cursor, then: () => this.showCursor() },
      { source: theme, then: () => this.plot?.redraw(false, true) },
    ];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate('spec', null);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resize.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  protected override willUpdate(): void {
    this.ghostColumns = this.ghost && plotColumns(this.ghost, this.spec);
    this.columns = this.recording ? plotColumns(this.recording, this.spec) : noColumns;
    this.findRanges();
  }

  protected override render() {
    const { spec } = this;
    const head = spec.yLabel && spec.yLabel !== spec.yUnit ? spec.yLabel : this.yUnit.text;
    return html`
      <figure class="plot" role="group" aria-label=${`Plot: ${spec.title}`}>
        <figcaption>
          <span class="plot-title">${spec.title}${head ? html` <span class="quiet">[${head}]</span>` : nothing}</span>
          <span class="plot-over quiet">over ${spec.xLabel} [${this.xUnit.text}]</span>
        </figcaption>
        <div
          class="plot-area"
          tabindex="0"
          role="slider"
          aria-label=${`Time in plot ${spec.title}`}
          aria-valuemin=${this.cursor.start}
          aria-valuemax=${this.cursor.end}
          aria-valuenow=${this.cursor.time}
          @keydown=${this.onKey}
        ></div>
        <div class="plot-legend">
          <ul>
            ${spec.curves.map((curve, i) => html`<li>${swatch(i)}<span>${curve.label}</span><output data-curve=${i}></output>${this.renderRange(i)}</li>`)}
            ${spec.references.map((reference) => html`<li title=${reference.source}><span class="reference-dot"></span>${reference.label}</li>`)}
          </ul>
        </div>
        ${spec.problem ? html`<p class="plot-problem">${spec.problem}</p>` : nothing}
      </figure>
    `;
  }

  private renderRange(curve: number) {
    const range = this.spec.range ? rangeOf(this.columns.curves.slice(curve, curve + 1)) : null;
    return range
      ? html`<span>max − min</span><output class="range">${formatNumber((range[1] - range[0]) * this.yUnit.factor, 3)}</output>`
      : nothing;
  }

  protected override updated(changes: PropertyValues): void {
    if (changes.has('spec') || !this.plot) {
      this.plot?.destroy();
      this.plot = null;
    }
    this.build();
    this.plot?.setData(this.plotData(), false);
    this.applyRanges();
    this.showCursor();
  }

  private get area(): HTMLElement {
    return this.querySelector<HTMLElement>('.plot-area')!;
  }

  private build(): void {
    if (this.plot) return;
    const { area, spec } = this;
    this.resize.observe(area);
    const quiet = () => token('--quiet');
    const axis = (scale: 'x' | 'y'): uPlot.Axis => ({
      scale,
      font: '12px system-ui, sans-serif',
      stroke: quiet,
      size: scale === 'x' ? 30 : this.yAxisSize,
      gap: 4,
      grid: { stroke: () => token('--line'), width: 1 },
      ticks: { show: false },
      border: { show: false },
      values: (_, splits) => this.axisTexts(scale, splits),
    });
    this.plot = new uPlot(
      {
        width: Math.max(80, area.clientWidth),
        height: Math.max(80, area.clientHeight),
        pxAlign: 0,
        padding: [8, 12, 0, 0],
        legend: { show: false },
        scales: {
          x: { time: false, auto: false, range: () => this.xRange },
          y: { auto: false, range: () => this.yRange },
        },
        axes: [axis('x'), axis('y')],
        series: [{}, ...(spec.x ? [] : spec.curves.map((_, i) => timeSeries(i)))],
        cursor: { drag: { x: false, y: false, setScale: false }, points: { show: false }, x: false, y: false },
        hooks: { drawAxes: [(u: uPlot) => this.drawBehind(u)], draw: [(u: uPlot) => this.drawInFront(u)] },
      },
      this.plotData(),
      area,
    );
    const over = this.plot.over;
    over.addEventListener('pointermove', this.onPointerMove);
    over.addEventListener('pointerdown', this.onPointerDown);
    over.addEventListener('pointerup', this.onPointerUp);
    over.addEventListener('pointercancel', this.onPointerUp);
    over.addEventListener('pointerleave', () => this.cursor.hoverAt(null));
  }

  private fit(): void {
    const { plot, area } = this;
    if (!plot || area.clientWidth === 0) return;
    if (plot.width === area.clientWidth && plot.height === area.clientHeight) return;
    plot.setSize({ width: area.clientWidth, height: area.clientHeight });
    this.applyRanges();
  }

  private applyRanges(): void {
    this.xRange = this.xData;
    this.yRange = this.yData;
    if (this.spec.equal && this.spec.x && this.plot) {
      const box = this.plot.over;
      const equal = equalRanges(this.xData, this.yData, box.clientWidth, box.clientHeight);
      this.xRange = equal.x;
      this.yRange = equal.y;
    }
    this.plot?.batch((u: uPlot) => {
      u.setScale('x', { min: this.xRange[0], max: this.xRange[1] });
      u.setScale('y', { min: this.yRange[0], max: this.yRange[1] });
    });
  }

  private plotData(): uPlot.AlignedData {
    if (this.spec.x) return [this.xRange] as unknown as uPlot.AlignedData;
    const { time, curves } = this.columns;
    return [time, ...curves] as uPlot.AlignedData;
  }

  /** Ranges of all that is drawn, and the units that suit them. */
  private findRanges(): void {
    const { spec, columns, ghostColumns } = this;
    const ys = [...columns.curves, ...(ghostColumns?.curves ?? []), ...spec.references.map((reference) => reference.y)];
    const xs = [columns.x, ...(ghostColumns ? [ghostColumns.x] : []), ...spec.references.map((reference) => reference.x)];
    this.yData = limited(axisRange(ys, 0.08), spec);
    if (spec.x) this.xData = axisRange(xs, 0.08);
    else this.xData = this.span[1] > this.span[0] ? this.span : [0, 1];
    const [width, height] = [magnitude(this.xData), magnitude(this.yData)];
    const same = spec.x !== null && spec.xUnit === spec.yUnit;
    this.yUnit = displayUnit(spec.yUnit, same ? Math.max(width, height) : height);
    if (spec.x) this.xUnit = same ? this.yUnit : displayUnit(spec.xUnit, width);
    else this.xUnit = { factor: 1, text: 's' };
  }

  private axisTexts(scale: 'x' | 'y', splits: number[]): string[] {
    const unit = scale === 'y' ? this.yUnit : this.xUnit;
    return splits.map((split) => formatNumber(Number((split * unit.factor).toPrecision(10)), 6));
  }

  private readonly yAxisSize = (_: uPlot, texts: string[] | null): number => {
    const longest = Math.max(0, ...(texts ?? []).map((text) => text.length));
    return Math.max(36, 12 + 7 * longest);
  };

  /** Last run and reference points: under the curves of this run. */
  private drawBehind(u: uPlot): void {
    const { ghostColumns, spec } = this;
    const { ctx } = u;
    clipped(u, () => {
      if (ghostColumns) {
        ctx.lineWidth = uPlot.pxRatio;
        ctx.setLineDash(ghostDash.map((length) => length * uPlot.pxRatio));
        ctx.globalAlpha = 0.75;
        ghostColumns.curves.forEach((curve, i) => {
          ctx.strokeStyle = curveStyle(i).color;
          strokeCurve(ctx, ghostColumns.x, curve, toX(u), toY(u));
        });
      }
      ctx.setLineDash([]);
      ctx.globalAlpha = 1;
      ctx.fillStyle = token('--quiet');
      for (const reference of spec.references)
        reference.x.forEach((x, i) => {
          dot(ctx, toX(u)(x), toY(u)(reference.y[i]), 2.2 * uPlot.pxRatio);
        });
    });
  }

  /** Curves that are not functions of time, and the cursor. */
  private drawInFront(u: uPlot): void {
    const { columns, spec, cursor } = this;
    const { ctx } = u;
    if (columns.time.length === 0) return;
    clipped(u, () => {
      if (spec.x)
        columns.curves.forEach((curve, i) => {
          const style = curveStyle(i);
          ctx.strokeStyle = style.color;
          ctx.lineWidth = lineWidth * uPlot.pxRatio;
          ctx.lineJoin = 'round';
          ctx.setLineDash(style.dash.map((length) => length * uPlot.pxRatio));
          strokeCurve(ctx, columns.x, curve, toX(u), toY(u));
        });
      ctx.setLineDash([]);
      if (cursor.hover !== null) this.drawTime(u, cursor.hover, token('--quiet'), 0.6);
      this.drawTime(u, cursor.time, token('--ink'), 1);
    });
  }

  private drawTime(u: uPlot, time: number, color: string, alpha: number): void {
    const { columns, spec } = this;
    const { ctx } = u;
    const place = placeOf(columns.time, time);
    ctx.globalAlpha = alpha;
    if (!spec.x) {
      const x = toX(u)(time);
      ctx.strokeStyle = color;
      ctx.lineWidth = uPlot.pxRatio;
      ctx.beginPath();
      ctx.moveTo(x, u.bbox.top);
      ctx.lineTo(x, u.bbox.top + u.bbox.height);
      ctx.stroke();
    }
    columns.curves.forEach((curve, i) => {
      if (curve.length === 0) return;
      const x = spec.x ? toX(u)(valueAt(columns.x, place)) : toX(u)(valueAt(columns.time, place));
      const y = toY(u)(valueAt(curve, place));
      ctx.fillStyle = token('--paper');
      dot(ctx, x, y, 4.5 * uPlot.pxRatio);
      ctx.fillStyle = curveStyle(i).color;
      dot(ctx, x, y, 3 * uPlot.pxRatio);
    });
    ctx.globalAlpha = 1;
  }

  private showCursor(): void {
    const { cursor, columns } = this;
    if (!this.hasUpdated) return;
    this.plot?.redraw(false, false);
    const place = placeOf(columns.time, cursor.shown);
    const unit = this.yUnit;
    const span = rangeOf(columns.curves);
    const decimals = decimalsFor(span ? Math.max(span[1] - span[0], 1e-3 * magnitude(span)) * unit.factor : 0);
    this.querySelectorAll<HTMLOutputElement>('output[data-curve]').forEach((output, i) => {
      const curve = columns.curves[i];
      output.value = curve?.length ? formatFixed(valueAt(curve, place) * unit.factor, decimals) : '';
    });
    const area = this.querySelector('.plot-area');
    area?.setAttribute('aria-valuenow', String(cursor.time));
    area?.setAttribute('aria-valuetext', `${formatNumber(cursor.time, 4)} seconds`);
  }

  private timeUnder(event: PointerEvent): number | null {
    const { plot, columns, spec } = this;
    if (!plot || columns.time.length === 0) return null;
    const box = plot.over.getBoundingClientRect();
    const x = plot.posToVal(event.clientX - box.left, 'x');
    if (!spec.x) return x;
    const y = plot.posToVal(event.clientY - box.top, 'y');
    const [width, height] = [this.xRange[1] - this.xRange[0], this.yRange[1] - this.yRange[0]];
    const nearest = nearestPoint(columns, x, y, box.width / width, box.height / height);
    return nearest < 0 ? null : columns.time[nearest];
  }

  private readonly onPointerMove = (event: PointerEvent) => {
    const time = this.timeUnder(event);
    if (time === null) return;
    if (this.dragging) this.cursor.seek(time);
    if (event.pointerType !== 'touch') this.cursor.hoverAt(time);
  };

  private readonly onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const time = this.timeUnder(event);
    if (time === null) return;
    this.dragging = true;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.cursor.pause();
    this.cursor.seek(time);
  };

  private readonly onPointerUp = () => {
    this.dragging = false;
  };

  private readonly onKey = (event: KeyboardEvent) => {
    const many = event.shiftKey ? 10 : 1;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => this.cursor.step(-many),
      ArrowRight: () => this.cursor.step(many),
      PageUp: () => this.cursor.step(-50),
      PageDown: () => this.cursor.step(50),
      Home: () => this.cursor.toStart(),
      End: () => this.cursor.toEnd(),
      ' ': () => this.cursor.toggle(),
    };
    const act = steps[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}

/** The limits that the document sets take the place of those of the data. */
function limited([low, high]: [number, number], { min, max }: PlotSpec): [number, number] {
  const range: [number, number] = [min ?? low, max ?? high];
  return range[0] < range[1] ? range : [low, high];
}

function timeSeries(index: number): uPlot.Series {
  const { color, dash } = curveStyle(index);
  return { stroke: color, dash, width: lineWidth, points: { show: false } };
}

function swatch(index: number) {
  const { color, dash } = curveStyle(index);
  return html`<svg class="swatch" width="18" height="8" aria-hidden="true">
    <line x1="0" y1="4" x2="18" y2="4" stroke=${color} stroke-width="2" stroke-dasharray=${dash.join(' ')} />
  </svg>`;
}

function magnitude([low, high]: [number, number]): number {
  return Math.max(Math.abs(low), Math.abs(high));
}

function toX(u: uPlot): (x: number) => number {
  return (x) => u.valToPos(x, 'x', true);
}

function toY(u: uPlot): (y: number) => number {
  return (y) => u.valToPos(y, 'y', true);
}

function clipped(u: uPlot, draw: () => void): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}
