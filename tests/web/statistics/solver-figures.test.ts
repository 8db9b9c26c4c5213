import { expect, test } from 'vitest';
import { figures as plotted, solverRecording } from '../../../web/src/statistics/solver-figures';
import { recordingOf } from '../../support/recording';

/** Samples at 0, 1 and 3 s: step size, steps, Newton and discontinuous iterations. */
const counted = recordingOf({ solver: true }, [
  [0, 1, 3],
  [0, 0.5, 1],
  [0, 2, 4],
  [0, 6, 8],
  [0, 0, 3],
]);

test('Iterations are counted per step since the previous sample', () => {
  const figures = solverRecording(counted)!;
  const column = (sensor: number) => [...figures.history.sensorColumn(sensor, 0)];
  expect(column(0)).toEqual([3, 3, 1]);
  expect(column(1)).toEqual([0, 0, 1.5]);
  expect(column(2)).toEqual([0.5, 0.5, 1]);
});

test('They are plotted like sensors', () => {
  const { sensors } = solverRecording(counted)!.model;
  const curves = plotted().flatMap((plot) => plot.curves);
  expect(curves.map((curve) => curve.sensor).sort()).toEqual(sensors.map(({ name }) => name).sort());
});

test('Before two samples there is nothing to plot', () => {
  expect(solverRecording(recordingOf({ solver: true }, [[0], [0], [0], [0], [0]]))).toBeNull();
});
