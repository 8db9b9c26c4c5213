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

type Surfaces = Map<number, Surface>;

const fewSpheres = 300; // spheres of a set, up to which each shows its rotation

/** The surfaces of all bodies, by index. A body with several kinds of contact shows the first. */
export function surfacesOf(model: ModelInfo): Surfaces {
  const sets = model.objects.filter(({ drawnAs }) => drawnAs?.as === 'sphereSet');
  const kinds = [spheresOfSets, trianglesOfSets].map((kind) => kind(model, sets));
  for (const kind of [discs, rolls, circles, sheaves, spheres, triangles, tori, curves]) kinds.push(kind(model));
  return new Map(kinds.reverse().flatMap((surfaces) => [...surfaces]));
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

function spheresOfSets(model: ModelInfo, sets: ObjectInfo[]): Surfaces {
  const surfaces: Surfaces = new Map();
  for (const { drawnAs, markers, visualization } of sets) {
    const { radii = [], triangleMarkers = [] } = drawnAs ?? {};
    const count = markers.length - triangleMarkers.length;
    for (let i = 0; i < count; ++i) {
      const body = bodyOf(model, markers[i]);
      const radius = radii.length === 1 ? radii[0] : radii[i];
      if (body === undefined || !(radius > 0) || surfaces.has(body)) continue;
      const ball = plain({ type: 'sphere', center: markerPlace(model, markers[i]), radius, mark: count <= fewSpheres });
      surfaces.set(body, { shapes: [ball], color: visualization.color ?? null });
    }
  }
  return surfaces;
}

function trianglesOfSets(model: ModelInfo, sets: ObjectInfo[]): Surfaces {
  const triangles = new Map<number, Point[][]>();
  for (const { drawnAs, markers } of sets) {
    const { points = [], triangleMarkers = [] } = drawnAs ?? {};
    const first = markers.length - triangleMarkers.length;
    for (let t = 0; 3 * t + 2 < points.length; ++t) {
      const marker = markers[first + (triangleMarkers.length === 1 ? 0 : t)];
      const body = bodyOf(model, marker);
      if (body === undefined) continue;
      const corners = points.slice(3 * t, 3 * t + 3).map((corner) => moved(corner, markerPlace(model, marker)));
      const others = triangles.get(body);
      if (others) others.push(corners);
      else triangles.set(body, [corners]);
    }
  }
  return new Map([...triangles].map(([body, all]) => [body, { shapes: outlines(all), color: null }]));
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
function discs(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  for (const { connector, drawn, disc } of rollingConnectors(model)) {
    const radius = drawn.radius ?? 0;
    const center = point(disc?.drawnAs?.position) ?? [0, 0, 0];
    const axis = point(drawn.axis) ?? [1, 0, 0];
    const width = connector.visualization.discWidth ?? 0.16 * radius;
    if (radius > 0)
      addShape(surfaces, disc?.objects[0], plain({ type: 'disc', center, axis, radius, width, mark: true, innerRadius: null }));
  }
  return surfaces;
}

/** Convex rolls, each with a line along it that shows its rotation. */
function rolls(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'roll') continue;
    const { length = 0, hull = [] } = drawnAs;
    const along = Array.from({ length: 25 }, (_, i) => length * (i / 24 - 0.5));
    const outline = along.map((x): OutlinePoint => [x, hull.reduce((radius, coefficient) => radius * x + coefficient, 0)]);
    const whole: OutlinePoint[] = [[-length / 2, 0], ...outline, [length / 2, 0]];
    const center = markerPlace(model, markers[1]);
    const line = plain({ type: 'polyline', points: meridian(center, [1, 0, 0], outline, 0), closed: false, radius: null });
    addShape(surfaces, bodyOf(model, markers[1]), revolved(center, [1, 0, 0], whole, false));
    addShape(surfaces, bodyOf(model, markers[1]), { ...line, color: '#2b3642' });
  }
  return surfaces;
}

/** Circles in contact with cables. */
function circles(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  for (const { drawnAs, markers } of model.objects) {
    const body = drawnAs?.as === 'circle' ? bodyOf(model, markers[0]) : undefined;
    const radius = drawnAs?.radius ?? 0;
    if (body === undefined || surfaces.has(body) || !(radius > 0)) continue;
    addShape(surfaces, body, wheel([0, 0, 0], [0, 0, 1], radius, true));
  }
  return surfaces;
}

