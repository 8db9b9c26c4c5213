// The display of a model, as the engine resolves it from `display` and `visualization` (core/model/display_tables.h): every value is given,
// formulas are numbers, colours "#rrggbb", and every name exists.
import type { Fields, Of } from './fields';

const color = { orNull: 'text' } as const;
const size = { orNull: 'number' } as const;

/** Of every solid; `position` and `rotation` move and turn it in the frame of its body. Lengths in metres. */
const looks = {
  color,
  opacity: 'number',
  position: { orNull: 'point' },
  rotation: { orNull: { listOf: 'point' } },
} as const satisfies Fields;
/** A solid in the frame of its body. A size that is null suits the scene. */
export const solidFields = {
  either: [
    { type: { oneOf: ['box'] }, center: 'point', size: 'point', ...looks },
    { type: { oneOf: ['cylinder', 'line', 'arrow'] }, from: 'point', to: 'point', radius: size, ...looks },
    { type: { oneOf: ['sphere'] }, center: 'point', radius: size, mark: 'flag', ...looks },
    {
      type: { oneOf: ['disc'] },
      center: 'point',
      axis: 'point',
      radius: 'number',
      width: 'number',
      mark: 'flag',
      innerRadius: size,
      ...looks,
    },
    { type: { oneOf: ['polyline'] }, points: { listOf: 'point' }, closed: 'flag', radius: size, ...looks },
    { type: { oneOf: ['mesh'] }, points: { listOf: 'point' }, triangles: { listOf: 'number' }, ...looks },
    { type: { oneOf: ['text'] }, center: 'point', text: 'text', height: size, ...looks },
  ],
} as const satisfies { either: Fields[] };
export type Solid = Of<typeof solidFields>;

/** How an item is drawn: what its type draws. */
export const visualizationFields = {
  'show?': 'flag',
  'color?': color,
  'graphics?': { listOf: solidFields },
  'links?': { listOf: { graphics: { listOf: solidFields }, color } },
  'drawSize?': size,
  'discWidth?': size,
  'drawHeight?': size,
  'width?': size,
  'triangleMesh?': { orNull: { listOf: 'point' } },
} as const satisfies Fields;
export interface Visualization extends Of<typeof visualizationFields> {}

/** One component of one sensor, by its name: a plot also shows it of another run. */
const channelFields = { sensor: 'text', component: 'number' } as const satisfies Fields;
export interface Channel extends Of<typeof channelFields> {}

/** Points that curves should meet. */
export const pointsFields = { label: 'text', source: 'text', x: { listOf: 'number' }, y: { listOf: 'number' } } as const satisfies Fields;
export interface ReferencePoints extends Of<typeof pointsFields> {}

/** Of every plot. `min` and `max` limit the vertical axis, or the colours; `problems` say what of it cannot be shown. */
const plotFields = {
  title: 'text',
  xLabel: 'text',
  xUnit: 'text',
  yLabel: 'text',
  /** "" where the curves have several. */
  yUnit: 'text',
  min: size,
  max: size,
  problems: { listOf: 'text' },
} as const satisfies Fields;

/** Sensors over time, or over another. */
export const sensorPlotFields = {
  kind: { oneOf: ['sensors'] },
  ...plotFields,
  x: { either: [{ kind: { oneOf: ['time'] } }, { kind: { oneOf: ['sensor'] }, ...channelFields }] },
  curves: { listOf: { ...channelFields, label: 'text', color, scale: 'number' } },
  equal: 'flag',
  logarithmic: 'flag',
  range: 'flag',
  reference: { listOf: pointsFields },
} as const satisfies Fields;
export interface SensorPlot extends Of<typeof sensorPlotFields> {}

/** Quantities over the length of the line `over`, at the time of the cursor. `profile`: its number in the model. */
export const overPlotFields = {
  kind: { oneOf: ['over'] },
  ...plotFields,
  over: 'text',
  curves: { listOf: { profile: 'number', label: 'text', color } },
  reference: { listOf: pointsFields },
} as const satisfies Fields;
export interface OverPlot extends Of<typeof overPlotFields> {}

/** A quantity in colours over time and the length of the line `map`; `profile` null: it is not recorded. */
export const mapPlotFields = {
  kind: { oneOf: ['map'] },
  ...plotFields,
  map: 'text',
  label: 'text',
  profile: { orNull: 'number' },
} as const satisfies Fields;
export interface MapPlot extends Of<typeof mapPlotFields> {}

export type Plot = SensorPlot | OverPlot | MapPlot;

/** Eigenvalues over a parameter. */
const stabilityFields = {
  parameter: 'text',
  title: 'text',
  from: 'number',
  to: 'number',
  steps: 'number',
  /** Of other parameters. */
  values: { byName: 'number' },
  min: size,
  max: size,
  reference: {
    listOf: { label: 'text', source: 'text', x: { listOf: 'number' }, real: { listOf: 'number' }, imaginary: { listOf: 'number' } },
  },
  limits: { listOf: { label: 'text', x: 'number' } },
} as const satisfies Fields;
export interface Stability extends Of<typeof stabilityFields> {}

export const presetFields = { label: 'text', title: 'text', values: { byName: 'number' } } as const satisfies Fields;
export interface Preset extends Of<typeof presetFields> {}

/** A vector drawn at a point. `at`, `vector` and `frame` are sensors; a frame of null: the vector is global. */
const arrowFields = {
  at: 'text',
  vector: 'text',
  frame: { orNull: 'text' },
  /** Which of the vector are shown. */
  components: { listOf: 'number' },
  /** Metres for one unit; null: found from the data. */
  scale: size,
  label: 'text',
  color,
  unit: 'text',
} as const satisfies Fields;

/** The card of the gallery. */
export const cardFields = {
  teaser: 'text',
  teaches: 'text',
  tags: { listOf: 'text' },
  group: 'text',
  rank: { orNull: 'number' },
  /** s */
  runTime: { orNull: 'number' },
  /** The time of the picture, s. */
  moment: 'number',
  featured: 'flag',
} as const satisfies Fields;
export interface GalleryCard extends Of<typeof cardFields> {}

export const displayFields = {
  plots: { listOf: { either: [sensorPlotFields, overPlotFields, mapPlotFields] } },
  /** `position`: the direction from which it is seen first. */
  camera: { follow: { orNull: 'text' }, position: { orNull: 'point' }, up: 'point', zoom: 'number' },
  /** null: none. `checker`: metres between two lines. */
  ground: { orNull: { checker: size } },
  background: color,
  /** Sensors. */
  trails: { listOf: 'text' },
  arrows: { listOf: arrowFields },
  /** Numbers of profiles, one for each line that is coloured. */
  contour: { orNull: { profiles: { listOf: 'number' }, label: 'text', min: size, max: size } },
  presets: { listOf: presetFields },
  stability: { orNull: stabilityFields },
  gallery: cardFields,
} as const satisfies Fields;
export interface Display extends Of<typeof displayFields> {}
