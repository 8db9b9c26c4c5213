import { describe, expect, test } from 'vitest';
import { axisRange, equalRanges, nearestPoint, plotColumns, withLast } from '../../../web/src/plots/columns';
import { recordingOf } from '../../support/recording';

const recording = () =>
  recordingOf(
    {
      sensors: [
        { name: 'a', components: ['x', 'y'], unit: 'm' },
        { name: 'b', components: [''], unit: 'N' },
      ],
    },
    [
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
      [9, 10, 11],
    ],
  );

const time = { kind: 'time' } as const;
const curve = (sensor: string, component: number, scale = 1) => ({ sensor, component, scale, label: '', color: null });

describe('Columns of a plot', () => {
  test('are those of the history, without copies', () => {
    const run = recording();
    const columns = plotColumns(run, { x: time, curves: [curve('b', 0)] });
    expect(columns.x).toBe(run.history.time);
    expect(columns.curves[0]).toBe(run.history.columns[3]);
  });

  test('have a sensor on the x axis if the plot has one', () => {
    const columns = plotColumns(recording(), { x: { kind: 'sensor', sensor: 'a', component: 0 }, curves: [curve('a', 1)] });
    expect([...columns.x]).toEqual([3, 4, 5]);
    expect([...columns.curves[0]]).toEqual([6, 7, 8]);
  });

  test('are scaled if a curve has a factor, and so is their range', () => {
    const columns = plotColumns(recording(), { x: time, curves: [curve('b', 0, -2)] });
    expect([...columns.curves[0]]).toEqual([-18, -20, -22]);
    expect(columns.ranges).toEqual([[-22, -18]]);
  });

  test('are empty for a sensor that another run lacks', () => {
    expect(plotColumns(recording(), { x: time, curves: [curve('c', 0)] }).curves[0]).toHaveLength(0);
  });
});

test('An axis leaves room around its data, also around a constant', () => {
  expect(axisRange([[0, 10]], 0.1)).toEqual([-1, 11]);
  const [low, high] = axisRange([[5, 5]]);
  expect(low).toBeLessThan(5);
  expect(high).toBeGreaterThan(5);
  expect(axisRange([[0, 0]])).toEqual([-1, 1]);
  expect(axisRange([[]])).toEqual([0, 1]);
});

test('Equal axes keep their centres and the same scale per pixel', () => {
  const { x, y } = equalRanges([0, 1], [0, 4], 200, 100);
  expect((x[1] - x[0]) / 200).toBeCloseTo((y[1] - y[0]) / 100, 12);
  expect([(x[0] + x[1]) / 2, y]).toEqual([0.5, [0, 4]]);
});

test('The nearest point is measured in pixels, not in units', () => {
  const columns = { time: Float64Array.of(0, 1), x: Float64Array.of(0, 1), curves: [Float64Array.of(0, 100)] };
  expect(nearestPoint(columns, 0.2, 60, 100, 0.1)).toBe(0);
  expect(nearestPoint(columns, 0.2, 60, 1, 1)).toBe(1);
});

describe('The last run', () => {
  test('widens an axis, but not so far that this run becomes flat', () => {
    expect(withLast([[0, 10]], [[-5, 30]])).toEqual({
      shown: [
        [0, 10],
        [-5, 30],
      ],
      beyond: false,
    });
    expect(withLast([[0, 10]], [[0, 100]])).toEqual({ shown: [[0, 10]], beyond: true });
    expect(withLast([[0, 10]], [[1000, 1001]]).beyond).toBe(true);
  });

  test('determines the axis if this run is a horizontal line, or has no numbers', () => {
    expect(withLast([[5, 5]], [[0, 100]]).beyond).toBe(false);
    expect(withLast([[]], [[0, 100]]).shown).toHaveLength(2);
    expect(withLast([[0, 1]], [[]]).beyond).toBe(false);
  });
});
