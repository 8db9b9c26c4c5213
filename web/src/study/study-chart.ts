import { msg, str } from '@lit/localize';
import { customElement, property } from 'lit/decorators.js';
import { common } from '../format/texts';
import { type Chart, FigureChart, plotFrame } from '../plots';
import { theme, token } from '../ui/theme';
import { nearestPoint, nextPoint, type StudyFigure } from './study-figure';

/** A figure of a study. A press, or Enter after arrow keys, opens a run. */
@customElement('slip-study-chart')
export class StudyChart extends FigureChart<StudyFigure> {
  @property({ attribute: false }) open: (run: number) => void = () => {};

  protected override readonly slow = true;

  protected override get count(): number {
    return this.figure.points.length;
  }

  protected override render() {
    const { figure, at } = this;
    void theme.dark; // `updated` draws in its colours
    const { kind, title, head, xLabel, legend, points, below, slider } = figure;
    const isMap = kind === 'Map';
    return plotFrame({
      kind: isMap ? common.map() : common.chart(),
      title,
      head,
      x: xLabel,
      slider: {
        name: slider ?? (isMap ? msg(str`Runs in map ${title}; Enter opens one`) : msg(str`Runs in chart ${title}; Enter opens one`)),
        min: 0,
        max: Math.max(0, points.length - 1),
        now: Math.max(0, at),
        text: points[at]?.text() ?? msg('no run chosen'),
      },
      onKey: this.onKey,
      legend,
      references: [],
      below: below ?? '',
    });
  }

  protected override follow(area: HTMLElement): void {
    area.addEventListener('click', this.onClick);
  }

  protected override draw(chart: Chart): void {
    this.figure.draw(chart);
  }

  protected override drawSelected(chart: Chart): void {
    const point = this.figure.points[this.at];
    if (!point) return;
    const { ctx, ratio } = chart;
    const [x, y] = [chart.toX(point.x), chart.toY(point.y)];
    ctx.lineWidth = 2 * ratio;
    for (const [color, size] of [
      ['--paper', 7],
      ['--ink', 5],
    ] as const) {
      ctx.strokeStyle = token(color);
      ctx.strokeRect(x - size * ratio, y - size * ratio, 2 * size * ratio, 2 * size * ratio);
    }
  }

  private readonly onClick = (event: MouseEvent) => {
    const { chart, figure } = this;
    if (!chart?.over.contains(event.target as Node)) return;
    const place = chart.place(event);
    this.at = figure.find?.(place) ?? nearestPoint(figure, place);
    this.openChosen();
  };

  private openChosen(): void {
    const point = this.figure.points[this.at];
    if (point) this.open(point.run);
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const { points } = this.figure;
    if (event.ctrlKey || event.metaKey || event.altKey || points.length === 0) return;
    const last = points.length - 1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) this.at = this.at < 0 ? 0 : nextPoint(this.figure, this.at, step[0], step[1]);
    else if (event.key === 'Home') this.at = 0;
    else if (event.key === 'End') this.at = last;
    else if (event.key === 'Enter' || event.key === ' ') this.openChosen();
    else return;
    event.preventDefault();
  };
}
