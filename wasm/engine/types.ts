/** The engine's public types: one API in a page (through the worker), in a worker and in Node. */

import type {
  CheckResult,
  Eigenvalue,
  FormulaSyntax,
  Graded,
  Issue,
  ItemKind,
  MeasureResult,
  ModelInfo,
  Progress,
  Quantity,
  Regraded,
  SolverColumn,
  Statistics,
  Stop,
  StudyInfo,
} from './wire';

export type * from './display';
export type {
  CheckResult,
  Counts,
  Eigenvalue,
  FormulaNode,
  FormulaSyntax,
  Graded,
  InputInfo,
  Issue,
  ItemKind,
  ItemReference,
  JsonSchema,
  LoadInfo,
  MarkerInfo,
  MeasureInfo,
  MeasureResult,
  ModelInfo,
  NodeInfo,
  ObjectInfo,
  ParameterInfo,
  ParameterReference,
  PoseInfo,
  ProfileInfo,
  ProfileQuantity,
  Progress,
  Quantity,
  Reference,
  Regraded,
  RowReference,
  SensorInfo,
  SolverColumn,
  Statistics,
  Stop,
  StudyInfo,
  TaskInfo,
} from './wire';

export type RunStatus = 'running' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** New samples, as columns in the order of ModelInfo. */
export interface Chunk {
  samples: number;
  /** How many were recorded before these. Where it is less than was received so far, the run went back: later ones are forgotten. */
  before: number;
  columns: Float64Array[];
  progress: Progress;
  statistics: Statistics;
  /** While nothing is recorded yet: the numbers of all poses in the present state. */
  poses?: Float64Array;
  /** Posted events that could not happen, and why; the run continued. */
  refused?: readonly string[];
}

type Point = readonly [number, number, number];
/** An event of a run: an entry of `events` without its step, as docs/model-format.md describes it. */
export type LiveEvent =
  | { input: string; value: number; rate?: number }
  | { grab: string; link?: number; at?: Point; to?: Point; duration?: number }
  | { to: Point }
  | { release: true }
  | { push: string; link?: number; at?: Point; impulse: Point; steps?: number }
  | { end: true };
/** The same with its step, as it stands in a document. */
export type RecordedEvent = LiveEvent & { step: number; analysisStep?: number };

/** A run that a person takes over: from then on it goes on until `end` is posted, beyond endTime too. */
export interface LiveOptions {
  /** Steps of the last dynamic step of the analysis after which that is; until then it runs as fast as it can, with its events. Default 0. */
  from?: number;
  /** Simulated seconds in a second; 0: as many as possible. Default 1. */
  pace?: number;
  /** Memory for checkpoints, so that going back is quick; default 64 MiB. */
  checkpointBytes?: number;
}

/** The arguments of a user function, by their names in the item's reference: numbers, vectors, and matrices by rows. */
export type UserFunctionValues = Record<string, number | Float64Array>;

/**
 * A function of the page in place of the formulas of a user function. It is called in every evaluation of the forces and must depend on
 * its values alone; these are valid during the call. Where a tangent is needed it is called twice more for each number that varies. A
 * document never carries one.
 */
export interface UserFunctionOverride {
  /** Default: object. */
  kind?: ItemKind;
  /** Name of the item. */
  item: string;
  /** Name of its user function, such as springForceUserFunction. */
  parameter: string;
  /** The number, or as many numbers as the user function gives. */
  call(values: UserFunctionValues): number | ArrayLike<number>;
}

export interface StartOptions {
  /** Values instead of those of the document's parameters. */
  parameters?: Record<string, number>;
  /** How long the engine computes between two chunks; default 25. */
  sliceMilliseconds?: number;
  /** Only where the engine is in the same thread (createEngine): functions do not go to workers. */
  userFunctions?: UserFunctionOverride[];
  live?: LiveOptions;
}

