// no text: the strings are names and questions for the document
/** Sensors, plots, arrows and questions about a chosen item. */
import type { ModelInfo, Reference } from '../../../wasm/engine/types';
import { own } from '../format/own';
import type { ModelDocument } from '../state/document';
import { type Recording, sensorRange } from '../state/recording';
import { factsOf } from '../state/type-facts';
import type { Question } from '../ui/asking';
import { type Entry, freshName, freshParameter, type Item, itemsOf, lists } from './outline';
import type { ValueChange } from './text';

interface Curve {
  sensor: string;
  component: number;
  label?: string;
}

/** A name that nothing in the document has: this one, which may end with a number, or else a copy's. */
export function nameLike(document: ModelDocument, wanted: string): string {
  const taken = lists.some(({ key }) => itemsOf(document, key).some(({ name }) => name === wanted));
  return taken ? freshName(document, `${wanted} copy`) : wanted;
}

/** Appends entries to a document in one edit. */
export class Additions {
  readonly changes: ValueChange[] = [];
  private readonly sizes = new Map<string, number>();

  constructor(readonly document: ModelDocument) {}

  add(path: readonly string[], value: Entry): void {
    const key = path.join('/');
    const list = path.reduce<unknown>((at, name) => own(at as Record<string, unknown> | undefined, name), this.document);
    const size = this.sizes.get(key) ?? (Array.isArray(list) ? list.length : 0);
    this.changes.push({ path: [...path, size], value });
    this.sizes.set(key, size + 1);
  }

  /** Returns the name of a sensor that measures this, and adds it unless the document has one. */
  sensor(name: string, rest: Entry): string {
    const all = itemsOf(this.document, 'sensors');
    const known = all.find(({ entry: { name: _, ...other } }) => JSON.stringify(other) === JSON.stringify(rest));
    if (known) return known.name;
    const { type, ...more } = rest;
    const free = nameLike(this.document, name);
    this.add(['sensors'], { type, name: free, ...more });
    return free;
  }

  /** Adds a plot. Plots that the page showed because the document has none become part of it. */
  plot(title: string, curves: readonly Curve[], model: ModelInfo | null, yLabel = ''): void {
    if (itemsOf(this.document, 'plots').length === 0)
      for (const plot of model?.display.plots ?? [])
        if (plot.kind === 'sensors')
          this.add(['display', 'plots'], {
            title: plot.title,
            curves: plot.curves.map(({ sensor, component }) => ({ sensor, component })),
          });
    this.add(['display', 'plots'], { title, ...(yLabel ? { yLabel } : {}), curves });
  }
}

const curvesOf = (sensor: string, components: readonly number[]): Curve[] =>
  components.map((component) => (components.length > 1 ? { sensor, component, label: 'xyz'[component] } : { sensor, component }));

/** The components of a vector in a plane or in space. */
const vectorIn = (planar: boolean) => (planar ? [0, 1] : [0, 1, 2]);

/** A plot of an existing sensor. */
export function plotOfSensor(document: ModelDocument, name: string, model: ModelInfo | null): ValueChange[] {
  const additions = new Additions(document);
  const count = model?.sensors.find((sensor) => sensor.name === name)?.components.length ?? 1;
  const curves = Array.from({ length: count }, (_, component): Curve => ({ sensor: name, component }));
  additions.plot(name, curves, model);
  return additions.changes;
}

/** A plot of the position of a body, or of its angular velocity if it only rotates. */
export function plotOfBody(
  document: ModelDocument,
  { list, type, name, entry }: Item,
  turns: boolean,
  model: ModelInfo | null,
): ValueChange[] {
  const additions = new Additions(document);
  const planar = factsOf(list, type)?.dimensions === 2 || entry.create2D === true;
  const sensor = additions.sensor(`${turns ? 'angular velocity' : 'position'} of ${name}`, {
    type: 'Body',
    bodyNumber: name,
    outputVariableType: turns ? 'AngularVelocity' : 'Position',
  });
  const components = turns ? [2] : vectorIn(planar);
  additions.plot(
    sensor,
    components.map((component) => ({ sensor, component, label: 'xyz'[component] })),
    model,
  );
  return additions.changes;
}

