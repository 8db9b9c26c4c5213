import { Quaternion, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import { sensorColumn } from '../state/recording';
import { anchorPlace } from './anchor';
import { type Ball, bodyBalls, movedBalls } from './balls';
import { cablePoint } from './cable';
import type { SceneBody, SceneDescription } from './description';
import { shapeRadius } from './extent';
import { type Point, plain, type Shape } from './shape';

/** An axis-parallel box, empty while min is above max. */
export interface Box {
  min: Point;
  max: Point;
}

const farthest = 1e13; // m, beyond the solar system

/**
 * Whether a coordinate can be drawn. Shaders square lengths in single precision. Far beyond the limit, a drawing by software does not end,
 * and it would show only that a run has diverged.
 */
export function isDrawable(coordinate: number): boolean {
  return Math.abs(coordinate) < farthest; // also false for NaN
}

const enough = 20_000; // positions of all bodies together
const most = 200; // balls of a body or trail,
const fewer = 40; // of a part of a flexible body or cable

/** The space swept by bodies and trails over the first `samples`. */
export function motionBalls(scene: SceneDescription, recording: Recording, samples = recording.history.samples): Ball[] {
  const { history } = recording;
  const balls: Ball[] = [];
  const addPath = ([x, y, z]: ArrayLike<number>[], count = most) => {
    const stride = Math.max(1, Math.ceil(samples / count));
    for (let i = 0; i < samples; i += stride) {
      const centre: Point = [x[i], y[i], z[i]];
      if (centre.every(isDrawable)) balls.push({ centre, radius: 0 });
    }
  };
  const mostOfBody = Math.max(8, Math.min(most, Math.ceil(enough / Math.max(1, scene.bodies.length))));
  const addMoving = (pose: number, parts: Ball[]) => {
    const columns = history.poseColumns(pose);
    const stride = Math.max(1, Math.ceil(samples / mostOfBody));
    for (let i = 0; i < samples; i += stride) {
      const [x, y, z, w, a, b, c] = columns.map((column) => column[i]);
      const turn = columns.length < 7 ? undefined : new Quaternion(a, b, c, w);
      if ([x, y, z].every(isDrawable)) balls.push(...movedBalls(parts, new Vector3(x, y, z), turn));
    }
  };
  for (const body of scene.bodies) {
    const parts = bodyBalls(body);
    if (body.pose === null) balls.push(...movedBalls(parts, new Vector3(...body.position)));
    else addMoving(body.pose, parts);
  }
  for (const { pose, positions, surface } of scene.flexibles) {
    if (!surface) addMoving(pose, bodyBalls({ shapes: [cloudOf(positions)] }));
    else for (const corner of [0, 2, 4, 6, 8]) addPath(history.poseColumns(pose).slice(7 + 3 * corner), fewer);
  }
  const many = scene.cables.length > 20; // for short elements, the ends are enough
  for (const { pose, length, inSpace } of scene.cables) {
    const columns = history.poseColumns(pose);
    if (many) {
      const flat = new Float64Array(history.samples);
      for (const [x, y, z] of [columns, columns.slice(columns.length / 2)]) addPath([x, y, inSpace ? z : flat], fewer);
      continue;
    }
    const stride = Math.max(1, Math.ceil(samples / fewer));
    for (let i = 0; i < samples; i += stride) {
      const ends = columns.map((column) => column[i]);
      for (const { x, y, z } of [0, 0.25, 0.5, 0.75, 1].map((share) => cablePoint(ends, length, share)))
        if ([x, y, z].every(isDrawable)) balls.push({ centre: [x, y, z], radius: 0 });
    }
  }
  for (const trail of scene.trails) {
    const columns = [0, 1, 2].map((component) => sensorColumn(recording, trail, component));
    if (columns.every((column) => column !== null)) addPath(columns);
  }
  return balls.length > 0 ? balls : linkBalls(scene, recording, samples);
}

/** The nodes of an undeformed mesh. */
function cloudOf(positions: number[]): Shape {
  const points = Array.from({ length: positions.length / 3 }, (_, node) => positions.slice(3 * node, 3 * node + 3) as Point);
  return plain({ type: 'mesh', points, triangles: [] });
}

/** The ends of springs and rods, for a model without other visible items. */
function linkBalls({ links }: SceneDescription, recording: Recording, samples: number): Ball[] {
  const count = Math.max(2, Math.min(most, Math.floor(enough / Math.max(1, 2 * links.length))));
  const stride = Math.max(1, Math.ceil(samples / count));
  const places = Array.from({ length: Math.ceil(samples / stride) }, (_, i) => ({ index: i * stride, fraction: 0 }));
  return places
    .flatMap((place) => links.flatMap(({ ends }) => ends.map((end) => anchorPlace(end, recording, place).toArray())))
    .filter((centre) => centre.every(isDrawable))
    .map((centre) => ({ centre, radius: 0 }));
}

export function boundsOf(balls: Ball[]): Box {
  const box: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (const { centre, radius } of balls)
    for (let i = 0; i < 3; i++) {
      box.min[i] = Math.min(box.min[i], centre[i] - radius);
      box.max[i] = Math.max(box.max[i], centre[i] + radius);
    }
  return box;
}

export function isEmpty(box: Box): boolean {
  return !(box.min[0] <= box.max[0]);
}

export function boxSize(box: Box): number {
  return Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
}

/** The largest distance of a body's outline from its origin. */
export function bodyRadius(body: SceneBody): number {
  return Math.max(0, ...body.shapes.map(shapeRadius));
}
