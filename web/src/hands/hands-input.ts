import type { Grip, Picker, Pixel, Pointers } from '../scene';
import type { TimeCursor } from '../state/cursor';
import type { Pushed } from '../state/hand-events';
import { watch } from '../state/observable';
import type { Drift } from './drift';
import type { Hands } from './hands';
import type { Point } from './target-path';

const tolerances: Record<string, number> = { mouse: 8, pen: 10, touch: 24 }; // tolerance beside a body, pixels
const longPress = 550; // ms
const still = 8; // pixels within which a finger counts as resting
const keyStep = 24; // pixels that an arrow key moves the hand
const reaction = 0.02; // s before a grab takes effect
/** Drag distance in pixels assumed for a push without one. */
export const defaultPush = 60;

/** A grip on a body by a pointer or the keyboard. */
export interface Touch {
  /** Id of the pointer; null: the keyboard. */
  pointer: number | null;
  grip: Grip;
  pushes: boolean;
  /** `depth`: distance in front of the viewer, m; `flat`: z of a planar body. */
  depth: number;
  flat: number | null;
  start: Pixel;
  pixel: Pixel;
  /** The position at which the body was grabbed. */
  from: Point;
}

/** The element and the picture that the input works on. */
export interface InputPlace {
  readonly pointers: Pointers;
  /** The 3D view. */
  readonly scene: HTMLElement;
  /** Finds bodies at pixels; null while there is no picture. */
  picker(): Picker | null;
}

/** Converts pointer and key events to commands for the hand of a live run. */
export class HandsInput {
  touch: Touch | null = null;
  /** The body under the pointer, or the body selected by the keyboard. */
  hover: Grip | null = null;
  /** The last push, its length in m, and when it was made. */
  pushed: (Pushed & { displacement: Point; made: number }) | null = null;
  private pressing: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: (() => void)[];

  constructor(
    private readonly place: InputPlace,
    private readonly hands: Hands,
    private readonly cursor: TimeCursor,
    private readonly drift: Drift,
    private readonly onChange: () => void,
  ) {
    this.stops = [
      place.pointers.use({
        down: (pixel, event) => this.onDown(pixel, event),
        move: (pixel, event) => this.onMove(pixel, event),
        up: (pixel, event) => this.onUp(pixel, event),
        cancel: () => this.endGrip(),
        leave: () => this.light(null),
      }),
      watch(
        () => [hands.held, hands.target],
        () => this.onHands(),
      ),
    ];
  }

  end(): void {
    for (const stop of this.stops.splice(0)) stop();
    clearTimeout(this.pressing);
    this.touch = null;
    this.light(null);
  }

  /** Follows the moving body under the pointer after each new picture. */
  follow(): void {
    if (this.touch) this.reach();
  }

  /** The impulse of the push that a pointer is preparing; null: none. */
  get coming(): Point | null {
    return this.touch?.pushes ? this.hands.impulseOf(this.touch.grip, this.displacementOf(this.touch)) : null;
  }

  private get picture(): Picker | null {
    return this.place.picker();
  }

  private onHands(): void {
    if (!this.hands.held && this.touch && !this.touch.pushes) this.drop();
    this.onChange();
  }

  // Pointers

  private under(pixel: Pixel, { pointerType }: PointerEvent): Grip | null {
    return this.picture?.gripUnder(pixel, tolerances[pointerType] ?? 8) ?? null;
  }

  private onDown(pixel: Pixel, event: PointerEvent): boolean {
    const grip = this.hands.live.takenOver ? this.under(pixel, event) : null;
    if (!grip || !this.begun(grip, pixel, event.pointerId, event.shiftKey)) return false;
    if (event.pointerType !== 'mouse' && !event.shiftKey) this.pressing = setTimeout(() => this.turnToPush(), longPress);
    return true;
  }

  private onMove(pixel: Pixel, event: PointerEvent): boolean {
    const { touch } = this;
    if (touch?.pointer !== event.pointerId) {
      if (!touch && event.buttons === 0 && this.hands.live.takenOver) this.light(this.under(pixel, event));
      return false;
    }
    touch.pixel = pixel;
    if (Math.hypot(pixel.x - touch.start.x, pixel.y - touch.start.y) > still) clearTimeout(this.pressing);
    this.reach();
    return true;
  }

  private onUp(pixel: Pixel, event: PointerEvent): void {
    const { touch } = this;
    if (touch?.pointer !== event.pointerId) return;
    if (touch.pushes) this.push(touch);
    else this.hands.release();
    this.drop();
    if (event.pointerType === 'mouse') this.light(this.under(pixel, event));
  }