/** The one error type: the model is wrong (`pointer`), the run stopped (`time`), or the engine itself died (`engine`). */
export class SimulationError extends Error {
  constructor(
    readonly code: 'model' | 'stopped' | 'engine' | 'cancelled' | 'memory',
    message: string,
    readonly detail: { pointer?: string; time?: number; reason?: Stop['reason']; issues?: Issue[] } = {},
  ) {
    super(message);
    this.name = 'SimulationError';
  }
}

/**
 * A run. Iterate it once for the chunks as they come; the iteration ends when the run does and throws a SimulationError if it
 * failed. Everything recorded until then is in `history` all the same.
 */
export interface Run extends AsyncIterable<Chunk> {
  /** Resolves when the model is loaded; rejects with code 'model' if it is wrong. */
  readonly model: Promise<ModelInfo>;
  readonly history: History;
  readonly statistics: Statistics;
  readonly status: RunStatus;
  /** Results of eigenvalue steps, in the order of the analysis; complete when the run has finished. */
  readonly eigenvalues?: readonly (readonly Eigenvalue[])[];
  /**
   * Of each eigenvalue step the numbers of all poses, then for each eigenvalue how they move in its mode: the real parts, then the imaginary
   * ones of `shape` in poses + s Re(shape e^{iφ}). Empty where the modes are not computed.
   */
  readonly modes?: readonly Float64Array[];
  pause(): void;
  resume(): void;
  cancel(): void;
  /** Posts an event for the start of the next step. Resolves with its errors; if there are any, nothing happens. */
  post(event: LiveEvent): Promise<Issue[]>;
  /** The events that took effect so far: as `events` of the document they repeat the run to the bit. Also after its end. */
  events(): Promise<RecordedEvent[]>;
  /** The measures of what was recorded, when the run has ended, in whatever way; none if the engine died. */
  measures(): Promise<MeasureResult[]>;
  /** Of a live run: goes back to the start of a step of the analysis step that it is in, and on from there; what came later is forgotten. */
  goBack(step: number): Promise<boolean>;
  /** Of a live run: simulated seconds in a second; 0: as many as possible. Where the machine is slower, the run falls behind. */
  setPace(pace: number): void;
}

/** Of a document at one set of parameters: of its last eigenvalue step, or why there are none. */
export type Spectrum = { eigenvalues: readonly Eigenvalue[] } | { problem: string };

/** The study of a document, computed in one worker until it is closed. */
export interface StudyLane {
  readonly info: StudyInfo;
  /** The values of the parameters in these runs, one run after the other. */
  values(from: number, to: number): Promise<Float64Array>;
  /** Rows of these runs, lines of CSV, as many as there is time for and one at least. */
  rows(runs: readonly number[], milliseconds: number): Promise<string[]>;
  /** Ends it, also in the middle of a run. */
  close(): void;
}

/** A run with its measures and some columns: time first, then those that were asked for. `problem`: why it did not reach its end, or "". */
export interface Trial {
  measures: readonly MeasureResult[];
  columns: readonly Float64Array[];
  problem: string;
}
/** A component of a sensor. */
export interface SensorChannel {
  sensor: string;
  component: number;
}

/** A person's actions in a run, as `events` of a document; `handFrequency`, rad/s: if it differs from the document's. */
export interface HandsDone {
  events?: readonly object[];
  handFrequency?: number;
}

/** Answers to the tasks of a document, by id; an answer that is a run has with it what was done in that run. */
export interface Submission extends HandsDone {
  document: object;
  name: string;
  /** When it was saved, in ISO 8601. */
  saved?: string;
  seed: string;
  answers: Record<string, { answer?: unknown; tries?: number; hints?: number } & HandsDone>;
  /** Of the run that is handed in, where they are not those of the document and the seed. */
  parameters?: Readonly<Record<string, number>>;
}

