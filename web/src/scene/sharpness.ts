const tooSlow = 40; // ms from one picture to the next
const pause = 250; // ms between pictures that do not follow each other
export const least = 0.5;

/** How sharp a picture can be while it moves: less where pictures come too slowly, step by step, or at once where they are very slow. */
export class Sharpness {
  private share = 1;
  private last = Number.NEGATIVE_INFINITY;
  private done = Number.NEGATIVE_INFINITY;
  private pace = 0; // ms, on average over about ten pictures

  /** Share of the full resolution for the picture that is drawn at `now`, in ms; `asked`: since when it is wanted. */
  moving(now: number, asked = now): number {
    const interval = now - this.last;
    const follows = interval <= pause || asked - this.done <= pause;
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

  /** The last picture is done at this time, if it was not before: one that is wanted soon after it follows it, however long it takes. */
  drawn(now: number): void {
    this.done = Math.min(this.done, now);
  }
}