  private begun(grip: Grip, pixel: Pixel, pointer: number | null, pushes: boolean): boolean {
    const { picture, hands } = this;
    const point = picture?.gripPoint(grip);
    if (!picture || !point) return false;
    const depth = picture.depthOf(point);
    // Predicts the position at the time when the hand arrives.
    const { live } = hands;
    const lag = (live.history.time.at(-1) ?? 0) - this.cursor.time + reaction * live.speed;
    const { velocity } = this.drift;
    const from = point.toArray().map((x, i) => x + lag * velocity[i]) as unknown as Point;
    this.touch = { pointer, grip, pushes, depth, flat: grip.flat ? point.z : null, start: pixel, pixel, from };
    this.light(grip);
    if (!pushes) hands.grab(grip, from, picture.metresPerPixel(depth), velocity);
    this.onChange();
    return true;
  }

  /** Turns a resting touch into a push, which happens when the finger is lifted. */
  private turnToPush(): void {
    if (!this.touch) return;
    this.touch.pushes = true;
    this.hands.release();
    this.onChange();
  }

  /** Moves the hand to the pointer. */
  private reach(): void {
    const { touch, picture } = this;
    if (!touch || touch.pointer === null || touch.pushes || !picture) return;
    this.hands.move(picture.pointUnder(touch.pixel, touch.depth, touch.flat).toArray() as Point, this.drift.velocity);
    this.onChange();
  }

  private push(touch: Touch): void {
    const { picture } = this;
    const point = picture?.gripPoint(touch.grip);
    if (picture && point) this.pushAlong(touch.grip, this.displacementOf(touch), picture.metresPerPixel(picture.depthOf(point)));
  }

  /** The displacement of a push, m: to the pointer, or away from the viewer if the pointer has hardly moved. */
  private displacementOf({ grip, pixel, start }: Touch): Point {
    const { picture } = this;
    const point = picture?.gripPoint(grip);
    if (!picture || !point) return [0, 0, 0];
    const depth = picture.depthOf(point);
    const far = Math.hypot(pixel.x - start.x, pixel.y - start.y);
    if (far < still) return picture.directions[2].multiplyScalar(defaultPush * picture.metresPerPixel(depth)).toArray() as Point;
    return picture
      .pointUnder(pixel, depth, grip.flat ? point.z : null)
      .sub(point)
      .toArray() as Point;
  }

  private pushAlong(grip: Grip, displacement: Point, metresPerPixel: number): void {
    const { hands } = this;
    hands.push(grip, displacement, metresPerPixel);
    const { object, link, at } = grip;
    this.pushed = { object, link, at, impulse: [...hands.impulseOf(grip, displacement)], displacement, made: performance.now() };
    this.onChange();
  }

  private drop(): void {
    clearTimeout(this.pressing);
    this.touch = null;
    this.light(null);
    this.onChange();
  }

  private light(grip: Grip | null): void {
    const same = grip?.object === this.hover?.object && grip?.link === this.hover?.link;
    this.hover = grip;
    this.place.scene.classList.toggle('takes', grip !== null);
    if (!same) this.picture?.light(grip);
  }

  // Keyboard

  choose(grip: Grip): void {
    this.light(grip);
    this.onChange();
  }

  leave(grip: Grip): void {
    if (this.touch && this.touch.pointer !== null) return; // the pointer has control now
    if (this.touch?.pointer === null && this.touch.grip === grip) this.endGrip();
    this.light(null);
    this.onChange();
  }

  private endGrip(): void {
    this.hands.release();
    this.drop();
  }

  onKey(event: KeyboardEvent, grip: Grip): void {
    const { picture, hands } = this;
    if (!picture || !hands.live.takenOver || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.endGrip();
      return this.light(grip);
    }
    const [right, up, away] = picture.directions;
    const directions: Record<string, () => Point> = {
      ArrowRight: () => right.toArray() as Point,
      ArrowLeft: () => right.negate().toArray() as Point,
      ArrowUp: () => up.toArray() as Point,
      ArrowDown: () => up.negate().toArray() as Point,
      PageUp: () => away.toArray() as Point,
      PageDown: () => away.negate().toArray() as Point,
    };
    const direction = directions[event.key]?.();
    const point = picture.gripPoint(grip);
    if (!direction || !point) return;
    event.preventDefault();
    event.stopPropagation();
    const scale = picture.metresPerPixel(picture.depthOf(point));
    const displacement = (pixels: number) => direction.map((x) => x * pixels * scale) as unknown as Point;
    if (event.shiftKey) return this.pushAlong(grip, displacement(defaultPush), scale);
    if (this.touch?.grip !== grip && !this.begun(grip, { x: 0, y: 0 }, null, false)) return;
    hands.move(hands.target.map((x, i) => x + displacement(keyStep)[i]) as unknown as Point);
  }
}
