/** A place between two samples: `index` and `index + 1`, with the fraction `fraction` between them. */
export interface SamplePlace {
  index: number;
  fraction: number;
}

/** The place of `time` among ascending `times`; beyond the ends, the first or the last sample. */
export function placeOf(times: ArrayLike<number>, time: number): SamplePlace {
  const last = times.length - 1;
  if (last <= 0 || time <= (times[0] as number)) return { index: 0, fraction: 0 };
  if (time >= (times[last] as number)) return { index: last, fraction: 0 };
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= time) low = middle;
    else high = middle;
  }
  const span = (times[high] as number) - (times[low] as number);
  return { index: low, fraction: span > 0 ? (time - (times[low] as number)) / span : 0 };
}

/** The sample nearest to `time`. */
export function nearestSample(times: ArrayLike<number>, time: number): number {
  const { index, fraction } = placeOf(times, time);
  return fraction > 0.5 ? index + 1 : index;
}

/** Whether a time is within `times`, or less than a sample beyond their ends. */
export function isAmong(times: ArrayLike<number>, time: number): boolean {
  const last = times.length - 1;
  if (last < 0) return false;
  const at = (index: number) => times[Math.min(last, Math.max(0, index))] as number;
  return time >= at(0) - (at(1) - at(0)) && time <= at(last) + (at(last) - at(last - 1));
}

/** The linearly interpolated value of a column at a place. */
export function valueAt(column: ArrayLike<number>, { index, fraction }: SamplePlace): number {
  const value = column[index] as number;
  return fraction > 0 ? value + fraction * ((column[index + 1] as number) - value) : value;
}

/** The mean of a column over a part of the time; the value there if the part is shorter than a sample. */
export function meanOf(times: ArrayLike<number>, column: ArrayLike<number>, from: number, to: number): number {
  const [first, last] = [placeOf(times, from), placeOf(times, to)];
  let [sum, count] = [valueAt(column, last), 1];
  for (let i = first.index + 1; i <= last.index; i++) {
    sum += column[i] as number;
    count++;
  }
  return sum / count;
}

/** Smallest and largest finite number of the columns; null without one. */
export function rangeOf(columns: ArrayLike<number>[]): [number, number] | null {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const value = column[i] as number;
      if (value < low && value > -Infinity) low = value;
      if (value > high && value < Infinity) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}
