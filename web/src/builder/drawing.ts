import { msg, str } from '@lit/localize';
import { factsOf } from '../state/type-facts';
import { type Axes, angleIn, depthIn, isFlatIn, type Point, toPlane, toSpace, type Vector, xy } from './axes';
import {
  apart,
  back,
  dot,
  localIn,
  type Place,
  placeOf,
  plus,
  pointOf,
  type Rotation,
  times,
  unturned,
  usualReference,
  vector,
} from './space';
import { texts } from './texts';

export type { Point, Vector } from './axes';

/** A part of a body's outline in its frame: a box, or the region within a radius of a line segment. */
type Outline = { centre: Vector; half: Vector } | { from: Vector; to: Vector; radius: number };

/** A point that a stroke may snap to. */
export interface Mark {
  body: string;
  at: Point;
  /** Height above the plane, m. */
  depth: number;
  /** A label such as "end of bar". */
  label: string;
}

/** A body as shown in the drawing plane, before the model runs. */
export interface DrawnBody {
  /** "" for the ground without an object. */
  name: string;
  fixed: boolean;
  /** Whether it lies in the drawing plane. */
  flat: boolean;
  /** Whether it may leave the plane x, y. */
  spatial: boolean;
  /** Number of its object. */
  object: number;
  /** Type of its node, its reference coordinates, and its initial displacements from them. */
  nodeType: string;
  reference: readonly number[];
  coordinates: readonly number[];
  /** Whether it can turn. */
  turns: boolean;
  /** kg */
  mass: number;
  /** Number of its node; -1 for none. */
  node: number;
  place: Place;
  /** Position in the plane. */
  position: Point;
  /** Height above the plane, m. */
  depth: number;
  angle: number; // rad
  outlines: Outline[];
  marks: Mark[];
}

/** A connection of two bodies; `at` is its point on the first, `end` its point on the second. */
export interface DrawnJoint {
  name: string;
  bodies: [DrawnBody, DrawnBody];
  at: Point;
  depth: number;
  end: Pick<Mark, 'at' | 'depth'>;
  /** It is a joint, not a spring. */
  holds: boolean;
}

/** A load, at the point where it acts. */
export interface DrawnLoad {
  name: string;
  at: Point;
  depth: number;
}

export interface Drawing {
  axes: Axes;
  bodies: DrawnBody[];
  joints: DrawnJoint[];
  loads: DrawnLoad[];
}
export const emptyDrawing: Drawing = { axes: xy, bodies: [], joints: [], loads: [] };

type Numbers = readonly number[];
interface Graphic {
  type: string;
  points?: readonly Numbers[];
  center?: Numbers;
  size?: Numbers;
  radius?: number;
  from?: Numbers;
  to?: Numbers;
}
/** The parts of an expanded document that are drawn. */
export interface Expanded {
  nodes?: { type: string; name?: string; referenceCoordinates?: Numbers; initialCoordinates?: Numbers }[];
  objects?: {
    type: string;
    name?: string;
    nodeNumber?: number | string;
    referencePosition?: Numbers;
    referenceRotation?: readonly Numbers[];
    physicsMass?: number;
    markerNumbers?: (number | string)[];
    visualization?: { graphics?: Graphic[] };
  }[];
  markers?: { name?: string; bodyNumber?: number | string; localPosition?: Numbers }[];
  loads?: { name?: string; markerNumber?: number | string }[];
}

/** The bodies and joints of an expanded document, as shown in a plane. */
export function drawingOf({ nodes = [], objects = [], markers = [], loads = [] }: Expanded, axes: Axes = xy): Drawing {
  const number = (list: readonly { name?: string }[], key: number | string | undefined) =>
    typeof key === 'number' ? key : list.findIndex(({ name }) => name === key);
  const bodies = new Map<number, DrawnBody>();
  objects.forEach((object, i) => {
    const facts = factsOf('objects', object.type);
    const fixed = facts?.family === 'body' && facts.drawnAs === 'ground';
    if (!fixed && !(facts?.family === 'body' && facts.dimensions && object.nodeNumber !== undefined)) return;
    const node = fixed ? -1 : number(nodes, object.nodeNumber);
    const bare = fixed && !object.referencePosition;
    const body = bodyOf(axes, object, i, bare ? '' : (object.name ?? ''), node, nodes[node]);
    if (!bare) body.marks = [markOf(axes, body, [0, 0, 0], fixed ? body.name : msg(str`centre of ${body.name}`)), ...endMarks(axes, body)];
    bodies.set(i, body);
  });
  const joints = objects.flatMap(({ type, name = '', markerNumbers = [] }): DrawnJoint[] => {
    const [first, second] = markerNumbers.map((key) => {
      const marker = markers[number(markers, key)];
      const body = bodies.get(number(objects, marker?.bodyNumber));
      return body && { body, mark: markOf(axes, body, vector(marker?.localPosition), name) };
    });
    if (!first || !second) return [];
    for (const { body, mark } of [first, second]) body.marks.push(mark);
    const { at, depth } = first.mark;
    const holds = factsOf('objects', type)?.family === 'constraint';
    return [{ name, bodies: [first.body, second.body], at, depth, end: second.mark, holds }];
  });
  const acting = loads.flatMap(({ name = '', markerNumber }): DrawnLoad[] => {
    const marker = markers[number(markers, markerNumber)];
    const body = bodies.get(number(objects, marker?.bodyNumber));
    if (!body) return [];
    const { at, depth } = markOf(axes, body, vector(marker?.localPosition), name);
    return [{ name, at, depth }];
  });
  return { axes, bodies: [...bodies.values()], joints, loads: acting };
}

