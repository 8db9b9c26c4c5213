import {
  type AccuracyState,
  type AssembledInfo,
  type CheckResult,
  type Chunk,
  type Eigenvalue,
  type Graded,
  type ImportedRobot,
  type Issue,
  type LinearModel,
  type LinearRequest,
  type LinearSignals,
  type LiveEvent,
  type LiveOptions,
  type MeasureResult,
  type ModelInfo,
  type Quantity,
  type RecordedEvent,
  type Regraded,
  type SensorChannel,
  SimulationError,
  type Spectrum,
  type StudyInfo,
  type Submission,
  type Trial,
} from './types';

type Parameters = Record<string, number>;

/** Every request that the page may send to the worker, with its answer. A worker computes one run at a time. */
export interface Requests {
  load: { args: { module: WebAssembly.Module; historyBytes: number }; result: { version: string } };
  /** Memory of the engine, in bytes; it never shrinks. */
  memory: { args: Record<string, never>; result: number };
  check: { args: { document: string; parameters: Parameters }; result: CheckResult };
  expand: { args: { document: string; parameters: Parameters }; result: string };
  exudynScript: { args: { document: string; parameters: Parameters }; result: string };
  assemble: { args: { document: string; parameters: Parameters; mayJump: boolean }; result: AssembledInfo };
  /** A worker also estimates only one accuracy at a time. */
  openAccuracy: { args: { document: string; parameters: Parameters }; result: null };
  advanceAccuracy: { args: { milliseconds: number }; result: AccuracyState };
  linearSignals: { args: { document: string; parameters: Parameters }; result: LinearSignals };
  linearise: { args: { document: string; request: LinearRequest; parameters: Parameters }; result: LinearModel };
  importRobot: { args: { files: Readonly<Record<string, Uint8Array>>; name: string }; result: ImportedRobot };
  readMesh: { args: { bytes: Uint8Array; name: string; mostTriangles: number }; result: Float64Array };
  spectra: { args: { document: string; sets: readonly Parameters[]; milliseconds: number }; result: Spectrum[] };
  /** A worker also computes only one study at a time. */
  openStudy: { args: { document: string; parameters: Parameters }; result: StudyInfo };
  studyValues: { args: { from: number; to: number }; result: Float64Array };
  studyRows: { args: { runs: readonly number[]; milliseconds: number }; result: string[] };
  closeStudy: { args: Record<string, never>; result: null };
  trials: {
    args: { document: string; sets: readonly Parameters[]; channels: readonly SensorChannel[]; milliseconds: number };
    result: Trial[];
  };
  grade: { args: { submission: Submission; whole: boolean }; result: Graded };
  regrade: { args: { submission: string; document?: string }; result: Regraded };
  quantity: { args: { typed: string; unit: string }; result: Quantity };
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

/** Messages that a worker sends during a run. */
export interface Events {
  /** Sent after every slice, even without samples. The columns are transferred. */
  chunk: Omit<Chunk, 'columns'> & { columns: PackedColumns };
  ended: {
    status: 'finished' | 'failed' | 'cancelled';
    error: ErrorData | null;
    eigenvalues: readonly (readonly Eigenvalue[])[];
    modes: readonly Float64Array[];
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

/** All columns of a chunk in one array: sending thousands of arrays would take longer than computing their numbers. */
export interface PackedColumns {
  width: number;
  values: Float64Array<ArrayBuffer>;
}

/** Packs the columns of a chunk, most of which already share a buffer. They must not be used afterwards. */
export function packColumns({ columns, samples }: Pick<Chunk, 'columns' | 'samples'>): PackedColumns {
  const width = columns.length;
  const [first] = columns;
  if (first?.buffer.byteLength === first.BYTES_PER_ELEMENT * width * samples && first.buffer === columns[width - 1].buffer)
    return { width, values: new Float64Array(first.buffer as ArrayBuffer) };
  const values = new Float64Array(width * samples);
  columns.forEach((column, i) => {
    values.set(column, i * samples);
  });
  return { width, values };
}

export function unpackColumns({ width, values }: PackedColumns): Float64Array[] {
  const samples = width > 0 ? values.length / width : 0;
  if (samples === 0) return new Array(width).fill(values);
  return Array.from({ length: width }, (_, column) => values.subarray(column * samples, (column + 1) * samples));
}

/** A SimulationError as passed between threads. */
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
