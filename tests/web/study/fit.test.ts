import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Engine, ModelInfo } from '../../../wasm/engine/types';
import { type FitProblem, fitCurve } from '../../../web/src/study/fit';
import { Fitting } from '../../../web/src/study/fitting';
import { student95 } from '../../../web/src/study/student';
import { testEngine } from '../../support/engine';

/** Normally distributed numbers, the same for the same seed. */
function normal(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return (((bits ^ (bits >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** y = a·exp(−b·t) + c·t at 50 points with noise. */
function decay(truth: number[], noise: number, ranges: [number, number][], start: number[]): FitProblem & { runs: number } {
  const next = normal(1);
  const model = ([a, b, c = 0]: readonly number[], t: number) => a * Math.exp(-b * t) + c * t;
  const times = Array.from({ length: 50 }, (_, i) => i / 10);
  const measured = times.map((t) => model(truth, t) + noise * next());
  const problem = {
    runs: 0,
    start,
    ranges: ranges.map(([low, high], i) => ({ name: 'abc'[i], low, high })),
    async residuals(sets: readonly (readonly number[])[]) {
      problem.runs += sets.length;
      return sets.map((set) => Float64Array.from(times, (t, i) => model(set, t) - measured[i]));
    },
  };
  return problem;
}

describe('a fit', () => {
  test('keeps its best run when it is stopped', async () => {
    const at = [0, 0.5, 1];
    let runs = 0;
    const fitting: Fitting = new Fitting(async () => {
      const trials: Engine['trials'] = async (_, [{ a }]) => {
        if (++runs === 12) fitting.stop(); // during the search, after the first seven runs
        return [{ problem: '', measures: [], columns: [Float64Array.from(at), Float64Array.from(at, (t) => a * a * t)] }];
      };
      return { trials } as Engine;
    });
    const channel = { sensor: 's', component: 0 };
    const [ranges, points] = [[{ name: 'a', low: 0, high: 10 }], { x: at, y: at.map((t) => 9.5 * t), label: '', source: '' }];
    const model = { analysis: [{ type: 'dynamic', startTime: 0, endTime: 1 }] } as ModelInfo;
    await fitting.start({
      document: '{}',
      model,
      curve: { ...channel, scale: 1 } as never,
      points: points as never,
      fixed: {},
      ranges,
      start: [9],
    });
    expect(fitting.running).toBe(false);
    const { stopped, fitted, runs: completed, last } = fitting.outcome!;
    expect(stopped).toBe(true);
    expect(completed).toBe(11);
    expect(fitted.after).toBeLessThan(fitted.before);
    expect(Math.abs(fitted.values[0] - Math.sqrt(9.5))).toBeLessThan(1);
    expect(fitted.known).toEqual(['stopped']);
    expect(last[1][2]).toBeCloseTo(fitted.values[0] ** 2);
    expect(fitting.residual).toBe(fitted.after);
  });

  test('finds the parameters, and its intervals hold 95 % of the truth', async () => {
    const problem = decay(
      [2, 0.7],
      0.05,
      [
        [0, 10],
        [0, 5],
      ],
      [9, 0.1],
    );
    const { values, margins, known, correlation, settled, after, before } = await fitCurve(problem);
    expect(settled).toBe(true);
    expect(known).toEqual(['curve', 'curve']);
    [2, 0.7].forEach((value, i) => {
      expect(Math.abs(values[i] - value)).toBeLessThan(margins[i]);
      expect(margins[i]).toBeLessThan(0.05);
    });
    expect(correlation[0][0]).toBeCloseTo(1, 12);
    expect(correlation[0][1]).toBeCloseTo(correlation[1][0], 12);
    expect(correlation[0][1]).toBeGreaterThan(0.3); // a steeper decay needs a higher start
    expect(after).toBeCloseTo(0.05, 1);
    expect(before).toBeGreaterThan(1);
    expect(problem.runs).toBeLessThan(80);
  });

  test('misses the truth by more than its margin about once in twenty times', async () => {
    let missed = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const next = normal(seed);
      const measured = Array.from({ length: 6 }, (_, i) => 3 + 2 * i + next());
      const { values, margins } = await fitCurve({
        ranges: [
          { name: 'a', low: -20, high: 20 },
          { name: 'b', low: -20, high: 20 },
        ],
        start: [0, 0],
        residuals: async (sets) => sets.map(([a, b]) => Float64Array.from(measured, (y, i) => a + b * i - y)),
      });
      if (Math.abs(values[1] - 2) > margins[1]) missed++;
    }
    // Expected: 10 with a standard deviation of 3.1.
    expect(missed).toBeGreaterThanOrEqual(2);
    expect(missed).toBeLessThanOrEqual(20);
  });

  test('stays within the ranges and reports the parameters at their ends', async () => {
    const { values, known, margins } = await fitCurve(
      decay(
        [2, 0.7],
        0,
        [
          [0, 1.5],
          [0, 5],
        ],
        [1, 1],
      ),
    );
    expect(values[0]).toBe(1.5);
    expect(known).toEqual(['end', 'curve']);
    expect(margins[0]).toBeNaN();
  });

  test('reports parameters that the curve does not determine', async () => {
    const alone = await fitCurve({
      ranges: [
        { name: 'a', low: 0, high: 10 },
        { name: 'idle', low: 0, high: 1 },
      ],
      start: [1, 0.5],
      residuals: async (sets) => sets.map(([a]) => Float64Array.from([1, 2, 3], (t) => a * t - 4 * t)),
    });
    expect(alone.known).toEqual(['curve', 'unknown']);
    expect(alone.values[0]).toBeCloseTo(4, 6);
    const together = await fitCurve({
      ranges: [
        { name: 'a', low: 0, high: 10 },
        { name: 'b', low: 0, high: 10 },
      ],
      start: [1, 1],
      residuals: async (sets) => sets.map(([a, b]) => Float64Array.from([1, 2, 3], (t) => (a + b) * t - 7 * t)),
    });
    expect(together.known).toEqual(['unknown', 'unknown']);
    expect(together.values[0] + together.values[1]).toBeCloseTo(7, 6);
  });

  test('needs a successful first run and more points than parameters', async () => {
    const ranges = [{ name: 'a', low: 0, high: 1 }];
    const failing = fitCurve({ ranges, start: [0.5], residuals: async (sets) => sets.map(() => null) });
    await expect(failing).rejects.toThrow('The run with the present values fails');
    const short = fitCurve({ ranges, start: [0.5], residuals: async (sets) => sets.map(() => new Float64Array(1)) });
    await expect(short).rejects.toThrow('1 points are too few for 1 parameters');
  });

  test('avoids failed runs', async () => {
    const { values } = await fitCurve({
      ranges: [{ name: 'a', low: 0, high: 1 }],
      start: [0.1],
      residuals: async (sets) =>
        sets.map(([a]) => (a > 0.62 ? null : Float64Array.from([1, 2], (t) => Math.sqrt(a) * t - Math.sqrt(0.6) * t))),
    });
    expect(values[0]).toBeCloseTo(0.6, 6);
  });

  test('uses the quantiles of Student’s distribution', () => {
    // Two-sided 95 %, from tables.
    const table = { 1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962 };
    for (const [freedom, margin] of Object.entries(table)) expect(student95(Number(freedom)) / margin).toBeCloseTo(1, 2);
  });
});

describe('a fit of the coin to its own curve with noise', () => {
  const truth = { mu: 0.1, rolling: 0.2 };
  const channels = [{ sensor: 'position', component: 0 }]; // across the track: it determines both
  const coin = JSON.parse(readFileSync('web/models/rolling-coin.json', 'utf8'));
  Object.assign(coin.analysis[0], { endTime: 0.4, stepSize: 4e-4, sensorsWritePeriod: 4e-3 });
  const text = JSON.stringify(coin);
  const run = async (engine: Engine, mu: number, rolling: number) =>
    (await engine.trials(text, [{ tilt: 15, mu, rolling }], channels, 100))[0];

  test.each([
    [0.05, 0.05],
    [0.3, 0.6],
    [0.15, 0.4],
    [0.4, 0.1],
    [0.6, 0.8],
  ])('recovers friction and rolling friction from μ = %f and %f s/m', async (mu, rolling) => {
    const engine = await testEngine();
    const { columns } = await run(engine, truth.mu, truth.rolling);
    const next = normal(7);
    const size = Math.max(...columns[1]) - Math.min(...columns[1]);
    const measured = columns[1].map((value) => value + 0.01 * size * next());
    const { values, margins, settled, after } = await fitCurve({
      ranges: [
        { name: 'mu', low: 0, high: 1 },
        { name: 'rolling', low: 0, high: 1 },
      ],
      start: [mu, rolling],
      async residuals(sets) {
        const trials = [];
        for (const [m, r] of sets) trials.push(await run(engine, m, r));
        return trials.map(({ problem, columns }) => (problem ? null : columns[1].map((value, i) => value - measured[i])));
      },
    });
    expect(settled).toBe(true);
    expect(Math.abs(after / (0.01 * size) - 1)).toBeLessThan(0.2);
    Object.values(truth).forEach((value, i) => {
      expect(Math.abs(values[i] - value)).toBeLessThan(margins[i]);
      expect(margins[i]).toBeLessThan(0.1 * value);
    });
  });
});
