import { Quaternion, Vector3 } from 'three';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { Sensor } from '../state/measured-run';
import { type Recording, sensorColumn, sensorRange } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import { markersOn } from './about-body';
import { pointAt } from './arrow';

/** Something that acts on a body in its free-body diagram. */
export interface Acting {
  kind: 'connector' | 'load' | 'hands';
  name: string;
  /** The parameter that refers to it, without one for hands. */
  refers: Record<string, string | number>;
}

/** The connectors, joints and loads on a body, and hands if the run has any. */
export function actingOn(model: ModelInfo, body: number, hasHands: boolean): Acting[] {
  const isOn = markersOn(model, body);
  const connectors = model.objects.flatMap(({ name, markers }, i): Acting[] =>
    markers.some(isOn) ? [{ kind: 'connector', name: name || String(i), refers: { objectNumber: name || i } }] : [],
  );
  const loads = model.loads.flatMap(({ name, markers }, i): Acting[] =>
    markers.some(isOn) ? [{ kind: 'load', name: name || String(i), refers: { loadNumber: name || i } }] : [],
  );
  return [...connectors, ...loads, ...(hasHands ? [{ kind: 'hands', name: '', refers: {} } as const] : [])];
}

const outputs = ['Force', 'Torque', 'Position']; // no text: names for the document

/** Force, torque and place of each acting item, and at last of the inertia. */
export function freeBodySensors(body: string | number, acting: readonly Acting[]): Sensor[] {
  return [...acting.map(({ refers }) => refers), { objectNumber: body }].flatMap((refers) =>
    outputs.map((outputVariableType) => ({ type: 'ForceOnBody', bodyNumber: body, ...refers, outputVariableType })),
  );
}

/** The names of the sensors of the n-th item among those of `freeBodySensors`. */
export function sensorsOfItem(names: readonly string[], item: number): { force: string; torque: string; place: string } {
  const [force, torque, place] = names.slice(outputs.length * item);
  return { force, torque, place };
}

/** A free-body diagram at one time, in N or N·m. */
export interface Diagram {
  /** In the order of the items. */
  parts: Vector3[];
  sum: Vector3;
  /** m a, or the change of the angular momentum. */
  inertia: Vector3;
  difference: Vector3;
}

/**
 * `turn`: the orientation of the axes; null: global axes. `about`: the item at whose point torques are taken; null: the node of the
 * body.
 */
export function diagramAt(
  recording: Recording,
  names: readonly string[],
  quantity: 'force' | 'torque',
  time: number,
  turn: Quaternion | null,
  about: number | null = null,
): Diagram {
  const place = placeOf(recording.history.time, time);
  const vectorOf = (sensor: string) => new Vector3(...pointAt(recording, sensor, place));
  const count = names.length / outputs.length;
  const placeOfItem = (item: number) => vectorOf(sensorsOfItem(names, item).place);
  const toNode = about === null ? null : placeOfItem(count - 1).sub(placeOfItem(about));
  const all = Array.from({ length: count }, (_, item) => {
    const sensors = sensorsOfItem(names, item);
    const vector = vectorOf(sensors[quantity]);
    if (quantity === 'torque' && toNode) vector.add(toNode.clone().cross(vectorOf(sensors.force)));
    return turn ? vector.applyQuaternion(turn.clone().conjugate()) : vector;
  });
  const inertia = all[all.length - 1];
  const parts = all.slice(0, -1);
  const sum = parts.reduce((one, other) => one.add(other), new Vector3());
  return { parts, sum, inertia, difference: sum.clone().sub(inertia) };
}

/** The largest component in the whole run. */
export function largestOf(recording: Recording, names: readonly string[], quantity: 'force' | 'torque'): number {
  let largest = 0;
  for (let item = 0; item < names.length / outputs.length; item++)
    for (let i = 0; i < 3; i++)
      for (const end of sensorRange(recording, sensorsOfItem(names, item)[quantity], i) ?? []) largest = Math.max(largest, Math.abs(end));
  return largest;
}

/** The largest magnitude of a vector in the whole run. */
export function largestSize(recording: Recording, sensor: string): number {
  const columns = [0, 1, 2].map((i) => sensorColumn(recording, sensor, i) ?? new Float64Array());
  return columns[0].reduce((largest, _, i) => Math.max(largest, Math.hypot(...columns.map((column) => column[i]))), 0);
}

/** The orientation of a body at a time; null: it has none. */
export function turnOf({ model, history }: Recording, body: number, time: number): Quaternion | null {
  const pose = model.poses.findIndex(({ object, kind }) => object === body && kind === 'frame');
  if (pose < 0) return null;
  const place = placeOf(history.time, time);
  const [w, x, y, z] = history
    .poseColumns(pose)
    .slice(3, 7)
    .map((column) => valueAt(column, place));
  return new Quaternion(x, y, z, w).normalize();
}
