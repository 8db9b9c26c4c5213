import type { History, ModelInfo } from '../../../wasm/engine/types';

/** A run as the views see it: the model that ran and what was recorded of it. */
export interface Recording {
  model: ModelInfo;
  history: History;
}

/** The column of one component of the sensor called `name`, or null. */
export function sensorColumn(recording: Recording, name: string, component: number): Float64Array | null {
  const sensor = recording.model.sensors.findIndex((candidate) => candidate.name === name);
  if (sensor < 0 || component >= (recording.model.sensors[sensor]?.components.length ?? 0)) return null;
  return recording.history.sensorColumn(sensor, component);
}

/** Start and end of all analysis steps that have a time. */
export function timeSpan(model: ModelInfo): [number, number] {
  const timed = model.analysis.filter((step) => step.endTime > step.startTime);
  if (timed.length === 0) return [0, 0];
  return [Math.min(...timed.map((step) => step.startTime)), Math.max(...timed.map((step) => step.endTime))];
}
