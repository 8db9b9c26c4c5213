import type { Recording, RunRecording } from '../state/recording';
import type { RunState } from '../state/runner';

/** A run compared with the shown one. */
interface NamedRun {
  name: string;
  recording: Recording;
}

/**
 * The recording as JSON: the result file of the program (docs/model-format.md), with title, values of the parameters and the kept runs.
 * `chosen`: the exported sensors.
 */
export function recordingJson(
  title: string,
  recording: RunRecording,
  state: RunState,
  chosen: (sensor: string) => boolean = () => true,
  kept: readonly NamedRun[] = [],
): string {
  const { model, history, statistics, eigenvalues = [], measures = [] } = recording;
  const profiles = model.profiles.map(({ column: _, ...profile }, i) => ({
    ...profile,
    time: [...history.time],
    values: rows(history.profileColumns(i), history.samples),
  }));
  return JSON.stringify({
    slipstick: 1,
    title,
    parameters: Object.fromEntries(model.parameters.map(({ name, value }) => [name, value])),
    status: state.phase === 'finished' ? 'ok' : 'failed',
    message: messageOf(state),
    statistics,
    sensors: sensorsOf(recording, chosen),
    ...(profiles.length > 0 ? { profiles } : {}),
    eigenvalues: eigenvalues.map((step) => step.map(({ real, imaginary }) => [real, imaginary])),
    ...(measures.length > 0 ? { measures } : {}),
    ...(kept.length > 0 ? { kept: kept.map((run) => ({ name: run.name, sensors: sensorsOf(run.recording, chosen) })) } : {}),
  });
}

function sensorsOf({ model, history }: Recording, chosen: (sensor: string) => boolean) {
  return model.sensors.flatMap(({ name, components, unit }, i) => {
    if (!chosen(name)) return [];
    const columns = components.map((_, component) => history.sensorColumn(i, component));
    return [{ name, components, unit, time: [...history.time], values: rows(columns, history.samples) }];
  });
}

/** Transposes columns into one list per sample, with null for NaN. */
function rows(columns: readonly Float64Array[], samples: number): number[][] {
  return Array.from({ length: samples }, (_, i) => columns.map((column) => column[i]));
}

function messageOf(state: RunState): string {
  if (state.phase === 'finished') return state.statistics.ended;
  if ('error' in state) return state.error.message;
  return state.phase === 'cancelled' ? 'the run was cancelled' : 'the run had not ended'; // no text: a file for programs
}
