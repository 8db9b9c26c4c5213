import { describe, expect, test } from 'vitest';
import { optimise } from '../../../web/src/study/optimise';
import { testEngine } from '../../support/engine';
import { oscillator } from '../../support/models';

const box = [
  { name: 'a', low: -1, high: 3 },
  { name: 'b', low: 10, high: 20 },
];
const bowl = ([a, b]: readonly number[]) => 1e-6 * ((a - 0.4) ** 2 + 0.01 * (b - 17) ** 2) + 5;

describe('an optimisation', () => {
  test('finds the smallest and the largest value, and computes as many runs as allowed', async () => {
    for (const [goal, sign] of [
      ['least', 1],
      ['most', -1],
    ] as const) {
      let runs = 0;
      const { best, places, values } = await optimise({
        ranges: box,
        goal,
        mostRuns: 120,
        async values(sets) {
          runs += sets.length;
          return sets.map((set) => sign * bowl(set));
        },
      });
      expect(runs).toBe(120);
      expect(places).toHaveLength(120);
      expect(places[best][0]).toBeCloseTo(0.4, 1);
      expect(places[best][1]).toBeCloseTo(17, 0);
      expect(sign * (values[best] as number)).toBeLessThan(5 + 1e-9);
      expect(new Set(places.map(String)).size).toBe(120); // none is computed twice
    }
  });

  test('requests runs in batches, avoids failed ones, and reports each batch', async () => {
    const batches: number[] = [];
    let reported = 0;
    const { best, places, values } = await optimise({
      ranges: [{ name: 'a', low: 0, high: 1 }],
      goal: 'most',
      mostRuns: 40,
      async values(sets) {
        batches.push(sets.length);
        return sets.map(([a]) => (a < 0.3 ? null : -((a - 0.35) ** 2)));
      },
      onBatch() {
        reported++;
      },
    });
    expect(Math.max(...batches)).toBeGreaterThan(1);
    expect(reported).toBe(batches.length);
    expect(places[best][0]).toBeCloseTo(0.35, 1);
    expect(values.filter((value) => value === null).length).toBeGreaterThan(0);
  });

  test('has no best run if all fail', async () => {
    const { best } = await optimise({ ranges: box, goal: 'least', mostRuns: 10, values: async (sets) => sets.map(() => null) });
    expect(best).toBe(-1);
  });

  test('finds the stiffness for which the mass oscillates with a period of one second', async () => {
    const engine = await testEngine();
    const measures = { away: { formula: '(final(sensor("x")[0]) - 0.1)^2', unit: 'm^2' } };
    const text = JSON.stringify({ ...oscillator, measures });
    const { best, places } = await optimise({
      ranges: [{ name: 'k', low: 20, high: 60 }],
      goal: 'least',
      mostRuns: 60,
      async values(sets) {
        const found = [];
        for (const [k] of sets) found.push((await engine.trials(text, [{ k }], [], 100))[0].measures[0].value);
        return found;
      },
    });
    expect(places[best][0] / (2 * Math.PI) ** 2).toBeCloseTo(1, 2);
  });
});