/** How the force or torque of an item is measured. */
export interface Force {
  name: string;
  kind: 'force' | 'torque';
  /** The sensor that the plot shows; a scalar, such as the tension of a spring, or a vector. */
  shown: Output;
  /** The vector that an arrow shows; null if there is none in a known frame. */
  arrow: Output | null;
  /** Sensor of its point, without a name. */
  at: Entry | null;
  /** The body on which it acts, if it acts on the second one: the output is the force on the first. */
  reversed: string | null;
  planar: boolean;
}
interface Output {
  sensor: Entry;
  size: number;
  /** Sensor of the frame of the vector, without a name; null: it is global. */
  frame: Entry | null;
}

/** The force of a joint, spring, contact or load; null if it has none. */
export function forceOf(item: Item, planar: boolean, model: ModelInfo | null, reference: Reference): Force | null {
  const { name, list } = item;
  if (typeof item.entry.name !== 'string') return null;
  const load = model?.loads.find((each) => each.name === name);
  if (load?.drawnAs && (list === 'loads' || list === 'create')) return forceOfLoad(item, load.drawnAs.as, planar, model!);
  const object = list === 'objects' || list === 'create' ? model?.objects.find((each) => each.name === name) : undefined;
  const family = object && factsOf('objects', object.type)?.family;
  if (!object || (family !== 'connector' && family !== 'constraint')) return null;
  const all = reference.items.find(({ kind, type }) => kind === 'object' && type === object.type)?.outputs ?? [];
  const outputs = all.filter(({ unit, size }) => (unit === 'N' || unit === 'N·m') && (size === 1 || size === 3));
  const [first] = outputs;
  if (!first) return null;
  const sensorOf = (output: string): Entry => ({ type: 'Object', objectNumber: name, outputVariableType: output });
  const frame = all.some(({ name: each }) => each === 'RotationMatrix') ? sensorOf('RotationMatrix') : null;
  const output = ({ name: each, size }: { name: string; size: number | null }): Output => ({
    sensor: sensorOf(each),
    size: size!,
    frame: isLocal(each) ? frame : null,
  });
  const shown = outputs.find(({ size, unit }) => size === 1 && unit === first.unit) ?? first;
  const arrow = outputs.find((each) => each.size === 3 && (!isLocal(each.name) || frame !== null));
  const bodies = Array.isArray(item.entry.bodies) ? (item.entry.bodies as unknown[]) : [];
  const onSecond = bodies[0] === null && typeof bodies[1] === 'string';
  const markers = object.markers.map((marker) => model!.markers[marker]?.name ?? '');
  const marker = onSecond ? markers[1] : markers[0];
  return {
    name,
    kind: shown.unit === 'N' ? 'force' : 'torque',
    shown: output(shown),
    arrow: arrow ? output(arrow) : null,
    at: placeOf(all, object.type, sensorOf, marker),
    reversed: onSecond ? (bodies[1] as string) : null,
    planar,
  };
}

/** Outputs in a frame of their own are called so. */
const isLocal = (output: string) => output.endsWith('Local');

/** The global place of a force: of its contact, or else of its marker. */
function placeOf(outputs: Reference['items'][number]['outputs'], type: string, sensorOf: (output: string) => Entry, marker: string) {
  const isRelative = type === 'ConnectorRollingDiscPenalty';
  if (!isRelative && outputs.some(({ name, size }) => name === 'Position' && size === 3)) return sensorOf('Position');
  return marker ? { type: 'Marker', markerNumber: marker, outputVariableType: 'Position' } : null;
}

function forceOfLoad({ name }: Item, kind: Force['kind'], planar: boolean, model: ModelInfo): Force {
  const load = model.loads.find((each) => each.name === name)!;
  const marker = model.markers[load.markers[0]]?.name;
  const output: Output = { sensor: { type: 'Load', loadNumber: name }, size: 3, frame: null };
  const at = marker ? { type: 'Marker', markerNumber: marker, outputVariableType: 'Position' } : null;
  return { name, kind, shown: output, arrow: load.drawnAs?.fixed ? null : output, at, reversed: null, planar };
}

/** Whether a sensor yields the force on the ground, so that its sign has to be reversed. Formulas have no unit. */
const isOnGround = ({ reversed }: Force, { sensor, size, frame }: Output) =>
  reversed !== null && size === 3 && frame === null && sensor.type === 'Object' && !isLocal(String(sensor.outputVariableType));
const unitOf = ({ kind }: Force) => (kind === 'force' ? 'N' : 'N·m');

