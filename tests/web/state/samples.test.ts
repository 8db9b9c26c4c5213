import { expect, test } from 'vitest';
import { isAmong, meanOf, nearestSample, placeOf, rangeOf, valueAt } from '../../../web/src/state/samples';

test('A time between samples is interpolated linearly', () => {
  const place = placeOf([0, 1, 3], 2.5);
  expect(place).toEqual({ index: 1, fraction: 0.75 });
  expect(valueAt([5, 10, 20], place)).toBe(17.5);
});

test('Values are constant before the first and after the last sample', () => {
  expect(placeOf([0, 1, 3], -1)).toEqual({ index: 0, fraction: 0 });
  expect(placeOf([0, 1, 3], 9)).toEqual({ index: 2, fraction: 0 });
  expect(placeOf([], 1)).toEqual({ index: 0, fraction: 0 });
});

test('The nearest sample may be on either side', () => {
  expect(nearestSample([0, 1, 3], 1.9)).toBe(1);
  expect(nearestSample([0, 1, 3], 2.1)).toBe(2);
});

test('Two samples at one time, as at the joint of two analysis steps, do not divide by zero', () => {
  expect(Number.isFinite(placeOf([0, 1, 1, 2], 1).fraction)).toBe(true);
});

test('The range excludes infinite numbers', () => {
  expect(rangeOf([[1, Number.NaN, -2], [Infinity]])).toEqual([-2, 1]);
  expect(rangeOf([[]])).toBeNull();
});

test('A time range covers samples up to one beyond its ends', () => {
  expect([-0.6, -0.5, 1, 3, 4.9, 5.1].map((time) => isAmong([0, 0.5, 1, 3], time))).toEqual([false, true, true, true, true, false]);
  expect(isAmong([], 0)).toBe(false);
  expect([0.9, 1].map((time) => isAmong([1], time))).toEqual([false, true]);
});

test('The mean of a time range uses every sample in it', () => {
  const [times, column] = [
    [0, 1, 2, 3, 4],
    [8, 2, -2, 2, -2],
  ];
  expect(meanOf(times, column, 0.5, 4)).toBeCloseTo((2 - 2 + 2 - 2 - 2) / 5, 12);
  expect(meanOf(times, column, 2.5, 2.5)).toBe(0); // as the value at that time
});
