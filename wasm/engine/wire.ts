// The engine's JSON: one list of fields for each struct of wasm/bindings, from which its type follows. tests/wasm/wire.test.ts compares the
// real output of the engine with them.
import { displayFields, visualizationFields } from './display';
import type { Fields, Of } from './fields';

/** Something wrong with a document, and where: `pointer` is a JSON Pointer such as "/objects/3/discRadius". */
export const issueFields = {
  severity: { oneOf: ['error', 'warning'] },
  pointer: 'text',
  message: 'text',
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
  /** The only values it may have; none: any. */
  choices: { listOf: { value: 'number', label: 'text' } },
} as const satisfies Fields;
export interface ParameterInfo extends Of<typeof parameterFields> {}

/** A number that changes while a run goes on. */
export const inputFields = {
  name: 'text',
  value: 'number',
  'min?': 'number',
  'max?': 'number',
  unit: 'text',
  label: 'text',
  /** The key that raises it and the key that lowers it, or none. */
  keys: { listOf: 'text' },
  /** Change per second while a key is held; 0: at once. */
  rate: 'number',
  /** Goes back to `value` when the key is let go. */
  returns: 'flag',
  /** The sensor whose value it takes at the start of each step: nobody else sets it. */
  'sensor?': 'text',
} as const satisfies Fields;
export interface InputInfo extends Of<typeof inputFields> {}

/** A number that a run gives. */
export const measureFields = { name: 'text', label: 'text', unit: 'text' } as const satisfies Fields;
export interface MeasureInfo extends Of<typeof measureFields> {}
/** With its value; null where there is none, which the reason explains. */
export const measureResultFields = { ...measureFields, value: { orNull: 'number' }, reason: 'text' } as const satisfies Fields;
export interface MeasureResult extends Of<typeof measureResultFields> {}

/**
 * A question with its answer. A text that is `any` is a text, or an object with it in several languages: {"en": …, "de": …}; null where a
 * text may be missing and is.
 */
