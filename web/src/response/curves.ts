import type { LinearModel } from '../../../wasm/engine/types';

/** The curves of a transfer function over the frequency in Hz. */
export interface Bode {
  frequency: number[];
  magnitude: number[];
  /** In degrees, without jumps of 360°. */
  phase: number[];
  real: number[];
  imaginary: number[];
}

export function bodeOf(model: LinearModel, output: number, input: number): Bode {
  const { re, im } = model.response[output][input];
  const real = re.map((value) => value ?? Number.NaN);
  const imaginary = im.map((value) => value ?? Number.NaN);
  return {
    frequency: model.frequencies.map((w) => w / (2 * Math.PI)),
    magnitude: real.map((value, i) => Math.hypot(value, imaginary[i])),
    phase: unwrapped(real.map((value, i) => (Math.atan2(imaginary[i], value) * 180) / Math.PI)),
    real,
    imaginary,
  };
}

/** Adds whole turns so that neighbours differ by at most half a turn. */
export function unwrapped(degrees: readonly number[]): number[] {
  let turns = 0;
  let last = Number.NaN;
  return degrees.map((angle) => {
    if (Number.isFinite(last) && Number.isFinite(angle)) turns -= Math.round((angle - last) / 360);
    if (Number.isFinite(angle)) last = angle;
    return angle + 360 * turns;
  });
}

/** A root in the complex plane: "−0.5 ± 3 i". */
export interface Root {
  real: number;
  /** Positive for a pair. */
  imaginary: number;
}

/** The roots without the second of each pair. */
export function rootsOf(values: readonly (readonly [number, number])[]): Root[] {
  return values.flatMap(([real, imaginary]) => (imaginary < 0 ? [] : [{ real, imaginary }]));
}

/** The undamped frequencies of the poles that oscillate, in Hz and ascending, with their damping ratios. */
export function naturalFrequencies(poles: readonly (readonly [number, number])[]): { frequency: number; damping: number }[] {
  return rootsOf(poles)
    .filter(({ imaginary }) => imaginary > 0)
    .map(({ real, imaginary }) => ({ size: Math.hypot(real, imaginary), real }))
    .sort((one, other) => one.size - other.size)
    .map(({ size, real }) => ({ frequency: size / (2 * Math.PI), damping: -real / size }));
}
