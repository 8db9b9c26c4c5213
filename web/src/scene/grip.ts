import { msg } from '@lit/localize';
import { type Camera, Quaternion, Raycaster, Vector2, Vector3 } from 'three';
import { common } from '../format/texts';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import type { Ball } from './balls';
import type { PosedBody } from './bodies';
import { boundsOf, isEmpty } from './bounds';
import { cableEnds, cablePoint } from './cable';
import type { Content } from './content';
import type { SizedCable } from './description';
import type { Point } from './shape';

/** A point of a moving object, as in events. */
export interface GripPlace {
  object: string;
  link: number | null;
  /** In the frame of the object; on a cable element, along its length. */
  at: Point;
}
export interface Grip extends GripPlace {
  /** Its label for people. */
  label: string;
  /** It moves in a plane z = const. */
  flat: boolean;
}

/** A position in the picture, in CSS pixels from its upper left corner, and the size of the picture. */
export interface Pixel {
  x: number;
  y: number;
}
export interface PictureSize {
  width: number;
  height: number;
}

const sections = 8; // points examined on a cable element

/** The foremost body under a pixel, or else the body nearest to the pixel within the tolerance. */
export function gripUnder(
  pixel: Pixel,
  tolerance: number,
  size: PictureSize,
  camera: Camera,
  content: Content,
  recording: Recording,
  place: SamplePlace,
): Grip | null {
  const ray = rayThrough(pixel, size, camera);
  let nearest = Infinity;
  let found: Grip | null = null;
  for (const { solid, bodyOf } of content.solids()) {
    const hit = ray.intersectObject(solid, true)[0];
    const body = hit && hit.distance < nearest ? bodyOf(hit.instanceId) : null;
    if (!body) continue;
    nearest = hit.distance;
    found = gripOf(body, localPoint(body, hit.point));
  }
  if (found) return found;
  let closest = tolerance;
  const consider = (point: Vector3, grip: () => Grip) => {
    const shown = pixelOf(point, size, camera);
    if (!shown) return;
    const far = Math.hypot(shown.x - pixel.x, shown.y - pixel.y);
    if (far >= closest) return;
    closest = far;
    found = grip();
  };
  for (const body of content.bodies) {
    const at = middleOf(body);
    consider(worldPoint(body, at), () => gripOf(body, at));
  }
  for (const cable of content.elements) {
    const ends = cableEnds(recording, cable.pose, place);
    for (let i = 0; i <= sections; i++) {
      const { x, y, z } = cablePoint(ends, cable.length, i / sections);
      consider(new Vector3(x, y, z), () => gripOnCable(cable, (i / sections) * cable.length));
    }
  }
  return found;
}

/** A grip for each moving object: the centre of a body; on cables, only some of the elements. */
export function allGrips(content: Content, most: number): Grip[] {
  const bodies = content.bodies.map((body) => gripOf(body, middleOf(body)));
  const { elements } = content;
  const stride = Math.max(1, Math.ceil(elements.length / 8));
  const cables = elements.filter((_, i) => i % stride === 0).map((cable) => gripOnCable(cable, cable.length / 2));
  return [...bodies, ...cables].slice(0, most);
}

/** Its current position; null if it is not drawn. */
export function placeOfGrip({ object, link, at }: GripPlace, content: Content, recording: Recording, place: SamplePlace): Vector3 | null {
  const body = bodyOfGrip({ object, link }, content);
  if (body) return worldPoint(body, at);
  const cable = content.elements.find(({ name }) => name === object);
  if (!cable) return null;
  const { x, y, z } = cablePoint(cableEnds(recording, cable.pose, place), cable.length, (at[0] + cable.origin) / cable.length);
  return new Vector3(x, y, z);
}

/** The centre line of a cable element; null for any other object. */
export function lineOfGrip({ object }: GripPlace, content: Content, recording: Recording, place: SamplePlace): Vector3[] | null {
  const cable = content.elements.find(({ name }) => name === object);
  if (!cable) return null;
  const ends = cableEnds(recording, cable.pose, place);
  return Array.from({ length: sections + 1 }, (_, i) => cablePoint(ends, cable.length, i / sections)).map(
    ({ x, y, z }) => new Vector3(x, y, z),
  );
}

export function bodyOfGrip({ object, link }: Omit<GripPlace, 'at'>, content: Content): PosedBody | null {
  return content.bodies.find((body) => body.object === object && body.link === link) ?? null;
}

export function rayThrough({ x, y }: Pixel, { width, height }: PictureSize, camera: Camera): Raycaster {
  const ray = new Raycaster();
  ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
  return ray;
}

/** The position of a point in the picture; null if the point is behind the viewer. */
export function pixelOf(point: Vector3, { width, height }: PictureSize, camera: Camera): Pixel | null {
  const shown = point.clone().project(camera);
  if (!(Math.abs(shown.z) <= 1)) return null;
  return { x: ((shown.x + 1) / 2) * width, y: ((1 - shown.y) / 2) * height };
}

function gripOf({ object, link, name }: PosedBody, at: Point): Grip {
  return { object, link, at, label: name || common.body(), flat: false };
}

function gripOnCable({ name, inSpace, origin }: SizedCable, along: number): Grip {
  return { object: name, link: null, at: [along - origin, 0, 0], label: name || msg('cable'), flat: !inSpace };
}

function worldPoint({ group }: PosedBody, at: Point): Vector3 {
  return new Vector3(...at).applyQuaternion(group.quaternion).add(group.position);
}

/** The centre of the outline, or of its ball for a ball on a string or on other thin parts. */
function middleOf({ balls }: PosedBody): Point {
  const thickest = balls.reduce((best: Ball | null, ball) => (best && best.radius >= ball.radius ? best : ball), null);
  const others = boundsOf(balls.filter((ball) => ball !== thickest));
  if (thickest && Math.min(...others.max.map((high, i) => high - others.min[i])) < thickest.radius / 2) return thickest.centre;
  const box = boundsOf(balls);
  return isEmpty(box) ? [0, 0, 0] : (box.min.map((low, i) => (low + box.max[i]) / 2) as Point);
}

/** Converts a point to the frame of the body, whose group may be scaled. */
function localPoint({ group }: PosedBody, point: Vector3): Point {
  return point.clone().sub(group.position).applyQuaternion(new Quaternion().copy(group.quaternion).invert()).toArray();
}
