// The engine's JSON: a list of fields for each struct of wasm/bindings, from which its type is derived. tests/wasm/wire.test.ts compares
// the actual output of the engine with them.
import { displayFields, visualizationFields } from './display';
import type { Fields, Of } from './fields';

/**
 * A message for people. `code` and `values` serve translations, and a message without them has none: web/src/engine. A value is a text or a
 * message.
 */
export const messageFields = { message: 'text', 'code?': 'text', 'values?': { listOf: 'any' } } as const satisfies Fields;
export interface Message extends Of<typeof messageFields> {}

/** An error or a warning in a document: `pointer` is a JSON Pointer such as "/objects/3/discRadius". */
export const issueFields = {
  ...messageFields,
  severity: { oneOf: ['error', 'warning'] },
  pointer: 'text',
} as const satisfies Fields;
export interface Issue extends Of<typeof issueFields> {}

export const parameterFields = {
  name: 'text',
  value: 'number',
  defaultValue: 'number',
  'min?': 'number',
  'max?': 'number',
  'step?': 'number',
  unit: 'text',
  label: 'text',
  description: 'text',
  /** The only permitted values; none: any. */
  choices: { listOf: { value: 'number', label: 'text' } },
} as const satisfies Fields;
export interface ParameterInfo extends Of<typeof parameterFields> {}

/** A number that can be changed during a run. */
export const inputFields = {
  name: 'text',
  value: 'number',
  'min?': 'number',
  'max?': 'number',
  unit: 'text',
  label: 'text',
  /** The key that raises it and the key that lowers it; empty: none. */
  keys: { listOf: 'text' },
  /** Change per second while a key is held; 0: at once. */
  rate: 'number',
  /** Returns to `value` when the key is released. */
  returns: 'flag',
  /** The sensor whose value it takes at the start of each step; it cannot be set otherwise. */
  'sensor?': 'text',
} as const satisfies Fields;
export interface InputInfo extends Of<typeof inputFields> {}

/** A result of a run, one number. */
export const measureFields = { name: 'text', label: 'text', unit: 'text' } as const satisfies Fields;
export interface MeasureInfo extends Of<typeof measureFields> {}
/** A measure with its value; null without one, and `reason` explains why. */
export const measureResultFields = { ...measureFields, value: { orNull: 'number' }, reason: 'text' } as const satisfies Fields;
export interface MeasureResult extends Of<typeof measureResultFields> {}

/**
 * A question with its answer. A text of type `any` is a string, or an object with translations: {"en": …, "de": …}; null if an optional
 * text is missing.
 */
export const taskFields = {
  id: 'text',
  title: 'any',
  text: 'any',
  /** The result is hidden until the task is answered. */
  before: { orNull: { oneOf: ['run'] } },
  hints: { listOf: 'any' },
  points: 'number',
  answer: {
    either: [
      { type: { oneOf: ['choice'] }, choices: { listOf: { text: 'any', correct: 'flag', feedback: 'any' } } },
      { type: { oneOf: ['number'] }, unit: 'text', value: 'text', tolerance: 'number', 'measures?': { listOf: 'text' } },
      { type: { oneOf: ['run'] }, check: 'text', free: { listOf: 'text' }, 'measures?': { listOf: 'text' } },
      {
        type: { oneOf: ['curve'] },
        sensor: 'text',
        component: 'number',
        min: { orNull: 'number' },
        max: { orNull: 'number' },
        tolerance: 'number',
        unit: 'text',
      },
    ],
  },
} as const satisfies Fields;
export interface TaskInfo extends Of<typeof taskFields> {}

