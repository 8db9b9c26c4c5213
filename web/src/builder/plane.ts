import { niceBelow } from '../format/quantity';
import type { Picker, Pixel, SceneOnPage } from '../scene';
import { type Axes, toPlane, toSpace } from './axes';
import { type Drawing, type Point, snap } from './drawing';
import type { Sheet } from './sheet';

const apart = 14; // pixels between points of the grid, at least
/** Pixels to a mark that takes the point. */
export const reach = 14;

/** The drawing plane in the picture: from its points to pixels of `over`, which lies over the picture, and back. */
export class Plane {
  constructor(
    private readonly scene: SceneOnPage,
    private readonly over: HTMLElement,
    private readonly sheet: Sheet,
  ) {}

  get picker(): Picker | null {
    return this.scene.element?.picture ?? null;
  }

  pixel(point: Point | null): Pixel | null {
    return (point && this.picker?.pixelOf(toSpace(this.axes, point))) ?? null;
  }

  /** null where the plane is seen from its edge. */
  point(pixel: Pixel): Point | null {
    const { axes } = this;
    const found = this.picker?.pointIn(pixel, axes.normal);
    return found ? toPlane(axes, found.toArray()) : null;
  }

  private get axes(): Axes {
    return this.sheet.drawing.axes;
  }

  /** m */
  get perPixel(): number {
    const { picker, axes } = this;
    const middle = picker?.pointIn({ x: this.over.clientWidth / 2, y: this.over.clientHeight / 2 }, axes.normal);
    return picker && middle ? picker.metresPerPixel(picker.depthOf(middle)) : 1e-3;
  }

  /** Between points of the grid, m. */
  get step(): number {
    return niceBelow(2 * apart * this.perPixel);
  }

  /** Where a stroke at a point goes; with Alt it goes where it is. */
  snapped(drawing: Drawing, point: Point, { altKey }: { altKey: boolean }): { at: Point; says: string } {
    const own = this.perPixel;
    return altKey ? snap({ bodies: [] }, point, 0, niceBelow(own)) : snap(drawing, point, reach * own, this.step);
  }
}
