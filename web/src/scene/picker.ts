import { type Camera, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import { placeOf, type SamplePlace } from '../state/samples';
import { Backdrop, type Placard } from './backdrop';
import { type CameraRig, metresPerPixel } from './camera-rig';
import type { Content } from './content';
import {
  allGrips,
  bodyOfGrip,
  type Grip,
  type GripPlace,
  gripUnder,
  lineOfGrip,
  type PictureSize,
  type Pixel,
  pixelOf,
  placeOfGrip,
  rayThrough,
} from './grip';
import { Outline } from './outline';
import type { Places } from './placed';

/** The contents of the picture at the time shown. */
export interface Shown {
  content: Content;
  recording: Recording;
  time: number;
}

/** Picks bodies under a pixel and points in space, and outlines one body. */
export class Picker {
  readonly outline = new Outline();
  readonly backdrop = new Backdrop();
  /** Poses of bodies that replace those of the run. */
  places: Places | null = null;
  /** The outlined body. */
  private lit: Grip | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly rig: CameraRig,
    private readonly shown: () => Shown | null,
    private readonly onChange: () => void,
    private readonly onPlaces: () => void,
  ) {}

  /** Picks the body at a place in the picture, within `tolerance` pixels. */
  gripUnder(pixel: Pixel, tolerance: number): Grip | null {
    const shown = this.shown();
    return shown && gripUnder(pixel, tolerance, this.size, this.camera, shown.content, shown.recording, placeIn(shown));
  }

  grips(most: number): Grip[] {
    const shown = this.shown();
    return shown ? allGrips(shown.content, most) : [];
  }

  /** The position of a grip at the time shown. */
  gripPoint(grip: GripPlace): Vector3 | null {
    const shown = this.shown();
    return shown && placeOfGrip(grip, shown.content, shown.recording, placeIn(shown));
  }

  /** The centre line of a cable element in the picture at the time shown; empty for any other object. */
  lineOf(grip: GripPlace): Pixel[] {
    const shown = this.shown();
    const line = shown && lineOfGrip(grip, shown.content, shown.recording, placeIn(shown));
    const pixels = (line ?? []).map((point) => pixelOf(point, this.size, this.camera));
    return pixels.includes(null) ? [] : (pixels as Pixel[]);
  }

  /** The position of a point in the picture. */
  pixelOf(point: readonly [number, number, number]): Pixel | null {
    return pixelOf(new Vector3(...point), this.size, this.camera);
  }

  /** The depth of a point in front of the viewer. */
  depthOf(point: Vector3 | readonly [number, number, number]): number {
    const at = point instanceof Vector3 ? point.clone() : new Vector3(...point);
    return at.sub(this.camera.position).dot(this.camera.getWorldDirection(new Vector3()));
  }

  /** The point at this depth under a position in the picture; for planar bodies, at their z. */
  pointUnder(pixel: Pixel, depth: number, z: number | null = null): Vector3 {
    const { origin, direction } = rayThrough(pixel, this.size, this.camera).ray;
    if (z !== null && Math.abs(direction.z) > 0.1) return origin.clone().addScaledVector(direction, (z - origin.z) / direction.z);
    return origin.clone().addScaledVector(direction, depth / direction.dot(this.camera.getWorldDirection(new Vector3())));
  }

  /**
   * The point of a plane under a position in the picture; `before`: the plane's offset from the origin. Null if the plane is seen edge-on.
   */
  pointIn(pixel: Pixel, normal: readonly [number, number, number], before = 0): Vector3 | null {
    const { origin, direction } = rayThrough(pixel, this.size, this.camera).ray;
    const toward = new Vector3(...normal);
    const slope = direction.dot(toward);
    return Math.abs(slope) < 0.01 ? null : origin.clone().addScaledVector(direction, (before - origin.dot(toward)) / slope);
  }

  /** The position of the followed body; null: the camera does not follow a body. */
  get followedPoint(): Vector3 | null {
    return this.rig.followedPoint;
  }

  /** The directions to the right, up and away from the viewer. */
  get directions(): [right: Vector3, up: Vector3, away: Vector3] {
    const axes: [Vector3, Vector3, Vector3] = [new Vector3(), new Vector3(), new Vector3()];
    this.camera.matrixWorld.extractBasis(...axes);
    axes[2].negate();
    return axes;
  }

  metresPerPixel(depth: number): number {
    return metresPerPixel(depth, this.size.height);
  }

  /** Outlines a body; null: none. */
  light(grip: Grip | null): void {
    const content = this.shown()?.content;
    const body = grip && content && bodyOfGrip(grip, content);
    this.lit = body ? grip : null;
    this.outline.show(body ? content.shapesOf(body) : []);
    this.onChange();
  }

  /** Restores the outline after the solids were replaced. */
  refreshOutline(): void {
    this.light(this.lit);
  }

  /** Shows bodies at other poses at once, until another run or another time is shown; null: at the poses of the run. */
  put(places: Places | null): void {
    if (places === this.places) return;
    this.places = places;
    this.onPlaces();
  }

  /** Moves the outline with its body. */
  pose(): void {
    const content = this.shown()?.content;
    const body = this.lit && content && bodyOfGrip(this.lit, content);
    if (body) this.outline.follow(body.group, this.size);
  }

  /** Shows a picture behind all solids; null: none. */
  showPlacard(placard: Placard | null): void {
    this.backdrop.show(placard);
    this.onChange();
  }

  /** See the camera. */
  setTouch(whole: boolean): void {
    this.rig.setTouch(whole);
  }

  private get camera(): Camera {
    return this.rig.camera;
  }

  private get size(): PictureSize {
    return { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) };
  }
}

function placeIn({ recording, time }: Shown): SamplePlace {
  return placeOf(recording.history.time, time);
}
