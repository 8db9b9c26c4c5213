import { msg, str } from '@lit/localize';
import { cholesky, inverted, solved } from './cholesky';
import { student95 } from './student';

/** A parameter with its permitted range. */
export interface Range {
  name: string;
  low: number;
  high: number;
}

/** Differences between a model and measured data, one for each point; null: this run failed. */
export type Residuals = Float64Array | null;

export interface FitProblem {
  ranges: readonly Range[];
  start: readonly number[];
  /** Computes several runs at once. */
  residuals(sets: readonly (readonly number[])[]): Promise<Residuals[]>;
}

/** How well a parameter is determined: by the curve, not at all, limited by an end of its range, or unknown because the fit was stopped. */
export type Known = 'curve' | 'unknown' | 'end' | 'stopped';

export interface Fitted {
  values: number[];
  known: Known[];
  /** Half the width of the 95 % confidence interval; NaN without one. */
  margins: number[];
  /** Correlation of the estimates; NaN without one. */
  correlation: number[][];
  /** Root mean square of the residuals. */
  before: number;
  after: number;
  points: number;
  /** The algorithm converged; otherwise it ran out of steps. */
  settled: boolean;
}

const mostSteps = 40;
const mostTries = 10; // decreasing steps from one point
const spreadPlaces = 6; // per parameter: points that fill the ranges evenly, in case the present values are near another local minimum
const primes = [2, 3, 5, 7, 11, 13];
export const mostParameters = primes.length;
const differences = [1e-2, 1e-3]; // of a range, on each side, for difference quotients
const smallStep = 1e-6; // of a range
const smallGain = 1e-6; // of the sum of squares
const leastPivot = 1e-9; // smallest pivot of the normal equations with a unit diagonal: below it, columns are linearly dependent

/**
 * Minimises the sum of squares over the ranges of the parameters by the Levenberg–Marquardt method with damping proportional to the
 * diagonal. It starts from the best of the present values and of points spread over the ranges. A parameter at an end of its range is fixed
 * while the gradient pushes it outwards. The loop is implemented here because libraries request one value at a time, while runs take time
 * and the runs for a derivative can be computed together.
 */
export async function fitCurve(problem: FitProblem): Promise<Fitted> {
  const { ranges, residuals } = problem;
  const real = (place: readonly number[]) => place.map((part, i) => ranges[i].low + part * (ranges[i].high - ranges[i].low));
  const compute = (places: readonly (readonly number[])[]) => residuals(places.map(real));
  let place = problem.start.map((value, i) => clamped((value - ranges[i].low) / (ranges[i].high - ranges[i].low)));
  const spread = Array.from({ length: spreadPlaces * ranges.length }, (_, k) => ranges.map((_, i) => radicalInverse(k + 1, primes[i])));
  const [first, ...others] = await compute([place, ...spread]);
  if (!first) throw new Error(msg('The run with the present values fails, so a fit cannot begin with them.'));
  if (first.length <= ranges.length)
    throw new Error(
      msg(str`${first.length} points are too few for ${ranges.length} parameters: there must be more points than parameters.`),
    );
  let now = first;
  others.forEach((other, i) => {
    if (other && squares(other) < squares(now)) [place, now] = [spread[i], other];
  });
  let slopes: Float64Array[] = [];
  let settled = false;
  // First with wide differences, which are insensitive to small jumps of a simulation, then with accurate ones.
  for (const difference of differences) {
    let damping = 1e-3;
    settled = false;
    for (let step = 0; step < mostSteps && !settled; step++) {
      slopes = await derivatives(place, now, difference, compute);
      const free = freeOnes(place, now, slopes);
      let better: { place: number[]; residuals: Float64Array } | null = null;
      for (let attempt = 0; attempt < mostTries && free.length > 0 && !better; attempt++) {
        const next = stepped(place, now, slopes, free, damping);
        if (farthest(place, next) < smallStep) break;
        const [tried] = await compute([next]);
        if (tried && squares(tried) < squares(now)) better = { place: next, residuals: tried };
        damping = better ? Math.max(1e-9, damping / 10) : damping * 10;
      }
      settled = !better || squares(now) - squares(better.residuals) <= smallGain * squares(now);
      if (better) ({ place, residuals: now } = better);
    }
  }
  return {
    ...confidence(place, now, slopes, ranges),
    values: real(place),
    before: rootMeanSquare(first),
    after: rootMeanSquare(now),
    settled,
  };
}

/** The result of a stopped fit: its best run, without intervals and correlation. */
export function stoppedFit(values: readonly number[], first: Float64Array, best: Float64Array): Fitted {
  return {
    values: [...values],
    known: values.map(() => 'stopped'),
    margins: values.map(() => Number.NaN),
    correlation: values.map(() => values.map(() => Number.NaN)),
    before: rootMeanSquare(first),
    after: rootMeanSquare(best),
    points: best.length,
    settled: false,
  };
}

