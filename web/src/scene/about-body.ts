import { msg, str } from '@lit/localize';
import type { ModelInfo, ObjectInfo } from '../../../wasm/engine/types';
import { formatNumber, quantityText, withUnit } from '../format/quantity';
import { type Recording, sensorColumn, sensorRange } from '../state/recording';
import { placeOf, type SamplePlace, valueAt } from '../state/samples';
import { factsOf } from '../state/type-facts';
import type { GripPlace } from './grip';

const mostSensors = 6;

/** Facts about a body at a time, each with its name. */
export interface BodyFacts {
  name: string;
  rows: readonly (readonly [name: string, value: string])[];
}

/** `sensors`: as in the document. Null: the recording has no such body. */
export function aboutBody(
  { model, history }: Recording,
  { object, link }: Pick<GripPlace, 'object' | 'link'>,
  sensors: unknown,
  time: number,
): BodyFacts | null {
  const number = model.objects.findIndex(({ name }) => name === object);
  const poses = model.poses.flatMap((pose, i) => (pose.object === number ? [i] : []));
  const pose = poses[link ?? 0];
  if (pose === undefined || history.samples === 0) return null;
  const place = placeOf(history.time, time);
  const columns = history.poseColumns(pose).slice(0, 3);
  const recording = { model, history };
  const position = quantityText(
    columns.map((column) => valueAt(column, place)),
    'm',
    lengthScale(recording, place),
  );
  const mass = model.objects[number].drawnAs?.mass;
  const joined = connectorsOf(model, number);
  const measured = sensorsOn(sensors, new Set([object, ...joined.map(({ name }) => name)]))
    .filter((name) => name !== 'position')
    .slice(0, mostSensors);
  return {
    name: link === null ? object : msg(str`${object}, link ${link}`),
    rows: [
      [msg('type'), model.objects[number].type],
      ...(mass ? [[msg('mass'), withUnit(formatNumber(mass, 4), 'kg')] as const] : []),
      [msg('position'), position],
      ...(joined.length > 0 ? [[msg('joined by'), namesOf(joined).join(', ')] as const] : []),
      ...measured.flatMap((name) => {
        const info = model.sensors.find((sensor) => sensor.name === name);
        const values = info?.components.map((_, i) => sensorColumn(recording, name, i));
        if (!info || !values?.every((column) => column !== null)) return [];
        const largest = info.components.flatMap((_, i) => sensorRange(recording, name, i) ?? []).map(Math.abs);
        const text = quantityText(
          values.map((column) => valueAt(column, place)),
          info.unit,
          Math.max(0, ...largest),
        );
        return [[name, text] as const];
      }),
    ],
  };
}

/** Objects with a marker on a body. */
function connectorsOf(model: ModelInfo, body: number): ObjectInfo[] {
  const isOn = markersOn(model, body);
  return model.objects.filter(({ markers: ends }) => ends.some(isOn));
}

/** Why an object has no free-body diagram, as a sentence; "": it has one. */
export function noFreeBody({ objects, nodes }: ModelInfo, body: string): string {
  const object = objects.find(({ name }) => name === body);
  if (!object) return msg(str`This model has no body “${body}”, so there is no free body to show.`);
  if (object.markers.length > 0) return msg(str`“${body}” is not a body, so it has no free-body diagram.`);
  const own = object.nodes.filter((node) => nodes[node]);
  if (own.length === 0) return msg(str`“${body}” does not move, so it has no free-body diagram.`);
  return own.length > 1 ? msg('A flexible body has no single node, so it has no free-body diagram.') : '';
}

/** Whether a marker is on a body or on its nodes. */
export function markersOn({ objects, markers, nodes }: ModelInfo, body: number): (marker: number) => boolean {
  const own = new Set(objects[body].nodes.filter((node) => nodes[node]));
  return (marker) => {
    const { objects: on = [], nodes: at = [] } = markers[marker] ?? {};
    return on.includes(body) || at.some((node) => own.has(node));
  };
}

/** The names of the bodies with a free-body diagram on which a joint or connector acts. */
export function connectedBodies(model: ModelInfo, item: string): string[] {
  const { markers } = model.objects.find(({ name }) => name === item) ?? { markers: [] };
  return model.objects.flatMap(({ name }, i) => (name && !noFreeBody(model, name) && markers.some(markersOn(model, i)) ? [name] : []));
}

/** Names of the document's sensors that measure one of these objects. */
function sensorsOn(sensors: unknown, names: ReadonlySet<string>): string[] {
  if (!Array.isArray(sensors)) return [];
  return sensors.flatMap(({ name, bodyNumber, objectNumber, nodeNumber }) =>
    typeof name === 'string' && [bodyNumber, objectNumber, nodeNumber].some((of) => names.has(of)) ? [name] : [],
  );
}

function madeBy(creator: string, family = ''): string {
  if (family === 'connector') return msg(str`connectors of ${creator}`);
  return family === 'constraint' ? msg(str`constraints of ${creator}`) : msg(str`objects of ${creator}`);
}

/** Names of objects. Objects that a creator has numbered are counted, not listed: "64 connectors of belt". */
function namesOf(objects: readonly ObjectInfo[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, type } of objects) {
    const [creator, ...rest] = name.split('.');
    const isNumbered = rest.length > 0 && /^\d+$/.test(rest[rest.length - 1]);
    const key = isNumbered ? madeBy(creator, factsOf('objects', type)?.family) : name;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups].map(([key, names]) => (names.length > 1 ? `${names.length} ${key}` : names[0]));
}

/** Distances in a model at a place between samples, m: the largest coordinate of its bodies, at least a micrometre. */
export function lengthScale({ model, history }: Recording, place: SamplePlace): number {
  let largest = 1e-6;
  for (let pose = 0; pose < model.poses.length; pose++)
    for (const column of history.poseColumns(pose).slice(0, 3)) largest = Math.max(largest, Math.abs(valueAt(column, place)) || 0);
  return largest;
}
