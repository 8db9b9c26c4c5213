import { createContext } from '@lit/context';
import { sceneSize } from '../scene';
import { followClock, TimeCursor } from '../state/cursor';
import { computed, Observable, observed, watch } from '../state/observable';
import type { Recording } from '../state/recording';
import type { Session } from '../state/session';
import { type Mode, modesOf } from './modes';
import { modeMotion, poseShape, usualFactor } from './motion';

/** A mode of an eigenvalue step: the index of the step, and of its eigenvalue. */
export interface Choice {
  step: number;
  index: number;
}

const seconds = 2; // s of the viewer's time per period

/** The mode shown in the 3D view instead of the run, and its amplitude. */
export class ModeShow extends Observable {
  @observed readonly choice: Choice | null = null;
  /** Relative to the default amplitude. */
  @observed readonly scale: number = 1;
  @observed readonly session: Session | null = null;
  /** Cursor in the period that is shown. */
  readonly cursor = new TimeCursor();
  private stops: (() => void)[] = [];

  /** Shows modes of the runs of this session. The first mode is shown automatically if the run has no motion. */
  follow(session: Session): void {
    this.set<ModeShow>({ session });
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const choose = watch(
      () => this.choiceFor(session),
      (choice) => this.choose(choice),
    );
    const time = watch(
      () => this.recording,
      (recording) => recording && this.repeat(recording),
    );
    if (!reducedMotion) this.cursor.play();
    this.stops = [choose, time, followClock(this.cursor)];
  }

  end(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.set<ModeShow>({ choice: null, session: null });
  }

  /** The choice, or the first mode if the run has no other motion. */
  private choiceFor({ runner }: Session): Choice | null {
    const { choice } = this;
    if (choice && this.modesIn(choice.step).some(({ index }) => index === choice.index)) return choice;
    const first = runner.timeless ? (this.modesIn(0).find(({ imaginary }) => imaginary !== 0) ?? this.modesIn(0)[0]) : undefined;
    return first ? { step: 0, index: first.index } : null;
  }

  private repeat({ history: { time } }: Recording): void {
    const { cursor } = this;
    const period = time[time.length - 1];
    const share = cursor.end > 0 ? cursor.time / cursor.end : 0;
    cursor.setSamples(0, period, time);
    cursor.setSpeed(period / seconds);
    cursor.seek(share * period);
  }

  choose(choice: Choice | null): void {
    this.set<ModeShow>({ choice });
  }

  setScale(scale: number): void {
    this.set<ModeShow>({ scale });
  }

  /** The modes of an eigenvalue step that can be shown. */
  modesIn(step: number): Mode[] {
    const { model, modes = [], eigenvalues = [] } = this.session?.runner ?? {};
    return model && poseShape(model, modes[step], 0) ? modesOf(eigenvalues[step] ?? []) : [];
  }

  /** The mode that is shown. */
  get mode(): Mode | null {
    return this.modeNow.value;
  }
  private readonly modeNow = computed(() => {
    const { choice } = this;
    return (choice && this.modesIn(choice.step).find(({ index }) => index === choice.index)) ?? null;
  });

  /** One period of the mode that is shown. */
  get recording(): Recording | null {
    return this.recordingNow.value;
  }
  private readonly recordingNow = computed((): Recording | null => {
    const { choice, scale, mode } = this;
    const { model, modes } = this.session?.runner ?? {};
    const shape = model && choice && mode && poseShape(model, modes?.[choice.step], choice.index);
    if (!shape) return null;
    const period = mode.frequency > 0 ? 1 / mode.frequency : 1;
    const still = modeMotion(model, shape, 0, period);
    const factor = scale * usualFactor(model, shape, sceneSize(still));
    return modeMotion(model, shape, factor, period);
  });
}

export const modesContext = createContext<ModeShow>(Symbol('modes'));
