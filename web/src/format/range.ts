export type Range = [low: number, high: number];

/** The larger absolute value of two numbers. */
export function magnitude([low, high]: [number, number]): number {
  return Math.max(Math.abs(low), Math.abs(high));
}

/** The range zoomed by `factor` around a fixed place. On a logarithmic axis, it zooms the exponents. */
export function zoomed(range: Range, place: number, factor: number, logarithmic = false): Range {
  if (logarithmic) return zoomed(logs(range), Math.log10(place), factor).map((power) => 10 ** power) as Range;
  return [place + (range[0] - place) / factor, place + (range[1] - place) / factor];
}

/** The range shifted by `share` of its length. */
export function panned(range: Range, share: number, logarithmic = false): Range {
  if (logarithmic) return panned(logs(range), share).map((power) => 10 ** power) as Range;
  const step = share * (range[1] - range[0]);
  return [range[0] + step, range[1] + step];
}

/**
 * A range around positive numbers for a logarithmic axis, slightly larger than the data. Other numbers are ignored, and numbers below
 * `least` times the largest one lie outside; by default, these are rounding errors of a zero.
 */
export function logarithmicRange(columns: ArrayLike<number>[], least = 1e-16): Range {
  let low = Infinity;
  let high = 0;
  for (const column of columns)
    for (let i = 0; i < column.length; i++) {
      const value = column[i];
      if (!(value > 0) || value === Infinity) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  if (!(high > 0)) return [0.1, 10];
  low = Math.max(low, high * least);
  return high / low > 1.01 ? [low / 1.3, high * 1.3] : [low / 3, high * 3];
}

/** Ticks of a logarithmic axis: 1, 2 … 9 times powers of ten; in a range that has fewer than two of them, its ends. */
export function digitsOfDecades(min: number, max: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); 10 ** power <= max; power++)
    for (let digit = 1; digit <= 9; digit++) {
      const tick = Number(`${digit}e${power}`);
      if (tick >= min && tick <= max) ticks.push(tick);
    }
  return ticks.length < 2 ? [min, max] : ticks;
}

function logs([low, high]: Range): Range {
  return [Math.log10(low), Math.log10(high)];
}
