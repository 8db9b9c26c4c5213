import type { HandsDone, ModelInfo, RecordedEvent } from '../../../wasm/engine/types';
import type { ModelDocument } from './document';
import { packEvents } from './pack-events';
import { type Recording, sensorColumn } from './recording';
import { nearestSample, placeOf, valueAt } from './samples';

const usualFrequency = 15; // rad/s, bandwidth of a hand that acts in real time
const largestTurn = 0.3; // rad; the maximum phase per step

/** The recorded outputs of a hand, and the names of the sensors added to a model. */
const handSensors = [
  { outputVariableType: 'Force', name: 'hand force' }, // no text
  { outputVariableType: 'Power', name: 'hand power' }, // no text
  { outputVariableType: 'Position', name: 'hand' }, // no text
] as const;
interface PointOfObject {
  object: string;
  link: number | null;
  at: [number, number, number];
}
/** A point of an object that a hand holds, and the target of the hand; global, m. */
export type Held = PointOfObject & { target: [number, number, number] };
/** A push at a point of an object, N s. */
export type Pushed = PointOfObject & { impulse: [number, number, number] };
type HandOutput = (typeof handSensors)[number]['outputVariableType'];

/** The index of the last dynamic step of the analysis, in which events happen; -1: there is none. */
export function eventfulStep({ analysis }: ModelInfo): number {
  return analysis.findLastIndex(({ type }) => type === 'dynamic');
}

/**
 * The document for a live run: with sensors that record the actions of a hand and the values of inputs, and without events unless they are
 * kept. `pace`: simulated seconds per second. If the run is slower than real time and the model does not define the hand's frequency, the
 * hand is faster by the same factor.
 */
export function documentForHands(document: ModelDocument, model: ModelInfo, pace: number, keepEvents: boolean): ModelDocument {
  const { events, sensors: own, analysis, ...rest } = document;
  const sensors = listOf(own);
  const has = (type: string, key: string, value: unknown) => sensors.some((sensor) => sensor.type === type && sensor[key] === value);
  const taken = new Set(model.sensors.map(({ name }) => name));
  const added = [
    ...handSensors
      .filter(({ outputVariableType }) => !has('Hand', 'outputVariableType', outputVariableType))
      .map(({ outputVariableType, name }) => ({ type: 'Hand', name: freeName(name, taken), outputVariableType })),
    ...model.inputs
      .filter(({ name }) => !has('Input', 'input', name))
      .map(({ name }) => ({ type: 'Input', name: freeName(name, taken), input: name })),
  ];
  return {
    ...rest,
    ...(own !== undefined || added.length > 0 ? { sensors: [...(Array.isArray(own) ? own : []), ...added] } : {}),
    ...(analysis !== undefined ? { analysis: withHandFrequency(analysis, model, pace) } : {}),
    ...(keepEvents && events !== undefined ? { events } : {}),
  };
}

/** The document with the events of a run, which reproduces the run bit by bit. */
export function withEvents(document: ModelDocument, events: readonly RecordedEvent[]): ModelDocument {
  const { events: _, ...rest } = document;
  return events.length > 0 ? { ...rest, events: packEvents(events) } : rest;
}

/** The document with the actions in a submitted run. */
export function withHandsDone(document: ModelDocument, { events, handFrequency }: HandsDone): ModelDocument {
  if (!events?.length) return document;
  const steps = [document.analysis].flat();
  const eventful = steps.findLastIndex((step) => ((step as { type?: unknown } | undefined)?.type ?? 'dynamic') === 'dynamic');
  const analysis = steps.map((step, i) => (i === eventful && handFrequency ? { handFrequency, ...(step as object) } : step));
  return { ...document, events, analysis: Array.isArray(document.analysis) ? analysis : analysis[0] };
}

/** The additions of a live run to a document, except sensors: its events and the hand's frequency. */
export function handsDone(untouched: ModelDocument, touched: ModelDocument): HandsDone {
  const { events } = touched;
  if (!Array.isArray(events)) return {};
  const frequencies = [touched, untouched].map(({ analysis }) =>
    [analysis].flat().flatMap((step) => (step as { handFrequency?: unknown } | undefined)?.handFrequency ?? []),
  );
  const [frequency] = frequencies[0].filter((each) => !frequencies[1].includes(each));
  return { events, ...(typeof frequency === 'number' ? { handFrequency: frequency } : {}) };
}

