/** Drawing planes: through the origin, along two axes of the model. */
import type { ModelDocument } from '../state/document';
import type { Entry } from './outline';

/** A point of a drawing plane, m. */
export type Point = readonly [x: number, y: number];
export type Vector = readonly [x: number, y: number, z: number];

/** A plane: its axes to the right and up, and the one toward the viewer. */
export interface Axes {
  name: 'xy' | 'yz' | 'xz';
  label: string;
  right: Vector;
  up: Vector;
  normal: Vector;
}

export const planes: readonly Axes[] = [
  { name: 'xy', label: 'x, y', right: [1, 0, 0], up: [0, 1, 0], normal: [0, 0, 1] },
  { name: 'yz', label: 'y, z', right: [0, 1, 0], up: [0, 0, 1], normal: [1, 0, 0] },
  { name: 'xz', label: 'x, z', right: [1, 0, 0], up: [0, 0, 1], normal: [0, -1, 0] },
];
export const xy = planes[0];

/** The plane that the first view of a document faces. */
export function planeOf({ display }: ModelDocument): Axes {
  const position = (display?.camera as Entry | undefined)?.position;
  const faces = ({ normal }: Axes) => isVector(position) && normal.every((value, i) => (value === 0) === (position[i] === 0));
  return planes.find(faces) ?? xy;
}

/** The first view that faces a plane; upright ones have the model's z up. */
export const viewOf = ({ normal, up }: Axes): Entry => ({ position: [...normal], up: [...up] });

const dot = (a: Vector, [x, y, z]: readonly number[]) => a[0] * (x ?? 0) + a[1] * (y ?? 0) + a[2] * (z ?? 0) + 0;

/** A point or a direction of the plane, and how far it is before it, in space. */
export const toSpace = ({ right, up, normal }: Axes, [x, y]: Point, z = 0): [number, number, number] =>
  [0, 1, 2].map((i) => x * right[i] + y * up[i] + z * normal[i] + 0) as [number, number, number];
export const toPlane = ({ right, up }: Axes, point: readonly number[]): Point => [dot(right, point), dot(up, point)];
/** How far a point is before the plane. */
export const depthIn = ({ normal }: Axes, point: readonly number[]): number => dot(normal, point);

/** The rotation of a body that lies in the plane, turned by degrees. */
export function turnIn(axes: Axes, degrees: number): unknown {
  const turn = `rotZ(radians(${degrees}))`;
  if (axes === xy) return turn;
  const { right, up, normal } = axes;
  const rows = [0, 1, 2].map((i) => [right[i], up[i], normal[i]]);
  return degrees === 0 ? rows : `${JSON.stringify(rows).replaceAll(',', ', ')}*${turn}`;
}

/** The angle of a body in the plane, from its rotation. */
export function angleIn({ right, up }: Axes, rotation: readonly (readonly number[])[]): number {
  const x = rotation.map((row) => row[0]);
  return Math.atan2(dot(up, x), dot(right, x));
}

export const isVector = (value: unknown): value is Vector =>
  Array.isArray(value) && value.length === 3 && value.every((each) => typeof each === 'number');
