import type { Recording } from '../run/recording';
import { sensorColumn } from '../run/recording';
import type { Point, SceneBody, SceneDescription, Shape } from './description';

/** An axis-parallel box, empty while min is above max. */
export interface Box {
  min: Point;
  max: Point;
}

/** A ball that should be in sight. */
export interface Ball {
  centre: Point;
  radius: number;
}

/** Where bodies and trails are from the first to the last sample, in so many balls at most for each. */
export function motionBalls(scene: SceneDescription, recording: Recording, most = 400): Ball[] {
  const { history } = recording;
  const balls: Ball[] = [];
  const addPath = ([x, y, z]: ArrayLike<number>[], radius: number, count = most) => {
    const stride = Math.max(1, Math.ceil(x.length / count));
    for (let i = 0; i < x.length; i += stride) {
      const centre: Point = [x[i], y[i], z[i]];
      if (centre.every(Number.isFinite)) balls.push({ centre, radius });
    }
  };
  for (const body of scene.bodies) {
    const radius = bodyRadius(body);
    if (body.pose !== null) addPath(history.poseColumns(body.pose), radius);
    else if (radius > 0) balls.push({ centre: body.position, radius });
  }
  for (const cable of scene.cables) {
    const [x, y] = history.poseColumns(cable.pose);
    addPath([x, y, new Float64Array(x.length)], 0.5 * cable.length, Math.min(most, 40));
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

/** How far a body reaches from its origin. */
export function bodyRadius(body: SceneBody): number {
  return Math.max(0, ...body.shapes.map(shapeRadius));
}

function shapeRadius(shape: Shape): number {
  switch (shape.type) {
    case 'box':
      return length(shape.center) + Math.hypot(...shape.size) / 2;
    case 'sphere':
      return length(shape.center) + (shape.radius ?? 0);
    case 'disc':
      return length(shape.center) + Math.hypot(shape.radius, shape.width / 2);
    case 'polyline':
      return Math.max(...shape.points.map(length)) + (shape.radius ?? 0);
    case 'text':
      return length(shape.center);
    default:
      return Math.max(length(shape.from), length(shape.to)) + (shape.radius ?? 0);
  }
}

function length(point: Point): number {
  return Math.hypot(...point);
}
