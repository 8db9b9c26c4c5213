// The display of a model, as resolved by the engine from `display` and `visualization` (core/display/display_tables.h): no value is missing,
// formulas are evaluated, colours have the form "#rrggbb", and every name exists.
import type { Fields, Of } from './fields';

const color = { orNull: 'text' } as const;
const size = { orNull: 'number' } as const;

/** Fields of every solid; `position` and `rotation` place it in the frame of its body. Lengths in metres. */
const looks = {
  color,
  opacity: 'number',
  position: { orNull: 'point' },
  rotation: { orNull: { listOf: 'point' } },
} as const satisfies Fields;
/** A solid in the frame of its body. A null size is chosen to suit the scene. */
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

/** How an item is drawn; the fields depend on its type. */
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

/** One component of one sensor, by name, so that a plot can show the same sensor of another run. */
const channelFields = { sensor: 'text', component: 'number' } as const satisfies Fields;
export interface Channel extends Of<typeof channelFields> {}

/** Reference points for curves. */
export const pointsFields = { label: 'text', source: 'text', x: { listOf: 'number' }, y: { listOf: 'number' } } as const satisfies Fields;
export interface ReferencePoints extends Of<typeof pointsFields> {}

/** Fields of every plot. `min` and `max` limit the vertical axis, or the colours; `problems` lists the parts that cannot be shown. */
const plotFields = {
  title: 'text',
  xLabel: 'text',
  xUnit: 'text',
  yLabel: 'text',
  /** "" if the curves have different units. */
  yUnit: 'text',
  min: size,
  max: size,
  problems: { listOf: 'text' },
} as const satisfies Fields;

/** Sensors over time, or over another sensor. */
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

/** Quantities over the length of the line `over`, at the time of the cursor. `profile`: its index in the model. */
export const overPlotFields = {
  kind: { oneOf: ['over'] },
  ...plotFields,
  over: 'text',
  curves: { listOf: { profile: 'number', label: 'text', color } },
  reference: { listOf: pointsFields },
} as const satisfies Fields;
export interface OverPlot extends Of<typeof overPlotFields> {}

/** A quantity in colours over time and the length of the line `map`; a null `profile` is not recorded. */
export const mapPlotFields = {
  kind: { oneOf: ['map'] },
  ...plotFields,
  map: 'text',
  label: 'text',
  profile: { orNull: 'number' },
} as const satisfies Fields;
export interface MapPlot extends Of<typeof mapPlotFields> {}

/** Spectra of sensors. */
export const spectrumPlotFields = {
  kind: { oneOf: ['spectrum'] },
  ...plotFields,
  spectrum: {
    window: { oneOf: ['hann', 'rectangle', 'flatTop'] },
    segments: 'number',
    quantity: { oneOf: ['amplitude', 'density'] },
    /** Of the frequency axis. */
    logarithmic: 'flag',
  },
  curves: sensorPlotFields.curves,
  logarithmic: 'flag',
  reference: { listOf: pointsFields },
} as const satisfies Fields;
export interface SpectrumPlot extends Of<typeof spectrumPlotFields> {}

export type Plot = SensorPlot | OverPlot | MapPlot | SpectrumPlot;

/** Eigenvalues over a parameter. */
const stabilityFields = {
  parameter: 'text',
  title: 'text',
  from: 'number',
  to: 'number',
  steps: 'number',
  /** Values of other parameters. */
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

/** A vector drawn at a point. `at`, `vector` and `frame` are sensors; if `frame` is null, the vector is global. */
const arrowFields = {
  at: 'text',
  vector: 'text',
  frame: { orNull: 'text' },
  /** The components that are shown. */
  components: { listOf: 'number' },
  /** Metres per unit; null: determined from the data. */
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
  /** The time shown in the picture, s. */
  moment: 'number',
  featured: 'flag',
} as const satisfies Fields;
export interface GalleryCard extends Of<typeof cardFields> {}

export const displayFields = {
  plots: { listOf: { either: [sensorPlotFields, overPlotFields, mapPlotFields, spectrumPlotFields] } },
  /** `position`: the initial viewing direction. */
  camera: { follow: { orNull: 'text' }, position: { orNull: 'point' }, up: 'point', zoom: 'number' },
  /** null: none. `checker`: metres between two grid lines. */
  ground: { orNull: { checker: size } },
  background: color,
  /** Sensors. */
  trails: { listOf: 'text' },
  arrows: { listOf: arrowFields },
  /** Indices of profiles, one for each coloured line. */
  contour: { orNull: { profiles: { listOf: 'number' }, label: 'text', min: size, max: size } },
  presets: { listOf: presetFields },
  stability: { orNull: stabilityFields },
  gallery: cardFields,
} as const satisfies Fields;
export interface Display extends Of<typeof displayFields> {}
