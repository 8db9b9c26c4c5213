import { msg, str } from '@lit/localize';
import { contours } from 'd3-contour';
import { nothing } from 'lit';
import type { MeasureInfo, ModelInfo, StudyInfo, Trial } from '../../../wasm/engine/types';
import { displayUnit, formatNumber, niceBelow, withUnit } from '../format/quantity';
import { magnitude, type Range } from '../format/range';
import { axisRange, type Chart, curveColor, type FigureAxis, lineMark, strokeCurve } from '../plots';
import { type ParameterControl, parameterControl, parameterTextWithUnit } from '../state/parameters';
import { rangeOf } from '../state/samples';
import { colorBar } from '../ui/color-bar';
import { type ColorScale, colorPlace, colorScale } from '../ui/colors';
import { html } from '../ui/html';
import { theme, token } from '../ui/theme';
import type { StudyRow } from './rows';
import type { Point, StudyFigure } from './study-figure';

/** The data for figures of a study. */
export interface Results {
  model: ModelInfo;
  info: StudyInfo;
  rows: readonly StudyRow[];
  /** The present values of all parameters. */
  present: Readonly<Record<string, number>>;
  complete: boolean;
  /** The range of the first parameter has equal ratios. */
  logarithmic?: boolean;
  /** Amplitudes of the linear model over the first parameter, for comparison with the first measure. */
  linear?: Linear | null;
}

export interface Linear {
  xs: readonly number[];
  ys: readonly number[];
}

const failedMark = 4; // pixels, half the size of a cross

export function controlOf({ model, info }: Results, axis: number): ParameterControl {
  return parameterControl(model.parameters.find(({ name }) => name === info.parameters[axis])!);
}

export function measureOf({ model, info }: Results, measure: number): MeasureInfo {
  const name = info.measures[measure];
  return model.measures.find((each) => each.name === name) ?? { name, label: name, unit: '' };
}

/** "μ = 0.3, load = 5 N: slip = 1.2 %", or why the run failed. */
export function rowText(results: Results, row: StudyRow, measures: readonly number[]): string {
  const values = row.values.map((value, axis) => {
    const control = controlOf(results, axis);
    return `${control.label} = ${parameterTextWithUnit(control, value)}`;
  });
  const numbers = measures.map((i) => {
    const { label, name, unit } = measureOf(results, i);
    const value = row.measures[i];
    return `${label || name} = ${value === null ? '–' : withUnit(formatNumber(value, 4), unit)}`;
  });
  const said = row.status === 'ok' ? numbers.join(', ') : msg(str`failed: ${row.message}`);
  return said ? `${values.join(', ')}: ${said}` : values.join(', ');
}

export function axisOfParameter(results: Results, axis: number): FigureAxis {
  const column = results.rows.map(({ values }) => values[axis]);
  const control = controlOf(results, axis);
  const [low, high] = rangeOf([column, [results.present[control.name] ?? control.value]]) ?? [control.min, control.max];
  const logarithmic = axis === 0 && results.logarithmic && low > 0 && high > low;
  return { range: high > low ? [low, high] : [low - 0.5, high + 0.5], unit: control.unit, logarithmic };
}

export function labelOf({ label, unit }: Pick<ParameterControl, 'label' | 'unit'>): string {
  return unit.text ? `${label} [${unit.text}]` : label;
}

const linearDash = [5, 3];
const farHigher = 2; // relative to the largest measure: a resonance with little damping would flatten the measures

/** The part of the linear response over the axis; NaN where it is far higher than the measures. */
function seenPart({ xs, ys }: Linear, [low, high]: Range, measured: readonly number[]): Linear {
  const most = farHigher * magnitude(rangeOf([measured]) ?? [0, 0]);
  const seen = xs.map((x, i) => ({ x, y: most > 0 && ys[i] > most ? Number.NaN : ys[i] })).filter(({ x }) => x >= low && x <= high);
  return { xs: seen.map(({ x }) => x), ys: seen.map(({ y }) => y) };
}

