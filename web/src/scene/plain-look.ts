import type { ModelInfo, ObjectInfo } from '../../../wasm/engine/types';
import { markerPlace } from './marker-place';
import { type Point, plain, point, type Shape } from './shape';

/** The default look of bodies, by their indices: bars between attachment points, and joints. */
export type PlainLook = ReadonlyMap<number, Shape[]>;

const dark = '#2b3642';
const grey = '#8a949e';
const slender = 0.03; // half the width of a bar, as a share of the longest body

/** A body without graphics in the document. */
interface PlainBody {
  number: number;
  planar: boolean;
  /** A joint draws it as a block. */
  slides: boolean;
  /** Centre of mass. */
  center: Point;
  /** Positions of markers, without duplicates. */
  places: Point[];
  /** Edges of the box equivalent to its mass and inertia; null: it has no extent. */
  box: Point | null;
  /** Radius of the ball or disc equivalent to its mass and inertia; 0: it is neither. */
  radius: number;
  /** m: distance between the markers, or size of the box. */
  reach: number;
}

/** Default sizes: r is half the width of a bar; `travel` suits the length of a slide. */
interface Scale {
  r: number;
  travel: number;
  planar: boolean;
  /** The upward direction. */
  up: Point;
}

/** `isPlain`: whether neither the document nor the contacts of a body define its look. `bodyOf`: the body of a marker. */
export function plainLook(model: ModelInfo, isPlain: (body: number) => boolean, bodyOf: (marker: number) => number | undefined): PlainLook {
  const places = placesOn(model, bodyOf);
  const symbols = jointsOf(model, isPlain, bodyOf);
  const sliding = new Set(symbols.flatMap(({ symbol, held, sides }) => (symbol.kind === 'slide' ? [sides[1 - held].body] : [])));
  const bodies = model.objects.flatMap((object, number) => {
    const body = isPlain(number) ? describe(object, number, places.get(number) ?? [], sliding.has(number)) : null;
    return body ? [body] : [];
  });
  const planar = isPlanar(model);
  const scale: Scale = {
    r: slender * Math.max(0, ...bodies.map(({ reach }) => reach)),
    travel: bodies.reduce((sum, { reach }) => sum + reach, 0),
    planar,
    up: planar ? [0, 1, 0] : (point(model.display.camera.up) ?? [0, 0, 1]),
  };
  const look = new Map<number, Shape[]>(bodies.map((body) => [body.number, body.planar ? plate(body, scale) : solid(body, scale)]));
  for (const [number, shape] of masses(model, isPlain)) look.set(number, [shape]);
  if (scale.r === 0) return look;
  for (const [number, shape] of symbols.flatMap((joint) => drawJoint(joint, scale))) look.set(number, [...(look.get(number) ?? []), shape]);
  return look;
}

/** Whether everything moves in the xy plane. */
export function isPlanar({ poses, objects }: ModelInfo): boolean {
  return poses.length > 0 && poses.every(({ kind, size, object }) => (kind === 'cable' ? size === 8 : isFlat(objects[object])));
}

function isFlat({ drawnAs }: ObjectInfo): boolean {
  return drawnAs?.as === 'plate' || drawnAs?.as === 'planarPoint';
}

function placesOn(model: ModelInfo, bodyOf: (marker: number) => number | undefined): Map<number, Point[]> {
  const places = new Map<number, Point[]>();
  model.markers.forEach((marker, number) => {
    const body = bodyOf(number);
    if (body === undefined || marker.drawnAs?.link !== undefined) return;
    const place = markerPlace(model, number);
    const others = places.get(body) ?? [];
    if (!others.some((other) => distance(other, place) < 1e-9)) places.set(body, [...others, place]);
  });
  return places;
}

