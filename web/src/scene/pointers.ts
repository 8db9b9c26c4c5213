import type { Pixel } from './grip';

const still = 4; // pixels that a press may move without counting as a turn of the camera

/** Something that works with pointers over the picture, such as a hand or a tool. */
export interface PointerUser {
  /** A button or a finger is down; true: it takes this pointer, which then turns no camera. */
  down?(pixel: Pixel, event: PointerEvent): boolean;
  /** A pointer that it has taken, or one that nobody has; true: the camera does not see it. */
  move?(pixel: Pixel, event: PointerEvent): boolean;
  /** The pointer that it has taken is up. */
  up?(pixel: Pixel, event: PointerEvent): void;
  cancel?(): void;
  leave?(): void;
  /** A short press that nobody has taken. */
  press?(pixel: Pixel, event: PointerEvent): void;
}

/** The owner of the pointers over the picture: passes each to one of its users, or else to the camera. */
export class Pointers {
  /** The last one comes first. */
  private users: PointerUser[] = [];
  private captured: { id: number; by: PointerUser } | null = null;
  private pressed: Pixel | null = null;

  /** Returns a function that ends the use. */
  use(user: PointerUser): () => void {
    this.users = [user, ...this.users];
    return () => {
      this.users = this.users.filter((each) => each !== user);
      if (this.captured?.by === user) this.captured = null;
    };
  }

  /** Handles an event of the picture before the camera does. */
  handle(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const { left, top } = canvas.getBoundingClientRect();
    const pixel = { x: event.clientX - left, y: event.clientY - top };
    if (event.type === 'contextmenu' && this.captured)
      event.preventDefault(); // a long press on a body opens no menu
    else if (event.type === 'pointerleave') for (const user of this.users) user.leave?.();
    else if (this.captured) this.pass(this.captured, pixel, event);
    else if (event.target === canvas) this.offer(pixel, event, canvas);
  }

  /** Only one pointer works at a time. */
  private pass({ id, by }: { id: number; by: PointerUser }, pixel: Pixel, event: PointerEvent): void {
    event.stopPropagation();
    if (event.pointerId !== id) return;
    if (event.type === 'pointermove') return void by.move?.(pixel, event);
    this.captured = null;
    if (event.type === 'pointerup') by.up?.(pixel, event);
    else by.cancel?.();
  }

  private offer(pixel: Pixel, event: PointerEvent, canvas: HTMLCanvasElement): void {
    const { users, pressed } = this;
    if (event.type === 'pointermove') {
      if (users.some((user) => user.move?.(pixel, event))) event.stopPropagation();
    } else if (event.type === 'pointerdown' && event.button === 0) {
      this.pressed = null;
      const by = users.find((user) => user.down?.(pixel, event));
      if (!by) {
        this.pressed = pixel;
        return;
      }
      event.stopPropagation();
      this.captured = { id: event.pointerId, by };
      canvas.setPointerCapture(event.pointerId);
    } else if (event.type === 'pointerup') {
      this.pressed = null;
      if (pressed && Math.hypot(pixel.x - pressed.x, pixel.y - pressed.y) <= still) for (const user of users) user.press?.(pixel, event);
    }
  }
}
