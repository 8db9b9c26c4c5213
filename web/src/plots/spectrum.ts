import type { SpectrumPlot } from '../../../wasm/engine/types';
import { rangeOf } from '../state/samples';
import { fourier } from './fourier';

export type SpectrumSettings = SpectrumPlot['spectrum'];

/** Values at multiples of a frequency, in Hz; the mean of the curve is left out. */
export interface Spectrum {
  frequency: Float64Array;
  values: Float64Array;
}

export interface Peak {
  index: number;
  /** Between two values, Hz. */
  frequency: number;
  value: number;
}

export const fewestSamples = 8;
const jitter = 1e-6; // of a step: deviation of times that counts as rounding
const noise = 1e-12; // relative to the curve: its changes are rounding errors

/** Sums of cosines. The flat top is HFT95 of Heinzel, Rüdiger and Schilling (2002): a sine between two frequencies loses 0.05 %. */
const windows: Record<SpectrumSettings['window'], readonly number[]> = {
  rectangle: [1],
  hann: [0.5, 0.5],
  flatTop: [1, 1.9383379, 1.3045202, 0.402827, 0.0350665],
};

/**
 * The one-sided spectrum of a curve by Welch's method: segments overlap by half, and lose their mean. null: fewer than 8 samples in a
 * segment, a value that is not finite, or a constant curve.
 */
export function spectrumOf(times: ArrayLike<number>, curve: ArrayLike<number>, settings: SpectrumSettings): Spectrum | null {
  const samples = withEqualSteps(times, curve);
  if (!samples) return null;
  const { values, step, highest } = samples;
  const { segments, window, quantity } = settings;
  const length = segments === 1 ? values.length : 2 * Math.floor(values.length / (segments + 1));
  if (segments > 1 && length < fewestSamples) return null;
  const weights = Float64Array.from({ length }, (_, n) =>
    windows[window].reduce((sum, factor, i) => sum + (-1) ** i * factor * Math.cos((2 * Math.PI * i * n) / length), 0),
  );
  const powers = new Float64Array(Math.floor(length / 2) + 1);
  for (let i = 0; i < segments; i++) {
    const part = values.subarray((i * length) / 2, (i * length) / 2 + length);
    const mean = part.reduce((sum, value) => sum + value, 0) / length;
    const { re, im } = fourier(part.map((value, n) => weights[n] * (value - mean)));
    for (let k = 0; k < powers.length; k++) powers[k] += (re[k] * re[k] + im[k] * im[k]) / segments;
  }
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const squares = weights.reduce((all, weight) => all + weight * weight, 0);
  const shown = Math.min(powers.length - 1, Math.floor(highest * length * step * (1 + jitter)));
  const frequency = Float64Array.from({ length: shown }, (_, i) => (i + 1) / (length * step));
  const result = frequency.map((_, i) => {
    const sides = 2 * (i + 1) === length ? 1 : 2; // the highest frequency of all has one side
    return quantity === 'amplitude' ? (sides * Math.sqrt(powers[i + 1])) / sum : (sides * powers[i + 1] * step) / squares;
  });
  return { frequency, values: result };
}

/**
 * The curve at equal steps without its last sample, so that the frequencies are multiples of 1 / duration. Other steps are interpolated with
 * a cubic spline, whose error grows with the frequency: a quarter of the rate of the longest step is the highest one shown (1.5 %).
 */
function withEqualSteps(times: ArrayLike<number>, curve: ArrayLike<number>) {
  const [t, y] = [[] as number[], [] as number[]];
  for (let i = 0; i < Math.min(times.length, curve.length); i++) {
    if (!Number.isFinite(curve[i])) return null;
    if (t.length > 0 && !(times[i] > t[t.length - 1])) t.length = y.length = t.length - 1; // an analysis step ends, another one starts
    t.push(times[i]);
    y.push(curve[i]);
  }
  const [low, high] = rangeOf([y]) ?? [0, 0];
  if (t.length < fewestSamples || high - low <= noise * Math.max(Math.abs(low), Math.abs(high))) return null;
  const first = t[1] - t[0];
  const isEqual = (from: number, to: number) => Math.abs(t[to] - t[from] - (to - from) * first) <= jitter * first * (to - from);
  const rest = t.length - 2;
  const steps = t.slice(1).map((time, i) => time - t[i]);
  if (steps.slice(0, -1).every((step) => Math.abs(step - first) <= 1e-3 * first) && isEqual(0, rest)) {
    const isWhole = isEqual(0, rest + 1); // otherwise the last step of the run is shorter
    const count = isWhole ? rest + 1 : rest;
    return { values: Float64Array.from(y.slice(0, count)), step: (t[count] - t[0]) / count, highest: 0.5 / first };
  }
  const count = t.length - 1;
  const step = (t[count] - t[0]) / count;
  const longest = steps.reduce((a, b) => Math.max(a, b));
  return { values: spline(t, y, step, count), step, highest: 0.25 / longest };
}

