import { Vector3 } from 'three';
import type { ModelInfo, ObjectInfo } from '../../../wasm/engine/types';
import { markerPlace } from './marker-place';
import { meridian, type OutlinePoint, revolved } from './revolved';
import { type Point, plain, point, type Shape } from './shape';

/** The contact surfaces of a body without graphics. */
export interface Surface {
  shapes: Shape[];
  color: string | null;
}

/** A circle about an axis in the frame of a marker; a rope passes it in the rotational sense of the axis. */
export interface Sheave {
  axis: Point;
  radius: number;
}

/** A shape on a body; undefined: the marker has no body. */
type Found = { body: number | undefined; shape: Shape; color?: string | null };

/** A kind of contact; `once`: a body shows only its first shape. */
interface Kind {
  find: (model: ModelInfo) => Iterable<Found>;
  once?: boolean;
}

const fewSpheres = 300; // spheres of a set, up to which each shows its rotation

/** The surfaces of all bodies, by index, without duplicates. A body with several kinds of contact shows the first. */
export function surfacesOf(model: ModelInfo): Map<number, Surface> {
  const kinds: Kind[] = [
    { find: spheresOfSets, once: true },
    { find: trianglesOfSets },
    { find: discs },
    { find: rolls },
    { find: circles, once: true },
    { find: sheaves },
    { find: spheres, once: true },
    { find: triangles },
    { find: tori },
    { find: curves },
  ];
  const surfaces = new Map<number, Surface>();
  for (const { find, once = false } of kinds) {
    const earlier = new Set(surfaces.keys());
    const seen = new Set<string>();
    for (const { body, shape, color = null } of find(model)) {
      const known = surfaces.get(body ?? -1);
      if (body === undefined || earlier.has(body) || (known && once)) continue;
      const key = once ? '' : JSON.stringify([body, shape]);
      if (known && !seen.has(key)) known.shapes.push(shape);
      else if (!known) surfaces.set(body, { shapes: [shape], color });
      seen.add(key);
    }
  }
  return surfaces;
}

/** Rolling discs with their markers. */
export function rollingConnectors(model: ModelInfo) {
  return model.objects.flatMap((connector) => {
    const drawn = connector.drawnAs;
    const [plane, disc] = connector.markers.map((marker) => model.markers[marker]);
    return drawn?.as === 'disc' ? [{ connector, drawn, plane, disc }] : [];
  });
}

/** The sheaves of a rope, with the numbers of their markers. */
export function sheavesOf({ drawnAs, markers }: ObjectInfo): (Sheave & { marker: number })[] {
  if (drawnAs?.as !== 'rope') return [];
  return (drawnAs.coordinates ? markers.slice(0, -2) : markers).map((marker, i) => ({
    marker,
    axis: point(drawnAs.axes?.[i]) ?? [0, 0, 1],
    radius: drawnAs.radii?.[i] ?? 0,
  }));
}

const setsOf = (model: ModelInfo) => model.objects.filter(({ drawnAs }) => drawnAs?.as === 'sphereSet');

function* spheresOfSets(model: ModelInfo): Generator<Found> {
  for (const { drawnAs, markers, visualization } of setsOf(model)) {
    const { radii = [], triangleMarkers = [] } = drawnAs ?? {};
    const count = markers.length - triangleMarkers.length;
    for (let i = 0; i < count; ++i) {
      const radius = radii.length === 1 ? radii[0] : radii[i];
      const shape = plain({ type: 'sphere', center: markerPlace(model, markers[i]), radius, mark: count <= fewSpheres });
      if (radius > 0) yield { body: bodyOf(model, markers[i]), shape, color: visualization.color };
    }
  }
}

function* trianglesOfSets(model: ModelInfo): Generator<Found> {
  const triangles = new Map<number | undefined, Point[][]>();
  for (const { drawnAs, markers } of setsOf(model)) {
    const { points = [], triangleMarkers = [] } = drawnAs ?? {};
    const first = markers.length - triangleMarkers.length;
    for (let t = 0; 3 * t + 2 < points.length; ++t) {
      const marker = markers[first + (triangleMarkers.length === 1 ? 0 : t)];
      const corners = points.slice(3 * t, 3 * t + 3).map((corner) => moved(corner, markerPlace(model, marker)));
      const body = bodyOf(model, marker);
      const others = triangles.get(body);
      if (others) others.push(corners);
      else triangles.set(body, [corners]);
    }
  }
  for (const [body, all] of triangles) for (const shape of outlines(all)) yield { body, shape };
}

/** The edges of triangles, except edges between two coplanar triangles. */
function outlines(triangles: Point[][]): Shape[] {
  const edges = new Map<string, { ends: Point[]; normal: Vector3; inPlane: boolean }>();
  for (const corners of triangles) {
    const [a, b, c] = corners.map((corner) => new Vector3(...corner));
    const normal = b.clone().sub(a).cross(c.sub(a)).normalize();
    corners.forEach((corner, i) => {
      const ends = [corner, corners[(i + 1) % 3]];
      const key = ends.map(String).sort().join(' ');
      const other = edges.get(key);
      if (other) other.inPlane ||= Math.abs(other.normal.dot(normal)) > 1 - 1e-9;
      else edges.set(key, { ends, normal, inPlane: false });
    });
  }
  return [...edges.values()]
    .filter(({ inPlane }) => !inPlane)
    .map(({ ends }) => plain({ type: 'polyline', points: ends, closed: false, radius: null }));
}

