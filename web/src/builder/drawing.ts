import { type Axes, angleIn, depthIn, type Point, toPlane, xy } from './axes';

export type { Point } from './axes';

/** A part of a body's outline in its frame: a rectangle, or the round surroundings of a line. */
type Outline = { centre: Point; half: Point } | { from: Point; to: Point; radius: number };

/** A point that a stroke may snap to. */
export interface Mark {
  body: string;
  at: Point;
  /** Such as "end of bar". */
  says: string;
}

/** A body as it lies in the drawing plane, before the model runs. */
export interface DrawnBody {
  /** "" for the ground that belongs to nothing. */
  name: string;
  fixed: boolean;
  /** Whether it stays in the plane. */
  flat: boolean;
  /** Whether its coordinates are those of a body in space. */
  spatial: boolean;
  /** Reference coordinates of its node. */
  reference: readonly number[];
  /** Whether it can turn. */
  turns: boolean;
  /** kg */
  mass: number;
  /** Number of its node; -1 for none. */
  node: number;
  position: Point;
  /** How far it is before the plane, m. */
  depth: number;
  angle: number; // rad
  outlines: Outline[];
  marks: Mark[];
}

/** What joins two bodies; `at` lies on the first. */
export interface DrawnJoint {
  name: string;
  bodies: [DrawnBody, DrawnBody];
  at: Point;
  /** It is a joint, no spring. */
  holds: boolean;
}

export interface Drawing {
  axes: Axes;
  bodies: DrawnBody[];
  joints: DrawnJoint[];
}
export const emptyDrawing: Drawing = { axes: xy, bodies: [], joints: [] };

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
/** An expanded document, as far as it is drawn. */
interface Expanded {
  nodes?: { name?: string; referenceCoordinates?: Numbers }[];
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
}

const none: Point = [0, 0];
const flat = (numbers: Numbers = none): Point => [numbers[0] ?? 0, numbers[1] ?? 0];

/** The bodies and joints of an expanded document, as they lie in a plane. */
export function drawingOf({ nodes = [], objects = [], markers = [] }: Expanded, axes: Axes = xy): Drawing {
  const entry = <T extends { name?: string }>(list: readonly T[], key: number | string | undefined) =>
    typeof key === 'number' ? list[key] : list.find(({ name }) => name === key);
  const bodies = new Map<object, DrawnBody>();
  for (const object of objects) {
    const fixed = object.type === 'Ground';
    if (!fixed && !/^(RigidBody|MassPoint)/.test(object.type)) continue;
    const coordinates = fixed ? object.referencePosition : entry(nodes, object.nodeNumber)?.referenceCoordinates;
    const { nodeNumber } = object;
    const node = typeof nodeNumber === 'number' ? nodeNumber : nodes.findIndex(({ name }) => name === nodeNumber);
    const bare = fixed && !coordinates;
    const planar = object.type.endsWith('2D');
    const pose = fixed
      ? { position: toPlane(axes, coordinates ?? []), angle: angleIn(axes, object.referenceRotation ?? unturned) }
      : poseIn(axes, coordinates ?? [], planar);
    const body: DrawnBody = {
      name: bare ? '' : (object.name ?? ''),
      fixed,
      flat: fixed || planar || (axes !== xy && !isTilted(axes, coordinates ?? [])),
      spatial: !fixed && !planar,
      reference: fixed ? [] : (coordinates ?? []),
      turns: fixed || object.type.startsWith('RigidBody'),
      mass: object.physicsMass ?? 0,
      node: fixed ? -1 : node,
      ...pose,
      depth: planar ? 0 : depthIn(axes, coordinates ?? []),
      outlines: (object.visualization?.graphics ?? []).flatMap(outlineOf),
      marks: [],
    };
    const ends = body.outlines.flatMap(endsOf).map((at) => ({ body: body.name, at: globalOf(body, at), says: `end of ${body.name}` }));
    if (!bare) body.marks = [{ body: body.name, at: body.position, says: fixed ? body.name : `centre of ${body.name}` }, ...ends];
    bodies.set(object, body);
  }
  const joints = objects.flatMap(({ type, name = '', markerNumbers = [] }): DrawnJoint[] => {
    const [first, second] = markerNumbers.map((key) => {
      const marker = entry(markers, key);
      const body = bodies.get(entry(objects, marker?.bodyNumber) ?? {});
      return body && { body, at: globalOf(body, flat(marker?.localPosition)) };
    });
    if (!first || !second) return [];
    for (const { body, at } of [first, second]) body.marks.push({ body: body.name, at, says: name });
    return [{ name, bodies: [first.body, second.body], at: first.at, holds: /^Joint|^ConnectorDistance/.test(type) }];
  });
  return { axes, bodies: [...bodies.values()], joints };
}