export const taskFields = {
  id: 'text',
  title: 'any',
  text: 'any',
  /** The result is covered until it is answered. */
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

/** A submission (docs/tasks.md) as the engine grades it. */
export const gradedFields = {
  submission: 'number',
  name: 'text',
  'saved?': 'text',
  seed: 'text',
  engine: 'text',
  document: 'object',
  /** The document is wrong; then nothing follows. */
  'error?': 'text',
  /** Why it was not graded, as a sentence: its runs exceed the budget of a submission. Then nothing follows either. */
  'notGraded?': 'text',
  /** Values that the seed draws for the parameters in `variants`. */
  'values?': { byName: 'number' },
  /** Of every task. */
  'points?': { byName: 'number' },
  /** By task. A score that is null: the answer cannot be judged, and the message says why; `code` and `values` for other languages. */
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
  /** Of all tasks, 0 … 1. */
  'score?': 'number',
  'digest?': 'text',
  'seals?': { byName: 'text' },
} as const satisfies Fields;
export interface Graded extends Of<typeof gradedFields> {}

/** A submission computed again. */
export const regradedFields = {
  submission: gradedFields,
  /** Parts that were changed. */
  different: { listOf: 'text' },
  /** The version of the engine that computed the submission, if it is another one than this, else "". */
  engine: 'text',
  /** Parts that this other version computed with another result. */
  otherwise: { listOf: 'text' },
  /** The same in words, as the program writes it. */
  verdict: 'text',
} as const satisfies Fields;
export interface Regraded extends Of<typeof regradedFields> {}

/** A number in the unit that was asked for; null: it cannot be read; the code of the remark and `problem` say why. */
export const quantityFields = { value: { orNull: 'number' }, code: 'text', problem: 'text' } as const satisfies Fields;
export interface Quantity extends Of<typeof quantityFields> {}

/** One sensor, in as many columns of a sample as it has components. */
export const sensorFields = {
  name: 'text',
  components: { listOf: 'text' },
  unit: 'text',
  /** Its first column. */
  column: 'number',
} as const satisfies Fields;
export interface SensorInfo extends Of<typeof sensorFields> {}

/** A sensor that looks along a line. */
export const rayFields = {
  as: { oneOf: ['ray'] },
  /** Its number; its first component is how far it sees. */
  sensor: 'number',
  /** Where the line starts; -1: at `position`, global. */
  marker: 'number',
  position: { listOf: 'number' },
  /** Of any length; in the frame of the marker if it `turns`. */
  direction: { listOf: 'number' },
  turns: 'flag',
  /** Of a cylinder around it. */
  radius: 'number',
  /** What the sensor shows where it sees nothing. */
  most: 'number',
} as const satisfies Fields;
export interface RayInfo extends Of<typeof rayFields> {}

/** Something to draw, in `size` columns. frame: x y z qw qx qy qz; point: x y z; cable: both ends' position and slope, 8 numbers, 12 in space; flexible: a frame and the modes of a mesh, or the nine places of a surface. */
export const poseFields = {
  kind: { oneOf: ['frame', 'point', 'cable', 'flexible'] },
  object: 'number',
  name: 'text',
  column: 'number',
  size: 'number',
} as const satisfies Fields;
export interface PoseInfo extends Of<typeof poseFields> {}

/** A quantity recorded along a line of cable elements. `display` asks for it in a plot with `over` or `map` and in `contour`. */
export const profileQuantityFields = {
  /** On the elements, or in their contacts with circles: of those the sum over all circles. */
  of: { oneOf: ['cable', 'contact'] },
  /** "" where a formula takes its place. */
  outputVariableType: 'text',
  component: 'number',
  /** Of t, s and position; "" if there is none. */
  formula: 'text',
} as const satisfies Fields;
export interface ProfileQuantity extends Of<typeof profileQuantityFields> {}

/** A quantity along a cable or belt, one column per point; NaN where it is not defined. */
export const profileFields = {
  ...profileQuantityFields,
  /** The Cable2D or Belt entry. */
  over: 'text',
  unit: 'text',
  /** Arc length of each point from the start of the line, in the reference configuration, in m; ascending. Points move with the material. */
  positions: { listOf: 'number' },
  /** Number of the object (cable element) on which each point lies. */
  objects: { listOf: 'number' },
  /** Arc length of the whole line, in m. */
  length: 'number',
  /** Its end is its start. */
  closed: 'flag',
} as const satisfies Fields;
export const profileInfoFields = { ...profileFields, column: 'number' } as const satisfies Fields;
export interface ProfileInfo extends Of<typeof profileInfoFields> {}

/** The solver's work until a sample: the size of the last step, then counts since the start. */
export const solverColumnFields = {
  name: { oneOf: ['stepSize', 'steps', 'newtonIterations', 'discontinuousIterations'] },
  unit: 'text',
  column: 'number',
} as const satisfies Fields;
export interface SolverColumn extends Of<typeof solverColumnFields> {}

/** How an object is drawn, whatever its type: `as` is a word for its look, the others are sizes and places that go with it. */
export const drawnAsFields = {
  /**
   * ground: what stands still; point, planarPoint, slider (on a line), rotor: masses without extent; box: of a mass and an inertia; plate: the
   * same in the xy plane; tree: links from joint to joint; flexible: a mesh; surface: of a plate; hinge (about z), slide (along x), ball, joint: between two markers; cable; spring, coordinateSpring (between two coordinates), rod: between two markers; disc: that rolls, marker 1, on a plane,
   * marker 0; circle: marker 0, against a cable, marker 1; spheres: at two markers; roll: marker 1, on a plane, marker 0; triangle and torus: marker 1, against a sphere, marker 0;
   * beam: a cable whose places count from its middle;
   * rope: from marker to marker, over sheaves; curve: marker 0, against circles, all others; sphereSet: many spheres, at all markers but those of its triangles.
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
  /** Of ground, global. */
  'position?': { listOf: 'number' },
  'mass?': 'number',
  /** xx, yy, zz, then yz, xz, xy. */
  'inertia?': { listOf: 'number' },
  /** Of a planar body about its node. */
  'polarInertia?': 'number',
  'center?': { listOf: 'number' },
  /** Of a tree, by link: the link before it (-1: the base), the joint in that one, the centre of mass. */
  'parents?': { listOf: 'number' },
  'offsets?': { listOf: { listOf: 'number' } },
  'centers?': { listOf: { listOf: 'number' } },
  'length?': 'number',
  /** Of a spring that without stiffness and force is a damper alone. */
  'stiffness?': { listOf: 'number' },
  'force?': 'flag',
  'radius?': 'number',
  'radii?': { listOf: 'number' },
  /** Of a roll: its radius as a polynomial of the place along its x axis, the highest power first. */
  'hull?': { listOf: 'number' },
  /** Of a torus. */
  'majorRadius?': 'number',
  'minorRadius?': 'number',
  /** Of sheaves, in the frames of their markers. */
  'axes?': { listOf: { listOf: 'number' } },
  /** The last two markers are of coordinates. */
  'coordinates?': 'flag',
  /** Corners of a triangle, or of those of a set of spheres, three for each; segments of a curve, x and y of both ends. */
  'points?': { listOf: { listOf: 'number' } },
  /** The last markers of a set of spheres: one for all its triangles, or one for each. */
  'triangleMarkers?': { listOf: 'number' },
  'axis?': { listOf: 'number' },
  'normal?': { listOf: 'number' },
  /** Of ground: its frame. Of a joint: its frame in that of marker 0; which translations and rotations are locked. */
  'rotation?': { listOf: { listOf: 'number' } },
  'constrained?': { listOf: 'number' },
  /** The second of two spheres is around the first. */
  'hollow?': 'flag',
  'friction?': 'number',
  /** Of a mesh: three numbers for each node, and its displacements by mode, a row for each of these numbers. */
  'positions?': { listOf: 'number' },
  'modes?': { listOf: { listOf: 'number' } },
} as const satisfies Fields;
export interface DrawnAs extends Of<typeof drawnAsFields> {}

/** An item as the views need it: enough to draw, nothing to compute. */
const itemFields = {
  type: 'text',
  name: 'text',
  /** Numbers of the items that it refers to, in the order of its parameters; -1: none. */
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
/** A marker may be drawn at a place in the frame of its body, or of this link of it, or beside the mean of nodes of its mesh. */
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

/** `varies`: the load is not its vector but what a function gives. */
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
  description: 'text',
  parameters: { listOf: parameterFields },
  inputs: { listOf: inputFields },
  measures: { listOf: measureFields },
  tasks: { listOf: taskFields },
  /** Parameters that cannot be changed, and those whose values are not shown. */
  locked: { listOf: 'text' },
  hidden: { listOf: 'text' },
  /** Ranges of parameters by name; `seed`: what a person enters. */
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
  /** Which constraints carry loads whose shares are not determined, or ''. */
  sharedLoads: 'text',
  /** Why a limit of the model ended the run before its time, or ''. */
  ended: 'text',
  /** Which events stand behind the end of the run, or ''. */
  notReached: 'text',
  /** Why and where statics restrained the motion to find an equilibrium, or ''. */
  held: 'text',
  /** Where a load step that is not in balance was accepted, and by how much it is not, or ''. */
  unbalanced: 'text',
  /** Why the result may be wrong although every step was solved, or ''. */
  caution: 'text',
  /** Which setting makes the run far slower than it need be, or ''. */
  advice: 'text',
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
  /** Of the analysis step that runs. */
  time: 'number',
  startTime: 'number',
  endTime: 'number',
  /** Of all work, 0 … 1. */
  fraction: 'number',
  /** Accepted steps of the analysis step. */
  steps: 'number',
} as const satisfies Fields;
export interface Progress extends Of<typeof progressFields> {}

/** Why a run ended before its end. */
export const stopFields = {
  reason: {
    oneOf: ['newtonDiverged', 'singularTangent', 'stepTooSmall', 'discontinuousDiverged', 'unsupported', 'modelError', 'budgetSpent'],
  },
  time: 'number',
  message: 'text',
} as const satisfies Fields;
export interface Stop extends Of<typeof stopFields> {}

/** Of a linearised model. */
export const eigenvalueFields = { real: 'number', imaginary: 'number' } as const satisfies Fields;
export interface Eigenvalue extends Of<typeof eigenvalueFields> {}

/** A run between two slices. */
export const stateFields = {
  progress: progressFields,
  statistics: countFields,
  'stop?': stopFields,
  /** Of each step of that type, once there are any. */
  'eigenvalues?': { listOf: { listOf: eigenvalueFields } },
  /** Posted events that could not happen, and why. */
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

/** A part of a formula. Operators stand between operands, from left to right; the indices of an entry come after what has it. */
export const formulaNodeFields = {
  kind: { oneOf: ['number', 'text', 'name', 'call', 'list', 'entry', 'negate', 'not', 'operators', 'conditional'] },
  /** Of a number as written, of a text without quotes, of a name or call the name. */
  text: 'text',
  operands: { listOf: 'object' },
  operators: { listOf: 'text' },
} as const satisfies Fields;
export interface FormulaNode extends Omit<Of<typeof formulaNodeFields>, 'operands'> {
  operands: FormulaNode[];
}

/** The syntax of a formula: `name = value;` for each binding, then the result. */
export const formulaSyntaxFields = {
  bindings: { listOf: { name: 'text', value: 'object' } },
  result: 'object',
} as const satisfies Fields;
export interface FormulaSyntax {
  bindings: { name: string; value: FormulaNode }[];
  result: FormulaNode;
}

/** The values allowed in one place of a document. */
export const rowReferenceFields = {
  name: 'text',
  takes: 'text',
  unit: 'text',
  range: 'text',
  required: 'flag',
  text: 'text',
  'default?': 'any',
  /** Of a reference: the kind of item. */
  'refersTo?': { oneOf: ['node', 'object', 'marker', 'load', 'sensor'] },
  /** Numbers that mean something, with the words that may stand for them. */
  'choices?': { listOf: { value: 'number', name: 'text' } },
  /** Of an object: names of the tables of what may stand in it; of several the one that this key in it names. */
  'tables?': { listOf: 'text' },
  'key?': 'text',
  /** Of a user function: what it is given, and how many numbers it gives; null: it depends on the item. */
  'arguments?': { listOf: 'text' },
  'resultSize?': { orNull: 'number' },
} as const satisfies Fields;
export interface RowReference extends Of<typeof rowReferenceFields> {}

export const parameterReferenceFields = {
  ...rowReferenceFields,
  /** What the items referred to must provide, and what the last of them. */
  'needs?': 'text',
  'needsOfLast?': 'text',
} as const satisfies Fields;
export interface ParameterReference extends Of<typeof parameterReferenceFields> {}

/** A type of items, or a table of the display, as its page of the reference explains it. */
export const itemReferenceFields = {
  /** `display`: a table of the display. */
  kind: { oneOf: ['node', 'object', 'marker', 'load', 'sensor', 'display'] },
  type: 'text',
  summary: 'text',
  equation: 'text',
  parameters: { listOf: parameterReferenceFields },
  /** `size`: how many numbers; null: it depends on the item, with `sizePerSegment` on the contact segments of a cable. */
  outputs: { listOf: { name: 'text', unit: 'text', size: { orNull: 'number' }, 'sizePerSegment?': 'number', text: 'text' } },
  provides: 'text',
  visualization: { listOf: 'text' },
} as const satisfies Fields;
export interface ItemReference extends Of<typeof itemReferenceFields> {}
/** All that a document may say. */
export const referenceFields = {
  items: { listOf: itemReferenceFields },
  creators: { listOf: { name: 'text', text: 'text', rows: { listOf: rowReferenceFields } } },
  /** The types of steps of the analysis. */
  steps: { listOf: { name: 'text', rows: { listOf: rowReferenceFields } } },
  /** `inputs` and `events`, which act during a run, and `measures`, its results. */
  live: { listOf: { name: 'text', text: 'text', rows: { listOf: rowReferenceFields } } },
  /** Objects that stand in rows of others. */
  tables: { listOf: { name: 'text', text: 'text', rows: { listOf: rowReferenceFields } } },
  /** Of formulas. `usage`: a call with the names of its arguments. */
  functions: { listOf: { name: 'text', usage: 'text' } },
} as const satisfies Fields;
export interface Reference extends Of<typeof referenceFields> {}
export type ItemKind = Exclude<ItemReference['kind'], 'display'>;

/** The study of a document. A row has the number of its run, the values of these parameters, status, message, these measures, steps, digest. */
export const studyFields = {
  runs: 'number',
  parameters: { listOf: 'text' },
  measures: { listOf: 'text' },
  /** The lines at the start of a file of rows. */
  head: 'text',
} as const satisfies Fields;
export interface StudyInfo extends Of<typeof studyFields> {}

/** The result file of `slipstick run`, with null in place of NaN. */
export const resultFields = {
  slipstick: 'number',
  status: { oneOf: ['ok', 'failed'] },
  message: 'text',
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
  /** Of a run that was solved, by the program: the digest that a link carries (docs/share-links.md). */
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
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  /** What of the document a text names, or the keys of an object: `lines` are cables and belts. */
  refersTo?: 'sensors' | 'objects' | 'lines' | 'parameters' | 'inputs';
}