/** A measure over one parameter. */
export function measureFigure(results: Results, measure: number): StudyFigure {
  const rows = [...results.rows].sort((one, other) => one.values[0] - other.values[0]);
  const { label, name, unit } = measureOf(results, measure);
  const control = controlOf(results, 0);
  const x = axisOfParameter(results, 0);
  const xs = rows.map(({ values }) => values[0]);
  const ys = rows.map(({ measures }) => measures[measure] ?? Number.NaN);
  const linear = measure === 0 && results.linear ? seenPart(results.linear, x.range, ys) : null;
  const range = axisRange([ys, linear?.ys ?? []], 0.08) as Range;
  const shown = displayUnit(unit, magnitude(range));
  const succeeded = rows.map(({ status }) => status === 'ok');
  const y = { range, unit: shown };
  const points = rows.map(
    (row, i): Point => ({
      x: xs[i],
      y: Number.isFinite(ys[i]) ? ys[i] : range[0],
      text: () => rowText(results, row, [measure]),
      run: row.run,
    }),
  );
  return {
    kind: 'Chart',
    title: label || name,
    head: shown.text,
    xLabel: labelOf(control),
    x,
    y,
    points,
    legend: html`${linear ? html`<li>${lineMark('var(--quiet)', linearDash)}${msg('linear model')}</li>` : nothing}${nowMark()}${succeeded.includes(false) ? failedLegend() : nothing}`,
    draw(chart) {
      const { ctx, ratio, toX, toY } = chart;
      if (linear) {
        ctx.lineWidth = ratio;
        ctx.strokeStyle = token('--quiet');
        chart.dash(linearDash);
        strokeCurve(ctx, linear.xs, linear.ys, toX, toY);
        chart.dash([]);
      }
      ctx.lineWidth = 1.75 * ratio;
      ctx.strokeStyle = ctx.fillStyle = token(curveColor(0));
      // While runs are missing, a line would connect points that are not neighbours.
      if (results.complete) strokeCurve(ctx, xs, ys, toX, toY);
      xs.forEach((value, i) => {
        if (succeeded[i] && Number.isFinite(ys[i])) chart.dot(toX(value), toY(ys[i]), 3);
        else cross(chart, toX(value), toY(points[i].y) - 2 * failedMark * ratio);
      });
      drawNow(chart, results.present[control.name]);
    },
  };
}

/** A measure over a grid of two parameters, in colours with contours. */
export function mapFigure(results: Results, measure: number): StudyFigure {
  const { rows } = results;
  const { label, name, unit } = measureOf(results, measure);
  const [first, second] = [0, 1].map((axis) => controlOf(results, axis));
  const grid = gridOf(rows, measure);
  const scale = colorScale(rangeOf([grid.values]) ?? [0, 1], theme.seenDark);
  const x = { ...axisOfParameter(results, 0), range: edges(grid.xs, results.present[first.name] ?? first.value) };
  const y = { ...axisOfParameter(results, 1), range: edges(grid.ys, results.present[second.name] ?? second.value) };
  const lines = results.complete ? contourLines(grid, scale) : [];
  const shown = displayUnit(unit, magnitude([scale.low, scale.high]));
  const failed = rows.filter(({ status }) => status !== 'ok');
  return {
    kind: 'Map',
    title: labelOf({ label: label || name, unit: shown }),
    head: labelOf(second),
    xLabel: labelOf(first),
    x,
    y,
    points: placesOf(results, measure),
    legend: html`<li>${colorBar(scale, unit)}</li>${nowMark()}${failed.length > 0 ? failedLegend() : nothing}`,
    draw(chart) {
      drawCells(chart, grid, scale);
      drawContours(chart, lines, shown.factor);
      for (const { values } of failed) cross(chart, chart.toX(values[0]), chart.toY(values[1]));
      drawNow(chart, results.present[first.name], results.present[second.name]);
    },
  };
}

/** The points of runs in the plane of their two parameters. */
export function placesOf(results: Results, measure: number): Point[] {
  return results.rows.map((row) => ({
    x: row.values[0],
    y: row.values[1],
    text: () => rowText(results, row, [measure]),
    run: row.run,
  }));
}

