import { describe, expect, test } from 'vitest';
import type { Eigenvalue } from '../../../wasm/engine/types';
import { branches, growthRates, spectrumCurves, stableRanges, withoutRigid } from '../../../web/src/stability/spectrum';

const real = (value: number): Eigenvalue => ({ real: value, imaginary: 0 });
const pair = (sigma: number, omega: number): Eigenvalue[] => [
  { real: sigma, imaginary: omega },
  { real: sigma, imaginary: -omega },
];
const grid = (from: number, to: number, steps: number) => Array.from({ length: steps }, (_, i) => from + ((to - from) * i) / (steps - 1));

describe('Growth', () => {
  test('is the largest real part; rigid motions do not count, and unknown values are not numbers', () => {
    expect(withoutRigid([real(0), real(-9e-4), real(-0.5), ...pair(0, 2)])).toHaveLength(3);
    expect(growthRates([[real(9e-4), real(-2), ...pair(-0.5, 3)], null, [real(0)]])).toEqual([-0.5, Number.NaN, Number.NaN]);
  });
});

describe('A stable range', () => {
  test('ends where the growth rate is zero, not at the nearest value', () => {
    const values = grid(0, 10, 101);
    const growth = values.map((v) => 0.1 * (v - 4.2924) * (v - 6.0243));
    const [[low, high], ...others] = stableRanges(values, growth);
    expect(low).toBeCloseTo(4.2924, 9);
    expect(high).toBeCloseTo(6.0243, 9);
    expect(others).toEqual([]);
  });

  test('may begin and end with the values, and there may be several', () => {
    expect(stableRanges([0, 1, 2, 3, 4], [-1, -1, 1, -1, -1])).toEqual([
      [0, expect.any(Number)],
      [expect.any(Number), 4],
    ]);
    expect(stableRanges([0, 1, 2], [1, 2, 3])).toEqual([]);
  });

  test('ends at zero if the bisection is the only cause of the difference', () => {
    const values = grid(-1, 1, 21);
    const [[low, high]] = stableRanges(
      values,
      values.map((v) => -v),
    );
    expect([low, high]).toEqual([0, 1]);
    const near = stableRanges(
      values,
      values.map((v) => 1e-9 - v),
    );
    expect(near[0][0]).toBeCloseTo(1e-9, 12); // an exact limit is not rounded
  });

  test('does not extend into unknown values', () => {
    expect(stableRanges([0, 1, 2, 3], [Number.NaN, -1, -1, Number.NaN])).toEqual([[1, 2]]);
  });
});

describe('Branches', () => {
  test('follow eigenvalues that cross, whatever their order', () => {
    const values = grid(-1, 1, 20);
    const spectra = values.map((x, i) => (i % 2 ? [real(3 + x), real(3 - x)] : [real(3 - x), real(3 + x)]));
    const rising = branches(spectra).find((branch) => (branch[0]?.real ?? 0) < 3);
    expect(rising?.map((value) => value?.real)).toEqual(values.map((x) => 3 + x));
  });

  test('contain one eigenvalue of a pair, and null if there is none', () => {
    const found = branches([pair(-1, 2), null, [...pair(-1, 2), real(-5)]]);
    expect(found.map((branch) => branch.map((value) => value?.imaginary ?? null))).toEqual([
      [2, null, null],
      [null, null, 2],
      [null, null, 0],
    ]);
  });
});

test('Two real eigenvalues that become a pair reach its curve', () => {
  // λ² - 2λ + x = 0: 1 ± √(1 - x)
  const values = grid(0, 2, 8);
  const spectra = values.map((x) => (x < 1 ? [real(1 + Math.sqrt(1 - x)), real(1 - Math.sqrt(1 - x) + 1e-2)] : pair(1, Math.sqrt(x - 1))));
  const curves = spectrumCurves(spectra);
  const reals = curves.filter((curve) => curve.kind === 'real');
  expect(reals).toHaveLength(2);
  for (const { y } of reals) expect([y[4], y[5]]).toEqual([1, Number.NaN]);
  const [{ y: imaginary }] = curves.filter((curve) => curve.kind === 'imaginary');
  expect(imaginary[7]).toBeCloseTo(1, 12);
  expect(imaginary[3]).toBeNaN();
});
