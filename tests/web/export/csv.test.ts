import { expect, test } from 'vitest';
import { recordingCsv } from '../../../web/src/export/csv';
import { recordingOf } from '../../support/recording';

test('All sensors have columns with their units and numbers in full', () => {
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

test('A name is never a formula in a spreadsheet', () => {
  const sensors = [{ name: '=HYPERLINK("https://example.org")', components: ['x', 'y'], unit: 'm' }];
  expect(recordingCsv(recordingOf({ sensors }, [[0], [-0.5], [-2]]))).toBe(
    `time [s],"'=HYPERLINK(""https://example.org"").x [m]","'=HYPERLINK(""https://example.org"").y [m]"\n0,-0.5,-2\n`,
  );
});

test('Kept runs follow, with their times if these differ', () => {
  const sensors = [{ name: 'x', components: [''], unit: 'm' }];
  const run = (time: number[], x: number[]) => recordingOf({ sensors }, [time, x]);
  const kept = [
    { name: 'mu = 1, r = 2', recording: run([0, 1], [3, 4]) },
    { name: 'longer', recording: run([0, 0.5, 1], [5, 6, 7]) },
  ];
  expect(recordingCsv(run([0, 1], [1, 2]), () => true, kept).split('\n')).toEqual([
    'time [s],x [m],"x [m] (mu = 1, r = 2)",time [s] (longer),x [m] (longer)',
    '0,1,3,0,5',
    '1,2,4,0.5,6',
    ',,,1,7',
    '',
  ]);
});