type ObjectEntry = NonNullable<Expanded['objects']>[number];
type NodeEntry = NonNullable<Expanded['nodes']>[number];

function bodyOf(axes: Axes, entry: ObjectEntry, object: number, name: string, node: number, its?: NodeEntry): DrawnBody {
  const fixed = node < 0;
  const { dimensions, turns } = factsOf('objects', entry.type)!;
  const nodeType = its?.type ?? '';
  const reference = its?.referenceCoordinates ?? usualReference(nodeType);
  const coordinates = its?.initialCoordinates ?? reference.map(() => 0);
  const place = fixed
    ? { position: vector(entry.referencePosition), rotation: (entry.referenceRotation as Rotation | undefined) ?? unturned }
    : placeAt(nodeType, reference, coordinates);
  return {
    name,
    fixed,
    flat: fixed || isFlatIn(axes, place.rotation),
    spatial: dimensions === 3,
    object,
    nodeType,
    reference,
    coordinates,
    turns: turns ?? false,
    mass: entry.physicsMass ?? 0,
    node,
    place,
    ...poseIn(axes, place),
    depth: depthIn(axes, place.position),
    outlines: (entry.visualization?.graphics ?? []).flatMap(outlineOf),
    marks: [],
  };
}

/** The pose of a body, from its reference coordinates and displacements. */
export const placeAt = (type: string, reference: Numbers, displacements: Numbers): Place =>
  placeOf(
    type,
    reference.map((value, i) => value + (displacements[i] ?? 0)),
  );

/** Projects a pose onto a plane. */
export const poseIn = (axes: Axes, { position, rotation }: Place): { position: Point; angle: number } => ({
  position: toPlane(axes, position),
  angle: angleIn(axes, rotation),
});

function markOf(axes: Axes, body: DrawnBody, local: Vector, label: string): Mark {
  const point = pointOf(body.place, local);
  return { body: body.name, at: toPlane(axes, point), depth: axes.inSpace ? depthIn(axes, point) : 0, label };
}

const endMarks = (axes: Axes, body: DrawnBody): Mark[] =>
  body.outlines.flatMap(endsOf).map((end) => markOf(axes, body, end, texts.endOf(body.name)));

/** The box around points. */
function boundsOf(points: readonly Numbers[]): Outline[] {
  const [low, high] = [Math.min, Math.max].map((most) =>
    [0, 1, 2].map((k) => points.reduce((so, point) => most(so, point[k]), points[0]?.[k] ?? 0)),
  );
  return points.length > 0
    ? [{ centre: vector(low.map((value, k) => (value + high[k]) / 2)), half: vector(low.map((value, k) => (high[k] - value) / 2)) }]
    : [];
}

function outlineOf({ type, center, size, radius = 0, from, to, points }: Graphic): Outline[] {
  if (type === 'mesh' && points) return boundsOf(points);
  if (type === 'box' && size) return [{ centre: vector(center), half: vector(size.map((value) => value / 2)) }];
  if (from && to) return [{ from: vector(from), to: vector(to), radius }];
  return radius > 0 ? [{ from: vector(center), to: vector(center), radius }] : [];
}

/** The disc that represents a body; null if it is not a disc. */
export function discOf(body: DrawnBody): { centre: Point; radius: number } | null {
  for (const outline of body.outlines)
    if ('from' in outline && outline.radius > 0 && apart(outline.from, outline.to) < same)
      return { centre: globalOf(body, [outline.from[0], outline.from[1]]), radius: outline.radius };
  return null;
}

/** The sides of boxes that do not move; `normal` points outwards. */
export function surfaces({ bodies }: Drawing): { body: DrawnBody; at: Point; normal: Point; half: number }[] {
  return bodies
    .filter(({ fixed }) => fixed)
    .flatMap((body) =>
      body.outlines.flatMap((outline) => {
        if (!('half' in outline)) return [];
        const { centre, half } = outline;
        const sides: [Point, number][] = [
          [[0, 1], 0],
          [[0, -1], 0],
          [[1, 0], 1],
          [[-1, 0], 1],
        ];
        return sides.map(([direction, along]) => {
          const at = globalOf(body, [centre[0] + direction[0] * half[0], centre[1] + direction[1] * half[1]]);
          return { body, at, normal: turned(direction, body.angle), half: half[along] };
        });
      }),
    );
}