/** Curves of a sensor's component over time for the runs of one parameter. */
export function familyFigure(
  results: Results,
  curves: readonly { row: StudyRow; trial: Trial }[],
  sensor: { label: string; unit: string },
): StudyFigure {
  const control = controlOf(results, 0);
  const [low, high] = rangeOf([curves.map(({ row }) => row.values[0])]) ?? [0, 1];
  const scale = colorScale([low, high], theme.seenDark);
  const range = axisRange(curves.map(({ trial }) => trial.columns[1])) as Range;
  const times = rangeOf(curves.map(({ trial }) => trial.columns[0])) ?? [0, 1];
  const shown = displayUnit(sensor.unit, magnitude(range));
  const present = results.present[control.name] ?? control.value;
  const nearest = curves.reduce(
    (best, { row }, i) => (Math.abs(row.values[0] - present) < Math.abs(curves[best].row.values[0] - present) ? i : best),
    0,
  );
  const valueNear = (i: number, time: number) => {
    const [ts, ys] = curves[i].trial.columns;
    const at = ts.findIndex((t) => t >= time);
    return ys[at < 0 ? ys.length - 1 : at];
  };
  return {
    kind: 'Chart',
    title: msg(str`${sensor.label}, every run`),
    head: shown.text,
    xLabel: 't [s]',
    x: { range: times, unit: { factor: 1, text: 's' } },
    y: { range, unit: shown },
    points: curves.map(({ row, trial: { columns } }) => {
      const last = columns[0].length - 1;
      return { x: columns[0][last] ?? times[1], y: columns[1][last] ?? range[0], text: () => rowText(results, row, []), run: row.run };
    }),
    legend: html`<li>${control.label} ${colorBar({ ...scale, low: low * control.unit.factor, high: high * control.unit.factor }, control.unit.text)}</li>
      <li>${lineMark('var(--ink)', [])}<span>${msg('nearest to the present value')}</span></li>`,
    find: ({ x, y }) => curves.reduce((best, _, i) => (Math.abs(valueNear(i, x) - y) < Math.abs(valueNear(best, x) - y) ? i : best), 0),
    draw({ ctx, ratio, toX, toY }) {
      ctx.lineJoin = 'round';
      const stroke = (i: number, color: string, width: number) => {
        ctx.strokeStyle = color;
        ctx.lineWidth = width * ratio;
        strokeCurve(ctx, curves[i].trial.columns[0], curves[i].trial.columns[1], toX, toY);
      };
      curves.forEach(({ row }, i) => stroke(i, cssColor(scale, row.values[0]), 1.25));
      if (curves.length > 0) stroke(nearest, token('--ink'), 2);
    },
  };
}

export const nowMark = () => html`<li>${lineMark('var(--ink)', [3, 3])}<span>${msg('present value')}</span></li>`;
export const failedLegend = () => html`<li><span class="study-cross" aria-hidden="true">×</span><span>${msg('failed run')}</span></li>`;

export function cssColor(scale: ColorScale, value: number): string {
  const place = colorPlace(scale, value);
  return `rgb(${scale.table[place]} ${scale.table[place + 1]} ${scale.table[place + 2]})`;
}

/** Draws twice, first with a wider line in the colour of the paper, so that the lines are visible on any background. */
export function haloed({ ctx, ratio }: Chart, widths: readonly [number, number], stroke: () => void): void {
  [token('--paper'), token('--ink')].forEach((color, i) => {
    ctx.strokeStyle = color;
    ctx.lineWidth = widths[i] * ratio;
    stroke();
  });
}

