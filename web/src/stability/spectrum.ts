import type { Eigenvalue } from '../../../wasm/engine/types';

/** Eigenvalues at each value of a parameter; null if they are not known (yet). */
export type Spectra = readonly (readonly Eigenvalue[] | null)[];

const rigid = 1e-3; // 1/s; smaller eigenvalues count as rigid-body motions, which neither grow nor oscillate
const oscillating = 1e-6; // relative to its magnitude: from this imaginary part on, an eigenvalue belongs to a pair

/** Removes rigid-body motions. */
export function withoutRigid(spectrum: readonly Eigenvalue[]): Eigenvalue[] {
  return spectrum.filter(({ real, imaginary }) => Math.hypot(real, imaginary) >= rigid);
}

function oscillates({ real, imaginary }: Eigenvalue): boolean {
  return Math.abs(imaginary) > oscillating * Math.hypot(real, imaginary);
}

/** The largest real part: the growth rate of the worst disturbance. NaN if it is not known. */
export function growthRates(spectra: Spectra): number[] {
  return spectra.map((spectrum) => {
    const moving = spectrum && withoutRigid(spectrum);
    return moving?.length ? Math.max(...moving.map((value) => value.real)) : Number.NaN;
  });
}

/** Ranges of the parameter in which all growth rates are negative; their limits are interpolated. */
export function stableRanges(values: readonly number[], growth: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  let start: number | null = null;
  for (let i = 0; i < values.length; i++) {
    const stable = growth[i] < 0;
    if (stable && start === null) start = i > 0 && Number.isFinite(growth[i - 1]) ? crossing(values, growth, i - 1) : values[i];
    if (!stable && start !== null) {
      ranges.push([start, Number.isFinite(growth[i]) ? crossing(values, growth, i - 1) : values[i - 1]]);
      start = null;
    }
  }
  if (start !== null) ranges.push([start, values[values.length - 1]]);
  return ranges;
}

/**
 * Connects the eigenvalues of neighbouring values to branches, the nearest ones first. A branch has one entry for each value; null if it
 * does not exist there. Of a conjugate pair, only the eigenvalue with positive imaginary part is followed.
 */
export function branches(spectra: Spectra): (Eigenvalue | null)[][] {
  const found: (Eigenvalue | null)[][] = [];
  spectra.forEach((spectrum, i) => {
    const upper = spectrum ? withoutRigid(spectrum).filter((value) => !oscillates(value) || value.imaginary > 0) : [];
    const pairs = found.flatMap((branch) => {
      const last = i > 0 ? branch[i - 1] : null;
      return last ? upper.map((value) => ({ branch, value, distance: distance(expected(branch, i), value) })) : [];
    });
    pairs.sort((a, b) => a.distance - b.distance);
    const taken = new Set<Eigenvalue>();
    for (const { branch, value } of pairs) {
      if (branch.length > i || taken.has(value)) continue;
      branch.push(value);
      taken.add(value);
    }
    for (const branch of found) if (branch.length <= i) branch.push(null);
    for (const value of upper) if (!taken.has(value)) found.push([...new Array<null>(i).fill(null), value]);
  });
  return found;
}

/** One curve of the chart: numbers over the values, NaN at interruptions. */
export interface SpectrumCurve {
  kind: 'real' | 'oscillating' | 'imaginary';
  y: number[];
}

/**
 * Real parts, with separate curves for oscillating motions, and imaginary parts. If two real eigenvalues merge into a pair, or a pair
 * splits, the curves are connected.
 */
export function spectrumCurves(spectra: Spectra): SpectrumCurve[] {
  const all = branches(spectra);
  const curves: SpectrumCurve[] = [];
  for (const branch of all) {
    const column = (kind: SpectrumCurve['kind'], use: (value: Eigenvalue) => boolean, number: (value: Eigenvalue) => number) => {
      const y = branch.map((value) => (value && use(value) ? number(value) : Number.NaN));
      if (y.some(Number.isFinite)) curves.push({ kind, y });
      return y;
    };
    column(
      'real',
      (value) => !oscillates(value),
      (value) => value.real,
    );
    column('oscillating', oscillates, (value) => value.real);
    column('imaginary', oscillates, (value) => value.imaginary);
  }
  joinAtMeetings(curves);
  return curves;
}

/** Extends each real curve by one step at its ends, to the nearest pair there. */
function joinAtMeetings(curves: SpectrumCurve[]): void {
  const pairs = curves.filter((curve) => curve.kind === 'oscillating').map((curve) => [...curve.y]);
  for (const { kind, y } of curves) {
    if (kind !== 'real') continue;
    const own = [...y];
    for (let i = 0; i < own.length; i++)
      for (const next of [i - 1, i + 1]) {
        if (!Number.isFinite(own[i]) || next < 0 || next >= own.length || Number.isFinite(own[next])) continue;
        // Only if a pair begins or ends there.
        const meeting = pairs.filter((pair) => Number.isFinite(pair[next]) && !Number.isFinite(pair[i])).map((pair) => pair[next]);
        const nearest = meeting.sort((a, b) => Math.abs(a - own[i]) - Math.abs(b - own[i]))[0];
        if (nearest !== undefined) y[next] = nearest;
      }
  }
}

/** The zero of the growth rate between two values: on the cubic through the four surrounding values, or through as many as there are. */
function crossing(values: readonly number[], growth: readonly number[], i: number): number {
  const around = [i - 1, i, i + 1, i + 2].filter((k) => Number.isFinite(growth[k]));
  let [low, high] = [values[i], values[i + 1]];
  for (let bisection = 0; bisection < 40; bisection++) {
    const middle = (low + high) / 2;
    if (Math.sign(interpolated(values, growth, around, middle)) === Math.sign(growth[i])) low = middle;
    else high = middle;
  }
  const found = (low + high) / 2;
  return Math.abs(found) <= Math.abs(high - low) ? 0 : found; // zero within its accuracy
}

/** The Lagrange polynomial through the points `around`. */
function interpolated(xs: readonly number[], ys: readonly number[], around: number[], x: number): number {
  let sum = 0;
  for (const k of around) {
    let weight = ys[k];
    for (const other of around) if (other !== k) weight *= (x - xs[other]) / (xs[k] - xs[other]);
    sum += weight;
  }
  return sum;
}

/** The next entry of a branch by linear extrapolation. */
function expected(branch: (Eigenvalue | null)[], i: number): Eigenvalue {
  const last = branch[i - 1] as Eigenvalue;
  const before = i > 1 ? branch[i - 2] : null;
  if (!before || oscillates(before) !== oscillates(last)) return last;
  return { real: 2 * last.real - before.real, imaginary: 2 * last.imaginary - before.imaginary };
}

function distance(a: Eigenvalue, b: Eigenvalue): number {
  return Math.hypot(a.real - b.real, a.imaginary - b.imaginary);
}
