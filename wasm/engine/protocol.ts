import {
  type CheckResult,
  type Chunk,
  type Eigenvalue,
  type Graded,
  type Issue,
  type LiveEvent,
  type LiveOptions,
  type MeasureResult,
  type ModelInfo,
  type RecordedEvent,
  SimulationError,
  type Spectrum,
  type Submission,
} from './types';

type Parameters = Record<string, number>;

/** Every request the page may send to the worker, with its answer. A worker holds one run at a time. */
export interface Requests {
  load: { args: { module: WebAssembly.Module; historyBytes: number }; result: { version: string } };
  check: { args: { document: string; parameters: Parameters }; result: CheckResult };
  expand: { args: { document: string; parameters: Parameters; formulas: boolean }; result: string };
  spectra: { args: { document: string; sets: readonly Parameters[]; milliseconds: number }; result: Spectrum[] };
  grade: { args: { submission: Submission; whole: boolean }; result: Graded };
  /** Answers when the model is loaded; events follow. */
  start: { args: { document: string; parameters: Parameters; sliceMilliseconds?: number; live?: LiveOptions }; result: ModelInfo };
  post: { args: { event: LiveEvent }; result: Issue[] };
  events: { args: Record<string, never>; result: RecordedEvent[] };
  goBack: { args: { step: number }; result: boolean };
  setPace: { args: { pace: number }; result: null };
  pause: { args: Record<string, never>; result: null };
  resume: { args: Record<string, never>; result: null };
  /** Answers when the run has ended. */
  cancel: { args: Record<string, never>; result: null };
}

/** What a worker says of itself while a run goes on. */
export interface Events {
  /** After every slice, also without samples. The columns are transferred. */
  chunk: Chunk;
  ended: {
    status: 'finished' | 'failed' | 'cancelled';
    error: ErrorData | null;
    eigenvalues: readonly (readonly Eigenvalue[])[];
    events: RecordedEvent[];
    measures: MeasureResult[];
  };
}

export type RequestName = keyof Requests;
export type Args<N extends RequestName> = Requests[N]['args'];
export type Result<N extends RequestName> = Requests[N]['result'];

export type Handlers = { [N in RequestName]: (args: Args<N>) => Result<N> | Promise<Result<N>> };
export type EventHandlers = { [N in keyof Events]: (event: Events[N]) => void };

export type RequestMessage = { [N in RequestName]: { id: number; request: N; args: Args<N> } }[RequestName];
export type EventMessage = { [N in keyof Events]: { event: N; data: Events[N] } }[keyof Events];
export type WorkerMessage = { id: number; result: unknown } | { id: number; error: ErrorData } | EventMessage;

/** A SimulationError on its way between threads. */
export interface ErrorData {
  code: SimulationError['code'];
  message: string;
  detail: SimulationError['detail'];
}

export function toErrorData(error: unknown): ErrorData {
  if (error instanceof SimulationError) return { code: error.code, message: error.message, detail: error.detail };
  return { code: 'engine', message: `The engine stopped unexpectedly (${error}).`, detail: {} };
}

export function fromErrorData({ code, message, detail }: ErrorData): SimulationError {
  return new SimulationError(code, message, detail);
}
