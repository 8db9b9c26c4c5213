import { type Axes, isVector, toSpace, turnIn, xy } from './axes';
import type { Entry } from './outline';
import type { Made } from './tool';

/** Global points and directions of entries, and those on the ground that belongs to nothing. */
const global = ['referencePosition', 'position', 'axis', 'gravity', 'loadVector', 'initialVelocity', 'initialAngularVelocity'];
const onFirst = ['localPosition0', 'planePosition', 'planeNormal'];
const turning = ['RevoluteJoint', 'TorsionalSpringDamper'];

/** Items that were drawn in x, y, as they are in another plane; or why they cannot be there. */
export function laidIn(axes: Axes, made: readonly Made[]): readonly Made[] | string {
  if (axes === xy) return made;
  if (made.some(({ entry }) => entry.type === 'Belt' || entry.type === 'Cable2D'))
    return 'Belts and cables lie in the plane x, y; ropes go in every plane.';
  return made.map(({ list, entry }) => ({ list, entry: list === 'create' ? inPlane(axes, entry) : entry }));
}

function inPlane(axes: Axes, entry: Entry): Entry {
  const { create2D: _, ...result } = entry;
  const turn = (key: string) => {
    const value = result[key];
    if (isVector(value)) result[key] = toSpace(axes, [value[0], value[1]], value[2]);
  };
  const bodies = Array.isArray(entry.bodies) ? (entry.bodies as unknown[]) : [];
  for (const key of [...global, ...(bodies[0] === null ? onFirst : []), ...(bodies[1] === null ? ['localPosition1'] : [])]) turn(key);
  if (turning.includes(String(entry.type)) && !entry.axis) result.axis = [...axes.normal];
  if (entry.type === 'RigidBody2D' || entry.type === 'Ground') {
    const degrees = /^rotZ\(radians\((.*)\)\)$/.exec(String(entry.referenceRotationMatrix))?.[1] ?? '0';
    result.referenceRotationMatrix = turnIn(axes, Number(degrees));
  }
  return entry.type === 'RigidBody2D' ? { ...result, type: 'RigidBody' } : result;
}
