import { findProfile } from '../../../wasm/engine/profiles';
import type { ModelInfo } from '../../../wasm/engine/types';
import type { DisplayUnit } from '../format/quantity';

/** One component of one sensor. */
export interface ChannelRef {
  sensor: string;
  component: number;
}

export interface CurveSpec extends ChannelRef {
  label: string;
  /** Number of the profile of a curve over the length of a line; -1 for one of a sensor. */
  profile: number;
}

/** Points that a curve should meet: measured, published, or from another program. */
export interface ReferenceSpec {
  label: string;
  source: string;
  x: number[];
  y: number[];
}

/** A plot of `display.plots`, checked against the sensors there are. */
export interface PlotSpec {
  /** Of sensors, over time or over another; of profiles, over the length of a line at the cursor's time; in colours over time and length. */
  kind: 'sensors' | 'over' | 'map';
  title: string;
  /** The line whose profiles are shown, or "". */
  over: string;
  /** null: over time. */
  x: ChannelRef | null;
  xLabel: string;
  xUnit: string;
  yLabel: string;
  yUnit: string;
  curves: CurveSpec[];
  references: ReferenceSpec[];
  /** Limits of the y axis, where the document sets them. */
  min: number | null;
  max: number | null;
  /** The legend says how far each curve ranges. */
  range: boolean;
  /** One unit is as long on both axes. */
  equal: boolean;
  /** The y axis shows powers. */
  logarithmic: boolean;
  /** Why something of it cannot be shown, as a sentence, or "". */
  problem: string;
}

/** What of a model its plots depend on. */
type PlottedModel = Pick<ModelInfo, 'sensors'> & Partial<Pick<ModelInfo, 'parameters' | 'profiles'>>;

/** The plots that a model asks for; without any, one for each of its first sensors. */
export function plotSpecs(model: PlottedModel & Pick<ModelInfo, 'display'>): PlotSpec[] {
  const { plots } = model.display;
  if (!Array.isArray(plots) || plots.length === 0) return model.sensors.slice(0, 4).map((sensor) => plotOfSensor(model, sensor.name));
  return plots.map((plot) => readPlot(model, asRecord(plot)));
}

/** All components of a sensor over time. */
export function plotOfSensor(model: PlottedModel, name: string): PlotSpec {
  const components = model.sensors.find((sensor) => sensor.name === name)?.components ?? [];
  return readPlot(model, { title: name, curves: components.map((_, component) => ({ sensor: name, component })) });
}

function readPlot(model: PlottedModel, plot: Record<string, unknown>): PlotSpec {
  const problems: string[] = [];
  const kind = 'over' in plot ? 'over' : 'map' in plot ? 'map' : 'sensors';
  if (kind !== 'sensors') return readProfilePlot(model, plot, kind);
  const channel = (value: Record<string, unknown>): ChannelRef | null => {
    const name = String(value.sensor ?? '');
    const sensor = model.sensors.find((candidate) => candidate.name === name);
    const component = typeof value.component === 'number' ? value.component : 0;
    if (sensor && component >= 0 && component < sensor.components.length) return { sensor: name, component };
    problems.push(sensor ? `Sensor “${name}” has no component ${component}.` : `There is no sensor “${name}”.`);
    return null;
  };
  const curves = asArray(plot.curves).flatMap((entry): CurveSpec[] => {
    const value = asRecord(entry);
    const found = channel(value);
    return found ? [{ ...found, label: asText(value.label), profile: -1 }] : [];
  });
  const overTime = plot.x === undefined || plot.x === 't';
  const x = overTime ? null : channel(asRecord(plot.x));
  for (const curve of curves) curve.label ||= componentLabel(model, curve, curves);
  return {
    kind,
    title: asText(plot.title) || curves.map((curve) => curve.sensor).join(', '),
    over: '',
    x,
    xLabel: asText(plot.xLabel) || (x ? componentName(model, x) : 't'),
    xUnit: x ? unitOf(model, x) : 's',
    yLabel: asText(plot.yLabel),
    yUnit: commonUnit(model, curves),
    curves: !overTime && !x ? [] : curves,
    references: asArray(plot.reference).flatMap((entry) => (holds(model, asRecord(entry).when) ? readReference(entry) : [])),
    min: asNumber(plot.min),
    max: asNumber(plot.max),
    range: plot.range === true,
    equal: plot.equal === true,
    logarithmic: plot.logarithmic === true || plot.logarithmic === 'y',
    problem: problems.join(' '),
  };
}

