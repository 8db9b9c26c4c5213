import type { Recording } from '../state/recording';
import { sensorColumn } from '../state/recording';

/** Sensors over time as CSV: one line of names with units, then one line per sample, every number in full. `chosen`: which of them. */
export function recordingCsv(recording: Recording, chosen: (sensor: string) => boolean = () => true): string {
  const sensors = recording.model.sensors.filter(({ name }) => chosen(name));
  const columns: ArrayLike<number>[] = [recording.history.time];
  const names = ['time [s]'];
  for (const sensor of sensors)
    sensor.components.forEach((component, index) => {
      names.push(`${sensor.name}${component ? `.${component}` : ''}${sensor.unit ? ` [${sensor.unit}]` : ''}`);
      columns.push(sensorColumn(recording, sensor.name, index) ?? []);
    });
  const lines = [names.map(quoted).join(',')];
  for (let i = 0; i < recording.history.samples; i++) lines.push(columns.map((column) => String(column[i])).join(','));
  return `${lines.join('\n')}\n`;
}

/** A field with commas or quotes stands in quotes. */
function quoted(field: string): string {
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
