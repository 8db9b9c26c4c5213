import type { Point } from './target-path';

const memory = 0.1; // s over which a velocity is averaged
const longest = 0.5; // s, the longest time between two positions of one motion

/** Estimates the velocity of a point from its observed positions. */
export class Drift {
  velocity: Point = [0, 0, 0];
  private last: { point: Point; time: number } | null = null;

  /** `point`: in m, null if it is not visible; `time` in s. */
  note(point: Point | null, time: number): void {
    const { last } = this;
    if (point && last && time === last.time) return;
    this.last = point && { point, time };
    const passed = last ? time - last.time : 0;
    if (!point || !last || !(passed > 0) || passed > longest) {
      this.velocity = [0, 0, 0];
      return;
    }
    const share = Math.min(1, passed / memory);
    this.velocity = this.velocity.map((v, i) => v + share * ((point[i] - last.point[i]) / passed - v)) as unknown as Point;
  }
}
