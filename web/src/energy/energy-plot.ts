import { customElement } from 'lit/decorators.js';
import { type Chart, curveColor, type PlotColumns, PlotView } from '../plots';
import { rangeOf } from '../state/samples';
import { token } from '../ui/theme';
import { stacked } from './balance';

/** The number of curves that are stacked; the others are lines. */
export const parts = 3;

/** Energies over time: the first curves as stacked areas. */
@customElement('slip-energy-plot')
export class EnergyPlot extends PlotView {
  protected override canBeLogarithmic(): boolean {
    return false;
  }

  /** Places the curves on top of each other; the legend keeps their own values. */
  protected override placed(columns: PlotColumns): PlotColumns {
    const edges = columns.time.length > 0 ? stacked(columns.curves.slice(0, parts), this.off) : null;
    if (!edges) return columns;
    const ranges = columns.ranges.map((range, i) => (i < parts ? rangeOf([edges[i], [0]]) : range));
    return { ...columns, curves: [...edges, ...columns.curves.slice(parts)], ranges };
  }

  protected override drawUnder(chart: Chart, { x, curves }: PlotColumns, own: PlotColumns): void {
    if (curves[0] === own.curves[0] && curves[1] === own.curves[1]) return; // lines
    const { ctx } = chart;
    ctx.globalAlpha = 0.28;
    let below: Float64Array | null = null;
    for (let i = 0; i < parts; i++) {
      if (this.off.has(i)) continue;
      ctx.fillStyle = token(curveColor(i));
      fillBetween(chart, x, below, curves[i]);
      below = curves[i];
    }
    ctx.globalAlpha = 1;
  }
}

const mostPoints = 4000; // of an edge; more would be finer than pixels

/** Fills the area between two edges; `below` null: the x axis. */
function fillBetween({ ctx, toX, toY }: Chart, x: Float64Array, below: Float64Array | null, above: Float64Array): void {
  const stride = Math.max(1, Math.ceil(x.length / mostPoints));
  const indices: number[] = [];
  for (let i = 0; i < x.length; i += stride) indices.push(i);
  if (indices.at(-1) !== x.length - 1) indices.push(x.length - 1);
  ctx.beginPath();
  indices.forEach((i, k) => (k === 0 ? ctx.moveTo(toX(x[i]), toY(above[i])) : ctx.lineTo(toX(x[i]), toY(above[i]))));
  for (const i of indices.reverse()) ctx.lineTo(toX(x[i]), toY(below?.[i] ?? 0));
  ctx.closePath();
  ctx.fill();
}