export function cross(chart: Chart, x: number, y: number): void {
  const { ctx, ratio } = chart;
  const size = failedMark * ratio;
  haloed(chart, [4, 1.75], () => {
    ctx.beginPath();
    ctx.moveTo(x - size, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.moveTo(x - size, y + size);
    ctx.lineTo(x + size, y - size);
    ctx.stroke();
  });
}

export function drawNow(chart: Chart, x: number | undefined, y?: number): void {
  const { box, toX, toY } = chart;
  haloed(chart, [3, 1.25], () => {
    chart.dash([3, 3]);
    if (x !== undefined) chart.line(toX(x), box.top, toX(x), box.top + box.height);
    if (y !== undefined) chart.line(box.left, toY(y), box.left + box.width, toY(y));
  });
  chart.dash([]);
}

/** The values of a map: row by row, NaN if not computed yet. */
export interface Grid {
  xs: number[];
  ys: number[];
  values: Float64Array;
}

function gridOf(rows: readonly StudyRow[], measure: number): Grid {
  const sorted = (axis: number) => [...new Set(rows.map(({ values }) => values[axis]))].sort((one, other) => one - other);
  const [xs, ys] = [sorted(0), sorted(1)];
  const [columnOf, rowOf] = [xs, ys].map((list) => new Map(list.map((value, i) => [value, i])));
  const values = new Float64Array(xs.length * ys.length).fill(Number.NaN);
  for (const row of rows) {
    const place = rowOf.get(row.values[1])! * xs.length + columnOf.get(row.values[0])!;
    if (row.status === 'ok') values[place] = row.measures[measure] ?? Number.NaN;
  }
  return { xs, ys, values };
}

/** Midpoints between neighbours, extrapolated at the ends. */
function edgesOf(list: readonly number[]): number[] {
  if (list.length < 2) return [(list[0] ?? 0) - 0.5, (list[0] ?? 0) + 0.5];
  const inner = list.slice(1).map((value, i) => (value + list[i]) / 2);
  const last = list.length - 1;
  return [list[0] - (inner[0] - list[0]), ...inner, list[last] + (list[last] - inner[last - 1])];
}

function edges(list: readonly number[], present: number): Range {
  const all = edgesOf(list);
  return [Math.min(all[0], present), Math.max(all[all.length - 1], present)];
}

function drawCells({ ctx, toX, toY }: Chart, { xs, ys, values }: Grid, scale: ColorScale): void {
  const [columns, rows] = [edgesOf(xs).map(toX), edgesOf(ys).map(toY)];
  values.forEach((value, i) => {
    if (!Number.isFinite(value)) return;
    const [x, y] = [i % xs.length, Math.floor(i / xs.length)];
    ctx.fillStyle = cssColor(scale, value);
    // Half a pixel larger, so that no gaps are visible.
    ctx.fillRect(columns[x] - 0.5, rows[y + 1] - 0.5, columns[x + 1] - columns[x] + 1, rows[y] - rows[y + 1] + 1);
  });
}

export interface ContourLine {
  level: number;
  /** Segments, each a list of points in axis units. */
  pieces: [number, number][][];
}

/** Contour lines, excluding those along the border and around runs without a value. */
function contourLines({ xs, ys, values }: Grid, { low, high }: Pick<ColorScale, 'low' | 'high'>): ContourLine[] {
  const [width, height] = [xs.length, ys.length];
  if (width < 2 || height < 2 || !(high > low)) return [];
  const step = niceBelow((high - low) / 4);
  const levels: number[] = [];
  for (let level = Math.ceil(low / step) * step; level < high; level += step) levels.push(Number(level.toPrecision(10)));
  const known = (x: number, y: number) => Number.isFinite(values[y * width + x]);
  const isInside = ([x, y]: number[]) => {
    const [u, v] = [x - 0.5, y - 0.5];
    if (u < 0 || v < 0 || u > width - 1 || v > height - 1) return false;
    return [Math.floor(u), Math.ceil(u)].every((i) => [Math.floor(v), Math.ceil(v)].every((k) => known(i, k)));
  };
  const at = (list: readonly number[], place: number) => {
    const i = Math.min(list.length - 2, Math.max(0, Math.floor(place)));
    return list[i] + (place - i) * (list[i + 1] - list[i]);
  };
  const find = contours().size([width, height]);
  return levels.map((level) => {
    const pieces: [number, number][][] = [];
    for (const ring of find.contour([...values], level).coordinates.flat()) {
      let piece: [number, number][] = [];
      for (const point of ring) {
        if (isInside(point)) piece.push([at(xs, point[0] - 0.5), at(ys, point[1] - 0.5)]);
        else if (piece.length > 0) {
          pieces.push(piece);
          piece = [];
        }
      }
      pieces.push(piece);
    }
    return { level, pieces: pieces.filter(({ length }) => length > 1) };
  });
}

/** `factor`: from SI units to the unit of the colours. */
function drawContours(chart: Chart, lines: readonly ContourLine[], factor: number): void {
  const { ctx, ratio, toX, toY } = chart;
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { level, pieces } of lines)
    for (const piece of pieces) {
      ctx.strokeStyle = token('--ink');
      ctx.lineWidth = ratio;
      ctx.beginPath();
      piece.forEach(([x, y], i) => (i === 0 ? ctx.moveTo(toX(x), toY(y)) : ctx.lineTo(toX(x), toY(y))));
      ctx.stroke();
      if (piece.length < 6) continue;
      const [x, y] = piece[Math.floor(piece.length / 2)];
      const text = formatNumber(level * factor, 4);
      const half = (0.3 * 11 * text.length + 3) * ratio;
      ctx.fillStyle = token('--paper');
      ctx.fillRect(toX(x) - half, toY(y) - 7 * ratio, 2 * half, 14 * ratio);
      ctx.fillStyle = token('--ink');
      ctx.fillText(text, toX(x), toY(y));
    }
}
