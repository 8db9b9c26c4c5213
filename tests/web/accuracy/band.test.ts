import { expect, test } from 'vitest';
import type { AccuracyReport } from '../../../wasm/engine/types';
import { bandOf } from '../../../web/src/accuracy/band';

const report = {
  problem: '',
  steps: [2, 4, 8],
  time: [0, 0.1, 0.2, 0.3],
  sensors: [
    {
      name: 'x',
      error: 3,
      bands: [
        [0, 1, 2, null],
        [0, 0.1, 0.2, 0.3],
      ],
    },
    { name: 'chaos', error: null, bands: [[null, null, null, null]] },
  ],
  measures: [],
  tasks: [],
} as unknown as AccuracyReport;

test('A band has the errors at the samples that the page has kept', () => {
  expect(bandOf(report, 'x', 0, [0, 0.1, 0.2, 0.3])).toEqual(Float64Array.of(0, 1, 2, Number.NaN));
  expect(bandOf(report, 'x', 1, [0, 0.2])).toEqual(Float64Array.of(0, 0.2));
});

test('There is no band of another sensor, of one without an estimate, and of another run', () => {
  expect(bandOf(report, 'y', 0, [0])).toBeNull();
  expect(bandOf(report, 'x', 2, [0])).toBeNull();
  expect(bandOf(report, 'chaos', 0, [0])).toBeNull();
  expect(bandOf(report, 'x', 0, [0, 0.15])).toBeNull();
});