/** A submission (docs/tasks.md), graded by the engine. */
export const gradedFields = {
  submission: 'number',
  name: 'text',
  'saved?': 'text',
  seed: 'text',
  engine: 'text',
  document: 'object',
  /** The document is wrong; then all other fields are missing. */
  'error?': 'text',
  /** Why it was not graded, as a sentence: its runs exceed the budget of a submission. Then the following fields are missing. */
  'notGraded?': 'text',
  /** Values drawn by the seed for the parameters in `variants`. */
  'values?': { byName: 'number' },
  /** Points of every task. */
  'points?': { byName: 'number' },
  /** By task. A null score: the answer cannot be judged, and the message explains why; `code` and `values` serve for translations. */
  'answers?': {
    byName: {
      answer: 'any',
      'tries?': 'number',
      'hints?': 'number',
      'events?': { listOf: 'object' },
      'handFrequency?': 'number',
      score: { orNull: 'number' },
      code: 'text',
      values: { byName: 'any' },
      message: 'text',
    },
  },
  'events?': { listOf: 'object' },
  'handFrequency?': 'number',
  'parameters?': { byName: 'number' },
  /** Score of all tasks, 0 … 1. */
  'score?': 'number',
  'digest?': 'text',
  'seals?': { byName: 'text' },
} as const satisfies Fields;
export interface Graded extends Of<typeof gradedFields> {}

/** A recomputed submission. */
export const regradedFields = {
  submission: gradedFields,
  /** Parts that were modified. */
  different: { listOf: 'text' },
  /** The version of the engine that computed the submission if it differs from this one, else "". */
  engine: 'text',
  /** Parts for which that version computed another result. */
  otherwise: { listOf: 'text' },
  /** The verdict in words, as written by the program. */
  verdict: 'text',
} as const satisfies Fields;
export interface Regraded extends Of<typeof regradedFields> {}

/** A number converted to the requested unit; null if the text cannot be read, which the code of the remark and `problem` explain. */
export const quantityFields = { value: { orNull: 'number' }, code: 'text', problem: 'text' } as const satisfies Fields;
export interface Quantity extends Of<typeof quantityFields> {}

/** One sensor; it has as many columns of a sample as components. */
export const sensorFields = {
  name: 'text',
  components: { listOf: 'text' },
  unit: 'text',
  /** Its first column. */
  column: 'number',
} as const satisfies Fields;
export interface SensorInfo extends Of<typeof sensorFields> {}

/** A sensor that measures along a ray. */
export const rayFields = {
  as: { oneOf: ['ray'] },
  /** Index of the sensor; its first component is the measured distance. */
  sensor: 'number',
  /** The origin of the ray; -1: at `position`, global. */
  marker: 'number',
  position: { listOf: 'number' },
  /** Not normalised; in the frame of the marker if it `turns`. */
  direction: { listOf: 'number' },
  turns: 'flag',
  /** Radius of a cylinder around the ray. */
  radius: 'number',
  /** The value of the sensor if the ray hits nothing. */
  most: 'number',
} as const satisfies Fields;
export interface RayInfo extends Of<typeof rayFields> {}

/**
 * Something to draw, in `size` columns. frame: x y z qw qx qy qz; point: x y z; cable: position and slope of both ends, 8 numbers, 12 in
 * space; flexible: a frame and the modes of a mesh, or the nine points of a surface.
 */
export const poseFields = {
  kind: { oneOf: ['frame', 'point', 'cable', 'flexible'] },
  object: 'number',
  name: 'text',
  column: 'number',
  size: 'number',
} as const satisfies Fields;
export interface PoseInfo extends Of<typeof poseFields> {}

/** A quantity recorded along a line of cable elements. Plots with `over` or `map` and `contour` in `display` request it. */
export const profileQuantityFields = {
  /** On the elements, or in their contacts with circles, summed over all circles. */
  of: { oneOf: ['cable', 'contact'] },
  /** "" if a formula is given instead. */
  outputVariableType: 'text',
  component: 'number',
  /** A formula of t, s and position; "" if there is none. */
  formula: 'text',
} as const satisfies Fields;
export interface ProfileQuantity extends Of<typeof profileQuantityFields> {}

