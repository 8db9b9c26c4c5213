import { type TimeCursor, usualSpeed } from './cursor';
import type { LinkedView } from './linked-view';
import type { LiveRun } from './live';
import { together, watch } from './observable';
import { runSpan } from './recording';
import type { Runner } from './runner';

const longRun = 1000; // ms of computing after which a first run plays before it has ended

/** Connects runs to the time cursor: passes samples to it, follows a live run, and plays the first run. */
export class Playback {
  private begun = false;
  private autoplay = false;
  private view: LinkedView = {};
  private followed: LiveRun | null = null;
  private stopFollowing = () => {};

  constructor(
    private readonly runner: Runner,
    private readonly cursor: TimeCursor,
  ) {
    watch(
      () => [runner.state, runner.recording],
      () => this.follow(),
    );
  }

  /** Opens another model; `autoplay`: plays its first run as soon as it is available, unless the link defines the time shown. */
  open(view: LinkedView = {}, autoplay = false): void {
    this.begun = false;
    this.view = view;
    this.autoplay = autoplay;
    this.cursor.reset();
  }

  private follow(): void {
    const { recording, phase, live, growing } = this.runner;
    if (live !== this.followed) {
      this.stopFollowing();
      this.followed = live;
      this.stopFollowing = live
        ? watch(
            () => live.time,
            () => this.followLive(live),
          )
        : () => {};
    }
    together(() => {
      if (recording && (!live || recording.history !== live.history)) {
        const [start, end] = runSpan(recording);
        this.cursor.setSamples(start, end, recording.history.time, growing);
      }
      if (!this.begun && (phase === 'finished' || this.playsEarly)) this.begin();
    });
  }

  /** Moves the time shown to the newest sample. */
  private followLive(live: LiveRun): void {
    const { recording } = this.runner;
    if (recording?.history !== live.history) return; // not visible yet
    const [start, end] = runSpan(recording);
    this.cursor.follow(start, end, live.history.time);
  }

  /** Whether the first run plays while it is still computing. */
  private get playsEarly(): boolean {
    const { state, growing } = this.runner;
    const long = growing && state.phase === 'running' && performance.now() - state.startedAt > longRun;
    return long && this.autoplay && this.view.time === undefined;
  }

  /** Shows the first run at the time from the link, or plays it, unless a person has moved the time meanwhile. */
  private begin(): void {
    this.begun = true;
    const { cursor } = this;
    const { time, window } = this.view;
    cursor.setSpeed(usualSpeed(cursor.end - cursor.start));
    if (window) cursor.look(window);
    if (time !== undefined) cursor.seek(time);
    else if (this.autoplay && cursor.time === cursor.start) cursor.play();
  }
}
