import { Observable, observed, watch } from './observable';
import { nearestSample } from './samples';

export const speeds = [0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 4, 10];

const ahead = 1; // s of the viewer's time to compute ahead of the time shown

/** Real time, or the nearest speed at which this duration takes between one second and a minute. */
export function usualSpeed(seconds: number): number {
  if (!(seconds > 0)) return 1;
  const slower = speeds.filter((speed) => speed <= 1 && seconds / speed >= 1);
  if (seconds < 1) return slower[slower.length - 1] ?? speeds[0];
  return speeds.find((speed) => speed >= 1 && seconds / speed <= 60) ?? speeds[speeds.length - 1];
}

/** The only time cursor of a page: every view shows the state at `time`; plots show values at `hover` while the pointer is over one. */
export class TimeCursor extends Observable {
  @observed readonly start: number = 0; // s
  @observed readonly end: number = 0; // s
  @observed readonly time: number = 0; // s
  @observed readonly hover: number | null = null; // s
  @observed readonly playing: boolean = false;
  @observed readonly speed: number = 1;
  @observed readonly loop: boolean = true;
  /** More samples are being computed, and playback waits for them. */
  @observed readonly growing: boolean = false;
  /** The part of the time that plots show; null: all of it. */
  @observed readonly window: [number, number] | null = null;
  /** Recorded times, for stepping from sample to sample. */
  private times: ArrayLike<number> = [];

  /** The time of the numbers shown. */
  get shown(): number {
    return this.hover ?? this.time;
  }

  /** Resets the cursor for a model that has not run yet. */
  reset(): void {
    this.times = [];
    this.set<TimeCursor>({ start: 0, end: 0, time: 0, hover: null, playing: false, growing: false, window: null });
  }

  /** Sets the time span of the analysis and the samples so far; `growing`: more will come. */
  setSamples(start: number, end: number, times: ArrayLike<number>, growing = false): void {
    this.times = times;
    const span: [number, number] = [start, Math.max(start, end)];
    this.set<TimeCursor>({
      start: span[0],
      end: span[1],
      growing,
      time: within(this.time, span),
      hover: this.hover === null ? null : within(this.hover, span),
      window: this.window && inside(this.window, span),
    });
  }

  /** Follows the newest sample of a live run. */
  follow(start: number, end: number, times: ArrayLike<number>): void {
    this.times = times;
    const time = times.length > 0 ? (times[times.length - 1] as number) : start;
    this.set<TimeCursor>({ start, end: Math.max(end, time), playing: false, growing: false, hover: null });
    this.set<TimeCursor>(this.at(time));
  }

  /** Moves to a time; the range that plots show is shifted if it does not contain the time. */
  seek(time: number): void {
    this.set<TimeCursor>(this.at(time));
  }

  /** Stops playback and moves to a time. */
  goTo(time: number): void {
    this.set<TimeCursor>({ playing: false, ...this.at(time) });
  }

  /** Limits plots to a part of the time; null: all of it. */
  look(window: [number, number] | null): void {
    this.set<TimeCursor>({ window: window && inside(window, [this.start, this.end]) });
  }

  hoverAt(time: number | null): void {
    const hover = time === null ? null : within(time, [this.start, this.end]);
    if (hover !== this.hover) this.set<TimeCursor>({ hover });
  }

  toStart(): void {
    this.seek(this.start);
  }

  toEnd(): void {
    this.goTo(this.end);
  }

  /** Moves by whole samples and stops playback. */
  step(samples: number): void {
    const last = this.times.length - 1;
    if (last < 0) return this.pause();
    const next = Math.min(last, Math.max(0, nearestSample(this.times, this.time) + samples));
    this.goTo(this.times[next] as number);
  }

  play(): void {
    const over = !this.growing && this.time >= this.lastTime;
    if (this.end > this.start) this.set<TimeCursor>({ playing: true, time: over ? this.start : this.time });
  }

  pause(): void {
    this.set<TimeCursor>({ playing: false });
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Handles a key that moves the time; false for any other key. */
  key({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const many = shiftKey ? 10 : 1;
    const act = {
      ArrowLeft: () => this.step(-many),
      ArrowRight: () => this.step(many),
      PageUp: () => this.step(-50),
      PageDown: () => this.step(50),
      Home: () => this.toStart(),
      End: () => this.toEnd(),
      ' ': () => this.toggle(),
    }[key];
    act?.();
    return act !== undefined;
  }

  setSpeed(speed: number): void {
    this.set<TimeCursor>({ speed });
  }

  setLoop(loop: boolean): void {
    this.set<TimeCursor>({ loop });
  }

  /** Advances by `seconds` of the viewer's time. */
  advance(seconds: number): void {
    if (!this.playing) return;
    const last = this.lastTime;
    if (this.growing) return this.approach(last, seconds);
    const next = this.time + seconds * this.speed;
    if (next < last) return this.seek(next);
    if (this.loop && last > this.start) return this.seek(this.start + ((next - this.start) % (last - this.start)));
    this.goTo(last);
  }

  /** Continues playback, more slowly if few samples are left, so that a slow run plays without pauses. */
  private approach(last: number, seconds: number): void {
    const share = (last - this.time) / (ahead * this.speed);
    if (share <= 0) return;
    this.seek(share < 1e-3 ? last : this.time + seconds * this.speed * Math.min(1, share));
  }

  /** The last time that has been computed. */
  private get lastTime(): number {
    const count = this.times.length;
    return count > 0 ? (this.times[count - 1] as number) : this.end;
  }

  private at(asked: number): Pick<TimeCursor, 'time' | 'window'> {
    const { start, end, window } = this;
    const time = within(asked, [start, end]);
    if (!window || (time >= window[0] && time <= window[1])) return { time, window };
    const length = window[1] - window[0];
    const before = time < window[0] ? 0.9 : 0.1;
    return { time, window: inside([time - before * length, time + (1 - before) * length], [start, end]) };
  }
}

function within(time: number, [start, end]: [number, number]): number {
  return Math.min(end, Math.max(start, time));
}

/** The range, shifted into the limits, and shortened to them if it is longer. null: all of it. */
export function inside([low, high]: [number, number], limits: [number, number]): [number, number] | null {
  const length = high - low;
  const most = limits[1] - limits[0];
  if (!(length > 0) || length >= most * (1 - 1e-9)) return null;
  const begin = Math.min(limits[1] - length, Math.max(limits[0], low));
  return [begin, begin + length];
}

/** Moves the cursor in real time during playback. Returns a function that stops it. */
export function followClock(cursor: TimeCursor): () => void {
  let frame = 0;
  let last = 0;
  const tick = (now: number) => {
    const seconds = last ? Math.min(0.1, (now - last) / 1000) : 0; // avoid a jump after a suspended tab resumes
    last = now;
    frame = 0;
    cursor.advance(seconds);
    schedule();
  };
  const schedule = () => {
    if (cursor.playing && !frame) frame = requestAnimationFrame(tick);
    else if (!cursor.playing) last = 0;
  };
  const stop = watch(() => cursor.playing, schedule);
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}
