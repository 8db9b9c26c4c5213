import { Vector3 } from 'three';
import { type Point, plain, type Shape } from './shape';

const around = 48;

/** A point of an outline: the axial position relative to the middle, and the distance from the axis. */
export type OutlinePoint = [along: number, radius: number];

/** The surface of revolution of an outline about an axis through `center`; a closed outline makes a ring. */
export function revolved(center: Point, axis: Point, outline: OutlinePoint[], closed: boolean): Extract<Shape, { type: 'mesh' }> {
  const points = Array.from({ length: around }, (_, i) => meridian(center, axis, outline, i / around)).flat();
  const triangles: number[] = [];
  const count = outline.length;
  for (let i = 0; i < around; i++)
    for (let k = 0; k < (closed ? count : count - 1); k++) {
      const [a, b] = [i * count + k, i * count + ((k + 1) % count)];
      const [c, d] = [a, b].map((corner) => (corner + count) % points.length);
      triangles.push(a, b, d, a, d, c);
    }
  return plain({ type: 'mesh', points, triangles }) as Extract<Shape, { type: 'mesh' }>;
}

/** The outline after this fraction of a turn. */
export function meridian(center: Point, axis: Point, outline: OutlinePoint[], turn: number): Point[] {
  const along = new Vector3(...axis).normalize();
  const out = (Math.abs(along.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0)).projectOnPlane(along).normalize();
  out.applyAxisAngle(along, 2 * Math.PI * turn);
  return outline.map(([height, radius]) => new Vector3(...center).addScaledVector(along, height).addScaledVector(out, radius).toArray());
}
