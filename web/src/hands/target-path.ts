export type Point = readonly [number, number, number];

/**
 * Duration of the hand's motion between targets, in s of a person: multiplied by the speed of the run, it is the `duration` of the grab.
 */
export const moveDuration = 0.16;
const stillDuration = 0.4; // s after which a small remaining motion is posted as a target
const smallMove = 1; // units of the resolution, in any direction
const pixels = 3; // an error in pixels that a person does not notice

/** The largest of 1, 2, 5 times a power of ten that does not exceed three pixels, in metres. */
export function resolutionFor(metresPerPixel: number): number {
  const limit = pixels * metresPerPixel;
  const exponent = Math.floor(Math.log10(limit));
  const step = [5, 2, 1].find((digit) => Number(`${digit}e${exponent}`) <= limit) ?? 1;
  return Number(`${step}e${exponent}`);
}

/** A point rounded to a resolution, so that it is short in a link. */
export function rounded(point: Point, resolution: number): Point {
  const digits = Math.max(0, Math.min(15, Math.ceil(-Math.log10(resolution))));
  return point.map((x) => Number(x.toFixed(digits))) as unknown as Point;
}

/**
 * Selects the targets to post from a person's pointer positions. Targets are on a grid through the first one, so that a run and its replay
 * have the same numbers. Their interval is at least the hand's travel time between targets.
 */
export class TargetPath {
  #last: Point = [0, 0, 0]; // in units of the resolution
  #time = -Infinity;

  /** `speed`: simulated seconds per second, as perceived by the person. */
  constructor(
    readonly from: Point,
    readonly resolution: number,
    readonly speed = 1,
  ) {}

  /** The target to post now, or null. Call this repeatedly, even while the pointer rests. `time` in s, simulated. */
  next(target: Point, time: number): Point | null {
    const cell = target.map((x, i) => Math.round((x - this.from[i]) / this.resolution)) as unknown as Point;
    const distance = Math.max(...cell.map((n, i) => Math.abs(n - this.#last[i])));
    const delay = this.speed * (distance <= smallMove ? stillDuration : moveDuration);
    if (distance === 0 || time - this.#time < delay) return null;
    this.#last = cell;
    this.#time = time;
    return this.from.map((x, i) => x + this.resolution * cell[i]) as unknown as Point;
  }
}