/** A document without traces of hands, for comparing models. */
export function withoutHands({ events: _, sensors, analysis, ...rest }: ModelDocument): ModelDocument {
  const leave = (entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return entry;
    const { handFrequency: __, ...others } = entry as Record<string, unknown>;
    return others;
  };
  const isOfHand = (sensor: unknown) => ['Hand', 'Input'].includes(String((sensor as { type?: unknown } | null)?.type)); // no text
  const own = Array.isArray(sensors) ? sensors.filter((sensor) => !isOfHand(sensor)) : sensors;
  return { ...rest, sensors: own ?? [], analysis: Array.isArray(analysis) ? analysis.map(leave) : leave(analysis) };
}

/** The name of the sensor that records this output of the hand, or of an input; null if there is none. */
export function handSensor(document: ModelDocument, output: HandOutput): string | null {
  return nameOf(listOf(document.sensors).find(({ type, outputVariableType }) => type === 'Hand' && outputVariableType === output));
}
export function inputSensor(document: ModelDocument, input: string): string | null {
  return nameOf(listOf(document.sensors).find((sensor) => sensor.type === 'Input' && sensor.input === input));
}

/** The number of steps of the last dynamic step of the analysis before a time; 0 if the time is before that step. */
export function stepAt({ model, history }: Recording, time: number): number {
  const last = model.analysis[eventfulStep(model)];
  if (!last) return 0;
  const counted = history.solverColumn('steps');
  const begin = history.time.findIndex((sample) => sample >= last.startTime - 1e-9 * (last.endTime - last.startTime));
  return Math.max(0, (counted[nearestSample(history.time, time)] ?? 0) - (counted[Math.max(0, begin)] ?? 0));
}

/** The point held by the hand at a time of a recorded run, and its target; null: nothing held, or not recorded. */
export function heldAt(recording: Recording, document: ModelDocument, time: number): Held | null {
  const events = Array.isArray(document.events) ? (document.events as RecordedEvent[]) : [];
  const sensor = handSensor(document, 'Position'); // no text
  if (!sensor || !events.some((event) => 'grab' in event)) return null;
  const eventful = eventfulStep(recording.model);
  const step = stepAt(recording, time);
  let held: Extract<RecordedEvent, { grab: string }> | null = null;
  for (const event of events) {
    if (event.step >= step || (event.analysisStep ?? eventful) !== eventful) continue;
    if ('grab' in event) held = event;
    else if ('release' in event || 'end' in event) held = null;
  }
  if (!held) return null;
  const place = placeOf(recording.history.time, time);
  const target = [0, 1, 2].map((i) => valueAt(sensorColumn(recording, sensor, i) ?? [0], place));
  const { grab: object, link = null, at = [0, 0, 0] } = held;
  return { object, link, at: [at[0], at[1], at[2]], target: target as [number, number, number] };
}

/** The pushes at a time of a recorded run, or up to `lasting` s before it; latest first. */
export function pushesAt(recording: Recording, document: ModelDocument, time: number, lasting: number): Pushed[] {
  const events = Array.isArray(document.events) ? (document.events as RecordedEvent[]) : [];
  const pushes = events.filter((event): event is Extract<RecordedEvent, { push: string }> => 'push' in event);
  if (pushes.length === 0) return [];
  const eventful = eventfulStep(recording.model);
  const [from, to] = [stepAt(recording, time - lasting), stepAt(recording, time)];
  return pushes
    .filter(({ step, steps = 1, analysisStep = eventful }) => analysisStep === eventful && step < to && step + steps >= from)
    .map(({ push: object, link = null, at = [0, 0, 0], impulse }) => ({ object, link, at: [...at], impulse: [...impulse] }) as Pushed)
    .reverse();
}

function withHandFrequency(analysis: unknown, model: ModelInfo, pace: number): unknown {
  const number = eventfulStep(model);
  const step = model.analysis[number];
  if (!step || pace >= 1) return analysis;
  const size = (step.endTime - step.startTime) / Math.max(1, step.numberOfSteps);
  const handFrequency = Number(Math.max(usualFrequency, Math.min(usualFrequency / pace, largestTurn / size)).toPrecision(2));
  const quicker = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && !('handFrequency' in entry) ? { ...entry, handFrequency } : entry;
  return Array.isArray(analysis) ? analysis.map((entry, i) => (i === number ? quicker(entry) : entry)) : quicker(analysis);
}

function listOf(sensors: unknown): Record<string, unknown>[] {
  return Array.isArray(sensors) ? sensors.filter((sensor) => typeof sensor === 'object' && sensor !== null) : [];
}

function nameOf(sensor: Record<string, unknown> | undefined): string | null {
  return typeof sensor?.name === 'string' ? sensor.name : null;
}

/** The stem, or the first free number after it; it is taken then. */
export function freeName(stem: string, taken: Set<unknown>, between = ' '): string {
  let name = stem;
  for (let i = 2; taken.has(name); i++) name = `${stem}${between}${i}`;
  taken.add(name);
  return name;
}
