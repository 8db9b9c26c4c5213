import type { Channel, SensorPlot } from '../../../wasm/engine/types';
import type { Range } from '../format/range';
import { type Recording, sensorColumn, sensorRange } from '../state/recording';
import { placeOf, rangeOf } from '../state/samples';
import { sensorOfX } from './spec';

/** The data of one run in a plot: the column of the x axis and one column for each curve. */
export interface PlotColumns {
  x: Float64Array;
  curves: Float64Array[];
  /** Smallest and largest number of the x axis, and of each curve; null without one. */
  xRange: Range | null;
  ranges: (Range | null)[];
  /** Times of the samples. */
  time: Float64Array;
}

/** Columns of the plot's curves; unscaled ones share memory with the history. A sensor missing in this run gives an empty column. */
export function plotColumns(recording: Recording, spec: Pick<SensorPlot, 'x' | 'curves'>): PlotColumns {
  const column = (channel: Channel) => sensorColumn(recording, channel.sensor, channel.component) ?? new Float64Array(0);
  const { time } = recording.history;
  const range = (channel: Channel) => sensorRange(recording, channel.sensor, channel.component);
  const across = sensorOfX(spec);
  return {
    time,
    x: across ? column(across) : time,
    curves: spec.curves.map((curve) => scaled(column(curve), curve.scale)),
    xRange: across && range(across),
    ranges: spec.curves.map((curve) => scaledRange(range(curve), curve.scale)),
  };
}

function scaled(column: Float64Array, scale: number): Float64Array {
  return scale === 1 ? column : column.map((value) => scale * value);
}

function scaledRange(range: Range | null, scale: number): Range | null {
  if (!range || scale === 1) return range;
  const [a, b] = [scale * range[0], scale * range[1]];
  return [Math.min(a, b), Math.max(a, b)];
}

/** The samples of a column whose times are in the window, and their neighbours; null: all of them. Shares memory. */
export function windowOf(time: ArrayLike<number>, column: Float64Array, window: [number, number] | null): Float64Array {
  if (!window || column.length === 0) return column;
  return column.subarray(placeOf(time, window[0]).index, placeOf(time, window[1]).index + 2);
}

/** A range around all data of an axis, or around the ranges of its columns, with a margin of a twentieth on both sides. */
export function axisRange(columns: ArrayLike<number>[], room = 0.05): [number, number] {
  const range = rangeOf(columns);
  if (!range) return [0, 1];
  const [low, high] = range;
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= 1e-9 * size) return size === 0 ? [-1, 1] : [low - 0.1 * size, high + 0.1 * size];
  const margin = room * (high - low);
  return [low - margin, high + margin];
}

const farLarger = 4; // relative to the range of the run shown

/**
 * The columns that determine an axis: `own`, and those of the last run, unless `own` would look flat on such a long axis. `beyond`: it
 * would.
 */
export function withLast(own: ArrayLike<number>[], last: ArrayLike<number>[]): { shown: ArrayLike<number>[]; beyond: boolean } {
  const all = [...own, ...last];
  const [alone, together] = [rangeOf(own), rangeOf(all)];
  if (!alone || !together) return { shown: all, beyond: false };
  const [span, size] = [alone[1] - alone[0], Math.max(Math.abs(alone[0]), Math.abs(alone[1]))];
  const flat = span <= 1e-9 * size; // it is a straight line on any axis
  return !flat && together[1] - together[0] > farLarger * span ? { shown: own, beyond: true } : { shown: all, beyond: false };
}

/** Widens one of two ranges such that a unit has the same length on both axes of a plot of `width` by `height` pixels. */
export function equalRanges(
  x: [number, number],
  y: [number, number],
  width: number,
  height: number,
): { x: [number, number]; y: [number, number] } {
  if (!(width > 0 && height > 0)) return { x, y };
  const unitsPerPixel = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
  return { x: aroundCentre(x, unitsPerPixel * width), y: aroundCentre(y, unitsPerPixel * height) };
}

/** The sample whose point is nearest to a place; distances are in pixels, by the given scales. */
export function nearestPoint(
  columns: Pick<PlotColumns, 'x' | 'curves'>,
  x: number,
  y: number,
  pixelsPerX: number,
  pixelsPerY: number,
): number {
  let best = -1;
  let shortest = Infinity;
  for (const curve of columns.curves) {
    const count = Math.min(columns.x.length, curve.length);
    for (let i = 0; i < count; i++) {
      const dx = (columns.x[i] - x) * pixelsPerX;
      const dy = (curve[i] - y) * pixelsPerY;
      const distance = dx * dx + dy * dy;
      if (distance < shortest) {
        shortest = distance;
        best = i;
      }
    }
  }
  return best;
}

function aroundCentre([low, high]: [number, number], span: number): [number, number] {
  const centre = (low + high) / 2;
  return [centre - span / 2, centre + span / 2];
}
