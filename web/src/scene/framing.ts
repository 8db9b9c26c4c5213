import { Quaternion, Vector3 } from 'three';
import type { Ball } from './balls';
import { boundsOf } from './bounds';
import type { SceneDescription } from './description';

/** The default viewing direction. */
const defaultDirection = new Vector3(0.55, -0.95, 0.55);

/** Views with z up: from above and from the side. */
const views: Record<string, Vector3> = { top: new Vector3(0, -1e-3, 1), side: new Vector3(0, -1, 0.12) };

/** Unit vector from the centre of the picture to the camera: from the document, or from a view with its own direction. */
export function viewDirection({ camera }: SceneDescription, view = ''): Vector3 {
  if (views[view]) {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...camera.up).normalize());
    return views[view].clone().normalize().applyQuaternion(turn);
  }
  return (camera.direction ? new Vector3(...camera.direction) : defaultDirection.clone()).normalize();
}

/** Unit vector to the sun: above and to one side of the first view, so that the visible sides are lit. */
export function sunDirection(description: SceneDescription): Vector3 {
  const up = new Vector3(...description.camera.up).normalize();
  const direction = viewDirection(description).projectOnPlane(up);
  return direction.normalize().applyAxisAngle(up, 0.75).addScaledVector(up, 1.3).normalize();
}

/**
 * Target and distance of a camera with a field of view of `fov` degrees such that all balls fill the picture below the buttons, which cover
 * the part `covered` of its height.
 */
export function frameBalls(
  balls: Ball[],
  direction: Vector3,
  cameraUp: Vector3,
  { fov, aspect }: { fov: number; aspect: number },
  covered = 0,
): { target: Vector3; distance: number } {
  const right = cameraUp.clone().cross(direction).normalize();
  const up = direction.clone().cross(right);
  const opening = Math.tan((fov * Math.PI) / 360);
  const margin = 0.88; // leaves room for the legend and round shapes
  const horizontal = margin * opening * aspect;
  const vertical = margin * opening * (1 - covered);
  const box = boundsOf(balls);
  const target = new Vector3(...box.min).add(new Vector3(...box.max)).multiplyScalar(0.5);
  const relative = new Vector3();
  let distance = 0;
  // Centre the picture at the distance found; it converges after a few iterations.
  for (let round = 0; round < 4; round++) {
    distance = 0;
    for (const { centre, radius } of balls) {
      relative.set(...centre).sub(target);
      const depth = relative.dot(direction) + radius;
      const [x, y] = [Math.abs(relative.dot(right)) + radius, Math.abs(relative.dot(up)) + radius];
      distance = Math.max(distance, depth + x / horizontal, depth + y / vertical);
    }
    let [left, rightmost, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { centre, radius } of balls) {
      relative.set(...centre).sub(target);
      const depth = distance - relative.dot(direction);
      const [x, y] = [relative.dot(right), relative.dot(up)];
      left = Math.min(left, (x - radius) / depth);
      rightmost = Math.max(rightmost, (x + radius) / depth);
      bottom = Math.min(bottom, (y - radius) / depth);
      top = Math.max(top, (y + radius) / depth);
    }
    target.addScaledVector(right, ((left + rightmost) / 2) * distance).addScaledVector(up, ((bottom + top) / 2) * distance);
  }
  target.addScaledVector(up, covered * opening * distance);
  return { target, distance };
}
