import { describe, expect, test } from 'vitest';
import { digitsOfDecades, logarithmicRange, panned, zoomed } from '../../../web/src/format/range';

describe('A zoomed axis', () => {
  test('keeps the point under the pointer', () => {
    expect(zoomed([0, 10], 4, 2)).toEqual([2, 7]);
    expect(zoomed([2, 7], 4, 0.5)).toEqual([0, 10]);
  });

  test('uses powers if it is logarithmic', () => {
    const [low, high] = zoomed([1, 1e4], 100, 2, true);
    expect(low).toBeCloseTo(10, 10);
    expect(high).toBeCloseTo(1000, 8);
  });
});

test('A panned axis keeps its length, or its powers', () => {
  expect(panned([0, 10], 0.1)).toEqual([1, 11]);
  const [low, high] = panned([1, 100], 0.5, true);
  expect(low).toBeCloseTo(10, 10);
  expect(high).toBeCloseTo(1000, 8);
});

test('A logarithmic axis contains the positive part and ignores the rest', () => {
  const [low, high] = logarithmicRange([[0, -5, 1e-3, Number.NaN], [20]]);
  expect(low).toBeGreaterThan(5e-4);
  expect(low).toBeLessThan(1e-3);
  expect(high).toBeGreaterThan(20);
  expect(high).toBeLessThan(40);
  expect(logarithmicRange([[0, -1]])).toEqual([0.1, 10]);
});

test('Ticks of a logarithmic axis are digits of decades', () => {
  expect(digitsOfDecades(0.8, 12)).toEqual([0.8, 0.9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(digitsOfDecades(1.59155, 4)).toEqual([2, 3, 4]);
  expect(digitsOfDecades(1e-5, 3e-5)).toEqual([1e-5, 2e-5, 3e-5]);
  expect(digitsOfDecades(2.1, 2.9)).toEqual([2.1, 2.9]);
});
