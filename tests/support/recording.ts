import { RecordedHistory } from '../../wasm/engine/history';
import type {
  Display,
  MapPlot,
  MarkerInfo,
  ModelInfo,
  NodeInfo,
  ObjectInfo,
  OverPlot,
  ParameterInfo,
  PoseInfo,
  ProfileInfo,
  SensorInfo,
} from '../../wasm/engine/types';

const poseSize: Record<PoseInfo['kind'], number> = { frame: 7, point: 3, cable: 8, flexible: 8 };
const solverNames = ['stepSize', 'steps', 'newtonIterations', 'discontinuousIterations'] as const;

/** The resolved display of a model without `display` and without sensors. */
export const plainDisplay: Display = {
  plots: [],
  camera: { follow: null, position: null, up: [0, 0, 1], zoom: 1 },
  ground: { checker: null },
  background: null,
  trails: [],
  arrows: [],
  contour: null,
  presets: [],
  stability: null,
  gallery: { teaser: '', teaches: '', tags: [], group: '', rank: null, runTime: null, moment: 0, featured: false },
};

const plot = { xLabel: 's', xUnit: 'm', yLabel: '', yUnit: 'N', min: null, max: null, problems: [] };
/** Plots of a profile: over the length of a line, and over both length and time. */
export function overPlot(over: string, profile: number, label: string): OverPlot {
  return { ...plot, kind: 'over', title: label, over, curves: [{ profile, label, color: null }], reference: [] };
}
export function mapPlot(map: string, profile: number, label: string): MapPlot {
  return { ...plot, kind: 'map', title: label, map, profile, label, xLabel: 't', xUnit: 's' };
}

export interface Parts extends Partial<Omit<ModelInfo, 'width' | 'sensors' | 'poses' | 'profiles' | 'solver' | 'display'>> {
  display?: Partial<Display>;
  sensors?: Omit<SensorInfo, 'column'>[];
  poses?: Omit<PoseInfo, 'column' | 'size'>[];
  profiles?: Omit<ProfileInfo, 'column'>[];
  /** Whether the solver's counts are recorded. */
  solver?: boolean;
}

/** A model as described by the engine, from the parts that matter to a test; the columns are consecutive. */
export function modelOf({ sensors = [], poses = [], profiles = [], solver = false, ...parts }: Parts): ModelInfo {
  let width = 1;
  const place = (size: number) => {
    width += size;
    return width - size;
  };
  return {
    title: '',
    credits: '',
    description: '',
    parameters: [],
    inputs: [],
    measures: [],
    tasks: [],
    locked: [],
    hidden: [],
    variants: null,
    objects: [],
    markers: [],
    nodes: [],
    loads: [],
    rays: [],
    analysis: [],
    balanceTolerance: 0,
    sensors: sensors.map((sensor) => ({ ...sensor, column: place(sensor.components.length) })),
    poses: poses.map((pose) => ({ ...pose, size: poseSize[pose.kind], column: place(poseSize[pose.kind]) })),
    profiles: profiles.map((profile) => ({ ...profile, column: place(profile.positions.length) })),
    solver: solver ? solverNames.map((name) => ({ name, unit: name === 'stepSize' ? 's' : '', column: place(1) })) : [],
    ...parts,
    display: { ...plainDisplay, ...parts.display },
    width,
  };
}

/** A parameter with the fields that matter to a test. */
export function parameterOf(parts: Partial<ParameterInfo> & { name: string }): ParameterInfo {
  return { value: 1, defaultValue: parts.value ?? 1, unit: '', label: '', description: '', choices: [], ...parts };
}

/** A recording of a model with these columns, time first. */
export function recordingOf(parts: Parts, columns: ArrayLike<number>[]): { model: ModelInfo; history: RecordedHistory } {
  const model = modelOf(parts);
  const history = new RecordedHistory();
  history.configure(model);
  history.append({ samples: columns[0].length, columns: columns.map((column) => Float64Array.from(column)) });
  return { model, history };
}

/** An item without references and graphics, except for the given fields. */
export function itemOf<T extends Partial<ObjectInfo | MarkerInfo | NodeInfo>>(given: T) {
  return { type: '', name: '', visualization: {}, drawnAs: null, nodes: [], objects: [], markers: [], ...given };
}
