export type Point = readonly [number, number, number];

/** Time in which the hand gets from target to target, s: `duration` of the grab. Faster motion than a few times that a hand cannot follow. */
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

/**
 * Which targets of a hand are worth posting, from where a person wants them to be. They lie on a grid through the first one, so that a run and
 * its replay have the same numbers; and they come no faster than the hand gets from one to the next.
 */
export class TargetPath {
  #last: Point = [0, 0, 0]; // in units of the resolution
  #time = -Infinity;

  constructor(
    readonly from: Point,
    readonly resolution: number,
  ) {}

  /** The target to post now, or null. To be asked again and again, also while the pointer rests. `time` in s, simulated. */
  next(wanted: Point, time: number): Point | null {
    const cell = wanted.map((x, i) => Math.round((x - this.from[i]) / this.resolution)) as unknown as Point;
    const distance = Math.max(...cell.map((n, i) => Math.abs(n - this.#last[i])));
    const patience = distance <= smallMove ? stillDuration : moveDuration;
    if (distance === 0 || time - this.#time < patience) return null;
    this.#last = cell;
    this.#time = time;
    return this.from.map((x, i) => x + this.resolution * cell[i]) as unknown as Point;
  }
}
