import { type Quaternion, Vector3 } from 'three';
import type { Point, Shape } from './shape';
import { frameOf } from './solids';

/** A ball that should be visible. */
export interface Ball {
  centre: Point;
  radius: number;
}

/** Balls in the frame of a body that represent its outline: the farthest ones in each direction. */
export function bodyBalls({ shapes }: { shapes: Shape[] }): Ball[] {
  const balls = shapes.flatMap(placedBalls);
  const outer = directions.map((direction) => {
    const reach = ({ centre, radius }: Ball) => direction[0] * centre[0] + direction[1] * centre[1] + direction[2] * centre[2] + radius;
    return balls.reduce((best: Ball | null, ball) => (best && reach(best) >= reach(ball) ? best : ball), null);
  });
  return [...new Set(outer)].filter((ball) => ball !== null);
}

/** The balls at the pose of a body. */
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
