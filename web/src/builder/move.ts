import { msg, str } from '@lit/localize';
import type { AssembledInfo } from '../../../wasm/engine/types';
import type { ModelDocument } from '../state/document';
import { factsOf } from '../state/type-facts';
import { attachedChanges } from './attached';
import { type Axes, isFlatIn, isVector, type Point, toSpace, turnIn, type Vector } from './axes';
import { type Drawing, type DrawnBody, type Expanded, placeAt, poseIn, tidy } from './drawing';
import { type Item, itemsOf } from './outline';
import { apart, back, localIn, type Place, plus, pointOf, product, times } from './space';
import type { ValueChange } from './text';

/** The pose of a body: in space, in the plane, and as displacements of its node. */
export type Pose = Pick<DrawnBody, 'position' | 'angle' | 'place' | 'coordinates'>;
export type Poses = ReadonlyMap<string, Pose>;

/** The new poses of a body and of all bodies that joints connect to it. */
export function carried(drawing: Drawing, name: string, by: Point, before = 0): Map<string, Pose> {
  const shift = toSpace(drawing.axes, by, before);
  return new Map(
    hanging(drawing, name).map((body): [string, Pose] => {
      const own: Vector = body.spatial || body.fixed ? shift : [shift[0], shift[1], 0];
      const place = { ...body.place, position: plus(body.place.position, own) };
      const coordinates = body.coordinates.map((value, i) => value + (i < (body.spatial ? 3 : 2) ? own[i] : 0));
      return [body.name, { ...poseIn(drawing.axes, place), place, coordinates }];
    }),
  );
}

/** Whether joints connect a body to the ground, directly or through others. */
export function isGrounded(drawing: Drawing, name: string): boolean {
  const own = hanging(drawing, name);
  return drawing.joints.some(
    ({ bodies, holds }) => holds && bodies.some(({ fixed }) => fixed) && bodies.some((body) => own.includes(body)),
  );
}

/** A pull: a point in the frame of a body, and its target. */
export interface Pull {
  body: string;
  local: Vector;
  to: Vector;
}

/**
 * An expanded document whose nodes start from the last assembled positions, with a mass that pulls a point of a body to its target. The
 * mass is so large that all other bodies follow, as far as joints permit. `alone`: without the joints of other mechanisms.
 */