const turned = (direction: Point, angle: number): Point => globalOf({ position: [0, 0], angle }, direction);

/** The ends of elongated outlines and the side midpoints of others; in the middle plane of the body if that intersects the outline. */
function endsOf(outline: Outline): Vector[] {
  if ('from' in outline) return apart(outline.from, outline.to) < same ? [outline.from] : [outline.from, outline.to];
  const { centre, half } = outline;
  const middle: Vector = Math.abs(centre[2]) <= half[2] ? [centre[0], centre[1], 0] : centre;
  return ([0, 1, 2] as const).flatMap((k) => {
    const others = half.filter((_, i) => i !== k);
    return half[k] * 2 < Math.max(...others) ? [] : [-1, 1].map((sign) => plus(middle, unturned[k], sign * half[k]));
  });
}

export function globalOf({ position, angle }: Pick<DrawnBody, 'position' | 'angle'>, [x, y]: Point): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [position[0] + c * x - s * y, position[1] + s * x + c * y];
}

/** A point of the plane in the frame of a body. */
export function localOf({ position, angle }: Pick<DrawnBody, 'position' | 'angle'>, [x, y]: Point): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - position[0], y - position[1]];
  return [c * dx + s * dy, c * dy - s * dx];
}

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** m; points closer than this coincide */
export const same = 1e-6;

/**
 * Whether a body is visible at a point of the plane: it intersects the line of sight through the point. With a depth, the body must extend
 * to that depth.
 */
function covers(body: DrawnBody, axes: Axes, point: Point, depth?: number): boolean {
  const at = localIn(body.place, toSpace(axes, point, depth ?? body.depth));
  const direction = depth === undefined ? times(back(body.place.rotation), axes.normal) : vector();
  return body.outlines.some((outline) =>
    'half' in outline ? meetsBox(at, direction, outline) : fromLine(at, direction, outline) <= outline.radius + same,
  );
}

function meetsBox(at: Vector, direction: Vector, { centre, half }: { centre: Vector; half: Vector }): boolean {
  let [from, to] = [-Infinity, Infinity];
  for (const k of [0, 1, 2]) {
    const [middle, reach] = [centre[k] - at[k], half[k] + same];
    if (Math.abs(direction[k]) < 1e-9) {
      if (Math.abs(middle) > reach) return false;
    } else {
      const ends = [middle - reach, middle + reach].map((value) => value / direction[k]);
      [from, to] = [Math.max(from, Math.min(...ends)), Math.min(to, Math.max(...ends))];
    }
  }
  return from <= to;
}

/** Distance from a line through `at` to another line segment. */
function fromLine(at: Vector, direction: Vector, { from, to }: { from: Vector; to: Vector }): number {
  const across = (v: Vector) => plus(v, direction, -dot(v, direction));
  const [start, piece] = [across(plus(at, from, -1)), across(plus(to, from, -1))];
  const share = Math.min(1, Math.max(0, dot(start, piece) / (dot(piece, piece) || 1)));
  return Math.hypot(...plus(start, piece, -share));
}

/**
 * The bodies at a point: those with a mark there, and, if marks do not make a pair, those that cover the point. Bodies with a mark come
 * first, then later bodies of the document. In space, marks at this depth come first.
 */
export function bodiesAt({ axes, bodies }: Drawing, point: Point, depth = 0): DrawnBody[] {
  const paired = (marked: DrawnBody[]) => {
    const moving = marked.filter(({ fixed }) => !fixed).length;
    return moving > 1 || (moving === 1 && marked.length > 1);
  };
  const markedWithin = (reach: number) =>
    bodies.filter(({ marks }) => marks.some((mark) => distance(mark.at, point) < same && Math.abs(mark.depth - depth) < reach));
  const here = axes.inSpace ? markedWithin(same) : [];
  if (paired(here)) return here.toReversed();
  const marked = markedWithin(Infinity);
  if (paired(marked) && here.length === 0) return marked.toReversed();
  // If there is a mark at this depth, marks at another depth count only for bodies in the same plane, such as on an axle.
  const isNear = (body: DrawnBody) => here.length === 0 || body.flat;
  const others = bodies.filter((body) => !marked.includes(body) && covers(body, axes, point, isNear(body) ? undefined : depth));
  return [...others, ...marked.filter((body) => !here.includes(body) && isNear(body)), ...here].toReversed();
}

