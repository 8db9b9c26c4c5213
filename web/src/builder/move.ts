import type { AssembledInfo } from '../../../wasm/engine/types';
import type { ModelDocument } from '../state/document';
import { type Axes, isFlatIn, isVector, type Point, toSpace, turnIn, type Vector } from './axes';
import { type Drawing, type DrawnBody, type Expanded, placeAt, poseIn, tidy } from './drawing';
import { type Item, itemsOf } from './outline';
import { apart, back, localIn, type Place, plus, pointOf, product, times } from './space';
import { takenAlong } from './taken';
import type { Path } from './text';

/** Where a body lies: in space, as the plane shows it, and the displacements of its node. */
export type Pose = Pick<DrawnBody, 'position' | 'angle' | 'place' | 'coordinates'>;
export type Poses = ReadonlyMap<string, Pose>;
type Change = { path: Path; value: unknown };

/** Where a body goes, and with it all that joints hold to it. */
export function carried(drawing: Drawing, name: string, by: Point, before = 0): Map<string, Pose> {
  const way = toSpace(drawing.axes, by, before);
  return new Map(
    hanging(drawing, name).map((body): [string, Pose] => {
      const own: Vector = body.spatial || body.fixed ? way : [way[0], way[1], 0];
      const place = { ...body.place, position: plus(body.place.position, own) };
      const coordinates = body.coordinates.map((value, i) => value + (i < (body.spatial ? 3 : 2) ? own[i] : 0));
      return [body.name, { ...poseIn(drawing.axes, place), place, coordinates }];
    }),
  );
}

/** Whether joints hold a body to the ground, through others or itself. */
export function isGrounded(drawing: Drawing, name: string): boolean {
  const own = hanging(drawing, name);
  return drawing.joints.some(
    ({ bodies, holds }) => holds && bodies.some(({ fixed }) => fixed) && bodies.some((body) => own.includes(body)),
  );
}

/** What a hand pulls: a point in the frame of a body, and where it pulls that. */
export interface Pull {
  body: string;
  local: Vector;
  to: Vector;
}

/**
 * An expanded document whose nodes start as a mechanism was put together last, with a hand that pulls a point of a body to a place: a mass so
 * heavy that all else comes to it, as far as joints let it.
 */
export function pulled(document: Expanded, { bodies }: Drawing, nodes: AssembledInfo['nodes'], { body, local, to }: Pull): ModelDocument {
  const starts = new Map(nodes.map(({ node, coordinates }) => [node, coordinates]));
  const { spatial, turns, object } = bodies.find(({ name }) => name === body)!;
  const kind = spatial ? '' : '2D';
  const physicsMass = handMass * Math.max(...bodies.map(({ mass }) => mass)) || 1;
  const grip = `${handName} holds`;
  return {
    ...whatHolds(document as ModelDocument),
    nodes: [
      ...(document.nodes ?? []).map((node, i) => (starts.has(i) ? { ...node, initialCoordinates: starts.get(i) } : node)),
      { type: `Point${kind}`, name: handName, referenceCoordinates: spatial ? to : [to[0], to[1]] },
    ],
    objects: [
      ...(document.objects ?? []).map(({ visualization: _, ...entry }) => entry),
      { type: `MassPoint${kind}`, name: handName, nodeNumber: handName, physicsMass },
      { type: 'JointSpherical', name: grip, markerNumbers: [grip, handName], constrainedAxes: [1, 1, spatial ? 1 : 0] },
    ],
    markers: [
      ...(document.markers ?? []),
      { type: turns ? 'BodyRigid' : 'BodyPosition', name: grip, bodyNumber: object, localPosition: local },
      { type: 'BodyPosition', name: handName, bodyNumber: handName },
    ],
  };
}

/** The parts of a document on which joints depend, besides nodes, objects and markers: all else takes time to read, for each picture. */
function whatHolds({ slipstick, parameters, definitions, inputs, objects, loads, analysis, sensors }: ModelDocument): ModelDocument {
  const [step] = Array.isArray(analysis) ? (analysis as object[]) : [analysis as object | undefined];
  const rest = { slipstick, parameters, definitions, inputs, loads, analysis: { ...step, endWhen: undefined } };
  return JSON.stringify({ ...rest, objects }).includes('sensor(') ? { ...rest, sensors } : rest;
}

const handName = 'the hand that builds';
/** By the heaviest body: a lighter hand lags behind where it pulls, beside a heavier one the bodies are lost among rounding errors. */
const handMass = 1e4;