/** Sheaves of ropes. */
function sheaves(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  for (const { marker, axis, radius } of model.objects.flatMap(sheavesOf))
    if (radius > 0) addShape(surfaces, bodyOf(model, marker), wheel(markerPlace(model, marker), axis, radius, false));
  return surfaces;
}

/** Spheres of single contacts, one for each body. */
function spheres(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  for (const { drawnAs, markers } of model.objects) {
    const alone = drawnAs?.as === 'triangle' || drawnAs?.as === 'torus';
    const radii = drawnAs?.as === 'spheres' ? drawnAs.radii : alone ? [drawnAs.radius ?? 0] : undefined;
    radii?.forEach((radius, side) => {
      const body = bodyOf(model, markers[side]);
      if (body === undefined || surfaces.has(body) || !(radius > 0)) return;
      const hollow = side === 1 && drawnAs?.hollow === true;
      const ball = plain({ type: 'sphere', center: markerPlace(model, markers[side]), radius, mark: !hollow });
      addShape(surfaces, body, { ...ball, opacity: hollow ? 0.25 : 1 });
    });
  }
  return surfaces;
}

/** Outlines of the triangles of single contacts, without duplicates. */
function triangles(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  const seen = new Set<string>();
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'triangle') continue;
    const body = bodyOf(model, markers[1]);
    const points = drawnAs.points?.map((corner) => moved(corner, markerPlace(model, markers[1]))) ?? [];
    const key = JSON.stringify([body, points]);
    if (!seen.has(key)) addShape(surfaces, body, plain({ type: 'polyline', points, closed: true, radius: null }));
    seen.add(key);
  }
  return surfaces;
}

/** Tori around spheres, without duplicates; transparent, so that the spheres are visible. */
function tori(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  const seen = new Set<string>();
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'torus') continue;
    const { majorRadius = 0, minorRadius = 0 } = drawnAs;
    const center = markerPlace(model, markers[1]);
    const axis = point(drawnAs.axis) ?? [0, 0, 1];
    const key = JSON.stringify([bodyOf(model, markers[1]), center, axis, majorRadius, minorRadius]);
    if (seen.has(key)) continue;
    seen.add(key);
    const tube = Array.from({ length: 24 }, (_, i): OutlinePoint => {
      const angle = (i * Math.PI) / 12;
      return [minorRadius * Math.sin(angle), majorRadius + minorRadius * Math.cos(angle)];
    });
    addShape(surfaces, bodyOf(model, markers[1]), { ...revolved(center, axis, tube, true), opacity: 0.25 });
  }
  return surfaces;
}

/** Curves of single contacts and the circles that touch them, without duplicates. */
function curves(model: ModelInfo): Surfaces {
  const surfaces: Surfaces = new Map();
  const seen = new Set<string>();
  const add = (marker: number, shape: Shape) => {
    const key = JSON.stringify([bodyOf(model, marker), shape]);
    if (!seen.has(key)) addShape(surfaces, bodyOf(model, marker), shape);
    seen.add(key);
  };
  for (const { drawnAs, markers } of model.objects) {
    if (drawnAs?.as !== 'curve') continue;
    for (const [ax, ay, bx, by] of drawnAs.points ?? []) {
      const ends = [
        [ax, ay, 0],
        [bx, by, 0],
      ].map((end) => moved(end, markerPlace(model, markers[0])));
      add(markers[0], plain({ type: 'polyline', points: ends, closed: false, radius: null }));
    }
    drawnAs.radii?.forEach((radius, i) => {
      add(markers[i + 1], wheel(markerPlace(model, markers[i + 1]), [0, 0, 1], radius, false));
    });
  }
  return surfaces;
}

function addShape(surfaces: Surfaces, body: number | undefined, shape: Shape): void {
  if (body === undefined) return;
  const surface = surfaces.get(body);
  if (surface) surface.shapes.push(shape);
  else surfaces.set(body, { shapes: [shape], color: null });
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
