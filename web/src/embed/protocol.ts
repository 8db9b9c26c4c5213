import type { GivenRun } from '../state/given-run';

/** The messages between a page and an embedded model, sent by postMessage. Every message contains `slipstick: 1`. */
export interface Requests {
  /** Opens another model: its link from "#" on, or the document itself. */
  load: { args: { link?: string; model?: object }; result: null };
  set: { args: { parameters: Record<string, number> }; result: null };
  run: { args: Record<string, never>; result: null };
  play: { args: Record<string, never>; result: null };
  pause: { args: Record<string, never>; result: null };
  seek: { args: { time: number }; result: null };
  /** Shows a run of this model that was computed elsewhere. */
  draw: { args: { run: GivenRun }; result: null };
  /** Returns the sensors at the time shown. */
  read: { args: Record<string, never>; result: Reading };
  /** Returns the whole curves of sensors, by default of all, as copies. */
  series: { args: { names?: readonly string[] }; result: Series };
  /** Returns the answers to the tasks, which `restore` accepts. */
  answers: { args: Record<string, never>; result: SavedAnswers };
  restore: { args: { answers: SavedAnswers }; result: null };
  /** Returns the current 3D view as a PNG data URL ("data:…"), or "". */
  picture: { args: Record<string, never>; result: string };
}

export interface Reading {
  time: number;
  sensors: Record<string, { unit: string; components: string[]; values: number[] }>;
}

export interface Series {
  /** The times of the samples, s. */
  time: Float64Array;
  /** `values`: for each component, its value in each sample. */
  sensors: Record<string, { unit: string; components: string[]; values: Float64Array[] }>;
}

export interface SavedAnswers {
  seed: string;
  answers: Record<string, unknown>;
}

export interface Events {
  /** A model is open. */
  ready: { title: string; parameters: { name: string; value: number; min?: number; max?: number; unit: string }[] };
  /**
   * A run has begun or ended, or a heavy model waits for permission. `phase`: running, live, finished, cancelled, stopped, invalid, broken,
   * waiting. `measures`: measures of a finished run; a null value has its explanation in `reason`.
   */
  run: { phase: string; message: string; measures: { name: string; label: string; unit: string; value: number | null; reason: string }[] };
  /**
   * An answer was checked or withdrawn. `score`: of all tasks, 0 … 1; null until a first answer could be judged. A frame reports the seed,
   * often a name, only if its address has `host`.
   */
  tasks: { seed?: string; score: number | null; tasks: { id: string; score: number | null; tries: number }[] };
  /** The height in px at which all parts are visible without scrolling. */
  height: { height: number };
  /** The cursor moved; at most ten times a second. */
  time: { time: number; playing: boolean };
  /** Another model is open, or parameters changed; `link` opens the model in its current state. */
  parameters: { values: Record<string, number>; link: string };
  /** An action in a live run, at `time` in s: a body was grabbed, released or pushed, or an input was set. */
  grab: { time: number; object: string; link?: number };
  release: { time: number };
  push: { time: number; object: string; link?: number; impulse: readonly number[] };
  input: { time: number; name: string; value: number };
  /** A live run was ended. `digest`: of its result, as in links, or ""; `link` repeats the run. */
  stop: { time: number; digest: string; link: string };
  /** The model cannot be shown. */
  error: { message: string };
}

export type RequestMessage = {
  [N in keyof Requests]: { slipstick: 1; id: number; request: N } & Requests[N]['args'];
}[keyof Requests];
export type AnswerMessage = { slipstick: 1; id: number; result: unknown } | { slipstick: 1; id: number; error: string };
export type EventMessage = { [N in keyof Events]: { slipstick: 1; event: N; data: Events[N] } }[keyof Events];
