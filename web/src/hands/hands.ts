import type { LiveEvent } from '../../../wasm/engine/types';
import type { Grip } from '../scene';
import type { LiveRun } from '../state/live';
import { Observable, observed, watch } from '../state/observable';
import { moveDuration, type Point, resolutionFor, rounded, TargetPath } from './target-path';

const pushSeconds = 0.06; // s of a person's time; the duration of a push
const settling = 0.2; // weight of the newest interval in the mean interval between two pictures
const leastIntervals = 1.5; // minimum duration of the motion to a target, in intervals between two pictures

/** The hand in a live run: the held body, and the target. */
export class Hands extends Observable {
  @observed readonly held: Grip | null = null;
  /** The target of the held point; global, m. */
  @observed readonly target: Point = [0, 0, 0];
  private path: TargetPath | null = null;
  /** Velocity of the held point on the screen, m/s, and the time of the run when it was measured. */
  private drift: Point = [0, 0, 0];
  private movedAt = 0;
  /** Mean interval between two pictures, s of the run. */
  private interval = 0;
  private stop: () => void;

  /** `stepSize`: step size for counting the steps of a push, s; `strengthOf`: N s per metre of a push. */
  constructor(
    readonly live: LiveRun,
    private readonly stepSize: number,
    private readonly strengthOf: (object: string, link: number | null) => number = () => 1,
  ) {
    super();
    let { problem, time } = live;
    this.stop = watch(
      () => [live.time, live.problem] as const,
      ([newTime, newProblem]) => {
        if (newTime > time) this.interval += settling * (newTime - time - this.interval);
        time = newTime;
        if (newProblem !== problem && newProblem && this.held) this.forget();
        problem = newProblem;
        this.tick();
      },
    );
  }

  /**
   * Grabs a point that is at `point` now; `metresPerPixel`: the resolution there; `drift` as in `move`: the hand moves with it from the
   * start.
   */
  grab(grip: Grip, point: Point, metresPerPixel: number, drift: Point = [0, 0, 0]): void {
    const resolution = resolutionFor(metresPerPixel);
    // At a low frame rate the hand moves more slowly: it must not wait for the next target while the body moves on.
    const speed = Math.max(this.live.speed || this.live.pace, (leastIntervals * this.interval) / moveDuration);
    const to = rounded(point, resolution / 10);
    const duration = Number((moveDuration * speed).toPrecision(2));
    this.path = new TargetPath(to, resolution, duration / moveDuration);
    this.drift = drift;
    this.movedAt = this.live.time;
    this.set<Hands>({ held: grip, target: point });
    void this.post({ grab: grip.object, ...pointOf(grip, resolution), to, duration }, true).then((done) => {
      if (!done && this.held === grip) this.forget();
    });
    this.tick();
  }

  /** Sets the target of the held point. `drift`: the velocity at which the picture moves with a body, so that the hand keeps up. */
  move(point: Point, drift: Point = [0, 0, 0]): void {
    if (!this.held) return;
    this.drift = drift;
    this.movedAt = this.live.time;
    this.set<Hands>({ target: point });
    this.tick();
  }

  release(): void {
    if (!this.held) return;
    this.forget();
    void this.post({ release: true });
  }

  /** The impulse of a push along `way` (m), N s: it gives a free body about the speed at which the hand pulls. */
  impulseOf({ object, link }: Grip, displacement: Point): Point {
    const strength = this.strengthOf(object, link);
    return displacement.map((x) => Number((strength * x).toPrecision(2))) as unknown as Point;
  }

  push(grip: Grip, displacement: Point, metresPerPixel: number): void {
    const speed = this.live.speed || this.live.pace;
    const impulse = this.impulseOf(grip, displacement);
    const steps = Math.max(1, Math.round((pushSeconds * speed) / this.stepSize));
    void this.post({ push: grip.object, ...pointOf(grip, resolutionFor(metresPerPixel)), impulse, steps }, true);
  }

  /** Sets the target value of an input; `rate`: change per simulated second. */
  setInput(input: string, value: number, rate?: number, undoable = true): void {
    void this.post({ input, value, ...(rate === undefined ? {} : { rate }) }, undoable);
  }

  /** Goes back to just before the person's last action. */
  async undo(): Promise<void> {
    this.forget();
    await this.live.undo();
  }

  dispose(): void {
    this.stop();
  }

  private tick(): void {
    if (!this.held || !this.path) return;
    const lead = moveDuration * this.path.speed + this.live.time - this.movedAt; // time until the hand arrives
    const to = this.path.next(this.target.map((x, i) => x + lead * this.drift[i]) as unknown as Point, this.live.time);
    if (to) void this.post({ to });
  }

  private forget(): void {
    this.path = null;
    if (this.held) this.set<Hands>({ held: null });
  }

  private post(event: LiveEvent, undoable = false): Promise<boolean> {
    return this.live.post(event, undoable);
  }
}

/** Object, link and point in the form of an event. */
function pointOf({ link, at }: Grip, resolution: number) {
  const place = rounded(at, resolution / 10);
  return { ...(link === null ? {} : { link }), ...(place.some((x) => x !== 0) ? { at: place } : {}) };
}
