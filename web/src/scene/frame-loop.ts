import { Sharpness } from './sharpness';

const restTime = 250; // ms without movement before the picture is drawn at full sharpness

/** The functions that a loop calls for each picture. */
export interface Frames {
  /** Advances automatic motion before a frame. */
  advance(): void;
  /** Sets the share of the full resolution; true if it changed. */
  sharpen(share: number): boolean;
  /** Draws a still picture at its best; true if that changed the resolution. */
  rest(): boolean;
  draw(): void;
}

/** Draws at most once per frame of the screen, and only after changes; lowers the resolution of moving pictures that are slow to draw. */
export class FrameLoop {
  private frame = 0;
  private wantedAt: number | null = null; // time of the request for another frame, ms; null: none
  private rest: ReturnType<typeof setTimeout> | undefined;
  private sharpness = new Sharpness();
  private held = false;

  constructor(private readonly frames: Frames) {}

  invalidate(): void {
    if (this.held) return;
    this.wantedAt ??= performance.now();
    clearTimeout(this.rest);
    this.frame ||= requestAnimationFrame(this.tick);
  }

  /** Draws at once. */
  drawNow(): void {
    if (this.held) return;
    this.stop();
    this.wantedAt = performance.now();
    this.tick(this.wantedAt);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.frame = 0;
    this.wantedAt = null;
  }

  /** Stops drawing automatically until released. */
  hold(held: boolean): void {
    this.held = held;
    this.stop();
  }

  /** Pictures of another size may start sharp again. */
  forget(): void {
    this.sharpness = new Sharpness();
  }

  /** Runs once more after each frame: the next request may come just before it, and the last frame is complete only now. */
  private readonly tick = (now: number) => {
    this.frame = 0;
    const { wantedAt, frames } = this;
    this.sharpness.drawn(now);
    if (wantedAt === null) {
      this.rest = setTimeout(() => frames.rest() && frames.draw(), restTime);
      return;
    }
    this.wantedAt = null;
    frames.advance();
    frames.sharpen(this.sharpness.moving(now, wantedAt));
    frames.draw();
    this.frame ||= requestAnimationFrame(this.tick);
  };
}
