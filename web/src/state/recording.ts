import { RecordedHistory } from '../../../wasm/engine/history';
import type { History, MeasureResult, ModelInfo, Run, Statistics } from '../../../wasm/engine/types';

/** A run as the views see it: its model and its recording. */
export interface Recording {
  readonly model: ModelInfo;
  readonly history: History;
  /** Available once the run has ended. */
  readonly measures?: readonly MeasureResult[];
  /** A live run, without a planned end. */
  readonly live?: boolean;
}

/** A snapshot of a run; a growing history yields new snapshots. */
export interface RunRecording extends Recording {
  readonly statistics: Statistics;
  readonly eigenvalues?: Run['eigenvalues'];
}

/** A single sample that contains only these poses; all other columns are unknown. */
export function stillOf(model: ModelInfo, poses: Float64Array, time: number): Recording {
  const row = new Float64Array(model.width).fill(Number.NaN);
  row[0] = time;
  row.set(poses, model.poses[0]?.column ?? model.width);
  const history = new RecordedHistory(0);
  history.configure(model);
  history.append({ samples: 1, columns: Array.from(row, (_, i) => row.subarray(i, i + 1)) });
  return { model, history };
}

/** The column of one component of the sensor called `name`, or null. */
export function sensorColumn(recording: Recording, name: string, component: number): Float64Array | null {
  const sensor = indexOf(recording, name, component);
  return sensor < 0 ? null : recording.history.sensorColumn(sensor, component);
}

/** Its smallest and largest number so far; null without one. */
export function sensorRange(recording: Recording, name: string, component: number): [number, number] | null {
  const sensor = indexOf(recording, name, component);
  return sensor < 0 ? null : recording.history.sensorRange(sensor, component);
}

function indexOf({ model }: Recording, name: string, component: number): number {
  return model.sensors.findIndex((sensor) => sensor.name === name && component < sensor.components.length);
}

/** Start and end of all analysis steps that have a time and record samples: static steps before a dynamic one record none. */
export function timeSpan({ analysis }: Pick<ModelInfo, 'analysis'>): [number, number] {
  const lastDynamic = analysis.findLastIndex(({ type }) => type === 'dynamic');
  const timed = analysis.filter((step, i) => step.endTime > step.startTime && (step.type === 'dynamic' || i > lastDynamic));
  if (timed.length === 0) return [0, 0];
  return [Math.min(...timed.map((step) => step.startTime)), Math.max(...timed.map((step) => step.endTime))];
}

/** Start and end of the time that a run covers; a limit of the model or a person may have ended it early or late. */
export function runSpan({ model, history, statistics, live }: RunRecording): [number, number] {
  const [start, end] = timeSpan(model);
  const last = history.time[history.samples - 1];
  return [start, statistics.ended ? last : live ? Math.max(end, last) : end];
}
