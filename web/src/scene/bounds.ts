import { Quaternion, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import { sensorColumn } from '../state/recording';
import { type Ball, bodyBalls, movedBalls } from './balls';
import type { SceneBody, SceneDescription } from './description';
import { shapeRadius } from './extent';
import type { Point } from './shape';

/** An axis-parallel box, empty while min is above max. */
export interface Box {
  min: Point;
  max: Point;
}

const enough = 20_000; // places of all bodies together

/** The space taken by bodies and trails from the first to the last sample, with at most this many balls for each. */
export function motionBalls(scene: SceneDescription, recording: Recording, most = 200): Ball[] {
  const { history } = recording;
  const balls: Ball[] = [];
  const addPath = ([x, y, z]: ArrayLike<number>[], radius: number, count = most) => {
    const stride = Math.max(1, Math.ceil(x.length / count));
    for (let i = 0; i < x.length; i += stride) {
      const centre: Point = [x[i], y[i], z[i]];
      if (centre.every(Number.isFinite)) balls.push({ centre, radius });
    }
  };
  const mostOfBody = Math.max(8, Math.min(most, Math.ceil(enough / Math.max(1, scene.bodies.length))));
  for (const body of scene.bodies) {
    const parts = bodyBalls(body);
    if (body.pose === null) balls.push(...movedBalls(parts, new Vector3(...body.position)));
    else {
      const columns = history.poseColumns(body.pose);
      const stride = Math.max(1, Math.ceil(history.samples / mostOfBody));
      for (let i = 0; i < history.samples; i += stride) {
        const [x, y, z, w, a, b, c] = columns.map((column) => column[i]);
        const turn = columns.length < 7 ? undefined : new Quaternion(a, b, c, w);
        if (Number.isFinite(x + y + z)) balls.push(...movedBalls(parts, new Vector3(x, y, z), turn));
      }
    }
  }
  for (const cable of scene.cables) {
    const [x, y, z] = history.poseColumns(cable.pose);
    addPath([x, y, cable.inSpace ? z : new Float64Array(x.length)], 0.5 * cable.length, Math.min(most, 40));
  }
  for (const trail of scene.trails) {
    const columns = [0, 1, 2].map((component) => sensorColumn(recording, trail, component));
    if (columns.every((column) => column !== null)) addPath(columns, 0);
  }
  return balls;
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

/** The reach of a body from its origin. */
export function bodyRadius(body: SceneBody): number {
  return Math.max(0, ...body.shapes.map(shapeRadius));
}

/** A body's outline as balls in its own frame: those that reach farthest in each direction. */
export function bodyBalls({ shapes }: SceneBody): Ball[] {
  const balls = shapes.flatMap(placedBalls);
  const outer = directions.map((direction) => {
    const reach = ({ centre, radius }: Ball) => direction[0] * centre[0] + direction[1] * centre[1] + direction[2] * centre[2] + radius;
    return balls.reduce((best: Ball | null, ball) => (best && reach(best) >= reach(ball) ? best : ball), null);
  });
  return [...new Set(outer)].filter((ball) => ball !== null);
}

/** The balls where a body is. */
export function movedBalls(balls: Ball[], position: Vector3, turn?: Quaternion): Ball[] {
  return balls.map(({ centre, radius }) => {
    const place = new Vector3(...centre);
    if (turn) place.applyQuaternion(turn);
    return { centre: place.add(position).toArray(), radius };
  });
}

/** Towards the corners, edges and faces of a cube. */
const directions = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1].flatMap((z) => {
      const size = Math.hypot(x, y, z);
      return size > 0 ? [[x / size, y / size, z / size]] : [];
    }),
  ),
);

function placedBalls(shape: Shape): Ball[] {
  const frame = frameOf(shape);
  const balls = shapeBalls(shape);
  return frame ? balls.map(({ centre, radius }) => ({ centre: new Vector3(...centre).applyMatrix4(frame).toArray(), radius })) : balls;
}

function shapeBalls(shape: Shape): Ball[] {
  switch (shape.type) {
    case 'box':
      return directions
        .filter((corner) => corner.every((value) => value !== 0))
        .map((corner) => ({
          centre: shape.center.map((value, i) => value + (Math.sign(corner[i]) * shape.size[i]) / 2) as Point,
          radius: 0,
        }));
    case 'sphere':
      return [{ centre: shape.center, radius: shape.radius ?? 0 }];
    case 'disc':
      return rim(shape.center, shape.axis, shape.radius, shape.width);
    case 'polyline':
      return shape.points.map((centre) => ({ centre, radius: shape.radius ?? 0 }));
    case 'mesh':
      return shape.points.map((centre) => ({ centre, radius: 0 }));
    case 'text':
      return [{ centre: shape.center, radius: 0 }];
    default:
      return [shape.from, shape.to].map((centre) => ({ centre, radius: shape.radius ?? 0 }));
  }
}

/** Small balls in the rim of a disc. */
function rim(center: Point, axis: Point, radius: number, width: number): Ball[] {
  const normal = new Vector3(...axis).normalize();
  const across = new Vector3(Math.abs(normal.x) < 0.9 ? 1 : 0, Math.abs(normal.x) < 0.9 ? 0 : 1, 0).projectOnPlane(normal).normalize();
  const along = normal.clone().cross(across);
  return Array.from({ length: 16 }, (_, i) => {
    const angle = (i * Math.PI) / 8;
    const spoke = across.clone().multiplyScalar(Math.cos(angle)).addScaledVector(along, Math.sin(angle));
    return { centre: new Vector3(...center).addScaledVector(spoke, radius).toArray(), radius: width / 2 };
  });
}