/** Values of the natural cubic spline through the points, at equal steps. */
function spline(t: readonly number[], y: readonly number[], step: number, count: number): Float64Array {
  const last = t.length - 1;
  const [second, factor] = [new Float64Array(t.length), new Float64Array(t.length)];
  for (let i = 1; i < last; i++) {
    const [before, after] = [t[i] - t[i - 1], t[i + 1] - t[i]];
    const change = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
    const pivot = 2 * (before + after) - before * factor[i - 1];
    factor[i] = after / pivot;
    second[i] = (change - before * second[i - 1]) / pivot;
  }
  for (let i = last - 1; i > 0; i--) second[i] -= factor[i] * second[i + 1];
  let at = 0;
  return Float64Array.from({ length: count }, (_, n) => {
    const time = t[0] + n * step;
    while (at < last - 1 && t[at + 1] < time) at++;
    const h = t[at + 1] - t[at];
    const [a, b] = [(t[at + 1] - time) / h, (time - t[at]) / h];
    return a * y[at] + b * y[at + 1] + (((a ** 3 - a) * second[at] + (b ** 3 - b) * second[at + 1]) * h * h) / 6;
  });
}

const least = 1e-3; // of the largest amplitude
const prominence = 2; // ratio of a peak's amplitude to the valleys beside it

/** The largest peaks, by frequency. Side lobes of the window beside a larger peak are none. */
export function peaksOf({ frequency, values }: Spectrum, { window, quantity }: SpectrumSettings, most: number): Peak[] {
  const power = quantity === 'amplitude' ? 1 : 2;
  const largest = values.reduce((a, b) => Math.max(a, b), 0);
  const candidates: number[] = [];
  for (let i = 1; i + 1 < values.length; i++)
    if (values[i] > values[i - 1] && values[i] >= values[i + 1] && values[i] >= least ** power * largest && isProminent(values, i, power))
      candidates.push(i);
  candidates.sort((a, b) => values[b] - values[a]);
  const found: number[] = [];
  for (const i of candidates) {
    const leaked = found.some((j) => values[i] < values[j] * (2 * sideLobes(window, Math.abs(i - j))) ** power);
    if (!leaked) found.push(i);
    if (found.length === most) break;
  }
  return found
    .sort((a, b) => a - b)
    .map((index) => ({ index, frequency: frequency[index] + vertex(values, index) * frequency[0], value: values[index] }));
}

function isProminent(values: Float64Array, peak: number, power: number): boolean {
  const valley = (direction: 1 | -1) => {
    let lowest = values[peak];
    for (let i = peak + direction; i >= 0 && i < values.length && values[i] <= values[peak]; i += direction)
      lowest = Math.min(lowest, values[i]);
    return lowest;
  };
  return values[peak] >= prominence ** power * Math.max(valley(1), valley(-1));
}

/** The height of the window's side lobes at a distance, relative to its main lobe. */
function sideLobes(window: SpectrumSettings['window'], distance: number): number {
  if (window === 'rectangle') return 1 / (Math.PI * distance);
  const main = window === 'hann' ? 2 : 5;
  return distance < main ? 1 : window === 'hann' ? 1 / (Math.PI * distance * (distance ** 2 - 1)) : 2e-5;
}

/** The vertex of the parabola through the logarithms of three values, from the middle one, in steps. */
function vertex(values: Float64Array, index: number): number {
  const [a, b, c] = [-1, 0, 1].map((i) => Math.log(Math.max(values[index + i], 1e-9 * values[index])));
  return (a - c) / (2 * (a - 2 * b + c));
}
