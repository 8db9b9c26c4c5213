import { msg } from '@lit/localize';
/** Drawing planes, along two axes. */
import type { ModelDocument } from '../state/document';
import { factsOf } from '../state/type-facts';
import type { Entry } from './outline';
import { itemsOf } from './outline';
import { dot, type Place, type Rotation, type Vector, vector } from './space';

export type { Vector } from './space';

/** A point of a drawing plane, m. */
export type Point = readonly [x: number, y: number];

/** A plane: its axes to the right and up, and the one toward the viewer. */
export interface Axes {
  name: string;
  label(): string;
  /** Whether bodies that are drawn in it may leave it. */
  inSpace: boolean;
  right: Vector;
  up: Vector;
  normal: Vector;
}

const flatAxes = { right: [1, 0, 0], up: [0, 1, 0], normal: [0, 0, 1] } as const;
export const planes: readonly Axes[] = [
  { name: 'xy', label: () => 'x, y', inSpace: false, ...flatAxes },
  { name: 'yz', label: () => 'y, z', inSpace: true, right: [0, 1, 0], up: [0, 0, 1], normal: [1, 0, 0] },
  { name: 'xz', label: () => 'x, z', inSpace: true, right: [1, 0, 0], up: [0, 0, 1], normal: [0, -1, 0] },
  { name: 'space', label: () => msg('x, y in space'), inSpace: true, ...flatAxes },
];
export const [xy, , , xyInSpace] = planes;

/** The plane that the first view of a document faces; otherwise the xy plane, in space if its bodies are. */
export function planeOf(document: ModelDocument): Axes {
  const position = (document.display?.camera as Entry | undefined)?.position;
  const faces = ({ normal }: Axes) => isVector(position) && normal.every((value, i) => (value === 0) === (position[i] === 0));
  const found = planes.find(faces) ?? xy;
  const facts = [...itemsOf(document, 'create'), ...itemsOf(document, 'objects')].map(({ list, type }) => factsOf(list, type));
  const inSpace = facts.some((its) => its?.dimensions === 3 && its.turns) && !facts.some((its) => its?.dimensions === 2);
  return found === xy && inSpace ? xyInSpace : found;
}

/** The plane x, y of a place. */
export function planeThrough(name: string, label: string, { position, rotation }: Place): { axes: Axes; depth: number } {
  const [right, up, normal] = [0, 1, 2].map((k) => vector(rotation.map((row) => row[k])));
  const axes = { name, label: () => label, inSpace: true, right, up, normal };
  return { axes, depth: depthIn(axes, position) };
}

/** The first view that faces a plane; upright ones have the model's z up. */
export const viewOf = ({ normal, up }: Axes): Entry => ({ position: [...normal], up: [...up] });

/** Converts a point or a direction of the plane, with its height above the plane, to space. */
export const toSpace = ({ right, up, normal }: Axes, [x, y]: Point, z = 0): [number, number, number] =>
  [0, 1, 2].map((i) => x * right[i] + y * up[i] + z * normal[i] + 0) as [number, number, number];
export const toPlane = ({ right, up }: Axes, point: readonly number[]): Point => {
  const at = vector(point);
  return [dot(right, at) + 0, dot(up, at) + 0];
};
/** Height of a point above the plane, towards the viewer. */
export const depthIn = ({ normal }: Axes, point: readonly number[]): number => dot(normal, vector(point)) + 0;

/** The rotation of a body in the plane, turned by degrees. */
export function turnIn({ right, up, normal }: Axes, degrees: number): unknown {
  const turn = `rotZ(radians(${degrees}))`;
  const rows = [0, 1, 2].map((i) => [right[i], up[i], normal[i]].map((value) => Math.round(value * 1e12) / 1e12 + 0));
  if (rows[0][0] === 1 && rows[1][1] === 1) return turn;
  return degrees === 0 ? rows : `${JSON.stringify(rows).replaceAll(',', ', ')}*${turn}`;
}

/** The angle of a body in the plane, from its rotation. */
export function angleIn({ right, up }: Axes, rotation: Rotation): number {
  const x = vector(rotation.map((row) => row[0]));
  return Math.atan2(dot(up, x), dot(right, x));
}

/** Whether the axis z of a body points toward the viewer. */
export const isFlatIn = ({ normal }: Axes, rotation: Rotation): boolean =>
  Math.abs(dot(normal, vector(rotation.map((row) => row[2]))) - 1) < 1e-9;

const isNumbers = (value: unknown, count: number) =>
  Array.isArray(value) && value.length === count && value.every((each) => typeof each === 'number');
export const isPoint = (value: unknown): value is Point => isNumbers(value, 2);
export const isVector = (value: unknown): value is Vector => isNumbers(value, 3);
