/** The engine's public types: one API in a page (through the worker), in a worker and in Node. */

/** Something wrong with a document, and where: `pointer` is a JSON Pointer such as "/objects/3/discRadius". */
export interface Issue {
  severity: 'error' | 'warning';
  pointer: string;
  message: string;
}

export interface ParameterInfo {
  name: string;
  value: number;
  defaultValue: number;
  min?: number;
  max?: number;
  step?: number;
  unit: string;
  label: string;
  description: string;
  choices?: unknown;
}

/** One sensor: its columns in a history are `name.component`. */
export interface SensorInfo {
  name: string;
  components: string[];
  unit: string;
}

/** Something to draw. frame: x y z qw qx qy qz; point: x y z; cable: both ends' position and slope, 8 numbers. */
export interface PoseInfo {
  kind: 'frame' | 'point' | 'cable';
  object: number;
  name: string;
}

/** What of a line of cable elements is recorded. `display` asks for it in curves of a plot with `over`, in a plot with `map`, in `contour`. */
export interface ProfileQuantity {
  /** On the elements, or in their contacts with circles: of those the sum over all circles. */
  of: 'cable' | 'contact';
  /** "" where a formula takes its place. */
  outputVariableType: string;
  component: number;
  /** Of t, s and position; "" if there is none. */
  formula: string;
}

/** A quantity along a cable or belt, one value per point in every sample; what is not defined there is NaN. */
export interface ProfileInfo extends ProfileQuantity {
  /** The Cable2D or Belt entry. */
  over: string;
  unit: string;
  /** Arc length of each point from the start of the line, in the reference configuration, in m; ascending. Points move with the material. */
  positions: number[];
  /** Number of the object (cable element) on which each point lies. */
  objects: number[];
  /** Arc length of the whole line, in m. */
  length: number;
  /** Its end is its start. */
  closed: boolean;
}

/** An item as the views need it: enough to draw, nothing to compute. */
export interface ItemInfo {
  type: string;
  name: string;
  visualization: Record<string, unknown>;
  /** Evaluated parameters, references as indices. */
  parameters: Record<string, unknown>;
}

/** What is known of a model before it runs. */
export interface ModelInfo {
  title: string;
  description: string;
  parameters: ParameterInfo[];
  sensors: SensorInfo[];
  poses: PoseInfo[];
  profiles: ProfileInfo[];
  /** The last columns: size of the last step (s), then counts since the start. */
  solverColumns?: string[];
  objects: ItemInfo[];
  markers: ItemInfo[];
  nodes: ItemInfo[];
  display: Record<string, unknown>;
  /** startTime, endTime and step count of each analysis step. */
  analysis: { type: string; startTime: number; endTime: number; numberOfSteps: number }[];
}

export interface Statistics {
  steps: number;
  newtonIterations: number;
  discontinuousIterations: number;
  jacobians: number;
  rejectedSteps: number;
  /** Time spent computing, in seconds, without pauses. */
  wallSeconds: number;
}

export interface Progress {
  analysisStep: number;
  analysisSteps: number;
  time: number;
  startTime: number;
  endTime: number;
  /** Of all work, 0 … 1. */
  fraction: number;
}

/** Of a linearised model. */
export interface Eigenvalue {
  real: number;
  imaginary: number;
}

export type RunStatus = 'running' | 'paused' | 'finished' | 'failed' | 'cancelled';

/** New samples. Columns: time, sensor components, poses, points of profiles, what the solver did, in the order of ModelInfo. */
export interface Chunk {
  samples: number;
  columns: Float64Array[];
  progress: Progress;
  statistics: Statistics;
}

export interface CheckResult {
  /** null if there are errors. */
  model: ModelInfo | null;
  issues: Issue[];
}

/** What a user function is given, by the names that the item's reference states: numbers, and vectors and matrices (by rows). */
export type UserFunctionValues = Record<string, number | Float64Array>;

/**
 * A function of the page in place of the formulas of a user function. It is called in every evaluation of the forces and must depend on
 * its values alone; these are valid during the call. Where a tangent is needed it is called twice more for each number that varies. A
 * document never carries one.
 */
export interface UserFunctionOverride {
  /** Default: object. */
  kind?: 'node' | 'object' | 'marker' | 'load' | 'sensor';
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
}

/** The one error type: the model is wrong (`pointer`), the run stopped (`time`), or the engine itself died (`engine`). */
export class SimulationError extends Error {
  constructor(
    readonly code: 'model' | 'stopped' | 'engine' | 'cancelled' | 'memory',
    message: string,
    readonly detail: { pointer?: string; time?: number; reason?: string; issues?: Issue[] } = {},
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
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** Of a document at one set of parameters: of its last eigenvalue step, or why there are none. */
export type Spectrum = { eigenvalues: readonly Eigenvalue[] } | { problem: string };

export interface Engine {
  readonly version: string;
  check(document: string, parameters?: Record<string, number>): Promise<CheckResult>;
  /** The document with creators expanded, as JSON text. */
  expand(document: string, parameters?: Record<string, number>): Promise<string>;
  schema(): Promise<unknown>;
  items(): Promise<unknown>;
  start(document: string, options?: StartOptions): Run;
  /** Runs the document at each set of parameters, as many as there is time for and one at least: spectra in the order of the sets. */
  spectra(document: string, sets: readonly Record<string, number>[], milliseconds: number): Promise<Spectrum[]>;
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
  /** First column of pose `pose` and its width. */
  poseColumns(pose: number): Float64Array[];
  /** Columns of profile `profile`, one for each of its positions. */
  profileColumns(profile: number): Float64Array[];
  /** One of `ModelInfo.solverColumns`, by index. */
  solverColumn(index: number): Float64Array;
  /** Smallest and largest finite number recorded, also among samples that are not kept; null without one. */
  sensorRange(sensor: number, component: number): [number, number] | null;
  /** The same of all points of a profile. */
  profileRange(profile: number): [number, number] | null;
  /** 1 while every sample is kept; n when only every n-th is, to stay within the budget. */
  readonly keptEvery: number;
}