/** A quantity along a cable or belt, one column per point; NaN where it is not defined. */
export const profileFields = {
  ...profileQuantityFields,
  /** The Cable2D or Belt entry. */
  over: 'text',
  unit: 'text',
  /** Arc length of each point from the start of the line, in the reference configuration, in m; ascending. Points are material points. */
  positions: { listOf: 'number' },
  /** Index of the object (cable element) that contains each point. */
  objects: { listOf: 'number' },
  /** Arc length of the whole line, in m. */
  length: 'number',
  /** Its end coincides with its start. */
  closed: 'flag',
} as const satisfies Fields;
export const profileInfoFields = { ...profileFields, column: 'number' } as const satisfies Fields;
export interface ProfileInfo extends Of<typeof profileInfoFields> {}

/** The solver's columns: the size of the last step, then counts since the start. */
export const solverColumnFields = {
  name: { oneOf: ['stepSize', 'steps', 'newtonIterations', 'discontinuousIterations'] },
  unit: 'text',
  column: 'number',
} as const satisfies Fields;
export interface SolverColumn extends Of<typeof solverColumnFields> {}

/** How an object is drawn, independent of its type: `as` selects the shape, and the other fields are its sizes and places. */
export const drawnAsFields = {
  /**
   * ground: fixed graphics; point, planarPoint, slider (on a line), rotor: masses without extent; box: of a mass and an inertia; plate: the
   * same in the xy plane; tree: links from joint to joint; flexible: a mesh; surface: of a plate; hinge (about z), slide (along x), ball,
   * joint: between two markers; cable; spring, coordinateSpring (between two coordinates), rod: between two markers; disc: rolls, marker 1,
   * on a plane, marker 0; circle: marker 0, against a cable, marker 1; spheres: at two markers; roll: marker 1, on a plane, marker 0;
   * triangle and torus: marker 1, against a sphere, marker 0; beam: a cable whose positions count from its middle; rope: from marker to
   * marker, over sheaves; curve: marker 0, against circles, all other markers; sphereSet: many spheres, at all markers except those of its
   * triangles.
   */
  as: {
    oneOf: [
      'ground',
      'point',
      'planarPoint',
      'slider',
      'rotor',
      'box',
      'plate',
      'tree',
      'cable',
      'beam',
      'flexible',
      'surface',
      'spring',
      'coordinateSpring',
      'rod',
      'disc',
      'roll',
      'circle',
      'spheres',
      'triangle',
      'torus',
      'rope',
      'curve',
      'sphereSet',
      'hinge',
      'slide',
      'ball',
      'joint',
    ],
  },
  /** Position of ground, global. */
  'position?': { listOf: 'number' },
  'mass?': 'number',
  /** xx, yy, zz, then yz, xz, xy. */
  'inertia?': { listOf: 'number' },
  /** Of a planar body, about its node. */
  'polarInertia?': 'number',
  'center?': { listOf: 'number' },
  /** For each link of a tree: its parent (-1: the base), the joint to the parent, the centre of mass. */
  'parents?': { listOf: 'number' },
  'offsets?': { listOf: { listOf: 'number' } },
  'centers?': { listOf: { listOf: 'number' } },
  'length?': 'number',
  /** Of a spring; if all are zero, without force, it is a pure damper. */
  'stiffness?': { listOf: 'number' },
  'force?': 'flag',
  'radius?': 'number',
  'radii?': { listOf: 'number' },
  /** Of a roll: its radius as a polynomial of the position along its x axis, the highest power first. */
  'hull?': { listOf: 'number' },
  /** Of a torus. */
  'majorRadius?': 'number',
  'minorRadius?': 'number',
  /** Of sheaves, in the frames of their markers. */
  'axes?': { listOf: { listOf: 'number' } },
  /** The last two markers are coordinate markers. */
  'coordinates?': 'flag',
  /** Corners of a triangle, or of the triangles of a set of spheres, three for each; segments of a curve, x and y of both ends. */
  'points?': { listOf: { listOf: 'number' } },
  /** The last markers of a set of spheres: one for all its triangles, or one for each triangle. */
  'triangleMarkers?': { listOf: 'number' },
  'axis?': { listOf: 'number' },
  'normal?': { listOf: 'number' },
  /** Of ground: its frame. Of a joint: its frame relative to marker 0, and the locked translations and rotations. */
  'rotation?': { listOf: { listOf: 'number' } },
  'constrained?': { listOf: 'number' },
  /** The second of two spheres surrounds the first. */
  'hollow?': 'flag',
  'friction?': 'number',
  /** Of a mesh: three numbers for each node, and its displacements by mode, with a row for each of these numbers. */
  'positions?': { listOf: 'number' },
  'modes?': { listOf: { listOf: 'number' } },
} as const satisfies Fields;
export interface DrawnAs extends Of<typeof drawnAsFields> {}

