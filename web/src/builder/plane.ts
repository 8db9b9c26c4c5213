import { niceBelow } from '../format/quantity';
import type { Paper, Picker, Pixel, SceneOnPage } from '../scene';
import { type Axes, toPlane, toSpace, type Vector } from './axes';
import type { Changes } from './changes';
import { type Drawing, type Mark, onGrid, type Point, rounded, snap } from './drawing';
import type { Sheet } from './sheet';

const apart = 14; // pixels, the least distance of grid points
/** Pixels within which a mark attracts the point. */
export const reach = 14;
/** Pixels within which marks count as one behind the other. */
const behind = 2;

/** The target of a stroke: a point of the plane, its offset from the origin along the normal, and a label such as "end of bar". */
export interface Spot {
  at: Point;
  depth: number;
  label: string;
}

/** The drawing plane in the picture: maps its points to pixels of `over`, the layer on the picture, and back. */
export class Plane {
  /** Offset from the origin of a stroke that has begun; null without one. */
  level: number | null = null;

  constructor(
    private readonly scene: SceneOnPage,
    private readonly over: HTMLElement,
    private readonly sheet: Sheet,
    private readonly changes: Changes,
  ) {}

  get picker(): Picker | null {
    return this.scene.element?.picture ?? null;
  }

  get depth(): number {
    return this.level ?? this.changes.depth ?? 0;
  }

  pixel(point: Point | null, depth = this.depth): Pixel | null {
    return (point && this.picker?.pixelOf(toSpace(this.axes, point, depth))) ?? null;
  }

  /** null if the plane is seen edge-on. */
  point(pixel: Pixel): Point | null {
    const { axes } = this;
    const found = this.picker?.pointIn(pixel, axes.normal, this.depth);
    return found ? toPlane(axes, found.toArray()) : null;
  }

  /** Whether the camera looks straight at the plane. */
  get faced(): boolean {
    const [, , away] = this.picker?.directions ?? [];
    return away !== undefined && Math.abs(away.toArray().reduce((sum, value, i) => sum + value * this.axes.normal[i], 0)) > 0.995;
  }

  private get axes(): Axes {
    return this.sheet.drawing.axes;
  }

  /** The point of the plane in the middle of the picture. */
  private get middle(): Vector | null {
    const found = this.picker?.pointIn({ x: this.over.clientWidth / 2, y: this.over.clientHeight / 2 }, this.axes.normal, this.depth);
    return found?.toArray() ?? null;
  }

  /** m */
  get perPixel(): number {
    const { picker, middle } = this;
    return picker && middle ? picker.metresPerPixel(picker.depthOf(middle)) : 1e-3;
  }

  /** The grid of this plane, to which points snap; null if the plane is seen edge-on. It follows the camera in coarse steps. */
  get paper(): Paper | null {
    const { axes, middle, step: cell } = this;
    if (!middle) return null;
    const { right, up, normal } = axes;
    const centre = toSpace(axes, onGrid(toPlane(axes, middle), 20 * cell), this.depth);
    const size = niceBelow(8 * Math.max(this.over.clientWidth, this.over.clientHeight) * this.perPixel);
    return { right, up, normal, centre, size, cell };
  }

  /** Distance of grid points, m. */
  get step(): number {
    return niceBelow(2 * apart * this.perPixel);
  }

  /** The target of a stroke at a point; with Alt it does not snap. */
  snapped(drawing: Drawing, point: Point, { altKey, pixel }: { altKey: boolean; pixel: Pixel }): Spot {
    const [own, { depth }] = [this.perPixel, this];
    if (altKey) return { at: onGrid(point, niceBelow(own)), depth, label: '' };
    if (!drawing.axes.inSpace) return { ...snap(this.sheet.marks, point, reach * own, this.step), depth };
    // In a plane of a given depth, all marks are projected onto it; otherwise the mark determines the depth.
    const isGiven = this.level !== null || this.changes.depth !== null;
    const { marks } = this.sheet;
    const mark = this.markNear(pixel, isGiven ? marks.map((each) => ({ ...each, depth })) : marks);
    return mark ? { at: rounded(mark.at), depth: mark.depth, label: mark.label } : { at: onGrid(point, this.step), depth, label: '' };
  }

  /** The mark nearest to a place in the picture, within reach. Of marks behind each other, the one at this depth or the foremost. */
  markNear(pixel: Pixel, marks: readonly Mark[]): Mark | null {
    const { picker, axes } = this;
    const near = marks.flatMap((mark) => {
      const shown = this.pixel(mark.at, mark.depth);
      const far = shown ? Math.hypot(shown.x - pixel.x, shown.y - pixel.y) : Infinity;
      return far < reach ? [{ mark, far }] : [];
    });
    const least = Math.min(...near.map(({ far }) => far)) + behind;
    const rank = ({ at, depth }: Mark) => (Math.abs(depth - this.depth) < 1e-6 ? -1 : (picker?.depthOf(toSpace(axes, at, depth)) ?? 0));
    return near.filter(({ far }) => far <= least).sort((a, b) => rank(a.mark) - rank(b.mark))[0]?.mark ?? null;
  }

  /** The position of a mark in space. */
  placeOf({ at, depth }: Pick<Mark, 'at' | 'depth'>): Vector {
    return toSpace(this.axes, at, depth);
  }
}