/** A mechanism put together: positions where all constraints hold, nearest to what is drawn. */
export interface AssembledInfo {
  closed: boolean;
  /** What stays open, in a sentence. */
  message: string;
  /** Degrees of freedom, the motions that are left and constraints too many, in sentences; "" without `mayJump`. */
  mobility: string;
  /** Coordinates are displacements from the reference. */
  nodes: readonly { node: number; coordinates: readonly number[]; velocities: readonly number[] }[];
}

/** A robot as a document. */
export interface ImportedRobot {
  /** JSON text. */
  document: string;
  /** What is not carried over. */
  left: readonly string[];
}

export interface Engine {
  readonly version: string;
  check(document: string, parameters?: Record<string, number>): Promise<CheckResult>;
  /** The document with creators expanded, as JSON text; with `formulas`, numbers of items that it gives as formulas stay formulas. */
  expand(document: string, parameters?: Record<string, number>, options?: { formulas?: boolean }): Promise<string>;
  /** Finds positions that satisfy all constraints: near those that are drawn, or with `mayJump` wherever there are any. */
  assemble(document: string, parameters?: Record<string, number>, options?: { mayJump?: boolean }): Promise<AssembledInfo>;
  /** A robot in URDF or MJCF as a document. `files`: by path, with those that the description names; `name`: the path of the description. */
  importRobot(files: Readonly<Record<string, Uint8Array>>, name: string): Promise<ImportedRobot>;
  /** The triangles of a mesh in STL or OBJ, by the ending of its name: the coordinates of their corners, nine numbers each. */
  readMesh(bytes: Uint8Array, name: string, mostTriangles: number): Promise<Float64Array>;
  /** The syntax of each formula; null where a text is none. */
  syntax(formulas: readonly string[]): Promise<(FormulaSyntax | null)[]>;
  start(document: string, options?: StartOptions): Run;
  /**
   * Runs the document at each set of parameters, as many as there is time for and one at least: spectra in the order of the sets. `signal`,
   * here and below, ends a worker at work.
   */
  spectra(document: string, sets: readonly Record<string, number>[], milliseconds: number, signal?: AbortSignal): Promise<Spectrum[]>;
  /** Opens the study of a document; `parameters`: those that have another value in all runs. */
  study(document: string, parameters?: Record<string, number>, signal?: AbortSignal): Promise<StudyLane>;
  /** Runs the document at each set of parameters, as many as there is time for and one at least. */
  trials(
    document: string,
    sets: readonly Record<string, number>[],
    channels: readonly SensorChannel[],
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<Trial[]>;
  /** Grades answers to tasks. `whole`: as a submission, with the digest of the run and seals over its parts. */
  grade(submission: Submission, whole?: boolean): Promise<Graded>;
  /** A submission, the text of its file, computed again. `document`: the one handed out, as JSON; then no other one is run. */
  regrade(submission: string, document?: string): Promise<Regraded>;
  /** A number with a unit, as a person types it, in another unit. */
  quantity(typed: string, unit: string): Promise<Quantity>;
  dispose(): void;
}

/** Growing columns within a budget of memory. */
export interface History {
  readonly samples: number;
  /** Time first; each a view of `samples` numbers, valid until the next append. */
  readonly columns: readonly Float64Array[];
  readonly time: Float64Array;
  /** The column of component `component` of sensor `sensor`, by index. */
  sensorColumn(sensor: number, component: number): Float64Array;
  /** Columns of pose `pose`. */
  poseColumns(pose: number): Float64Array[];
  /** Columns of profile `profile`, one for each of its positions. */
  profileColumns(profile: number): Float64Array[];
  /** The solver's work until each sample. */
  solverColumn(name: SolverColumn['name']): Float64Array;
  /** Smallest and largest finite number recorded, also among samples that are not kept; null without one. */
  sensorRange(sensor: number, component: number): [number, number] | null;
  /** The same of all points of a profile. */
  profileRange(profile: number): [number, number] | null;
  /** 1 while every sample is kept; n when only every n-th is, to stay within the budget. */
  readonly keptEvery: number;
}