/** An item as needed by the views: enough for drawing, not for computing. */
const itemFields = {
  type: 'text',
  name: 'text',
  /** Indices of the items that it refers to, in the order of its parameters; -1: none. */
  nodes: { listOf: 'number' },
  objects: { listOf: 'number' },
  markers: { listOf: 'number' },
} as const satisfies Fields;
export const objectFields = {
  ...itemFields,
  visualization: visualizationFields,
  drawnAs: { orNull: drawnAsFields },
} as const satisfies Fields;
export interface ObjectInfo extends Of<typeof objectFields> {}
/** A marker may be drawn at a place in the frame of its body, of a link of its body, or relative to the mean of nodes of its mesh. */
export const markerFields = {
  ...itemFields,
  visualization: {},
  drawnAs: {
    orNull: {
      as: { oneOf: ['marker'] },
      'position?': { listOf: 'number' },
      'link?': 'number',
      'meshNodes?': { listOf: 'number' },
      'weights?': { listOf: 'number' },
    },
  },
} as const satisfies Fields;
export interface MarkerInfo extends Of<typeof markerFields> {}
export const nodeFields = {
  ...itemFields,
  visualization: {},
  drawnAs: { orNull: { as: { oneOf: ['ground'] }, position: { listOf: 'number' } } },
} as const satisfies Fields;
export interface NodeInfo extends Of<typeof nodeFields> {}

/** `varies`: a function replaces the constant vector of the load. */
export const loadFields = {
  ...itemFields,
  visualization: {},
  drawnAs: { orNull: { as: { oneOf: ['force', 'torque'] }, vector: { listOf: 'number' }, fixed: 'flag', varies: 'flag' } },
} as const satisfies Fields;
export interface LoadInfo extends Of<typeof loadFields> {}

export const analysisStepFields = {
  type: { oneOf: ['dynamic', 'static', 'eigenvalues'] },
  startTime: 'number',
  endTime: 'number',
  numberOfSteps: 'number',
} as const satisfies Fields;

/** A model before it runs. */
export const modelFields = {
  title: 'text',
  /** Authors, licence and origin in one line; may be empty. */
  credits: 'text',
  description: 'text',
  parameters: { listOf: parameterFields },
  inputs: { listOf: inputFields },
  measures: { listOf: measureFields },
  tasks: { listOf: taskFields },
  /** Parameters that cannot be changed, and parameters whose values are not shown. */
  locked: { listOf: 'text' },
  hidden: { listOf: 'text' },
  /** Ranges of parameters by name; `seed`: the kind of text that a person enters. */
  variants: { orNull: 'object' },
  /** How many columns a sample has; time is the first. */
  width: 'number',
  sensors: { listOf: sensorFields },
  rays: { listOf: rayFields },
  poses: { listOf: poseFields },
  profiles: { listOf: profileInfoFields },
  solver: { listOf: solverColumnFields },
  objects: { listOf: objectFields },
  markers: { listOf: markerFields },
  nodes: { listOf: nodeFields },
  loads: { listOf: loadFields },
  display: displayFields,
  analysis: { listOf: analysisStepFields },
  /** The unexplained part of the exchanged energy above which a balance of energy warns; 0 without a dynamic step. */
  balanceTolerance: 'number',
} as const satisfies Fields;
export interface ModelInfo extends Of<typeof modelFields> {}

