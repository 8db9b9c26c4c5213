import { customElement } from 'lit/decorators.js';
import { formatNumber, withUnit } from '../format/quantity';
import { common } from '../format/texts';
import { type Chart, curveColor, type FigureAxis, FigureChart, plotFrame, strokeCurve } from '../plots';
import { html } from '../ui/html';
import { theme, token } from '../ui/theme';

export interface ResponseAxis extends FigureAxis {
  /** The name at the axis, and in the line below the chart. */
  label: string;
}

/** A curve with two axes; the keyboard and the pointer move along its points. */
export interface ResponseFigure {
  title: string;
  /** The name of the slider. */
  name: string;
  x: ResponseAxis;
  y: ResponseAxis;
  xs: readonly number[];
  ys: readonly number[];
  /** Further numbers of each point, such as its frequency. */
  at?: { label: string; values: readonly number[]; unit: string };
  /** A point to mark: −1 in a Nyquist plot. */
  mark?: { x: number; y: number };
}

/** A chart of a linear model. */
@customElement('slip-response-chart')
export class ResponseChart extends FigureChart<ResponseFigure> {
  protected override get count(): number {
    return this.figure.xs.length;
  }

  protected override render() {
    const { title, name, x, y, xs } = this.figure;
    void theme.dark; // `updated` draws in its colours
    const named = ({ label, unit }: ResponseAxis) => (unit.text ? `${label} [${unit.text}]` : label);
    return plotFrame({
      kind: common.chart(),
      title,
      head: y.unit.text,
      x: named(x),
      slider: { name, min: 0, max: Math.max(0, xs.length - 1), now: Math.max(0, this.at), text: this.words },
      onKey: this.onKey,
      legend: html`<li><output aria-live="off" class="response-value">${this.words}</output></li>`,
      references: [],
      below: '',
    });
  }

  private get words(): string {
    const { x, y, xs, ys, at } = this.figure;
    const i = this.at;
    if (i < 0) return '';
    const text = (axis: ResponseAxis, value: number) =>
      `${axis.label} ${withUnit(formatNumber(value * axis.unit.factor, 4), axis.unit.text)}`;
    const parts = [text(x, xs[i]), text(y, ys[i])];
    if (at) parts.unshift(`${at.label} ${withUnit(formatNumber(at.values[i], 4), at.unit)}`);
    return parts.join(', ');
  }

  protected override follow(area: HTMLElement): void {
    area.addEventListener('pointermove', this.onMove);
    area.addEventListener('pointerleave', this.onLeave);
  }

  protected override draw(chart: Chart): void {
    const { ctx, ratio, toX, toY } = chart;
    const { xs, ys, mark } = this.figure;
    ctx.lineJoin = 'round';
    ctx.lineWidth = 1.75 * ratio;
    ctx.strokeStyle = token(curveColor(0));
    chart.dash([]);
    strokeCurve(ctx, xs, ys, toX, toY);
    if (!mark) return;
    ctx.strokeStyle = token('--quiet');
    const [x, y, size] = [toX(mark.x), toY(mark.y), 5 * ratio];
    chart.line(x - size, y - size, x + size, y + size);
    chart.line(x - size, y + size, x + size, y - size);
  }

  protected override drawSelected(chart: Chart): void {
    const { xs, ys } = this.figure;
    if (this.at < 0) return;
    chart.ctx.fillStyle = token(curveColor(0));
    chart.dot(chart.toX(xs[this.at]), chart.toY(ys[this.at]), 4);
  }

  private readonly onMove = (event: PointerEvent) => {
    const { chart, figure } = this;
    if (!chart?.over.contains(event.target as Node)) return;
    const box = chart.over.getBoundingClientRect();
    const { ratio } = chart;
    const [x, y] = [(event.clientX - box.left) * ratio + chart.box.left, (event.clientY - box.top) * ratio + chart.box.top];
    const away = (i: number) => Math.abs(chart.toX(figure.xs[i]) - x) + (figure.at ? Math.abs(chart.toY(figure.ys[i]) - y) : 0);
    this.at = figure.xs.reduce((best, _, i) => (best < 0 || away(i) < away(best) ? i : best), -1);
  };

  private readonly onLeave = () => {
    this.at = -1;
  };

  private readonly onKey = (event: KeyboardEvent) => {
    const last = this.figure.xs.length - 1;
    if (event.ctrlKey || event.metaKey || event.altKey || last < 0) return;
    const move = { ArrowLeft: -1, ArrowRight: 1, PageUp: 20, PageDown: -20, Home: -Infinity, End: Infinity }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    this.at = Math.min(last, Math.max(0, this.at + move));
  };
}
