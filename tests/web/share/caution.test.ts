import { expect, test } from 'vitest';
import { reasonToWait } from '../../../web/src/share/caution';
import { linkLengthRemark } from '../../../web/src/share/length';

const model = (numberOfSteps: number) => ({ analysis: [{ type: 'dynamic', startTime: 0, endTime: 1, numberOfSteps }], objects: [] });

test('A light model runs by itself; a heavy one and one that never ended wait', () => {
  expect(reasonToWait(model(1000), true)).toBe('');
  expect(reasonToWait(model(1e8), true)).toBe('This model takes 100\u2009000\u2009000 steps; its run may take long.');
  expect(reasonToWait(model(1000), false)).toContain('did not come to an end');
  expect(reasonToWait(null, true)).toBe('');
});

test('The length of a link is told in words', () => {
  expect(new Set([100, 2000].map(linkLengthRemark)).size).toBe(1);
  expect(new Set([2000, 2001, 8001, 16001].map(linkLengthRemark)).size).toBe(4);
  expect(linkLengthRemark(20000)).toContain('file');
});