function describe({ drawnAs: drawn }: ObjectInfo, number: number, places: Point[], slides: boolean): PlainBody | null {
  if (drawn?.as !== 'box' && drawn?.as !== 'plate') return null;
  const planar = drawn.as === 'plate';
  const [x, y, z = 0] = drawn.center ?? [0, 0, 0];
  const center: Point = [x, y, z];
  const mass = drawn.mass ?? 0;
  const box = planar || slides ? null : boxOfInertia(mass, drawn.inertia ?? []);
  const radius = slides ? 0 : planar ? discOfInertia(mass, (drawn.polarInertia ?? 0) - mass * (x * x + y * y)) : ballOf(box);
  const apart = places.flatMap((a, i) => places.slice(i + 1).map((b) => distance(a, b)));
  const fromCenter = places.map((place) => distance(place, center));
  const reach = Math.max(0, ...apart, ...fromCenter, ...(box ?? []), 2 * radius);
  return Number.isFinite(reach) ? { number, planar, slides, center, places, box, radius, reach } : null;
}

/** Edges of the homogeneous box with this mass and inertia. */
function boxOfInertia(mass: number, [xx, yy, zz]: number[]): Point | null {
  if (!(mass > 0) || zz === undefined) return null;
  const edge = (a: number, b: number, c: number) => Math.sqrt(Math.max(0, (6 * (a + b - c)) / mass));
  const size: Point = [edge(yy, zz, xx), edge(xx, zz, yy), edge(xx, yy, zz)];
  const largest = Math.max(...size);
  return largest > 0 ? (size.map((length) => Math.max(length, 0.02 * largest)) as Point) : null;
}

/** Radius of the homogeneous ball with the inertia of a cube; 0 for other boxes. */
function ballOf(box: Point | null): number {
  if (!box || Math.max(...box) - Math.min(...box) > 1e-6 * box[0]) return 0;
  return Math.sqrt(5 / 12) * box[0]; // 2/5 r² = 1/6 a²
}

/** Radius of the homogeneous disc with this mass and moment of inertia about its centre. */
function discOfInertia(mass: number, inertia: number): number {
  return mass > 0 && inertia > 0 ? Math.sqrt((2 * inertia) / mass) : 0;
}

/** A planar body: a flat bar with thickness. A disc if it is free or held at its centre of mass. */
function plate({ places, center, radius, slides }: PlainBody, { r }: Scale): Shape[] {
  const [only] = places;
  if (places.length === 0 || (places.length === 1 && distance(only, center) < 1e-6 * r)) {
    if (radius === 0) return slides ? [] : [mass(center)];
    const upright = { center, axis: [0, 0, 1] as Point, radius, width: Math.min(2 * r, 0.4 * radius), mark: true, innerRadius: null };
    return [plain({ type: 'disc', ...upright })];
  }
  const bars = spokes(places, center, radius > 0).flatMap(([from, to]) => flatBar(from, to, r));
  return radius === 0 && places.length === 1 ? [...bars, mass(center)] : bars;
}

/** A body in space: the ball or box of its inertia, and rods to markers outside of it; without inertia, only rods. */
function solid({ places, center, box, radius, slides }: PlainBody, { r }: Scale): Shape[] {
  if (!box) {
    const rods = spokes(places, center, false).map(([from, to]) => rod(from, to, r));
    return !slides && places.length < 2 ? [...rods, mass(center)] : rods;
  }
  const core: Shape = radius > 0 ? plain({ type: 'sphere', center, radius, mark: true }) : plain({ type: 'box', center, size: box });
  const isOutside = (place: Point) =>
    radius > 0 ? distance(place, center) > radius : place.some((value, i) => Math.abs(value - center[i]) > box[i] / 2 + 1e-6 * r);
  return [core, ...places.filter(isOutside).map((place) => rod(center, place, r))];
}

/**
 * The lines of a body: from end to end if the markers are collinear, otherwise from their centre to each marker. From a single marker to
 * the centre of mass, and as far beyond it if the mass is distributed (`spread`).
 */
