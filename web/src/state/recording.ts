import type { History, ModelInfo, Run, Statistics } from '../../../wasm/engine/types';

/** A run as the views see it: the model that ran and what was recorded of it. */
export interface Recording {
  readonly model: ModelInfo;
  readonly history: History;
}

/** A look at a run: its history may have grown since, then there is another look. */
export interface RunRecording extends Recording {
  readonly statistics: Statistics;
  readonly eigenvalues?: Run['eigenvalues'];
}

/** The column of one component of the sensor called `name`, or null. */
export function sensorColumn(recording: Recording, name: string, component: number): Float64Array | null {
  const sensor = indexOf(recording, name, component);
  return sensor < 0 ? null : recording.history.sensorColumn(sensor, component);
}

/** Smallest and largest number that it has had; null without one. */
export function sensorRange(recording: Recording, name: string, component: number): [number, number] | null {
  const sensor = indexOf(recording, name, component);
  return sensor < 0 ? null : recording.history.sensorRange(sensor, component);
}

function indexOf({ model }: Recording, name: string, component: number): number {
  return model.sensors.findIndex((sensor) => sensor.name === name && component < sensor.components.length);
}

/** Start and end of all analysis steps that have a time. */
export function timeSpan(model: ModelInfo): [number, number] {
  const timed = model.analysis.filter((step) => step.endTime > step.startTime);
  if (timed.length === 0) return [0, 0];
  return [Math.min(...timed.map((step) => step.startTime)), Math.max(...timed.map((step) => step.endTime))];
}

/** Start and end of the time that a run covers: less than planned where a limit of the model ended it. */
export function runSpan({ model, history, statistics }: RunRecording): [number, number] {
  const [start, end] = timeSpan(model);
  return [start, statistics.ended ? history.time[history.samples - 1] : end];
}