/**
 * The two bodies that a connection at a point joins, null for the ground. Pairs that a joint already connects there come last, or first;
 * in the plane, a second joint of the same pair would lock it, so that pairs joined elsewhere come late, too. On an axle, bodies close to
 * each other come first.
 */
export function pairAt(drawing: Drawing, point: Point, joined: boolean, depth = 0): [string | null, string] | null {
  const all = bodiesAt(drawing, point, depth);
  const moving = all.filter(({ fixed }) => !fixed);
  const ground = all.find(({ fixed }) => fixed)?.name || null;
  const apart = moving.flatMap((second, i) => moving.slice(i + 1).map((first) => ({ first, second })));
  const between = ({ first, second }: (typeof apart)[number]) => tidy(Math.abs(first.depth - second.depth));
  const pairs = [
    ...apart.sort((a, b) => between(a) - between(b)).map(({ first, second }): [string | null, string] => [first.name, second.name]),
    ...moving.map(({ name }): [string | null, string] => [ground, name]),
  ];
  const isFree = ([first, second]: (typeof pairs)[number]) => !isJoined(drawing, first, second);
  const fits = ([first, second]: (typeof pairs)[number]) => isJoined(drawing, first, second, { at: point, depth }) === joined;
  const free = joined || drawing.axes.inSpace ? undefined : pairs.find(isFree);
  return free ?? pairs.find(fits) ?? pairs[0] ?? null;
}

/** A point of the plane with a height above it. */
type Spot = Pick<Mark, 'at' | 'depth'>;
const isAt = ({ axes }: Drawing, a: Spot, b: Spot) => distance(a.at, b.at) < same && (!axes.inSpace || Math.abs(a.depth - b.depth) < same);

/** Whether a joint connects two bodies, at a spot or anywhere. */
function isJoined(drawing: Drawing, first: string | null, second: string, spot?: Spot): boolean {
  const { joints, bodies } = drawing;
  const is = (body: DrawnBody, name: string | null) => body.name === name || (body.fixed && isFixed(bodies, name));
  return joints.some((joint) => {
    const {
      bodies: [a, b],
      holds,
    } = joint;
    return holds && (!spot || isAt(drawing, joint, spot)) && ((is(a, first) && is(b, second)) || (is(a, second) && is(b, first)));
  });
}

const isFixed = (bodies: readonly DrawnBody[], name: string | null) =>
  name === null || bodies.some((body) => body.name === name && body.fixed);

/**
 * Points where a body meets another and no joint connects them yet. In space, where solids may touch by chance, pairs that are joined
 * elsewhere are skipped.
 */
export function meetings(drawing: Drawing, name: string): (Spot & { bodies: [string | null, string] })[] {
  const own = drawing.bodies.find((body) => body.name === name);
  const found: (Spot & { bodies: [string | null, string] })[] = [];
  const { axes, joints } = drawing;
  for (const other of drawing.bodies) {
    if (!own || other === own || (other.fixed && own.fixed)) continue;
    if (axes.inSpace && joints.some(({ bodies, holds }) => holds && bodies.includes(own) && bodies.includes(other))) continue;
    for (const { at, depth } of own.marks) {
      const spot = { at, depth };
      const partner = other.name || null;
      const known = found.some((meeting) => isAt(drawing, meeting, spot) && meeting.bodies[0] === partner);
      if (known || !other.marks.some((mark) => isAt(drawing, mark, spot))) continue;
      if (!isJoined(drawing, partner, name, spot)) found.push({ ...spot, bodies: [partner, name] });
    }
  }
  return found;
}

/** The end of a stroke: a mark within reach, otherwise a grid point. Lengths in m. */
export function snap(marks: readonly Mark[], point: Point, reach: number, step: number): { at: Point; label: string } {
  let nearest: Mark | null = null;
  for (const mark of marks) if (distance(mark.at, point) < (nearest ? distance(nearest.at, point) - same : reach)) nearest = mark;
  if (nearest) return { at: rounded(nearest.at), label: nearest.label };
  return { at: onGrid(point, step), label: '' };
}

export const onGrid = (point: Point, step: number): Point =>
  rounded([Math.round(point[0] / step) * step, Math.round(point[1] / step) * step]);

/** A point of a body in its own frame, from its position in the plane: at a mark at this height, or at the depth of the body's middle. */
export function localAt({ axes }: Drawing, body: DrawnBody, at: Point, depth: number): Vector {
  const marked = body.marks.some((mark) => distance(mark.at, at) < same && Math.abs(mark.depth - depth) < same);
  return vector(localIn(body.place, toSpace(axes, at, marked ? depth : body.depth)).map(tidy));
}

export const tidy = (value: number): number => Math.round(value * 1e9) / 1e9 + 0;
export const rounded = (point: Point): Point => [tidy(point[0]), tidy(point[1])];
