import { msg, str } from '@lit/localize';
/** Dry and viscous friction at hinges and slides, as an item of the document. */
import type { ModelDocument } from '../state/document';
import { factsOf } from '../state/type-facts';
import { isVector } from './axes';
import { type Drawing, distance, type Point, rounded, same, tidy } from './drawing';
import { nameLike } from './measuring';
import { type Entry, type Item, itemsOf } from './outline';
import { back, localIn, type Rotation, type Vector, vector, withAxis } from './space';
import type { Made } from './tool';

/** Dry friction has its full size above this velocity of a slide, m/s, or of a hinge, rad/s. */
const small = { slide: 0.001, hinge: 0.01 };
const velocity = { slide: 'velocity[0]', hinge: 'angularVelocity' };
type Kind = keyof typeof small;
const types: Record<Kind, { type: string; row: string }> = {
  slide: { type: 'RigidBodySpringDamper', row: 'springForceTorqueUserFunction' },
  hinge: { type: 'TorsionalSpringDamper', row: 'springTorqueUserFunction' },
};

/** Friction as a person types it: numbers, or formulas of sliders. Units: N and N·s/m, or N·m and N·m·s. */
export interface Friction {
  dry: string;
  viscous: string;
}

function lawOf(kind: Kind, { dry, viscous }: Friction): string {
  const force = `(${dry})*tanh(${velocity[kind]}/${small[kind]}) + (${viscous})*${velocity[kind]}`; // no text: a formula
  return kind === 'slide' ? `[${force}, 0, 0, 0, 0, 0]` : force;
}

/** The friction of an item; null if it has another law. */
export function frictionOf({ list, type, entry }: Item): (Friction & { kind: Kind; row: string }) | null {
  for (const kind of ['slide', 'hinge'] as const) {
    const { type: own, row } = types[kind];
    if (list !== 'create' || type !== own || typeof entry[row] !== 'string') continue;
    const text = entry[row];
    const [start, between, end] = lawOf(kind, { dry: '\n', viscous: '\n' }).split('\n');
    const middle = text.indexOf(between, start.length);
    if (!text.startsWith(start) || !text.endsWith(end) || middle < 0) continue;
    return { kind, row, dry: text.slice(start.length, middle), viscous: text.slice(middle + between.length, text.length - end.length) };
  }
  return null;
}

/** The item with another friction. */
export const withFriction = (item: Item, friction: Friction) => {
  const { kind, row } = frictionOf(item)!;
  return { path: [...item.path, row], value: lawOf(kind, friction) };
};

/** The kind of a joint that can have friction. */
export function slidingKind({ list, type, entry }: Item): Kind | null {
  const drawn = list === 'create' ? factsOf(list, type)?.drawnAs : undefined;
  const known = Array.isArray(entry.bodies) && entry.bodies.length === 2 && entry.useGlobalFrame === undefined;
  return known && (drawn === 'hinge' || drawn === 'slide') && isVector(entry.position ?? [0, 0, 0]) ? drawn : null;
}

/** Friction for a joint. */
export function frictionFor(joint: Item, document: ModelDocument, { bodies }: Drawing): Made[] | string {
  const kind = slidingKind(joint);
  if (!kind) return msg(str`${joint.name} has a formula for its place, or no axis: its friction cannot be added here.`);
  const pair = joint.entry.bodies as (string | null)[];
  const place = vector((joint.entry.position as number[] | undefined) ?? []);
  const law = { [types[kind].row]: lawOf(kind, { dry: kind === 'slide' ? '1' : '0.01', viscous: '0' }) };
  const name = nameLike(document, `friction of ${joint.name}`);
  const head = { type: types[kind].type, name, bodies: pair, visualization: { show: false } }; // it would look like a spring
  if (kind === 'hinge') {
    const { axis } = joint.entry;
    return [{ list: 'create', entry: { ...head, position: place, ...(axis === undefined ? {} : { axis }), ...law } }];
  }
  if (!isVector(joint.entry.axis)) return msg(str`A formula defines the axis of ${joint.name}: its friction cannot be added here.`);
  const [first, second] = pair.map((key) => {
    const body = bodies.find((each) => each.name === key);
    return body && key !== null ? vector(localIn(body.place, place).map(tidy)) : place;
  });
  return [
    {
      list: 'create',
      entry: { ...head, localPosition0: first, localPosition1: second, ...turnedTo(joint.entry.axis), intrinsicFormulation: false, ...law },
    },
  ];
}

/** Axes with x along a slide. */
function turnedTo(axis: Vector): Entry {
  const [x, y, z] = axis;
  if (z !== 0) {
    const across = withAxis(axis);
    const [a, b, c] = back(across);
    const rows = back([c, a, b] as unknown as Rotation).map((row) => row.map(tidy));
    return { rotationMatrixJoint: rows };
  }
  const angle = tidy((Math.atan2(y, x) * 180) / Math.PI);
  return angle === 0 ? {} : { rotationMatrixJoint: `rotZ(radians(${angle}))` };
}

/** Friction for the joint at a point of the drawing plane. */
export function frictionAt(document: ModelDocument, drawing: Drawing, at: Point): Made[] | string {
  const names = drawing.joints.filter((joint) => joint.holds && distance(joint.at, rounded(at)) < same).map(({ name }) => name);
  const all = itemsOf(document, 'create').filter(({ name }) => names.includes(name));
  const joints = (['slide', 'hinge'] as const).flatMap((kind) => all.filter((item) => slidingKind(item) === kind));
  const without = joints.find(({ name }) => !itemsOf(document, 'create').some((item) => item.name === `friction of ${name}`));
  const joint = without ?? joints[0];
  return joint ? frictionFor(joint, document, drawing) : msg('No hinge or slide is there.');
}
