import { csvCell } from '../format/csv';
import type { Recording } from '../state/recording';
import { sensorColumn } from '../state/recording';

/**
 * Sensors over time as CSV: one line of names with units, then one line per sample, every number with all digits. `chosen`: the exported
 * sensors. Columns of other runs follow with their names, and with separate times if these differ.
 */
export function recordingCsv(
  recording: Recording,
  chosen: (sensor: string) => boolean = () => true,
  others: readonly { name: string; recording: Recording }[] = [],
): string {
  const { time } = recording.history;
  const columns = [{ name: 'time [s]', numbers: time }, ...sensorColumns(recording, chosen, '')]; // no text: the same in all languages
  for (const other of others) {
    const times = other.recording.history.time;
    const same = times.length === time.length && times.every((value, i) => value === time[i]);
    if (!same) columns.push({ name: `time [s] (${other.name})`, numbers: times }); // no text: the same in all languages
    columns.push(...sensorColumns(other.recording, chosen, ` (${other.name})`));
  }
  const lines = [columns.map(({ name }) => csvCell(name)).join(',')];
  const samples = Math.max(...columns.map(({ numbers }) => numbers.length));
  for (let i = 0; i < samples; i++) lines.push(columns.map(({ numbers }) => (i < numbers.length ? String(numbers[i]) : '')).join(','));
  return `${lines.join('\n')}\n`;
}

function sensorColumns(recording: Recording, chosen: (sensor: string) => boolean, suffix: string) {
  return recording.model.sensors
    .filter(({ name }) => chosen(name))
    .flatMap(({ name, components, unit }) =>
      components.map((component, i) => ({
        name: `${name}${component ? `.${component}` : ''}${unit ? ` [${unit}]` : ''}${suffix}`,
        numbers: sensorColumn(recording, name, i) ?? new Float64Array(0),
      })),
    );
}