/** The sensor of a force; of a vector, as it acts on the moving body. */
function sensorOfForce(additions: Additions, force: Force, output: Output): string {
  const { name, kind, reversed } = force;
  const onGround = isOnGround(force, output);
  const first = additions.sensor(`${kind} of ${name}${onGround ? ' on the ground' : ''}`, output.sensor);
  if (!onGround) return first;
  return additions.sensor(`${kind} of ${name} on ${reversed}`, {
    type: 'UserFunction',
    sensorUserFunction: `-sensor(${JSON.stringify(first)})`,
  });
}

/** The components worth showing: of a torque in the plane, the one about z. */
const componentsOf = ({ kind, planar }: Force, { size }: Output) =>
  size === 1 ? [0] : planar && kind === 'torque' ? [2] : vectorIn(planar);

export function plotOfForce(document: ModelDocument, force: Force, model: ModelInfo | null): ValueChange[] {
  const additions = new Additions(document);
  const sensor = sensorOfForce(additions, force, force.shown);
  const unit = isOnGround(force, force.shown) ? unitOf(force) : '';
  additions.plot(sensor, curvesOf(sensor, componentsOf(force, force.shown)), model, unit);
  return additions.changes;
}

export function arrowOfForce(document: ModelDocument, force: Force): ValueChange[] {
  const additions = new Additions(document);
  const { arrow, at, kind, name } = force;
  if (!arrow || !at) return [];
  const vector = sensorOfForce(additions, force, arrow);
  const place = additions.sensor(`place of ${name}`, at);
  const frame = arrow.frame && additions.sensor(`frame of ${name}`, arrow.frame);
  additions.add(['display', 'arrows'], {
    at: place,
    vector,
    ...(frame ? { frame } : {}),
    label: `${kind} of ${name}${isOnGround(force, arrow) ? ` [${unitOf(force)}]` : ''}`,
  });
  return additions.changes;
}

/** A question for the largest size of a force; the answer follows from the run. */
export function taskOfForce(document: ModelDocument, force: Force, recording: Recording | null, reference: Reference): ValueChange[] {
  const additions = new Additions(document);
  const { kind, name, shown } = force;
  const sensor = sensorOfForce(additions, force, shown);
  const task = {
    name: `${name.replace(/\W+/g, '_')}_largest_${kind}`,
    label: `largest ${kind} of ${name}`,
    formula: (of: string) => (shown.size === 1 ? `max(abs(${of}))` : `max(norm(${of}))`),
    text: `What is the largest magnitude of the ${kind} of ${name}?`,
    unit: unitOf(force),
    answer: largestOf(recording, sensor, shown.size),
  };
  return withTask(additions, sensor, task, reference);
}

/** A question that another view asks, such as a free-body diagram. */
export function taskOfQuestion(document: ModelDocument, question: Question, reference: Reference): ValueChange[] {
  const additions = new Additions(document);
  const sensor = additions.sensor(question.name, question.sensor);
  return withTask(additions, sensor, { ...question, name: question.label.replace(/\W+/g, '_') }, reference);
}

type Task = Pick<Question, 'name' | 'label' | 'formula' | 'text' | 'unit' | 'answer'>;

/** Adds a measure of a sensor and a task that asks for it. */
function withTask(
  additions: Additions,
  sensor: string,
  { name, label, formula, text, unit, answer }: Task,
  reference: Reference,
): ValueChange[] {
  const { document } = additions;
  const measure = freshParameter(document, name, reference);
  additions.changes.push({ path: ['measures', measure], value: { formula: formula(`sensor(${JSON.stringify(sensor)})`), unit, label } });
  additions.add(['tasks'], {
    id: freshName(document, measure.replaceAll('_', '-'), '-'),
    text,
    answer: { type: 'number', unit, value: measure, tolerance: toleranceOf(answer) },
  });
  return additions.changes;
}

/** The largest value of a sensor in the last run; 0 without such a run. */
function largestOf(recording: Recording | null, sensor: string, size: number): number {
  const ranges = Array.from({ length: size }, (_, i) => (recording ? sensorRange(recording, sensor, i) : null));
  return Math.hypot(...ranges.map((range) => Math.max(...(range ?? [0]).map(Math.abs))));
}

/** 2 % of an answer, to one digit; 0.1 if the answer is unknown or 0. */
function toleranceOf(answer: number): number {
  const size = Math.abs(answer);
  return size > 0 && Number.isFinite(size) ? Number((0.02 * size).toPrecision(1)) : 0.1;
}
