/** Copies of bodies and of what holds and moves them, on the other side of a line. */
import type { ModelDocument } from '../state/document';
import { depthIn, toPlane, toSpace, turnIn, xy } from './axes';
import { type Drawing, type DrawnBody, distance, globalOf, localOf, type Point, rounded, same, tidy } from './drawing';
import { hanging, isPlace, isTurn } from './move';
import { type Entry, freshNames, type Item, itemsOf } from './outline';
import type { Made, Stroke, Tool } from './tool';

/** A tool for the line on whose other side a body comes again, with all that joints hold to it. */
export const mirrorOf = (name: string): Tool => ({
  label: 'Mirror',
  says: `Drag the line on whose other side ${name} and what hangs on it come again.`,
  list: 'create',
  type: '',
  stem: name,
  line: true,
  on: 'nothing',
  turns: false,
  values: () => 'It needs a line.',
  beside: () => [],
  all: (stroke, document) => mirrored(document, stroke, name),
});

/** A reflection in the plane, of points and of directions. */
interface Reflection {
  point(at: Point): Point;
  way(way: Point): Point;
  angle(angle: number): number;
}

function reflectionIn(from: Point, to: Point): Reflection {
  const double = 2 * Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [c, s] = [Math.cos(double), Math.sin(double)];
  const way = ([x, y]: Point): Point => [c * x + s * y, s * x - c * y];
  const point = ([x, y]: Point): Point => {
    const [dx, dy] = way([x - from[0], y - from[1]]);
    return [from[0] + dx, from[1] + dy];
  };
  return { point, way, angle: (angle) => double - angle };
}

interface Work {
  reflection: Reflection;
  drawing: Drawing;
  /** Names of images, by the names of what they are images of; a body on the line is its own. */
  images: ReadonlyMap<string, string>;
}

function mirrored(document: ModelDocument, { from, to, drawing }: Stroke, name: string): Made[] | string {
  if (distance(from, to) < same) return 'A mirror needs two points.';
  const reflection = reflectionIn(from, to);
  const all = hanging(drawing, name);
  const bodies = all.filter((body) => !isOnLine(body, reflection));
  const tilted = all.find(({ flat }) => !flat);
  if (tilted) return `${tilted.name} does not lie in this plane; choose the one that it lies in.`;
  if (bodies.length === 0) return `${name} lies on this line as its own image.`;
  const items = itemsOf(document, 'create').filter((item) => isAbout(item, all, bodies));
  const images = new Map(all.map((body) => [body.name, body.name]));
  const fresh = freshNames(document);
  for (const item of items) images.set(item.name, fresh(item.name));
  const work = { reflection, drawing, images };
  const made: Made[] = [];
  for (const item of items) {
    const entry = image(item, work);
    if (typeof entry === 'string') return entry;
    made.push({ list: 'create', entry: { ...entry, name: images.get(item.name) } });
  }
  return made;
}

const isOnLine = ({ position, angle }: DrawnBody, { point, angle: turned }: Reflection) =>
  distance(point(position), position) < same && Math.abs(Math.sin(turned(angle) - angle)) < same;

/** Whether an item is one of the bodies, or between the bodies and others; what only joins images of themselves is there already. */
function isAbout({ type, name, entry }: Item, all: readonly DrawnBody[], bodies: readonly DrawnBody[]): boolean {
  const is = (list: readonly DrawnBody[], key: unknown) => list.some((body) => body.name === key);
  const partners = Array.isArray(entry.bodies) ? (entry.bodies as unknown[]) : [entry.body];
  if (is(all, name)) return is(bodies, name);
  return Object.hasOwn(turnedBy, type) && partners.some((key) => is(bodies, key));
}

/** Types besides bodies that have images, with their numbers that change sign. */
const turnedBy: Record<string, readonly string[]> = {
  RevoluteJoint: [],
  PrismaticJoint: [],
  GenericJoint: [],
  SphericalJoint: [],
  DistanceConstraint: [],
  SpringDamper: [],
  RollingDiscPenalty: [],
  RollingDisc: [],
  TorsionalSpringDamper: ['offset', 'velocityOffset', 'torque'],
  Force: [],
  Torque: [],
};

