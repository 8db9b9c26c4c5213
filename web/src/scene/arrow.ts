import { withoutNoise } from '../format/quantity';
import { type Recording, sensorColumn, sensorRange } from '../state/recording';
import { type SamplePlace, valueAt } from '../state/samples';
import type { SceneArrow } from './description';
import type { Point } from './shape';

/** A sensor's three components at a place between samples. */
export function pointAt(recording: Recording, sensor: string, place: SamplePlace): Point {
  return [0, 1, 2].map((i) => valueAt(sensorColumn(recording, sensor, i) ?? [0], place)) as Point;
}

const enough = 20_000; // samples examined to find the largest vector

/** Length of an arrow's longest vector, the same in every frame. Long recordings are subsampled. */
export function largestArrow(recording: Recording, { vector, components }: SceneArrow): number {
  const [x, y, z] = [0, 1, 2].map((i) => (components.includes(i) ? sensorColumn(recording, vector, i) : null));
  const stride = Math.ceil(recording.history.samples / enough);
  let largest = 0;
  for (let i = 0; i < recording.history.samples; i += stride) {
    const square = (x ? x[i] ** 2 : 0) + (y ? y[i] ** 2 : 0) + (z ? z[i] ** 2 : 0);
    if (square > largest) largest = square;
  }
  return Math.sqrt(largest);
}

/** Length of an arrow's vector at a place; 0 if it is only a rounding error beside the largest components of this run. */
export function arrowSize(recording: Recording, arrow: SceneArrow, place: SamplePlace): number {
  const largest = arrow.components.flatMap((i) => sensorRange(recording, arrow.vector, i) ?? []).map(Math.abs);
  return withoutNoise(Math.hypot(...arrowVector(recording, arrow, place)), Math.max(0, ...largest));
}

/** The arrow's vector in the global frame, limited to its shown components. */
export function arrowVector(recording: Recording, arrow: SceneArrow, place: SamplePlace): Point {
  const local = pointAt(recording, arrow.vector, place).map((value, i) => (arrow.components.includes(i) ? value : 0)) as Point;
  const { frame } = arrow;
  if (frame === null) return local;
  const entry = (row: number, column: number) => valueAt(sensorColumn(recording, frame, 3 * row + column) ?? [0], place);
  return [0, 1, 2].map((row) => entry(row, 0) * local[0] + entry(row, 1) * local[1] + entry(row, 2) * local[2]) as Point;
}