/** Curves over the length of a line, or one of them in colours over time and length. */
function readProfilePlot(model: PlottedModel, plot: Record<string, unknown>, kind: 'over' | 'map'): PlotSpec {
  const profiles = model.profiles ?? [];
  const over = asText(plot[kind]);
  const problems: string[] = [];
  const curves = (kind === 'map' ? [plot] : asArray(plot.curves).map(asRecord)).flatMap((asked): CurveSpec[] => {
    const profile = findProfile({ profiles }, asText(asked.over) || over, asked);
    const name = asText(asked.formula) || `${asText(asked.outputVariableType) || 'quantity'} ${asNumber(asked.component) ?? 0}`;
    if (profile < 0) problems.push(`“${name}” is not recorded along “${over}”.`);
    return profile < 0 ? [] : [{ sensor: '', component: 0, profile, label: asText(asked.label) || name }];
  });
  const units = new Set(curves.map(({ profile }) => profiles[profile].unit));
  return {
    kind,
    title: asText(plot.title) || `${curves.map((curve) => curve.label).join(', ')} along ${over}`,
    over,
    x: null,
    xLabel: asText(plot.xLabel) || (kind === 'over' ? 's' : 't'),
    xUnit: kind === 'over' ? 'm' : 's',
    yLabel: asText(plot.yLabel),
    yUnit: units.size === 1 ? [...units][0] : '',
    curves,
    references: asArray(plot.reference).flatMap((entry) => (holds(model, asRecord(entry).when) ? readReference(entry) : [])),
    min: asNumber(plot.min),
    max: asNumber(plot.max),
    range: false,
    equal: false,
    logarithmic: false,
    problem: problems.join(' '),
  };
}

/** Whether the parameters have the values that a reference was made for; without any it holds always. */
function holds(model: PlottedModel, when: unknown): boolean {
  return Object.entries(asRecord(when)).every(([name, value]) => {
    const parameter = model.parameters?.find((candidate) => candidate.name === name);
    return parameter !== undefined && parameter.value === value;
  });
}

function readReference(entry: unknown): ReferenceSpec[] {
  const { label, source, x, y } = asRecord(entry);
  const [xs, ys] = [asArray(x).map(Number), asArray(y).map(Number)];
  if (xs.length === 0 || xs.length !== ys.length || ![...xs, ...ys].every(Number.isFinite)) return [];
  return [{ label: asText(label) || 'reference', source: asText(source), x: xs, y: ys }];
}

function unitOf(model: Pick<ModelInfo, 'sensors'>, { sensor }: ChannelRef): string {
  return model.sensors.find((candidate) => candidate.name === sensor)?.unit ?? '';
}

/** The unit that all curves share, or "" if they differ. */
function commonUnit(model: Pick<ModelInfo, 'sensors'>, curves: CurveSpec[]): string {
  const units = new Set(curves.map((curve) => unitOf(model, curve)));
  return units.size === 1 ? [...units][0] : '';
}

function componentName(model: Pick<ModelInfo, 'sensors'>, { sensor, component }: ChannelRef): string {
  return model.sensors.find((candidate) => candidate.name === sensor)?.components[component] ?? String(component);
}

/** A curve is called by its component; by its sensor too where the plot has several. */
function componentLabel(model: Pick<ModelInfo, 'sensors'>, curve: CurveSpec, curves: CurveSpec[]): string {
  const several = new Set(curves.map((other) => other.sensor)).size > 1;
  const name = componentName(model, curve);
  return several ? `${curve.sensor} ${name}` : name;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What stands behind the title: the document's words for the y axis, or the unit in which the numbers are written. */
export function yHead({ yLabel, yUnit }: PlotSpec, { text }: DisplayUnit): string {
  return yLabel && yLabel !== yUnit ? yLabel : text;
}
