import { own } from '../format/own';
import { factsOf } from '../state/type-facts';

/** Points, rotations, and poses of bodies in space. */
export type Vector = readonly [x: number, y: number, z: number];
/** A rotation by its rows. */
export type Rotation = readonly [Vector, Vector, Vector];

/** The pose of a body: its origin, and its rotation. */
export interface Place {
  position: Vector;
  rotation: Rotation;
}

export const unturned: Rotation = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const each = (make: (i: number) => number): Vector => [make(0) + 0, make(1) + 0, make(2) + 0]; // avoid −0
export const vector = (numbers: readonly number[] = []): Vector => each((i) => numbers[i] ?? 0);
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** a + factor b */
export const plus = (a: Vector, b: Vector, factor = 1): Vector => each((i) => a[i] + factor * b[i]);
export const apart = (a: Vector, b: Vector): number => Math.hypot(...plus(a, b, -1));
export const times = (rotation: Rotation, v: Vector): Vector => each((i) => dot(rotation[i], v));
export const back = (rotation: Rotation): Rotation => [0, 1, 2].map((i) => each((k) => rotation[k][i])) as unknown as Rotation;
export const product = (a: Rotation, b: Rotation): Rotation => back(back(b).map((column) => times(a, column)) as unknown as Rotation);

export const cross = (a: Vector, b: Vector): Vector => each((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
const unit = (v: Vector): Vector => each((i) => v[i] / Math.hypot(...v));
/** A rotation with this z axis, and with x as horizontal as possible. */
export function withAxis(axis: Vector): Rotation {
  const z = unit(axis);
  const x = Math.hypot(z[0], z[1]) > 1e-6 ? unit(cross([0, 0, 1], z)) : unturned[0];
  return back([x, cross(z, x), z]);
}

/** Converts a point of a body to space, and a point in space to the frame of the body. */
export const pointOf = ({ position, rotation }: Place, local: Vector): Vector => plus(position, times(rotation, local));
export const localIn = ({ position, rotation }: Place, point: Vector): Vector => times(back(rotation), plus(point, position, -1));

/** About an axis of length 1. */
function turn(axis: Vector, angle: number): Rotation {
  const half = Math.sin(angle / 2);
  return ofParameters([Math.cos(angle / 2), ...axis.map((value) => half * value)]);
}

/** The rotation for Euler parameters. */
function ofParameters(numbers: readonly number[]): Rotation {
  const size = Math.hypot(...numbers);
  const [a, b, c, d] = numbers.map((value) => value / size);
  return [
    [1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)],
  ];
}

const undisplaced: Record<string, readonly number[]> = {
  Point: [0, 0, 0],
  Point2D: [0, 0],
  RigidBody2D: [0, 0, 0],
  RigidBodyEP: [0, 0, 0, 1, 0, 0, 0],
  RigidBodyRxyz: [0, 0, 0, 0, 0, 0],
  RigidBodyRotVecLG: [0, 0, 0, 0, 0, 0],
};

/** Reference coordinates of a node that does not define any. */
export const usualReference = (type: string): readonly number[] => own(undisplaced, type) ?? [];

/** The pose of a body from the coordinates of a node of this type. */
export function placeOf(type: string, coordinates: readonly number[]): Place {
  if (factsOf('nodes', type)?.dimensions === 2) {
    const [x, y, angle = 0] = coordinates;
    return { position: [x, y, 0], rotation: turn([0, 0, 1], angle) };
  }
  const rest = coordinates.slice(3);
  const rotations: Record<string, () => Rotation> = {
    RigidBodyEP: () => ofParameters(rest),
    RigidBodyRxyz: () => rest.map((angle, i) => turn(unturned[i], angle)).reduce(product),
    RigidBodyRotVecLG: () => {
      const angle = Math.hypot(...rest);
      return turn(angle > 0 ? vector(rest.map((value) => value / angle)) : [0, 0, 1], angle);
    },
  };
  return { position: vector(coordinates), rotation: own(rotations, type)?.() ?? unturned };
}
