const tooSlow = 40; // ms between successive pictures
const pause = 250; // ms; pictures with a longer pause are not successive
export const least = 0.5;

/** The resolution of a moving picture: slow frames lower it step by step, very slow frames at once. */
export class Sharpness {
  private share = 1;
  private last = Number.NEGATIVE_INFINITY;
  private done = Number.NEGATIVE_INFINITY;
  private pace = 0; // ms, on average over about ten pictures

  /** Fraction of the full resolution for the frame drawn at `now`, in ms; `requestedAt`: in ms. */
  moving(now: number, requestedAt = now): number {
    const interval = now - this.last;
    const follows = interval <= pause || requestedAt - this.done <= pause;
    this.last = now;
    this.done = Number.POSITIVE_INFINITY; // not yet
    if (!follows) return this.share;
    this.pace += (Math.min(interval, pause) - this.pace) / 10;
    if (this.pace > tooSlow && this.share > least) {
      this.share = interval < pause ? this.share - 0.125 : least;
      this.pace = 0;
    }
    return this.share;
  }

  /** The last frame is complete at this time at the latest: a frame requested soon after is successive, however long it takes. */
  drawn(now: number): void {
    this.done = Math.min(this.done, now);
  }
}
