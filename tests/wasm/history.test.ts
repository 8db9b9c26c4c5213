import { describe, expect, it } from 'vitest';
import { RecordedHistory } from '../../wasm/engine/history';
import { modelOf } from '../support/recording';

const model = modelOf({
  sensors: [{ name: 'trail', components: ['x', 'y'], unit: 'm' }],
  poses: [
    { kind: 'point', object: 0, name: 'mass' },
    { kind: 'frame', object: 1, name: 'coin' },
  ],
  profiles: [
    {
      over: 'belt',
      of: 'cable',
      outputVariableType: 'ForceLocal',
      component: 0,
      formula: '',
      unit: 'N',
      positions: [0.5, 1.5],
      objects: [2, 3],
      length: 2,
      closed: true,
    },
  ],
});
const width = 1 + 2 + 3 + 7 + 2;

/** Samples numbered from `first`; column c of sample i holds i + c / 100. */
function chunk(first: number, samples: number) {
  const column = (c: number) => Float64Array.from({ length: samples }, (_, i) => first + i + c / 100);
  return { samples, columns: Array.from({ length: width }, (_, c) => column(c)) };
}

function recorded(budgetSamples: number, chunks: number[]) {
  const history = new RecordedHistory(budgetSamples * width * 8);
  history.configure(model);
  let first = 0;
  for (const samples of chunks) {
    history.append(chunk(first, samples));
    first += samples;
  }
  return history;
}

describe('RecordedHistory', () => {
  it('is empty before the model is known', () => {
    const history = new RecordedHistory();
    expect([history.samples, history.time.length, history.columns.length]).toEqual([0, 0, 0]);
  });

  it('keeps every sample in order while there is space', () => {
    const history = recorded(100_000, [3, 0, 2000, 1]);
    expect(history.samples).toBe(2004);
    expect(history.keptEvery).toBe(1);
    expect([...history.time]).toEqual(Array.from({ length: 2004 }, (_, i) => i));
  });

  it('finds the columns of sensors, poses and profiles', () => {
    const history = recorded(100, [2]);
    expect(history.sensorColumn(0, 1)[1]).toBeCloseTo(1.02, 12);
    expect(history.poseColumns(0).map((column) => column[0])).toEqual([0.03, 0.04, 0.05]);
    expect(history.poseColumns(1)).toHaveLength(7);
    expect(history.poseColumns(1)[6][0]).toBeCloseTo(0.12, 12);
    expect(history.profileColumns(0).map((column) => column[0])).toEqual([0.13, 0.14]);
  });

  it.each([
    ['one by one', Array.from({ length: 1001 }, () => 1)],
    ['in uneven chunks', [7, 130, 1, 400, 63, 400]],
    ['in one chunk larger than the budget', [1001]],
  ])('thins evenly beyond the budget and always has the newest: %s', (_, chunks) => {
    const history = recorded(100, chunks);
    expect(history.samples).toBeLessThanOrEqual(100);
    expect(history.samples).toBeGreaterThan(40);
    expect(history.keptEvery).toBe(16);
    const expected = Array.from({ length: Math.ceil(1001 / 16) }, (_, i) => 16 * i);
    if (expected.at(-1) !== 1000) expected.push(1000);
    expect([...history.time]).toEqual(expected);
    expect(history.sensorColumn(0, 0)[5]).toBeCloseTo(80.01, 10);
  });

  it('replaces the newest sample if it is not a kept one', () => {
    const history = recorded(20, [20, 1]);
    expect(history.keptEvery).toBe(2);
    history.append(chunk(21, 1));
    expect([...history.time].slice(-2)).toEqual([20, 21]);
    history.append(chunk(22, 1));
    expect([...history.time].slice(-2)).toEqual([20, 22]);
  });

  it('knows the ranges of its columns, including samples that it does not keep', () => {
    const history = recorded(20, [30]);
    const peak = chunk(30, 3);
    peak.columns[2].set([Number.NaN, 1e6, -Infinity]); // at no multiple of the stride of kept samples
    history.append(peak);
    history.append(chunk(33, 100));
    expect(history.sensorColumn(0, 1).some((value) => value === 1e6)).toBe(false);
    expect(history.sensorRange(0, 1)).toEqual([0.02, 1e6]);
    expect(history.profileRange(0)).toEqual([0.13, 132.14]);
    expect(recorded(20, []).sensorRange(0, 0)).toBeNull();
  });

  it.each([100, 5000, 40_000])('stays within its memory budget for any number of samples: %d samples', (budgetSamples) => {
    const history = recorded(
      budgetSamples,
      Array.from({ length: 100 }, () => 1000),
    );
    const buffers = new Set(history.columns.map((column) => column.buffer));
    const bytes = [...buffers].reduce((sum, buffer) => sum + buffer.byteLength, 0);
    expect(bytes).toBeLessThanOrEqual(budgetSamples * width * 8);
    expect(history.samples).toBeGreaterThan(0.4 * budgetSamples);
    expect(history.keptEvery).toBeGreaterThan(1);
  });

  it('refuses a chunk of another width', () => {
    const history = recorded(20, []);
    expect(() => history.append({ samples: 1, columns: [new Float64Array(1)] })).toThrow('must have 15 columns, got 1');
  });
});