export const checkFields = {
  /** null if there are errors. */
  model: { orNull: modelFields },
  issues: { listOf: issueFields },
} as const satisfies Fields;
export interface CheckResult extends Of<typeof checkFields> {}

/** Counts of the solver. */
export const countFields = {
  steps: 'number',
  newtonIterations: 'number',
  discontinuousIterations: 'number',
  jacobians: 'number',
  rejectedSteps: 'number',
  /** The constraints whose reactions are not unique, or ''. */
  sharedLoads: 'text',
  /** Why a limit of the model ended the run early, or ''. */
  ended: 'text',
  /** The events that come after the end of the run, or ''. */
  notReached: 'text',
  /** Why and where the static solver restrained the motion to find an equilibrium, or ''. */
  held: 'text',
  /** The load step that was accepted without equilibrium, with its residual, or ''. */
  unbalanced: 'text',
  /** Why the result may be wrong although every step converged, or ''. */
  caution: 'text',
  /** The setting that makes the run far slower than necessary, or ''. */
  advice: 'text',
  /** `ended` and `caution` with their codes. */
  'messages?': { byName: messageFields },
} as const satisfies Fields;
export interface Counts extends Of<typeof countFields> {}

export const statisticsFields = {
  ...countFields,
  /** Time spent computing, in seconds, without pauses. */
  wallSeconds: 'number',
} as const satisfies Fields;
export interface Statistics extends Of<typeof statisticsFields> {}

export const progressFields = {
  analysisStep: 'number',
  analysisSteps: 'number',
  /** Time in the current analysis step. */
  time: 'number',
  startTime: 'number',
  endTime: 'number',
  /** Fraction of all work, 0 … 1. */
  fraction: 'number',
  /** Accepted steps of the analysis step. */
  steps: 'number',
} as const satisfies Fields;
export interface Progress extends Of<typeof progressFields> {}

/** Why a run stopped before its end. */
export const stopFields = {
  ...messageFields,
  reason: {
    oneOf: ['newtonDiverged', 'singularTangent', 'stepTooSmall', 'discontinuousDiverged', 'unsupported', 'modelError', 'budgetSpent'],
  },
  time: 'number',
} as const satisfies Fields;
export interface Stop extends Of<typeof stopFields> {}

/** An eigenvalue of a linearised model. */
export const eigenvalueFields = { real: 'number', imaginary: 'number' } as const satisfies Fields;
export interface Eigenvalue extends Of<typeof eigenvalueFields> {}

/** A run between two slices. */
export const stateFields = {
  progress: progressFields,
  statistics: countFields,
  'stop?': stopFields,
  /** For each eigenvalue step, once there are any. */
  'eigenvalues?': { listOf: { listOf: eigenvalueFields } },
  /** Posted events that could not happen, with the reason. */
  'refused?': { listOf: 'text' },
} as const satisfies Fields;
export interface EngineState extends Of<typeof stateFields> {}

/** Why a call failed: `issues` of a wrong model, otherwise a `message`. */
export const errorFields = {
  code: { oneOf: ['model', 'memory', 'engine'] },
  'message?': 'text',
  'issues?': { listOf: issueFields },
} as const satisfies Fields;
export interface EngineError extends Of<typeof errorFields> {}

/** Arguments and result of a user function. */
export const userFunctionFields = {
  arguments: { listOf: { name: 'text', size: 'number', isNumber: 'flag' } },
  resultSize: 'number',
} as const satisfies Fields;
export interface UserFunctionLayout extends Of<typeof userFunctionFields> {}

