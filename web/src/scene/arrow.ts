import { type Recording, sensorColumn } from '../run/recording';
import { type SamplePlace, valueAt } from '../run/samples';
import type { Point, SceneArrow } from './description';

/** A sensor's three components at a place between samples. */
export function pointAt(recording: Recording, sensor: string, place: SamplePlace): Point {
  return [0, 1, 2].map((i) => valueAt(sensorColumn(recording, sensor, i) ?? [0], place)) as Point;
}

/** The arrow's vector in the global frame, of the components it shows. */
export function arrowVector(recording: Recording, arrow: SceneArrow, place: SamplePlace): Point {
  const local = pointAt(recording, arrow.vector, place).map((value, i) => (arrow.components.includes(i) ? value : 0)) as Point;
  const { frame } = arrow;
  if (frame === null) return local;
  const entry = (row: number, column: number) => valueAt(sensorColumn(recording, frame, 3 * row + column) ?? [0], place);
  return [0, 1, 2].map((row) => entry(row, 0) * local[0] + entry(row, 1) * local[1] + entry(row, 2) * local[2]) as Point;
}
