/** The engine's public types: one API in a page (through the worker), in a worker and in Node. */

import type {
  AccuracyReport,
  CheckResult,
  Eigenvalue,
  Graded,
  Issue,
  ItemKind,
  MeasureResult,
  Message,
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
  AccuracyReport,
  AccuracyState,
  CheckResult,
  Counts,
  Eigenvalue,
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
  Message,
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
  /** How many samples precede these. If it is less than the number received so far, the run went back: discard later ones. */
  before: number;
  columns: Float64Array[];
  progress: Progress;
  statistics: Statistics;
  /** The numbers of all poses in the current state, if nothing has been recorded yet. */
  poses?: Float64Array;
  /** Posted events that could not happen, with the reason; the run continued. */
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
/** An event with its step, as in a document. */
export type RecordedEvent = LiveEvent & { step: number; analysisStep?: number };

/** A run that a person takes over: from then on it continues until `end` is posted, even beyond endTime. */
export interface LiveOptions {
  /**
   * The number of steps in the last dynamic analysis step before the takeover; until then the run is as fast as possible and its events
   * apply. Default 0.
   */
  from?: number;
  /** Simulated seconds per second; 0: as many as possible. Default 1. */
  pace?: number;
  /** Memory for checkpoints, which make going back fast; default 64 MiB. */
  checkpointBytes?: number;
}

/** The arguments of a user function, by their names in the item's reference: numbers, vectors, and matrices by rows. */
export type UserFunctionValues = Record<string, number | Float64Array>;

/**
 * A function of the page that replaces the formulas of a user function. It is called in every evaluation of the forces and must depend on
 * its values only, which are valid during the call. If a tangent is needed, it is called twice more for each variable number. A document
 * never contains one.
 */
export interface UserFunctionOverride {
  /** Default: object. */
  kind?: ItemKind;
  /** Name of the item. */
  item: string;
  /** Name of its user function, for example springForceUserFunction. */
  parameter: string;
  /** Returns the number, or as many numbers as the user function yields. */
  call(values: UserFunctionValues): number | ArrayLike<number>;
}

export interface StartOptions {
  /** Parameter values that override the document's values. */
  parameters?: Record<string, number>;
  /** Computing time between two chunks; default 25. */
  sliceMilliseconds?: number;
  /** Only if the engine is in the same thread (createEngine), because functions cannot be sent to workers. */
  userFunctions?: UserFunctionOverride[];
  live?: LiveOptions;
}

/**
 * The only error type: the model is wrong (`pointer`), the run stopped (`time`), or the engine itself died (`engine`). `said`: the message
 * with its code.
 */
export class SimulationError extends Error {
  constructor(
    readonly code: 'model' | 'stopped' | 'engine' | 'cancelled' | 'memory',
    message: string,
    readonly detail: { pointer?: string; time?: number; reason?: Stop['reason']; issues?: Issue[]; said?: Message } = {},
  ) {
    super(message);
    this.name = 'SimulationError';
  }
}

/**
 * A run. Iterate it once to receive the chunks; the iteration ends with the run, and throws a SimulationError if the run failed. `history`
 * keeps everything recorded until then, even after a failure.
 */
export interface Run extends AsyncIterable<Chunk> {
  /** Resolves when the model is loaded; rejects with code 'model' if the model is wrong. */
  readonly model: Promise<ModelInfo>;
  readonly history: History;
  readonly statistics: Statistics;
  readonly status: RunStatus;
  /** Results of eigenvalue steps, in the order of the analysis; complete when the run has finished. */
  readonly eigenvalues?: readonly (readonly Eigenvalue[])[];
  /**
   * For each eigenvalue step, the numbers of all poses, followed by the motion of the poses in the mode of each eigenvalue: the real parts,
   * then the imaginary ones of `shape` in poses + s Re(shape e^{iφ}). Empty if the modes are not computed.
   */
  readonly modes?: readonly Float64Array[];
  pause(): void;
  resume(): void;
  cancel(): void;
  /** Posts an event for the start of the next step. Resolves with its errors; an event with errors has no effect. */
  post(event: LiveEvent): Promise<Issue[]>;
  /** The events that took effect so far. As `events` of the document, they reproduce the run bit by bit. Also available after its end. */
  events(): Promise<RecordedEvent[]>;
  /** The measures of the recorded samples once the run has ended for any reason; none if the engine died. */
  measures(): Promise<MeasureResult[]>;
  /**
   * For a live run: goes back to the start of a step of the current analysis step and continues from there; later samples are forgotten.
   */
  goBack(step: number): Promise<boolean>;
  /** For a live run: simulated seconds per second; 0: as many as possible. On a slower machine, the run falls behind. */
  setPace(pace: number): void;
}

/** The spectrum of a document for one set of parameters, from its last eigenvalue step; or the reason why there is none. */
export type Spectrum = { eigenvalues: readonly Eigenvalue[] } | { problem: string };

/** The study of a document, computed in one worker until it is closed. */
export interface StudyLane {
  readonly info: StudyInfo;
  /** The parameter values of these runs, one run after the other. */
  values(from: number, to: number): Promise<Float64Array>;
  /** Rows of these runs as lines of CSV: as many as the time permits, at least one. */
  rows(runs: readonly number[], milliseconds: number): Promise<string[]>;
  /** Ends the study, even during a run. */
  close(): void;
}

/** A run with its measures and some columns: time first, then the requested ones. `problem`: why it did not reach its end, or "". */
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

/** Answers to the tasks of a document, by id; an answer that is a run also contains the actions in that run. */
export interface Submission extends HandsDone {
  document: object;
  name: string;
  /** When it was saved, in ISO 8601. */
  saved?: string;
  seed: string;
  answers: Record<string, { answer?: unknown; tries?: number; hints?: number } & HandsDone>;
  /** Parameters of the submitted run that differ from the document and the seed. */
  parameters?: Readonly<Record<string, number>>;
}

/** An assembled mechanism: the positions nearest to the drawing in which all constraints hold; its message names those that remain open. */
export interface AssembledInfo extends Message {
  closed: boolean;
  /** Degrees of freedom, remaining motions and redundant constraints, in sentences; "" without `mayJump`. */
  mobility: string;
  /** Coordinates are displacements from the reference. */
  nodes: readonly { node: number; coordinates: readonly number[]; velocities: readonly number[] }[];
}

export interface AccuracyOptions {
  /** Called during the runs: completed part, 0 … 1, and the current run, 0 … 2. */
  onProgress?: (fraction: number, run: number) => void;
  signal?: AbortSignal;
}

/** The names that a linear model may have. */
export interface LinearSignals {
  inputs: readonly (LinearSignal & { kind: 'load' | 'input' | 'motion' })[];
  outputs: readonly LinearSignal[];
}
export interface LinearSignal {
  name: string;
  unit: string;
}

export interface LinearRequest {
  inputs: readonly string[];
  outputs: readonly string[];
  /** s; null: the start of the motion, after static steps. */
  time: number | null;
}

/** ẋ = A x + B u, y = C x + D u: small deviations from a state. */
export interface LinearModel {
  time: number;
  /** The reason for a missing model, or ""; then all else is missing. */
  problem: string;
  notes: readonly string[];
  inputs: readonly LinearSignal[];
  outputs: readonly LinearSignal[];
  states: readonly string[];
  A: number[][];
  B: number[][];
  C: number[][];
  D: number[][];
  /** [real, imaginary] in 1/s. */
  poles: readonly [number, number][];
  /** By output, then by input; null: the output does not respond. */
  zeros: readonly (readonly [number, number][] | null)[][];
  /** rad/s. */
  frequencies: readonly number[];
  /** By output, then by input; null at an undamped pole. */
  response: readonly { re: readonly (number | null)[]; im: readonly (number | null)[] }[][];
  /** `values`: by output, then by input. */
  step: { time: readonly number[]; values: readonly (readonly (number | null)[])[][] };
  /** The frequency response as a table, and the model as statements of MATLAB. */
  csv: string;
  matlab: string;
}

/** A robot as a document. */
export interface ImportedRobot {
  /** JSON text. */
  document: string;
  /** The features of the robot that are not imported. */
  left: readonly string[];
}

export interface Engine {
  readonly version: string;
  check(document: string, parameters?: Record<string, number>): Promise<CheckResult>;
  /** The document with creators expanded, as JSON text. */
  expand(document: string, parameters?: Record<string, number>): Promise<string>;
  /** A Python script that builds and solves the same model with Exudyn. An error names what Exudyn lacks. */
  exudynScript(document: string, parameters?: Record<string, number>): Promise<string>;
  /** Estimates the errors of a run's sensors and measures, from two more runs with smaller steps. `signal` ends it. */
  accuracy(document: string, parameters?: Record<string, number>, options?: AccuracyOptions): Promise<AccuracyReport>;
  /** Finds positions that satisfy all constraints: near the drawn ones, or anywhere with `mayJump`. */
  assemble(document: string, parameters?: Record<string, number>, options?: { mayJump?: boolean }): Promise<AssembledInfo>;
  /** The inputs and outputs that a linear model of the document may have. */
  linearSignals(document: string, parameters?: Record<string, number>): Promise<LinearSignals>;
  /** The linear model at a time of the run; it runs the model up to there. */
  linearise(document: string, request: LinearRequest, parameters?: Record<string, number>): Promise<LinearModel>;
  /**
   * Converts a robot in URDF or MJCF to a document. `files`: by path, including those that the description names; `name`: the path of the
   * description.
   */
  importRobot(files: Readonly<Record<string, Uint8Array>>, name: string): Promise<ImportedRobot>;
  /** The triangles of a mesh in STL or OBJ, chosen by the file extension: the coordinates of their corners, nine numbers each. */
  readMesh(bytes: Uint8Array, name: string, mostTriangles: number): Promise<Float64Array>;
  start(document: string, options?: StartOptions): Run;
  /**
   * Runs the document for each set of parameters, as many as the time permits and at least one: spectra in the order of the sets. In all
   * methods, `signal` ends a busy worker.
   */
  spectra(document: string, sets: readonly Record<string, number>[], milliseconds: number, signal?: AbortSignal): Promise<Spectrum[]>;
  /** Opens the study of a document; `parameters` apply to all runs instead of the document's values. */
  study(document: string, parameters?: Record<string, number>, signal?: AbortSignal): Promise<StudyLane>;
  /** Runs the document for each set of parameters, as many as the time permits and at least one. */
  trials(
    document: string,
    sets: readonly Record<string, number>[],
    channels: readonly SensorChannel[],
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<Trial[]>;
  /** Grades answers to tasks. `whole`: as a submission, with the digest of the run and seals over its parts. */
  grade(submission: Submission, whole?: boolean): Promise<Graded>;
  /** Recomputes a submission from the text of its file. `document`: the one handed out, as JSON; then no other document is run. */
  regrade(submission: string, document?: string): Promise<Regraded>;
  /** Converts a typed number with a unit to another unit. */
  quantity(typed: string, unit: string): Promise<Quantity>;
  dispose(): void;
}

/** Growing columns within a memory budget. */
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
  /** The solver's column with this name. */
  solverColumn(name: SolverColumn['name']): Float64Array;
  /** Smallest and largest finite number recorded, including samples that are not kept; null if there is none. */
  sensorRange(sensor: number, component: number): [number, number] | null;
  /** Like `sensorRange`, over all points of a profile. */
  profileRange(profile: number): [number, number] | null;
  /** 1 while every sample is kept; n if only every n-th is kept to stay within the budget. */
  readonly keptEvery: number;
}
