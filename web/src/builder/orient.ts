import { msg } from '@lit/localize';
import { type Axes, isVector, toSpace, turnIn, xy } from './axes';
import type { Entry } from './outline';
import type { Made, Tool } from './tool';

/** Keys of global points and directions, and of points on the ground without an object. */
const points = ['referencePosition', 'position'];
const directions = ['axis', 'gravity', 'loadVector', 'initialVelocity', 'initialAngularVelocity'];
const pointsOnFirst = ['localPosition0', 'planePosition'];
const turning = ['RevoluteJoint', 'TorsionalSpringDamper'];

/** Why a tool cannot draw in a plane; "" if it can. */
export const planeProblem = ({ inSpace }: Axes, { type }: Pick<Tool, 'type'>): string =>
  inSpace && (type === 'Belt' || type === 'Cable2D')
    ? msg('Belts and cables are planar: they lie in the plane “x, y”. Ropes go in every plane.')
    : '';

/** Converts items drawn in x, y to another plane at this height; or states why the plane does not allow them. */
export function inDrawingPlane(axes: Axes, made: readonly Made[], depth = 0, gravity: unknown = null): readonly Made[] | string {
  if (axes === xy) return made;
  for (const { entry } of made) {
    const problem = planeProblem(axes, entry as { type: string });
    if (problem) return problem;
  }
  return made.map(({ list, entry }) => ({ list, entry: list === 'create' ? inPlane(axes, entry, depth, gravity) : entry }));
}

function inPlane(axes: Axes, entry: Entry, depth: number, gravity: unknown): Entry {
  const { create2D: _, ...result } = entry;
  const turn = (key: string, before: number) => {
    const value = result[key];
    if (isVector(value)) result[key] = toSpace(axes, [value[0], value[1]], value[2] + before);
  };
  const bodies = Array.isArray(entry.bodies) ? (entry.bodies as unknown[]) : [];
  const first = bodies[0] === null;
  for (const key of [...points, ...(first ? pointsOnFirst : []), ...(bodies[1] === null ? ['localPosition1'] : [])]) turn(key, depth);
  for (const key of [...directions, ...(first ? ['planeNormal'] : [])]) turn(key, 0);
  if (turning.includes(String(entry.type)) && !entry.axis) result.axis = [...axes.normal];
  if (entry.type === 'RigidBody2D' || entry.type === 'Ground') {
    const degrees = /^rotZ\(radians\((.*)\)\)$/.exec(String(entry.referenceRotationMatrix))?.[1] ?? '0';
    result.referenceRotationMatrix = turnIn(axes, Number(degrees));
  }
  if ('gravity' in entry) result.gravity = gravity ?? [0, 0, -9.81];
  return entry.type === 'RigidBody2D' ? { ...result, type: 'RigidBody' } : result;
}