/** The form of a value, or of the entries of a list. */
const formFields = {
  is: {
    oneOf: [
      'number',
      'wholeNumber',
      'flag',
      'text',
      'word',
      'name',
      'color',
      'output',
      'formula',
      'userFunction',
      'reference',
      'vector',
      'matrix',
      'object',
    ],
  },
  /** Of a list: the number of its entries; null: any. */
  'count?': { orNull: 'number' },
  /** One entry may replace the list. */
  'orOne?': 'flag',
  /** An object with such values for some parameters of the document. */
  'byParameter?': 'flag',
  'words?': { listOf: 'text' },
} as const satisfies Fields;

/** The values permitted in one place of a document. */
export const rowReferenceFields = {
  name: 'text',
  takes: 'text',
  form: formFields,
  unit: 'text',
  range: 'text',
  required: 'flag',
  text: 'text',
  'default?': 'any',
  /** Of a reference: the kind of item. */
  'refersTo?': { oneOf: ['node', 'object', 'marker', 'load', 'sensor'] },
  /** Numbers with a meaning, and the words that may replace them. */
  'choices?': { listOf: { value: 'number', name: 'text' } },
  /** Of an object: the names of tables for its contents; if there are several, this key in the object selects one. */
  'tables?': { listOf: 'text' },
  'key?': 'text',
  /** Of a user function: its arguments, and the number of its results; null: it depends on the item. */
  'arguments?': { listOf: 'text' },
  'resultSize?': { orNull: 'number' },
} as const satisfies Fields;
export interface RowReference extends Of<typeof rowReferenceFields> {}

export const parameterReferenceFields = {
  ...rowReferenceFields,
  /** The features that the referenced items must provide, and those of the last one. */
  'needs?': 'text',
  'needsOfLast?': 'text',
} as const satisfies Fields;
export interface ParameterReference extends Of<typeof parameterReferenceFields> {}

/** A type of items, or a table of the display, as explained on its page of the reference. */
export const itemReferenceFields = {
  /** `display`: a table of the display. */
  kind: { oneOf: ['node', 'object', 'marker', 'load', 'sensor', 'display'] },
  type: 'text',
  summary: 'text',
  equation: 'text',
  parameters: { listOf: parameterReferenceFields },
  /** `size`: the number of components; null: it depends on the item; with `sizePerSegment` on the contact segments of a cable. */
  outputs: { listOf: { name: 'text', unit: 'text', size: { orNull: 'number' }, 'sizePerSegment?': 'number', text: 'text' } },
  provides: 'text',
  visualization: { listOf: 'text' },
} as const satisfies Fields;
export interface ItemReference extends Of<typeof itemReferenceFields> {}
/** The complete language of documents. */
export const referenceFields = {
  items: { listOf: itemReferenceFields },
  creators: { listOf: { name: 'text', text: 'text', rows: { listOf: rowReferenceFields } } },
  /** The types of analysis steps. */
  steps: { listOf: { name: 'text', rows: { listOf: rowReferenceFields } } },
  /** `inputs` and `events`, which act during a run, and `measures`, its results. */
  live: { listOf: { name: 'text', text: 'text', rows: { listOf: rowReferenceFields } } },
  /** Objects nested in rows of others. */
  tables: { listOf: { name: 'text', text: 'text', rows: { listOf: rowReferenceFields } } },
  /** Functions of formulas. `usage`: a call with the names of its arguments. */
  functions: { listOf: { name: 'text', usage: 'text' } },
} as const satisfies Fields;
export interface Reference extends Of<typeof referenceFields> {}
export type ItemKind = Exclude<ItemReference['kind'], 'display'>;

/**
 * The study of a document. A row contains the number of its run, the values of these parameters, status, message, these measures, steps,
 * digest.
 */