function spokes(places: Point[], center: Point, spread: boolean): [Point, Point][] {
  if (places.length === 0) return [];
  if (places.length === 1) {
    const [from] = places;
    const to = spread ? (from.map((value, i) => 2 * center[i] - value) as Point) : center;
    return distance(from, to) > 0 ? [[from, to]] : [];
  }
  const pairs = places.flatMap((a, i) => places.slice(i + 1).map((b): [Point, Point] => [a, b]));
  const [longest] = pairs.sort(([a, b], [c, d]) => distance(c, d) - distance(a, b));
  const length = distance(...longest);
  const isBetween = (place: Point) => distance(longest[0], place) + distance(place, longest[1]) < length * (1 + 1e-6);
  if (places.every(isBetween)) return [longest];
  const middle = [0, 1, 2].map((i) => places.reduce((sum, place) => sum + place[i], 0) / places.length) as Point;
  return places.filter((place) => distance(middle, place) > 0).map((place) => [middle, place]);
}

/** Mass points as balls; the largest ball has the largest mass. */
function masses(model: ModelInfo, isPlain: (body: number) => boolean): [number, Shape][] {
  const points = model.objects.flatMap(({ drawnAs: drawn }, number): [number, number, boolean][] => {
    const isMass = drawn?.as === 'point' || drawn?.as === 'planarPoint' || drawn?.as === 'slider' || drawn?.as === 'rotor';
    return isMass && isPlain(number) ? [[number, drawn.mass ?? 0, drawn.as === 'rotor']] : [];
  });
  const heaviest = Math.max(...points.map(([, kilograms]) => kilograms));
  return points.map(([number, kilograms, turns]) => {
    const share = heaviest > 0 ? Math.max(0.4, Math.cbrt(kilograms / heaviest)) : 1;
    return [number, { ...plain({ type: 'sphere', center: [0, 0, 0], radius: null, mark: turns }), share }];
  });
}

/** A joint between two bodies without graphics. */
interface Joint {
  symbol: JointSymbol;
  /** Its two sides, by markers: the bodies, and positions on them. */
  sides: { body: number; at: Point; isGround: boolean }[];
  /** The side on which the symbol is drawn: the ground, if it is one of them. */
  held: 0 | 1;
}

function jointsOf(model: ModelInfo, isPlain: (body: number) => boolean, bodyOf: (marker: number) => number | undefined): Joint[] {
  return model.objects.flatMap(({ drawnAs, markers, visualization }): Joint[] => {
    const symbol = symbolOf(drawnAs);
    if (!symbol || visualization.show === false) return [];
    const sides = markers.map((marker) => {
      const body = bodyOf(marker) ?? -1;
      return {
        body,
        at: markerPlace(model, marker),
        isGround: model.objects[body]?.drawnAs?.as === 'ground',
      };
    });
    return sides.every(({ body }) => body >= 0 && isPlain(body)) ? [{ symbol, sides, held: sides[1].isGround ? 1 : 0 }] : [];
  });
}

/** The shapes of a joint, with the bodies on which they are drawn. */
function drawJoint({ symbol, sides, held }: Joint, scale: Scale): [number, Shape][] {
  const { body, at, isGround } = sides[held];
  if (symbol.kind === 'slide') {
    const other = sides[1 - held];
    return [
      [body, rail(at, symbol.axis, scale)],
      [other.body, block(other.at, symbol.axis, scale)],
    ];
  }
  const shapes = [...pin(symbol, at, scale), ...(isGround ? support(at, scale) : [])];
  return shapes.map((shape) => [body, shape]);
}

export type JointSymbol = { kind: 'hinge' | 'slide'; axis: Point } | { kind: 'ball' | 'fixed' };

/** The symbol of a joint; for a generic joint, it depends on the free axes. Null: not a joint. */
export function symbolOf(drawn: ObjectInfo['drawnAs']): JointSymbol | null {
  const column = (k: number): Point =>
    point(drawn?.rotation?.map((row) => row[k])) ?? ([0, 0, 0].map((_, i) => (i === k ? 1 : 0)) as Point);
  if (drawn?.as === 'hinge') return { kind: 'hinge', axis: column(2) };
  if (drawn?.as === 'slide') return { kind: 'slide', axis: point(drawn.axis) ?? column(0) };
  if (drawn?.as === 'ball') return { kind: 'ball' };
  if (drawn?.as !== 'joint') return null;
  const free = (drawn.constrained ?? []).flatMap((locked, i) => (locked ? [] : [i]));
  if (free.length === 1) return free[0] < 3 ? { kind: 'slide', axis: column(free[0]) } : { kind: 'hinge', axis: column(free[0] - 3) };
  return { kind: free.length === 0 ? 'fixed' : 'ball' };
}

