import type { AssembledInfo } from '../../../wasm/engine/types';
import type { ModelDocument } from '../state/document';
import { type Axes, depthIn, toSpace, turnIn, xy } from './axes';
import { type Drawing, type DrawnBody, distance, globalOf, localOf, type Point, poseIn, tidy } from './drawing';
import { type Item, itemsOf } from './outline';
import { takenAlong } from './taken';
import type { Path } from './text';

/** Where a body lies. */
export type Pose = Pick<DrawnBody, 'position' | 'angle'>;
type Change = { path: Path; value: unknown };

/** Where a body goes, and with it all that joints hold to it. */
export function carried(drawing: Drawing, name: string, [dx, dy]: Point): Map<string, Pose> {
  const moved = hanging(drawing, name).map(({ name: each, position, angle }): [string, Pose] => [
    each,
    { position: [position[0] + dx, position[1] + dy], angle },
  ]);
  return new Map(moved);
}

/** Whether joints hold a body to the ground, through others or itself. */
export function isGrounded(drawing: Drawing, name: string): boolean {
  const own = hanging(drawing, name);
  return drawing.joints.some(
    ({ bodies, holds }) => holds && bodies.some(({ fixed }) => fixed) && bodies.some((body) => own.includes(body)),
  );
}

/**
 * The document with bodies as they lie now, and with a hand that pulls a point of one of them to a place: a mass so heavy that all else
 * comes to it, as far as joints let it.
 */
export function pulled(
  document: ModelDocument,
  drawing: Drawing,
  poses: ReadonlyMap<string, Pose>,
  pull: { body: string; local: Point; to: Point },
): ModelDocument {
  const create = itemsOf(document, 'create').map(({ entry, name }) => {
    const [pose, before] = [poses.get(name), drawing.bodies.find((body) => body.name === name)];
    if (!pose || !before) return entry;
    const initialDisplacement = toSpace(drawing.axes, [pose.position[0] - before.position[0], pose.position[1] - before.position[1]]);
    // Absolute in the plane x, y, relative to the reference in space.
    const turn = before.spatial ? pose.angle - before.angle : pose.angle;
    return { ...entry, initialDisplacement, ...(before.turns ? { initialRotationMatrix: `rotZ(${turn})` } : {}) };
  });
  const physicsMass = handMass * Math.max(...drawing.bodies.map(({ mass }) => mass)) || 1;
  const place = toSpace(drawing.axes, pull.to, drawing.bodies.find(({ name }) => name === pull.body)?.depth);
  const hand = { type: 'MassPoint', name: handName, create2D: drawing.axes === xy, referencePosition: place, physicsMass };
  const [localPosition0, localPosition1] = [
    [...pull.local, 0],
    [0, 0, 0],
  ];
  const arm = { type: 'DistanceConstraint', bodies: [pull.body, handName], localPosition0, localPosition1, distance: 0 };
  return { ...document, create: [...create, hand, arm] };
}
const handName = 'the hand that builds';
/** By the heaviest body: a lighter hand lags behind where it pulls, beside a heavier one the bodies are lost among rounding errors. */
const handMass = 1e4;

/** Where bodies of the plane lie in a mechanism that was put together. */
export function assembledPoses({ axes, bodies }: Drawing, nodes: AssembledInfo['nodes']): Map<string, Pose> {
  const poses = new Map<string, Pose>();
  for (const { name, node, flat, fixed, spatial, reference, position, angle } of bodies) {
    const found = nodes.find((each) => each.node === node)?.coordinates;
    if (!found || !flat || fixed) continue;
    const inSpace = reference.map((value, i) => value + (found[i] ?? 0));
    if (spatial) poses.set(name, poseIn(axes, inSpace, false));
    else poses.set(name, { position: [position[0] + found[0], position[1] + found[1]], angle: angle + (found[2] ?? 0) });
  }
  return poses;
}

/** A body with those that joints hold to it, in any number of steps; the ground holds nothing. */
export function hanging({ bodies, joints }: Drawing, name: string): DrawnBody[] {
  const found = bodies.filter((body) => body.name === name);
  for (const body of found)
    for (const { bodies: pair, holds } of joints) {
      const other = pair[0] === body ? pair[1] : pair[1] === body ? pair[0] : null;
      if (holds && other && !other.fixed && (!body.fixed || body.name === name) && !found.includes(other)) found.push(other);
    }
  return found;
}

/** m and rad by which nothing has moved. */
const nothing = 1e-9;

/** Changes that put bodies elsewhere, with the joints between them. What a formula places stays, and so do all. */
export function placed(document: ModelDocument, drawing: Drawing, poses: ReadonlyMap<string, Pose>): Change[] | string {
  const items = itemsOf(document, 'create');
  const changes: Change[] = [];
  for (const [name, pose] of poses) {
    const item = items.find((each) => each.name === name);
    const before = drawing.bodies.find((body) => body.name === name);
    if (!item || !before) return `Only bodies made by “create” can be moved here; change the numbers of ${name}.`;
    const { referencePosition = [0, 0, 0] } = item.entry;
    if (!isPlace(referencePosition)) return `A formula says where ${name} is; change it in the form.`;
    const place = toSpace(drawing.axes, pose.position, depthIn(drawing.axes, referencePosition)).map(tidy);
    if (distance(pose.position, before.position) < nothing && Math.abs(pose.angle - before.angle) < nothing) continue;
    changes.push({ path: [...item.path, 'referencePosition'], value: place });
    if (Math.abs(pose.angle - before.angle) < nothing) continue;
    if (!isTurn(item.entry.referenceRotationMatrix)) return `A formula says how ${name} is turned; change it in the form.`;
    changes.push({ path: [...item.path, 'referenceRotationMatrix'], value: turnIn(drawing.axes, tidy((pose.angle * 180) / Math.PI)) });
  }
  for (const { name, bodies, at } of drawing.joints) {
    const item = items.find((each) => each.name === name);
    const body = bodies.find((each) => poses.has(each.name));
    if (item && body && isPlace(item.entry.position) && item.entry.useGlobalFrame !== false)
      changes.push(...jointChange(drawing.axes, item, body, at, poses));
  }
  return changes.length > 0 ? [...changes, ...takenAlong(document, drawing, poses)] : changes;
}

/** A joint goes along with a body. */
function jointChange(axes: Axes, item: Item, body: DrawnBody, at: Point, poses: ReadonlyMap<string, Pose>): Change[] {
  const place = globalOf(poses.get(body.name)!, localOf(body, at));
  const value = toSpace(axes, place, depthIn(axes, item.entry.position as number[])).map(tidy);
  return [{ path: [...item.path, 'position'], value }];
}

/** A rotation with numbers only. */
export const isTurn = (value: unknown) => !/[a-z]/i.test(JSON.stringify(value ?? '').replace(/rotZ|radians|(?<=\d)e-?\d/g, ''));
export const isPlace = (value: unknown): value is [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((entry) => typeof entry === 'number');