export const studyFields = {
  runs: 'number',
  parameters: { listOf: 'text' },
  measures: { listOf: 'text' },
  /** The linear response beside the first measure. */
  response: { orNull: { input: 'text', output: 'text', amplitude: 'number' } },
  /** The lines at the start of a file with rows. */
  head: 'text',
} as const satisfies Fields;
export interface StudyInfo extends Of<typeof studyFields> {}

/** The estimated errors of a run (docs/how-far-to-trust.md). */
export const accuracyFields = {
  /** Why there is no estimate at all, or ""; then the lists are empty. */
  problem: 'text',
  /** Accepted steps of the run, of the run with half the step, and of the run with a quarter. */
  steps: { listOf: 'number' },
  sensors: {
    listOf: {
      name: 'text',
      components: { listOf: 'text' },
      unit: 'text',
      /** What limits the error; `none`: the runs do not converge. */
      source: { oneOf: ['steps', 'tolerances', 'rounding', 'none'] },
      /** The largest estimate, and the largest absolute value. */
      error: { orNull: 'number' },
      largest: 'number',
      /** Observed order of convergence. */
      order: { orNull: 'number' },
      /** The first time at which the runs do not converge; `recovers`: they do so again after it. */
      apartFrom: { orNull: 'number' },
      recovers: 'flag',
      sentence: 'text',
      /** For each component and sample; null: no estimate. Not in the summary of the program. */
      'bands?': { listOf: { listOf: { orNull: 'number' } } },
    },
  },
  measures: {
    listOf: {
      name: 'text',
      label: 'text',
      unit: 'text',
      value: { orNull: 'number' },
      error: { orNull: 'number' },
      order: { orNull: 'number' },
      sentence: 'text',
    },
  },
  /** Numeric tasks with answers from the run. `sentence`: "" unless the tolerance is below the error of the right answer. */
  tasks: { listOf: { id: 'text', tolerance: 'number', error: 'number', sentence: 'text' } },
  /** Times of the bands. */
  'time?': { listOf: 'number' },
} as const satisfies Fields;
export interface AccuracyReport extends Of<typeof accuracyFields> {}

/** `fraction`: completed part, 0 … 1; `run`: current run, 0 … 2; with the report at the end. */
export const accuracyStateFields = { fraction: 'number', run: 'number', 'report?': accuracyFields } as const satisfies Fields;
export interface AccuracyState extends Of<typeof accuracyStateFields> {}

/** The result file of `slipstick run`; NaN is written as null. */
export const resultFields = {
  slipstick: 'number',
  status: { oneOf: ['ok', 'failed'] },
  ...messageFields,
  statistics: statisticsFields,
  sensors: {
    listOf: {
      name: 'text',
      components: { listOf: 'text' },
      unit: 'text',
      time: { listOf: 'number' },
      values: { listOf: { listOf: { orNull: 'number' } } },
    },
  },
  'profiles?': { listOf: { ...profileFields, time: { listOf: 'number' }, values: { listOf: { listOf: { orNull: 'number' } } } } },
  eigenvalues: { listOf: { listOf: { listOf: { orNull: 'number' } } } },
  'measures?': { listOf: measureResultFields },
  /** With `--accuracy`. */
  'accuracy?': accuracyFields,
  /** For a run of the program that was solved: the digest that a link carries (docs/share-links.md). */
  'digest?': 'text',
} as const satisfies Fields;
export interface ResultFile extends Of<typeof resultFields> {}

/** The keywords of JSON Schema (draft 2020-12) that the schema of documents uses. */
export interface JsonSchema {
  $schema?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string;
  description?: string;
  type?: string | string[];
  /** "formula": a text that is a formula. */
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  minProperties?: number;
  pattern?: string;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  /** The part of the document that a name, or the keys of an object, refer to: `lines` are cables and belts. */
  refersTo?: 'nodes' | 'objects' | 'markers' | 'loads' | 'sensors' | 'lines' | 'parameters' | 'inputs';
}