/** Discs that roll. */
function* discs(model: ModelInfo): Generator<Found> {
  for (const { connector, drawn, disc } of rollingConnectors(model)) {
    const radius = drawn.radius ?? 0;
    const center = point(disc?.drawnAs?.position) ?? [0, 0, 0];
    const axis = point(drawn.axis) ?? [1, 0, 0];
    const width = connector.visualization.discWidth ?? 0.16 * radius;
    const shape = plain({ type: 'disc', center, axis, radius, width, mark: true, innerRadius: null });
    if (radius > 0) yield { body: disc?.objects[0], shape };
  }
}

/** Convex rolls, each with a line along it that shows its rotation. */
function* rolls(model: ModelInfo): Generator<Found> {
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'roll') continue;
    const { length = 0, hull = [] } = drawnAs;
    const along = Array.from({ length: 25 }, (_, i) => length * (i / 24 - 0.5));
    const outline = along.map((x): OutlinePoint => [x, hull.reduce((radius, coefficient) => radius * x + coefficient, 0)]);
    const whole: OutlinePoint[] = [[-length / 2, 0], ...outline, [length / 2, 0]];
    const center = markerPlace(model, markers[1]);
    const body = bodyOf(model, markers[1]);
    yield { body, shape: revolved(center, [1, 0, 0], whole, false) };
    const line = plain({ type: 'polyline', points: meridian(center, [1, 0, 0], outline, 0), closed: false, radius: null });
    yield { body, shape: { ...line, color: '#2b3642' } };
  }
}

/** Circles in contact with cables. */
function* circles(model: ModelInfo): Generator<Found> {
  for (const { drawnAs, markers } of model.objects) {
    const radius = drawnAs?.as === 'circle' ? (drawnAs.radius ?? 0) : 0;
    if (radius > 0) yield { body: bodyOf(model, markers[0]), shape: wheel([0, 0, 0], [0, 0, 1], radius, true) };
  }
}

/** Sheaves of ropes. */
function* sheaves(model: ModelInfo): Generator<Found> {
  for (const { marker, axis, radius } of model.objects.flatMap(sheavesOf))
    if (radius > 0) yield { body: bodyOf(model, marker), shape: wheel(markerPlace(model, marker), axis, radius, false) };
}

/** Spheres of single contacts. */
function* spheres(model: ModelInfo): Generator<Found> {
  for (const { drawnAs, markers } of model.objects) {
    const alone = drawnAs?.as === 'triangle' || drawnAs?.as === 'torus';
    const radii = (drawnAs?.as === 'spheres' ? drawnAs.radii : alone ? [drawnAs.radius ?? 0] : undefined) ?? [];
    for (const [side, radius] of radii.entries()) {
      const hollow = side === 1 && drawnAs?.hollow === true;
      const ball = plain({ type: 'sphere', center: markerPlace(model, markers[side]), radius, mark: !hollow });
      if (radius > 0) yield { body: bodyOf(model, markers[side]), shape: { ...ball, opacity: hollow ? 0.25 : 1 } };
    }
  }
}

/** Outlines of the triangles of single contacts. */
function* triangles(model: ModelInfo): Generator<Found> {
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'triangle') continue;
    const points = drawnAs.points?.map((corner) => moved(corner, markerPlace(model, markers[1]))) ?? [];
    yield { body: bodyOf(model, markers[1]), shape: plain({ type: 'polyline', points, closed: true, radius: null }) };
  }
}

/** Tori around spheres; transparent, so that the spheres are visible. */
function* tori(model: ModelInfo): Generator<Found> {
  const seen = new Set<string>();
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'torus') continue;
    const { majorRadius = 0, minorRadius = 0, axis } = drawnAs;
    const key = JSON.stringify([markers[1], axis, majorRadius, minorRadius]);
    if (seen.has(key)) continue; // a ring of a bearing has many balls
    seen.add(key);
    const tube = Array.from({ length: 24 }, (_, i): OutlinePoint => {
      const angle = (i * Math.PI) / 12;
      return [minorRadius * Math.sin(angle), majorRadius + minorRadius * Math.cos(angle)];
    });
    const ring = revolved(markerPlace(model, markers[1]), point(axis) ?? [0, 0, 1], tube, true);
    yield { body: bodyOf(model, markers[1]), shape: { ...ring, opacity: 0.25 } };
  }
}

/** Curves of single contacts and the circles that touch them. */
function* curves(model: ModelInfo): Generator<Found> {
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'curve') continue;
    for (const [ax, ay, bx, by] of drawnAs.points ?? []) {
      const ends = [
        [ax, ay, 0],
        [bx, by, 0],
      ].map((end) => moved(end, markerPlace(model, markers[0])));
      yield { body: bodyOf(model, markers[0]), shape: plain({ type: 'polyline', points: ends, closed: false, radius: null }) };
    }
    for (const [i, radius] of (drawnAs.radii ?? []).entries())
      yield { body: bodyOf(model, markers[i + 1]), shape: wheel(markerPlace(model, markers[i + 1]), [0, 0, 1], radius, false) };
  }
}

function wheel(center: Point, axis: Point, radius: number, mark: boolean): Shape {
  return plain({ type: 'disc', center, axis, radius, width: 0.15 * radius, mark, innerRadius: null });
}

function bodyOf(model: ModelInfo, marker: number): number | undefined {
  return model.markers[marker]?.objects[0];
}

function moved(corner: number[], by: Point): Point {
  return corner.map((value, i) => value + by[i]) as Point;
}
