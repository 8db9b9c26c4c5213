import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { displayUnit } from '../format/quantity';
import { magnitude, type Range } from '../format/range';
import { axisRange, type Chart, curveColor, strokeCurve } from '../plots';
import { rangeOf } from '../state/samples';
import { html } from '../ui/html';
import { token } from '../ui/theme';
import { axisOfParameter, controlOf, drawNow, failedLegend, haloed, labelOf, measureOf, nowMark, type Results, rowText } from './figures';
import { drawPoints, scatterFigure } from './scatter';
import type { Point, StudyFigure } from './study-figure';
import { texts } from './texts';

/** The runs of a search: over one parameter, in colours over two, or in sequence for more. A ring marks the best. */
export function pathFigure(results: Results, best: number): StudyFigure {
  const axes = results.info.parameters.length;
  return axes === 1 ? overOneParameter(results, best) : axes === 2 ? overTwoParameters(results, best) : overRuns(results, best);
}

const bestMark = () => html`<li><span class="study-ring" aria-hidden="true"></span><span>${texts.bestRun()}</span></li>`;

function overOneParameter(results: Results, best: number): StudyFigure {
  const { rows, present } = results;
  const control = controlOf(results, 0);
  const points = pointsOf(results, (i) => rows[i].values[0]);
  return {
    ...chart(results, points),
    xLabel: labelOf(control),
    x: axisOfParameter(results, 0),
    legend: html`${bestMark()}${nowMark()}${hasFailed(results) ? failedLegend() : nothing}`,
    draw(drawn) {
      drawn.ctx.fillStyle = token(curveColor(0));
      drawPoints(drawn, results, points, () => token(curveColor(0)));
      if (best >= 0) ring(drawn, points[best]);
      drawNow(drawn, present[control.name]);
    },
  };
}

function overTwoParameters(results: Results, best: number): StudyFigure {
  const figure = scatterFigure(results, 0);
  return {
    ...figure,
    legend: html`${figure.legend}${bestMark()}`,
    draw(drawn) {
      figure.draw(drawn);
      if (best >= 0) ring(drawn, figure.points[best]);
    },
  };
}

function overRuns(results: Results, best: number): StudyFigure {
  const { rows } = results;
  const points = pointsOf(results, (i) => i + 1);
  return {
    ...chart(results, points),
    xLabel: msg('run', { desc: 'an axis: the runs of a search, in their order' }),
    x: { range: [0, rows.length + 1], unit: { factor: 1, text: '' } },
    legend: html`${bestMark()}${hasFailed(results) ? failedLegend() : nothing}`,
    draw(drawn) {
      drawPoints(drawn, results, points, () => token(curveColor(0)));
      if (best >= 0) ring(drawn, points[best]);
    },
  };
}

const valuesOf = ({ rows }: Results) => rows.map(({ measures }) => measures[0] ?? Number.NaN);
const hasFailed = ({ rows }: Results) => rows.some(({ status }) => status !== 'ok');

/** The values over `x`; runs without a value are at the lower end. */
function pointsOf(results: Results, x: (row: number) => number): Point[] {
  const values = valuesOf(results);
  const [low] = axisRange([values], 0.08);
  return results.rows.map((row, i) => ({
    x: x(i),
    y: Number.isFinite(values[i]) ? values[i] : low,
    text: () => rowText(results, row, [0]),
    run: row.run,
  }));
}

function chart(results: Results, points: readonly Point[]) {
  const { label, name, unit } = measureOf(results, 0);
  const range = axisRange([valuesOf(results)], 0.08) as Range;
  const shown = displayUnit(unit, magnitude(range));
  return { kind: 'Chart' as const, title: label || name, head: shown.text, y: { range, unit: shown }, points };
}

function ring(chart: Chart, { x, y }: Point): void {
  const { ctx, ratio, toX, toY } = chart;
  haloed(chart, [5, 2], () => {
    ctx.beginPath();
    ctx.arc(toX(x), toY(y), 8 * ratio, 0, 2 * Math.PI);
    ctx.stroke();
  });
}

/** The measured points with the curves of the model before and after a fit. */
export function fitFigure(
  { title, unit }: { title: string; unit: string },
  measured: { label: string; x: readonly number[]; y: readonly number[] },
  curves: readonly { label: string; color: string; dash: number[]; columns: readonly ArrayLike<number>[] }[],
  legend: unknown,
): StudyFigure {
  const range = axisRange([measured.y, ...curves.map(({ columns }) => columns[1])], 0.08) as Range;
  const times = rangeOf([measured.x, ...curves.map(({ columns }) => columns[0])]) ?? [0, 1];
  const shown = displayUnit(unit, magnitude(range));
  return {
    kind: 'Chart',
    title,
    head: shown.text,
    xLabel: 't [s]',
    x: { range: times, unit: { factor: 1, text: 's' } },
    y: { range, unit: shown },
    slider: msg(str`Measured points of ${title}`),
    points: measured.x.map((x, i) => ({
      x,
      y: measured.y[i],
      text: () => `${x} s: ${measured.y[i] * shown.factor} ${shown.text}`,
      run: -1,
    })),
    legend,
    draw(drawn) {
      const { ctx, ratio, toX, toY } = drawn;
      ctx.fillStyle = token('--quiet');
      measured.x.forEach((x, i) => drawn.dot(toX(x), toY(measured.y[i]), 2.2));
      ctx.lineJoin = 'round';
      for (const { color, dash, columns } of curves) {
        ctx.strokeStyle = token(color);
        ctx.lineWidth = 1.75 * ratio;
        drawn.dash(dash);
        strokeCurve(ctx, columns[0] as number[], columns[1] as number[], toX, toY);
      }
      drawn.dash([]);
    },
  };
}