function pin(symbol: JointSymbol, at: Point, { r }: Scale): Shape[] {
  if (symbol.kind === 'ball') return [{ ...plain({ type: 'sphere', center: at, radius: 1.25 * r, mark: false }), color: dark }];
  if (symbol.kind !== 'hinge') return [{ ...plain({ type: 'box', center: at, size: [2.2 * r, 2.2 * r, 2.2 * r] }), color: dark }];
  const end = (sign: number) => moved(at, symbol.axis, 1.5 * sign * r);
  return [{ ...plain({ type: 'cylinder', from: end(-1), to: end(1), radius: 0.55 * r }), color: dark }];
}

/** A support on the ground: a triangle on a line in the plane, a foot in space. */
function support(at: Point, { r, planar, up }: Scale): Shape[] {
  const below = moved(at, up, -2.8 * r);
  if (!planar) return [{ ...plain({ type: 'cylinder', from: below, to: moved(at, up, -0.4 * r), radius: 1.4 * r }), color: grey }];
  const side = (reach: number): Point => [below[0] + reach * r, below[1], at[2]];
  const line = (points: Point[], closed: boolean): Shape => ({
    ...plain({ type: 'polyline', points, closed, radius: 0.16 * r }),
    color: grey,
  });
  return [line([at, side(-1.7), side(1.7)], true), line([side(-2.8), side(2.8)], false)];
}

function rail([x, y, z]: Point, axis: Point, { r, travel, planar }: Scale): Shape {
  const at: Point = [x, y, planar ? z - 1.2 * r : z]; // behind the bars that swing over it, but still within the block
  return {
    ...plain({ type: 'cylinder', from: moved(at, axis, -travel), to: moved(at, axis, travel), radius: 0.18 * r }),
    color: grey,
  };
}

function block(at: Point, axis: Point, { r }: Scale): Shape {
  return {
    ...plain({ type: 'box', center: [0, 0, 0], size: [5 * r, 3.4 * r, 3 * r] }),
    position: at,
    rotation: towards(axis),
    color: grey,
  };
}

/** A planar bar with round ends. */
function flatBar(from: Point, to: Point, r: number): Shape[] {
  const middle = from.map((value, i) => (value + to[i]) / 2) as Point;
  const along = to.map((value, i) => value - from[i]) as Point;
  const box = plain({ type: 'box', center: [0, 0, 0], size: [distance(from, to), 2 * r, 1.2 * r] });
  const end = ([x, y, z]: Point) => plain({ type: 'cylinder', from: [x, y, z - 0.6 * r], to: [x, y, z + 0.6 * r], radius: 1.25 * r });
  return [{ ...box, position: middle, rotation: towards(along) }, end(from), end(to)];
}

function rod(from: Point, to: Point, r: number): Shape {
  return plain({ type: 'cylinder', from, to, radius: 0.6 * r });
}

function mass(center: Point): Shape {
  return { ...plain({ type: 'sphere', center, radius: null, mark: false }), share: 1.4 };
}

/** The rotation that maps x to a direction, and keeps y in the xy plane. */
function towards(axis: Point): [Point, Point, Point] {
  const [x, y, z] = axis.map((value) => value / Math.hypot(...axis));
  const flat = Math.hypot(x, y);
  const [a, b] = flat > 1e-9 ? [-y / flat, x / flat] : [0, 1];
  return [
    [x, a, -b * z],
    [y, b, a * z],
    [z, 0, x * b - y * a],
  ];
}

function moved(from: Point, along: Point, by: number): Point {
  return from.map((value, i) => value + by * along[i]) as Point;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
