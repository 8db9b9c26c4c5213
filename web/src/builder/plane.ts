import { niceBelow } from '../format/quantity';
import type { Picker, Pixel, SceneOnPage } from '../scene';
import { type Drawing, type Point, snap } from './drawing';

const apart = 14; // pixels between points of the grid, at least
/** Pixels to a mark that takes the point. */
export const reach = 14;

/** The drawing plane z = 0 in the picture: from its points to pixels of `over`, which lies over the picture, and back. */
export class Plane {
  constructor(
    private readonly scene: SceneOnPage,
    private readonly over: HTMLElement,
  ) {}

  get picker(): Picker | null {
    return this.scene.element?.picture ?? null;
  }

  pixel(point: Point | null): Pixel | null {
    return (point && this.picker?.pixelOf([...point, 0])) ?? null;
  }

  point(pixel: Pixel): Point {
    const { x, y } = this.picker!.pointUnder(pixel, 1, 0);
    return [x, y];
  }

  /** m */
  get perPixel(): number {
    const { picker } = this;
    const middle = picker?.pointUnder({ x: this.over.clientWidth / 2, y: this.over.clientHeight / 2 }, 1, 0);
    return picker && middle ? picker.metresPerPixel(picker.depthOf(middle)) : 1e-3;
  }

  /** Between points of the grid, m. */
  get step(): number {
    return niceBelow(2 * apart * this.perPixel);
  }

  /** Where a stroke at a point goes; with Alt it goes where it is. */
  snapped(drawing: Drawing, point: Point, { altKey }: { altKey: boolean }): { at: Point; says: string } {
    const own = this.perPixel;
    return altKey ? snap({ bodies: [], joints: [] }, point, 0, niceBelow(own)) : snap(drawing, point, reach * own, this.step);
  }
}