const unturned = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Where coordinates put a body in the plane: those of a planar body, of a point in space, or of a body with Euler parameters. */
export function poseIn(axes: Axes, coordinates: Numbers, planar: boolean): { position: Point; angle: number } {
  if (planar) return { position: toPlane(axes, flat(coordinates)), angle: axes === xy ? (coordinates[2] ?? 0) : 0 };
  return { position: toPlane(axes, coordinates), angle: angleIn(axes, rotationOf(coordinates)) };
}

function rotationOf([, , , e0 = 1, e1 = 0, e2 = 0, e3 = 0]: Numbers): readonly Numbers[] {
  const size = Math.hypot(e0, e1, e2, e3);
  const [a, b, c, d] = [e0, e1, e2, e3].map((value) => value / size);
  return [
    [1 - 2 * (c * c + d * d), 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), 1 - 2 * (b * b + d * d), 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b * b + c * c)],
  ];
}

/** Whether the axis z of a body does not point toward the viewer. */
function isTilted({ normal }: Axes, coordinates: Numbers): boolean {
  const z = rotationOf(coordinates).map((row) => row[2]);
  return coordinates.length > 3 && Math.abs(z[0] * normal[0] + z[1] * normal[1] + z[2] * normal[2] - 1) > 1e-9;
}

/** The rectangle around points. */
function boundsOf(points: readonly Numbers[]): Outline[] {
  const [low, high] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const point of points)
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], point[k]);
      high[k] = Math.max(high[k], point[k]);
    }
  const [x, y] = [0, 1].map((k) => [(low[k] + high[k]) / 2, (high[k] - low[k]) / 2]);
  return x[1] >= 0 ? [{ centre: [x[0], y[0]], half: [x[1], y[1]] }] : [];
}

function outlineOf({ type, center, size, radius = 0, from, to, points }: Graphic): Outline[] {
  if (type === 'mesh' && points) return boundsOf(points);
  if (type === 'box' && size) return [{ centre: flat(center), half: [size[0] / 2, size[1] / 2] }];
  if (from && to) return [{ from: flat(from), to: flat(to), radius }];
  return radius > 0 ? [{ from: flat(center), to: flat(center), radius }] : [];
}

/** The disc that a body is, if it is one. */
export function discOf(body: DrawnBody): { centre: Point; radius: number } | null {
  for (const outline of body.outlines)
    if ('from' in outline && outline.radius > 0 && distance(outline.from, outline.to) < same)
      return { centre: globalOf(body, outline.from), radius: outline.radius };
  return null;
}

/** The sides of boxes that stand still; `normal` points out of them. */
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
        return sides.map(([way, along]) => {
          const at = globalOf(body, [centre[0] + way[0] * half[0], centre[1] + way[1] * half[1]]);
          return { body, at, normal: turned(way, body.angle), half: half[along] };
        });
      }),
    );
}

const turned = (way: Point, angle: number): Point => globalOf({ position: [0, 0], angle }, way);

/** Lines around a body, in its frame. */
export function outlines({ outlines: all }: DrawnBody): Point[][] {
  return all.map((outline) => {
    if ('half' in outline) {
      const [x, y] = outline.half;
      return [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
      ].map(([dx, dy]): Point => [outline.centre[0] + dx, outline.centre[1] + dy]);
    }
    const { from, to, radius } = outline;
    const way = Math.atan2(to[1] - from[1], to[0] - from[0]) - Math.PI / 2;
    return Array.from({ length: 24 }, (_, i): Point => {
      const [end, angle] = [i < 12 ? to : from, way + (i * Math.PI) / 11.5];
      return [end[0] + radius * Math.cos(angle), end[1] + radius * Math.sin(angle)];
    });
  });
}

