import type { ModelInfo, ObjectInfo } from '../../../wasm/engine/types';
import { displayUnit, formatNumber, withUnit } from '../format/quantity';
import { type Recording, sensorColumn } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
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
  const position = vectorText(
    columns.map((column) => valueAt(column, place)),
    'm',
  );
  const mass = model.objects[number].drawnAs?.mass;
  const joined = connectorsOf(model, number);
  const measured = sensorsOn(sensors, new Set([object, ...joined.map(({ name }) => name)]))
    .filter((name) => name !== 'position')
    .slice(0, mostSensors);
  return {
    name: link === null ? object : `${object}, link ${link}`,
    rows: [
      ['type', model.objects[number].type],
      ...(mass ? [['mass', withUnit(formatNumber(mass, 4), 'kg')] as const] : []),
      ['position', position],
      ...(joined.length > 0 ? [['joined by', joined.map(({ name }) => name).join(', ')] as const] : []),
      ...measured.flatMap((name) => {
        const info = model.sensors.find((sensor) => sensor.name === name);
        const values = info?.components.map((_, i) => sensorColumn({ model, history }, name, i));
        if (!info || !values?.every((column) => column !== null)) return [];
        return [
          [
            name,
            vectorText(
              values.map((column) => valueAt(column, place)),
              info.unit,
            ),
          ] as const,
        ];
      }),
    ],
  };
}

/** Objects with a marker on a body. */
function connectorsOf({ objects, markers, nodes }: ModelInfo, body: number): ObjectInfo[] {
  const own = new Set(objects[body].nodes.filter((node) => nodes[node]));
  const isOn = (marker: number) => {
    const { objects: on = [], nodes: at = [] } = markers[marker] ?? {};
    return on.includes(body) || at.some((node) => own.has(node));
  };
  return objects.filter(({ markers: ends }) => ends.some(isOn));
}

/** Names of the document's sensors that measure one of these objects. */
function sensorsOn(sensors: unknown, names: ReadonlySet<string>): string[] {
  if (!Array.isArray(sensors)) return [];
  return sensors.flatMap(({ name, bodyNumber, objectNumber, nodeNumber }) =>
    typeof name === 'string' && [bodyNumber, objectNumber, nodeNumber].some((of) => names.has(of)) ? [name] : [],
  );
}

function vectorText(values: number[], quantity: string): string {
  const largest = Math.max(...values.map(Math.abs));
  const unit = displayUnit(quantity, largest);
  const texts = values.map((value) => formatNumber(Math.abs(value) < 1e-9 * largest ? 0 : value * unit.factor, 4));
  return withUnit(texts.join(', '), unit.text);
}