/** Central difference quotients of the residuals with respect to each parameter, relative to its range; one-sided if a run fails. */
async function derivatives(
  place: readonly number[],
  now: Float64Array,
  difference: number,
  compute: (places: number[][]) => Promise<Residuals[]>,
): Promise<Float64Array[]> {
  const shifted = (i: number, by: number) => place.map((part, k) => (k === i ? clamped(part + by) : part));
  const places = place.flatMap((_, i) => [shifted(i, -difference), shifted(i, difference)]);
  const found = await compute(places);
  return place.map((_, i) => {
    const [left, right] = [found[2 * i], found[2 * i + 1]];
    if (!left && !right) throw new Error(msg('The runs beside the present values fail, so there are no derivatives.'));
    const span = (right ? places[2 * i + 1][i] : place[i]) - (left ? places[2 * i][i] : place[i]);
    return now.map((value, k) => ((right?.[k] ?? value) - (left?.[k] ?? value)) / span);
  });
}

/** Numbers between 0 and 1 that fill the range evenly for any count (Halton, 1960). */
function radicalInverse(count: number, base: number): number {
  let [rest, share, sum] = [count, 1 / base, 0];
  for (; rest > 0; rest = Math.floor(rest / base), share /= base) sum += (rest % base) * share;
  return sum;
}

/** The free parameters: excludes those that would leave their range, and those without any effect. */
function freeOnes(place: readonly number[], now: Float64Array, slopes: readonly Float64Array[]): number[] {
  return place.flatMap((part, i) => {
    const gradient = dot(slopes[i], now);
    const leaves = (part <= 0 && gradient >= 0) || (part >= 1 && gradient <= 0);
    return leaves || dot(slopes[i], slopes[i]) === 0 ? [] : [i];
  });
}

function stepped(
  place: readonly number[],
  now: Float64Array,
  slopes: readonly Float64Array[],
  free: readonly number[],
  damping: number,
): number[] {
  // Scaled to a unit diagonal, so that the magnitudes of parameters do not matter.
  const sizes = free.map((i) => Math.sqrt(dot(slopes[i], slopes[i])));
  const normal = unitNormal(slopes, free);
  normal.forEach((row, k) => {
    row[k] += damping;
  });
  const factor = cholesky(normal);
  if (!factor) return [...place];
  const moves = solved(
    factor,
    free.map((i, k) => -dot(slopes[i], now) / sizes[k]),
  );
  const next = [...place];
  free.forEach((i, k) => {
    next[i] = clamped(place[i] + moves[k] / sizes[k]);
  });
  return next;
}

/** The normal equations of these parameters, scaled to a unit diagonal. */
function unitNormal(slopes: readonly Float64Array[], which: readonly number[]): number[][] {
  const size = (i: number) => Math.sqrt(dot(slopes[i], slopes[i]));
  return which.map((i) => which.map((k) => (i === k ? 1 : dot(slopes[i], slopes[k]) / (size(i) * size(k)))));
}

/** Intervals and correlation from the curvature at the minimum and the scatter of the residuals. */
function confidence(place: readonly number[], now: Float64Array, slopes: readonly Float64Array[], ranges: readonly Range[]) {
  const known = place.map((part): Known => (part <= 0 || part >= 1 ? 'end' : 'curve'));
  const inside = known.flatMap((each, i) => (each === 'curve' ? [i] : []));
  const largest = Math.max(...slopes.map((slope) => dot(slope, slope)));
  for (const i of inside) if (!(dot(slopes[i], slopes[i]) > 1e-16 * largest)) known[i] = 'unknown';
  let which = inside.filter((i) => known[i] === 'curve');
  // If parameters change the curve in the same way, it determines none of them.
  const factor = cholesky(unitNormal(slopes, which));
  if (!factor?.every((row, k) => row[k] ** 2 > leastPivot)) {
    for (const i of which) known[i] = 'unknown';
    which = [];
  }
  const margins = place.map(() => Number.NaN);
  const correlation = place.map(() => place.map(() => Number.NaN));
  if (factor && which.length > 0) {
    const freedom = now.length - which.length;
    const scatter = Math.sqrt(squares(now) / freedom);
    const inverse = inverted(factor);
    which.forEach((i, k) => {
      const deviation = (scatter * Math.sqrt(inverse[k][k])) / Math.sqrt(dot(slopes[i], slopes[i]));
      margins[i] = student95(freedom) * deviation * (ranges[i].high - ranges[i].low);
      which.forEach((j, l) => {
        correlation[i][j] = inverse[k][l] / Math.sqrt(inverse[k][k] * inverse[l][l]);
      });
    });
  }
  return { known, margins, correlation, points: now.length };
}

const clamped = (part: number) => Math.min(1, Math.max(0, part));
const squares = (residuals: Float64Array) => dot(residuals, residuals);
export const rootMeanSquare = (residuals: Float64Array) => Math.sqrt(squares(residuals) / residuals.length);
const farthest = (one: readonly number[], other: readonly number[]) => Math.max(...one.map((part, i) => Math.abs(part - other[i])));

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}
