// A point for each run, in the plane of two parameters.
import { nothing } from 'lit';
import type { Range } from '../format/range';
import { axisRange, type Chart, type FigureAxis } from '../plots';
import { rangeOf } from '../state/samples';
import { colorBar } from '../ui/color-bar';
import { colorScale } from '../ui/colors';
import { html } from '../ui/html';
import { theme, token } from '../ui/theme';
import {
  axisOfParameter,
  controlOf,
  cross,
  cssColor,
  drawNow,
  failedLegend,
  labelOf,
  measureOf,
  nowMark,
  placesOf,
  type Results,
} from './figures';
import type { Point, StudyFigure } from './study-figure';

/** A measure over two parameters, shown by the colours of points. */
export function scatterFigure(results: Results, measure: number): StudyFigure {
  const { rows, present } = results;
  const { label, name, unit } = measureOf(results, measure);
  const [first, second] = [0, 1].map((axis) => controlOf(results, axis));
  const values = rows.map(({ measures }) => measures[measure] ?? Number.NaN);
  const scale = colorScale(rangeOf([values]) ?? [0, 1], theme.seenDark);
  const points = placesOf(results, measure);
  return {
    kind: 'Map',
    title: label || name,
    head: labelOf(second),
    xLabel: labelOf(first),
    x: withRoom(axisOfParameter(results, 0)),
    y: withRoom(axisOfParameter(results, 1)),
    points,
    legend: html`<li>${colorBar(scale, unit)}</li>${nowMark()}${rows.some(({ status }) => status !== 'ok') ? failedLegend() : nothing}`,
    draw(chart) {
      drawPoints(chart, results, points, (i) => cssColor(scale, values[i]));
      drawNow(chart, present[first.name], present[second.name]);
    },
  };
}

const manyPoints = 500; // from this number on, points are smaller and have no border

/** A dot for each run with a value, a cross for a failed one; later ones are drawn on top. */
export function drawPoints(chart: Chart, { rows }: Results, points: readonly Point[], color: (row: number) => string): void {
  const { ctx, toX, toY, ratio } = chart;
  const many = points.length > manyPoints;
  points.forEach(({ x, y }, i) => {
    if (rows[i].status !== 'ok') return cross(chart, toX(x), toY(y) - (many ? 0 : 8 * ratio));
    ctx.fillStyle = token('--paper');
    if (!many) chart.dot(toX(x), toY(y), 5);
    ctx.fillStyle = color(i);
    chart.dot(toX(x), toY(y), many ? 2 : 4);
  });
}

function withRoom(axis: FigureAxis): FigureAxis {
  return { ...axis, range: axisRange([axis.range], 0.04) as Range };
}
