import { expect, test } from 'vitest';
import { timeSpan } from '../../../web/src/state/recording';

const step = (type: 'dynamic' | 'static' | 'eigenvalues', startTime: number, endTime: number) => ({
  type,
  startTime,
  endTime,
  numberOfSteps: 1,
});

test('A static step before the motion does not stretch its time', () => {
  expect(timeSpan({ analysis: [step('static', 0, 1), step('dynamic', 0, 0.2)] })).toEqual([0, 0.2]);
  expect(timeSpan({ analysis: [step('static', -0.01, 0), step('dynamic', 0, 2)] })).toEqual([0, 2]);
});

test('Without a motion a static step has its quasi-time', () => {
  expect(timeSpan({ analysis: [step('static', 0, 1), step('eigenvalues', 0, 0)] })).toEqual([0, 1]);
  expect(timeSpan({ analysis: [step('dynamic', 0, 1), step('static', 1, 2)] })).toEqual([0, 2]);
  expect(timeSpan({ analysis: [] })).toEqual([0, 0]);
});
