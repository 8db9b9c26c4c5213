import type { GivenRun } from '../state/given-run';

/** The messages between a page and a model embedded in it, by postMessage. Every message has `slipstick: 1`. */
export interface Requests {
  /** Another model: its link from the "#" on, or the document itself. */
  load: { args: { link?: string; model?: object }; result: null };
  set: { args: { parameters: Record<string, number> }; result: null };
  run: { args: Record<string, never>; result: null };
  play: { args: Record<string, never>; result: null };
  pause: { args: Record<string, never>; result: null };
  seek: { args: { time: number }; result: null };
  /** Shows a run of this model that was computed elsewhere. */
  draw: { args: { run: GivenRun }; result: null };
  /** The sensors at the time shown. */
  read: { args: Record<string, never>; result: Reading };
  /** Answers to the tasks, to be kept and given back by `restore`. */
  answers: { args: Record<string, never>; result: SavedAnswers };
  restore: { args: { answers: SavedAnswers }; result: null };
  /** The 3D view as it is seen, as the address of a PNG ("data:…"), or "". */
  picture: { args: Record<string, never>; result: string };
}

export interface Reading {
  time: number;
  sensors: Record<string, { unit: string; components: string[]; values: number[] }>;
}

export interface SavedAnswers {
  seed: string;
  answers: Record<string, unknown>;
}

export interface Events {
  /** A model is open. */
  ready: { title: string; parameters: { name: string; value: number; min?: number; max?: number; unit: string }[] };
  /**
   * A run has begun or ended, or a heavy model waits to be asked. `phase`: running, live, finished, cancelled, stopped, invalid, broken,
   * waiting. `measures`: those of a run that has ended; null stands for no value, which `reason` explains.
   */
  run: { phase: string; message: string; measures: { name: string; label: string; unit: string; value: number | null; reason: string }[] };
  /**
   * An answer was checked or taken back. `score`: of all tasks, 0 … 1; null before a first answer could be judged. A frame tells the seed,
   * often a name, only if its address has `host`.
   */
  tasks: { seed?: string; score: number | null; tasks: { id: string; score: number | null; tries: number }[] };
  /** The cursor moved; at most ten times a second. */
  time: { time: number; playing: boolean };
  /** Another model is open, or parameters changed; `link` opens the model as it is now. */
  parameters: { values: Record<string, number>; link: string };
  /** An action in a live run, at `time` in s: a body was grabbed, released or pushed, or an input was set. */
  grab: { time: number; object: string; link?: number };
  release: { time: number };
  push: { time: number; object: string; link?: number; impulse: readonly number[] };
  input: { time: number; name: string; value: number };
  /** A live run was ended. `digest`: of its result, as links carry it, or ""; `link` repeats the run. */
  stop: { time: number; digest: string; link: string };
  /** The model cannot be shown. */
  error: { message: string };
}

export type RequestMessage = {
  [N in keyof Requests]: { slipstick: 1; id: number; request: N } & Requests[N]['args'];
}[keyof Requests];
export type AnswerMessage = { slipstick: 1; id: number; result: unknown } | { slipstick: 1; id: number; error: string };
export type EventMessage = { [N in keyof Events]: { slipstick: 1; event: N; data: Events[N] } }[keyof Events];
