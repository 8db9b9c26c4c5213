import type { AccuracyReport } from '../../../wasm/engine/types';

/**
 * The estimated errors of a component of a sensor at these times, which are some of the times of the report; NaN: no estimate. Null if the
 * report has none of them.
 */
export function bandOf(report: AccuracyReport, sensor: string, component: number, times: ArrayLike<number>): Float64Array | null {
  const found = report.sensors.find(({ name }) => name === sensor);
  const band = found?.bands?.[component];
  const { time } = report;
  if (!found || found.error === null || !band || !time) return null;
  const errors = new Float64Array(times.length).fill(Number.NaN);
  let place = 0;
  for (let i = 0; i < times.length; i++) {
    while (place < time.length && time[place] !== times[i]) place++;
    if (place === time.length) return null; // another run
    errors[i] = band[place++] ?? Number.NaN;
  }
  return errors;
}
