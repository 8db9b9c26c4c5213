export type Point = readonly [number, number, number];

/** Time in which the hand gets from target to target, in s of a person: times the speed of the run, `duration` of the grab. */
export const moveDuration = 0.16;
const stillDuration = 0.4; // s after which a last bit of motion is worth a target
const smallMove = 1; // units of the resolution, in any direction
const pixels = 3; // that a hand does not feel

/** The largest of 1, 2, 5 times a power of ten that is not above three pixels, in metres. */
export function resolutionFor(metresPerPixel: number): number {
  const wanted = pixels * metresPerPixel;
  const exponent = Math.floor(Math.log10(wanted));
  const step = [5, 2, 1].find((digit) => Number(`${digit}e${exponent}`) <= wanted) ?? 1;
  return Number(`${step}e${exponent}`);
}

/** A point with as many digits as a resolution asks for, so that it is short in a link. */
export function rounded(point: Point, resolution: number): Point {
  const digits = Math.max(0, Math.min(15, Math.ceil(-Math.log10(resolution))));
  return point.map((x) => Number(x.toFixed(digits))) as unknown as Point;
}

/**
 * Which targets of a hand are worth posting, from where a person wants them to be. They lie on a grid through the first one, so that a run and
 * its replay have the same numbers; and they come no faster than the hand gets from one to the next.
 */
export class TargetPath {
  #last: Point = [0, 0, 0]; // in units of the resolution
  #time = -Infinity;

  /** `speed`: simulated seconds in a second, as the person sees it. */
  constructor(
    readonly from: Point,
    readonly resolution: number,
    readonly speed = 1,
  ) {}

  /** The target to post now, or null. To be asked again and again, also while the pointer rests. `time` in s, simulated. */
  next(wanted: Point, time: number): Point | null {
    const cell = wanted.map((x, i) => Math.round((x - this.from[i]) / this.resolution)) as unknown as Point;
    const distance = Math.max(...cell.map((n, i) => Math.abs(n - this.#last[i])));
    const patience = this.speed * (distance <= smallMove ? stillDuration : moveDuration);
    if (distance === 0 || time - this.#time < patience) return null;
    this.#last = cell;
    this.#time = time;
    return this.from.map((x, i) => x + this.resolution * cell[i]) as unknown as Point;
  }
}
