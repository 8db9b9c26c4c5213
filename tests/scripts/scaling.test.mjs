import { expect, test } from 'vitest';
import { cost } from '../../scripts/scaling.mjs';

test('a study on many cores takes as long as its largest part, and costs as much as all parts', () => {
  const rates = { run: 0.5, start: 1, row: 100, head: 80 };
  expect(cost(rates, 7200, 1)).toEqual({ hours: 3601 / 3600, coreHours: 3601 / 3600, bytes: 720080 });
  const { hours, coreHours, bytes } = cost(rates, 7201, 1000);
  expect(hours * 3600).toBeCloseTo(1 + 8 * 0.5);
  expect(coreHours * 3600).toBeCloseTo(1000 + 7201 * 0.5);
  expect(bytes).toBe(800100);
});