/** The ends of what is long; the middles of the sides of what is not. */
function endsOf(outline: Outline): Point[] {
  if ('from' in outline) return outline.from.join() === outline.to.join() ? [outline.from] : [outline.from, outline.to];
  const { centre, half } = outline;
  const along = (k: 0 | 1): Point[] =>
    half[k] * 2 < half[1 - k]
      ? []
      : [-1, 1].map((way): Point => (k === 0 ? [centre[0] + way * half[0], centre[1]] : [centre[0], centre[1] + way * half[1]]));
  return [...along(0), ...along(1)];
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

/** m; points that are nearer are one. */
export const same = 1e-6;

function covers(body: DrawnBody, point: Point): boolean {
  const [x, y] = localOf(body, point);
  return body.outlines.some((outline) => {
    if ('half' in outline) return [x, y].every((value, k) => Math.abs(value - outline.centre[k]) <= outline.half[k] + same);
    const { from, to, radius } = outline;
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const share = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1)));
    return distance([x, y], [from[0] + share * dx, from[1] + share * dy]) <= radius + same;
  });
}

/**
 * The bodies at a point: those with a mark there, and those that cover it where marks do not make a pair; the last of the document first, those
 * with a mark before others.
 */
export function bodiesAt({ bodies }: Drawing, point: Point): DrawnBody[] {
  const marked = bodies.filter(({ marks }) => marks.some(({ at }) => distance(at, point) < same));
  const moving = marked.filter(({ fixed }) => !fixed).length;
  if (moving > 1 || (moving === 1 && marked.length > 1)) return marked.toReversed();
  return [...bodies.filter((body) => !marked.includes(body) && covers(body, point)), ...marked].toReversed();
}

/**
 * The two bodies that something at a point joins, null for the ground; those that a joint holds there already come last, or first. On an axle,
 * those that are near each other come before others.
 */
export function pairAt(drawing: Drawing, point: Point, joined: boolean): [string | null, string] | null {
  const all = bodiesAt(drawing, point);
  const moving = all.filter(({ fixed }) => !fixed);
  const ground = all.find(({ fixed }) => fixed)?.name || null;
  const apart = moving.flatMap((second, i) => moving.slice(i + 1).map((first) => ({ first, second })));
  const between = ({ first, second }: (typeof apart)[number]) => tidy(Math.abs(first.depth - second.depth));
  const pairs = [
    ...apart.sort((a, b) => between(a) - between(b)).map(({ first, second }): [string | null, string] => [first.name, second.name]),
    ...moving.map(({ name }): [string | null, string] => [ground, name]),
  ];
  return pairs.find(([first, second]) => isJoined(drawing, first, second, point) === joined) ?? pairs[0] ?? null;
}

function isJoined({ joints, bodies }: Drawing, first: string | null, second: string, point: Point): boolean {
  const is = (body: DrawnBody, name: string | null) => body.name === name || (body.fixed && isFixed(bodies, name));
  return joints.some(
    ({ bodies: [a, b], at, holds }) =>
      holds && distance(at, point) < same && ((is(a, first) && is(b, second)) || (is(a, second) && is(b, first))),
  );
}

const isFixed = (bodies: readonly DrawnBody[], name: string | null) =>
  name === null || bodies.some((body) => body.name === name && body.fixed);

/** Where a body meets others at a point of both, and no joint holds them there yet. */
export function meetings(drawing: Drawing, name: string): { at: Point; bodies: [string | null, string] }[] {
  const own = drawing.bodies.find((body) => body.name === name);
  const found: { at: Point; bodies: [string | null, string] }[] = [];
  for (const other of drawing.bodies) {
    if (!own || other === own || (other.fixed && own.fixed)) continue;
    for (const { at } of own.marks) {
      const partner = other.name || null;
      const known = found.some((meeting) => distance(meeting.at, at) < same && meeting.bodies[0] === partner);
      if (known || !other.marks.some((mark) => distance(mark.at, at) < same)) continue;
      if (!isJoined(drawing, partner, name, at)) found.push({ at, bodies: [partner, name] });
    }
  }
  return found;
}

/** Where a stroke goes: to a mark within reach, otherwise to the grid. Lengths in m. */
export function snap({ bodies }: Pick<Drawing, 'bodies'>, point: Point, reach: number, step: number): { at: Point; says: string } {
  let nearest: Mark | null = null;
  for (const mark of bodies.flatMap(({ marks }) => marks))
    if (distance(mark.at, point) < (nearest ? distance(nearest.at, point) - same : reach)) nearest = mark;
  if (nearest) return { at: rounded(nearest.at), says: nearest.says };
  return { at: [tidy(Math.round(point[0] / step) * step), tidy(Math.round(point[1] / step) * step)], says: '' };
}

export const tidy = (value: number): number => Math.round(value * 1e9) / 1e9 + 0;
export const rounded = (point: Point): Point => [tidy(point[0]), tidy(point[1])];