/** Points in the frame of one of the two bodies. */
const localPlaces = [
  ['localPosition', 0],
  ['localPosition0', 0],
  ['localPosition1', 1],
  ['planePosition', 0],
  ['axisPosition', 1],
] as const;

function image(item: Item, work: Work): Entry | string {
  const { type, entry } = item;
  if (!Object.hasOwn(turnedBy, type)) return imageOfBody(item, work);
  const { reflection, images } = work;
  const { axes } = work.drawing;
  const result: Entry = { ...entry };
  const imageOf = (key: unknown) => images.get(key as string) ?? key;
  if ('body' in entry) result.body = imageOf(entry.body);
  const bodies = Array.isArray(entry.bodies) ? (entry.bodies as unknown[]) : [entry.body];
  if (Array.isArray(entry.bodies)) result.bodies = bodies.map(imageOf);
  for (const [key, on] of localPlaces)
    if (key in entry && !put(result, key, (at) => localImage(at, bodies[on], work))) return says(item, key);
  if ('position' in entry && entry.useGlobalFrame !== false && !put(result, 'position', reflection.point, axes))
    return says(item, 'position');
  for (const key of ['axis', 'planeNormal', ...(type === 'Force' && entry.bodyFixed !== true ? ['loadVector'] : [])])
    if (key in entry && !put(result, key, reflection.way, axes)) return says(item, key);
  for (const key of turnedBy[type]) if (key in entry) result[key] = negative(entry[key]);
  if (type === 'Torque' && isPlace(entry.loadVector)) result.loadVector = entry.loadVector.map((x) => -x + 0);
  return result;
}

function imageOfBody(item: Item, { reflection, drawing }: Work): Entry | string {
  const { entry, name } = item;
  const body = drawing.bodies.find((each) => each.name === name)!;
  const result: Entry = { ...entry };
  const { axes } = drawing;
  if (!put(result, 'referencePosition', reflection.point, axes)) return says(item, 'referencePosition');
  if (body.turns) {
    if (!isTurn(entry.referenceRotationMatrix)) return says(item, 'referenceRotationMatrix');
    const degrees = tidy((reflection.angle(body.angle) * 180) / Math.PI) % 360;
    result.referenceRotationMatrix = turnIn(axes, degrees);
  }
  for (const key of ['initialVelocity', 'initialDisplacement']) if (key in entry) put(result, key, reflection.way, axes);
  if ('initialAngularVelocity' in entry) put(result, 'initialAngularVelocity', (way) => way, axes, -1);
  const looks = entry.visualization as { graphics?: Entry[] } | undefined;
  if (looks?.graphics) result.visualization = { ...looks, graphics: looks.graphics.map(flipped) };
  return result;
}

/** A point of a body as one of its image: across the axis x of the frame that turns the other way. */
function localImage(at: Point, body: unknown, { reflection, drawing, images }: Work): Point {
  const own = drawing.bodies.find(({ name }) => name === body && name !== '');
  if (own && images.get(own.name) !== own.name && images.has(own.name)) return [at[0], -at[1]];
  return own ? localOf(own, reflection.point(globalOf(own, at))) : reflection.point(at);
}

/** A solid across the axis x of its body. */
function flipped(graphic: Entry): Entry {
  const result = { ...graphic };
  for (const key of ['center', 'from', 'to']) if (key in graphic) put(result, key, ([x, y]) => [x, -y]);
  return result;
}

/** Puts another point in the plane at a key that has numbers; says whether it could. Local points lie in x, y of their body. */
function put(entry: Entry, key: string, change: (at: Point) => Point, axes = xy, sign = 1): boolean {
  const value = entry[key] ?? [0, 0, 0];
  if (!isPlace(value)) return false;
  entry[key] = toSpace(axes, rounded(change(toPlane(axes, value))), sign * depthIn(axes, value)).map(tidy);
  return true;
}

const says = ({ name }: Item, key: string) => `A formula says the ${key} of ${name}; give it numbers first.`;
const negative = (value: unknown) => (typeof value === 'number' ? -value + 0 : `-(${value})`);