export function pulled(
  document: Expanded,
  drawing: Drawing,
  nodes: AssembledInfo['nodes'],
  { body, local, to }: Pull,
  alone = false,
): ModelDocument {
  const { bodies, joints } = drawing;
  const own = alone ? hanging(drawing, body) : bodies;
  const idle = new Set(joints.filter((joint) => joint.holds && !joint.bodies.some((each) => own.includes(each))).map(({ name }) => name));
  const starts = new Map(nodes.map(({ node, coordinates }) => [node, coordinates]));
  const { spatial, turns, object } = bodies.find(({ name }) => name === body)!;
  const kind = spatial ? '' : '2D';
  const physicsMass = handMass * Math.max(...bodies.map(({ mass }) => mass)) || 1;
  const grip = `${handName} holds`; // no text: for the document
  return {
    ...constraintDocument(document as ModelDocument),
    nodes: [
      ...(document.nodes ?? []).map((node, i) => (starts.has(i) ? { ...node, initialCoordinates: starts.get(i) } : node)),
      { type: `Point${kind}`, name: handName, referenceCoordinates: spatial ? to : [to[0], to[1]] },
    ],
    objects: [
      ...(document.objects ?? []).map(({ visualization: _, ...entry }) =>
        idle.has(entry.name ?? '') ? { ...entry, activeConnector: false } : entry,
      ),
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

/** The parts of a document that affect joints, besides nodes, objects and markers. Reading the others for each picture would take time. */
function constraintDocument({
  slipstick,
  parameters,
  definitions,
  inputs,
  objects,
  loads,
  analysis,
  sensors,
}: ModelDocument): ModelDocument {
  const [step] = Array.isArray(analysis) ? (analysis as object[]) : [analysis as object | undefined];
  const rest = { slipstick, parameters, definitions, inputs, loads, analysis: { ...step, endWhen: undefined } };
  return JSON.stringify({ ...rest, objects }).includes('sensor(') ? { ...rest, sensors } : rest;
}

const handName = 'the hand that builds'; // no text: for the document
/** Ratio to the heaviest body. A smaller mass lags behind its target; with a larger one, the bodies drown in rounding errors. */
const handMass = 1e4;

/** The poses of bodies in an assembled mechanism. */
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

/** A body with all bodies that joints connect to it, directly or indirectly; the ground does not connect bodies. */
export function hanging({ bodies, joints }: Drawing, name: string): DrawnBody[] {
  const found = bodies.filter((body) => body.name === name);
  for (const body of found)
    for (const { bodies: pair, holds } of joints) {
      const other = pair[0] === body ? pair[1] : pair[1] === body ? pair[0] : null;
      if (holds && other && !other.fixed && (!body.fixed || body.name === name) && !found.includes(other)) found.push(other);
    }
  return found;
}

/** m and rad; smaller displacements do not count as motion */
const nothing = 1e-9;
const isElsewhere = (before: Place, { place }: Pose) => apart(before.position, place.position) > nothing || isTurned(before, place);
const isTurned = (before: Place, { rotation }: Place) => rotation.some((row, i) => apart(row, before.rotation[i]) > nothing);

/** A moved body, and the entry that creates it. */
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

/** Changes that move bodies and the joints between them; or the formula or other part of the document that prevents it. */
export function placed(document: ModelDocument, drawing: Drawing, poses: Poses): ValueChange[] | string {
  const changes: ValueChange[] = [];
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
  return [...changes, ...attachedChanges(document, drawing, poses)];
}

function newReference(axes: Axes, { body, pose: { place, angle }, item }: Moved): ValueChange[] | string {
  const { name } = body;
  if (!item) return msg(str`Only bodies made by “create” can be moved here; change the numbers of ${name}.`);
  const { entry, path } = item;
  if (!isVector(entry.referencePosition ?? [0, 0, 0])) return msg(str`A formula defines the position of ${name}; change it in the form.`);
  if ('initialDisplacement' in entry || 'initialRotationMatrix' in entry) return msg(str`${name} starts beside its reference.`);
  const at = { path: [...path, 'referencePosition'], value: clean(place.position) };
  if (!isTurned(body.place, place)) return [at];
  if (!isTurn(entry.referenceRotationMatrix)) return msg(str`A formula defines the rotation of ${name}; change it in the form.`);
  const value = isFlatIn(axes, place.rotation) ? turnIn(axes, clean([(angle * 180) / Math.PI])[0]) : place.rotation.map(clean);
  return [at, { path: [...path, 'referenceRotationMatrix'], value }];
}

/** Moves a joint with its bodies; a joint between a body and the ground keeps its position. */
function jointChanges({ bodies, joints }: Drawing, { entry, path, name }: Item, poses: Poses): ValueChange[] | string {
  if (!Array.isArray(entry.bodies) || !('position' in entry) || entry.useGlobalFrame === false) return [];
  const keys = entry.bodies as unknown[];
  const body = bodies.find((each) => keys.includes(each.name) && poses.has(each.name));
  if (!body || !joints.some((joint) => joint.name === name)) return [];
  const { place } = poses.get(body.name)!;
  const changes: ValueChange[] = [];
  if (isVector(entry.position)) {
    const value = clean(pointOf(place, localIn(body.place, entry.position)));
    changes.push({ path: [...path, 'position'], value });
  }
  const axis = entry.axis ?? { RevoluteJoint: [0, 0, 1], PrismaticJoint: [1, 0, 0] }[String(entry.type)];
  if (!axis || !isTurned(body.place, place)) return changes;
  if (!isVector(axis))
    return keys.every((key) => poses.has(String(key))) ? msg(str`A formula defines the axis of ${name}; change it in the form.`) : changes;
  const turned = times(product(place.rotation, back(body.place.rotation)), axis);
  if (apart(turned, axis) > nothing) changes.push({ path: [...path, 'axis'], value: clean(turned) });
  return changes;
}

/** Changes of initial displacements, for bodies placed by formulas or lists of nodes: their references and joints remain unchanged. */
export function started(document: ModelDocument, drawing: Drawing, poses: Poses): ValueChange[] | string {
  const changes: ValueChange[] = [];
  const nodes = itemsOf(document, 'nodes');
  for (const { body, pose, item } of movedIn(document, drawing, poses)) {
    const made = item ? startOf(body, pose) : { initialCoordinates: clean(pose.coordinates) };
    const { entry, path } = item ?? nodes.find(({ path: [, number] }) => number === body.node) ?? {};
    if (!entry || !path || body.fixed) return msg(str`${body.name} cannot be moved here: another entry makes it.`);
    for (const [key, value] of Object.entries(made)) {
      if (!isTurn(entry[key])) return msg(str`A formula defines the start values of ${body.name}; change it in the form.`);
      changes.push({ path: [...path, key], value });
    }
  }
  const { analysis } = document;
  const step = Array.isArray(analysis) ? ['analysis', 0] : ['analysis'];
  // Keeps joints closed for other slider values too.
  const holds = analysis !== undefined && drawing.joints.some((joint) => joint.holds);
  return changes.length > 0 && holds ? [...changes, { path: [...step, 'assemble'], value: true }] : changes;
}

/** Arguments of a creator that let its body start at a pose. */
function startOf({ nodeType, reference, turns }: DrawnBody, { place }: Pose): Record<string, unknown> {
  const from = placeAt(nodeType, reference, []);
  const initialDisplacement = clean(plus(place.position, from.position, -1));
  if (!turns) return { initialDisplacement };
  // Absolute in the xy plane, relative to the reference in space.
  const { rotation } = place;
  const angle = Math.atan2(rotation[1][0], rotation[0][0]);
  const turn =
    factsOf('nodes', nodeType)?.dimensions === 2 ? `rotZ(${clean([angle])[0]})` : product(back(from.rotation), rotation).map(clean);
  return { initialDisplacement, initialRotationMatrix: turn };
}

/**
 * Rounds to whole nanometres if that is accurate; otherwise keeps all digits, because an overconstrained mechanism moves only if its joints
 * fit exactly.
 */
const clean = (row: readonly number[]) => row.map((value) => (Math.abs(value - tidy(value)) < 1e-12 ? tidy(value) : value));

/** Whether a rotation contains only numbers. */
const isTurn = (value: unknown) => !/[a-z]/i.test(JSON.stringify(value ?? '').replace(/rotZ|radians|(?<=\d)e-?\d/g, ''));