/** Where bodies lie in a mechanism that was put together. */
export function assembledPoses({ axes, bodies }: Drawing, nodes: AssembledInfo['nodes']): Map<string, Pose> {
  const found = new Map(nodes.map(({ node, coordinates }) => [node, coordinates]));
  return new Map(
    bodies.flatMap(({ name, node, nodeType, reference }): [string, Pose][] => {
      const coordinates = found.get(node);
      if (!coordinates) return [];
      const place = placeAt(nodeType, reference, coordinates);
      return [[name, { ...poseIn(axes, place), place, coordinates }]];
    }),
  );
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
const isElsewhere = (before: Place, { place }: Pose) => apart(before.position, place.position) > nothing || isTurned(before, place);
const isTurned = (before: Place, { rotation }: Place) => rotation.some((row, i) => apart(row, before.rotation[i]) > nothing);

/** A body that was moved, and the entry that makes it. */
interface Moved {
  body: DrawnBody;
  pose: Pose;
  item: Item | undefined;
}

function movedIn(document: ModelDocument, { bodies }: Drawing, poses: Poses): Moved[] {
  const items = itemsOf(document, 'create');
  return bodies.flatMap((body) => {
    const pose = poses.get(body.name);
    return pose && isElsewhere(body.place, pose) ? [{ body, pose, item: items.find(({ name }) => name === body.name) }] : [];
  });
}

/** Changes that put bodies elsewhere, with the joints between them; or what a formula or the document keeps from that. */
export function placed(document: ModelDocument, drawing: Drawing, poses: Poses): Change[] | string {
  const changes: Change[] = [];
  for (const moved of movedIn(document, drawing, poses)) {
    const made = newReference(drawing.axes, moved);
    if (typeof made === 'string') return made;
    changes.push(...made);
  }
  if (changes.length === 0) return [];
  for (const item of itemsOf(document, 'create')) {
    const made = jointChanges(drawing, item, poses);
    if (typeof made === 'string') return made;
    changes.push(...made);
  }
  return [...changes, ...takenAlong(document, drawing, poses)];
}

function newReference(axes: Axes, { body, pose: { place, angle }, item }: Moved): Change[] | string {
  const { name } = body;
  if (!item) return `Only bodies made by “create” can be moved here; change the numbers of ${name}.`;
  const { entry, path } = item;
  if (!isVector(entry.referencePosition ?? [0, 0, 0])) return `A formula says where ${name} is; change it in the form.`;
  if ('initialDisplacement' in entry || 'initialRotationMatrix' in entry) return `${name} starts beside its reference.`;
  const at = { path: [...path, 'referencePosition'], value: clean(place.position) };
  if (!isTurned(body.place, place)) return [at];
  if (!isTurn(entry.referenceRotationMatrix)) return `A formula says how ${name} is turned; change it in the form.`;
  const value = isFlatIn(axes, place.rotation) ? turnIn(axes, clean([(angle * 180) / Math.PI])[0]) : place.rotation.map(clean);
  return [at, { path: [...path, 'referenceRotationMatrix'], value }];
}

/** A joint goes along with its bodies; one that holds a body to the ground stays where it holds it. */
function jointChanges({ bodies, joints }: Drawing, { entry, path, name }: Item, poses: Poses): Change[] | string {
  if (!Array.isArray(entry.bodies) || !('position' in entry) || entry.useGlobalFrame === false) return [];
  const keys = entry.bodies as unknown[];
  const body = bodies.find((each) => keys.includes(each.name) && poses.has(each.name));
  if (!body || !joints.some((joint) => joint.name === name)) return [];
  const { place } = poses.get(body.name)!;
  const changes: Change[] = [];
  if (isVector(entry.position)) {
    const value = clean(pointOf(place, localIn(body.place, entry.position)));
    changes.push({ path: [...path, 'position'], value });
  }
  const axis = entry.axis ?? { RevoluteJoint: [0, 0, 1], PrismaticJoint: [1, 0, 0] }[String(entry.type)];
  if (!axis || !isTurned(body.place, place)) return changes;
  if (!isVector(axis))
    return keys.every((key) => poses.has(String(key))) ? `A formula says the axis of ${name}; change it in the form.` : changes;
  const turned = times(product(place.rotation, back(body.place.rotation)), axis);
  if (apart(turned, axis) > nothing) changes.push({ path: [...path, 'axis'], value: clean(turned) });
  return changes;
}

/** Changes with which bodies start elsewhere, where formulas or lists of nodes place them: their references stay, and so do their joints. */
export function started(document: ModelDocument, drawing: Drawing, poses: Poses): Change[] | string {
  const changes: Change[] = [];
  const nodes = itemsOf(document, 'nodes');
  for (const { body, pose, item } of movedIn(document, drawing, poses)) {
    const made = item ? startOf(body, pose) : { initialCoordinates: clean(pose.coordinates) };
    const { entry, path } = item ?? nodes.find(({ path: [, number] }) => number === body.node) ?? {};
    if (!entry || !path || body.fixed) return `${body.name} cannot be moved here: another entry makes it.`;
    for (const [key, value] of Object.entries(made)) {
      if (!isTurn(entry[key])) return `A formula says how ${body.name} starts; change it in the form.`;
      changes.push({ path: [...path, key], value });
    }
  }
  const { analysis } = document;
  const step = Array.isArray(analysis) ? ['analysis', 0] : ['analysis'];
  // So that joints hold with other values of sliders too.
  const holds = analysis !== undefined && drawing.joints.some((joint) => joint.holds);
  return changes.length > 0 && holds ? [...changes, { path: [...step, 'assemble'], value: true }] : changes;
}

/** Arguments of a creator with which its body starts there. */
function startOf({ nodeType, reference, turns }: DrawnBody, { place }: Pose): Record<string, unknown> {
  const from = placeAt(nodeType, reference, []);
  const initialDisplacement = clean(plus(place.position, from.position, -1));
  if (!turns) return { initialDisplacement };
  // Absolute in the plane x, y, relative to the reference in space.
  const { rotation } = place;
  const angle = Math.atan2(rotation[1][0], rotation[0][0]);
  const turn = nodeType.endsWith('2D') ? `rotZ(${clean([angle])[0]})` : product(back(from.rotation), rotation).map(clean);
  return { initialDisplacement, initialRotationMatrix: turn };
}

/** Whole nanometres where they are; elsewhere all digits, since a mechanism with more joints than it needs moves only if they fit. */
const clean = (row: readonly number[]) => row.map((value) => (Math.abs(value - tidy(value)) < 1e-12 ? tidy(value) : value));

/** A rotation with numbers only. */
const isTurn = (value: unknown) => !/[a-z]/i.test(JSON.stringify(value ?? '').replace(/rotZ|radians|(?<=\d)e-?\d/g, ''));
