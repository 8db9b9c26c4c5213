import type { Point, Shape } from './shape';

/** The largest distance of a solid's points from the origin of its body. */
export function shapeRadius(shape: Shape): number {
  return length(shape.position ?? [0, 0, 0]) + ownRadius(shape);
}

/** The largest distance from the origin of the solid's own frame. */
function ownRadius(shape: Shape): number {
  switch (shape.type) {
    case 'box':
      return length(shape.center) + Math.hypot(...shape.size) / 2;
    case 'sphere':
      return length(shape.center) + (shape.radius ?? 0);
    case 'disc':
      return length(shape.center) + Math.hypot(shape.radius, shape.width / 2);
    case 'polyline':
      return Math.max(...shape.points.map(length)) + (shape.radius ?? 0);
    case 'mesh':
      return shape.points.reduce((most, point) => Math.max(most, length(point)), 0);
    case 'text':
      return length(shape.center);
    default:
      return Math.max(length(shape.from), length(shape.to)) + (shape.radius ?? 0);
  }
}

function length(point: Point): number {
  return Math.hypot(...point);
}
