import { expect, test } from 'vitest';
import { recordingCsv } from '../../../web/src/export/csv';
import { recordingOf } from '../../support/recording';

test('All sensors stand in columns with their units, numbers in full', () => {
  const sensors = [
    { name: 'tip, left', components: ['x', 'y'], unit: 'm' },
    { name: 'load', components: [''], unit: '' },
  ];
  const recording = recordingOf({ sensors }, [
    [0, 0.1],
    [1 / 3, -2],
    [0, 1e-12],
    [5, 6],
  ]);
  expect(recordingCsv(recording).split('\n')).toEqual([
    'time [s],"tip, left.x [m]","tip, left.y [m]",load',
    '0,0.3333333333333333,0,5',
    '0.1,-2,1e-12,6',
    '',
  ]);
});
