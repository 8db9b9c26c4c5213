import { expect, test } from 'vitest';
import { layOut, withoutTexts, withParameters } from '../../../web/src/state/document';

test('Parameters change in a copy, whether plain numbers or described', () => {
  const document = { title: 'x', parameters: { mu: 0.8, r: { value: 1, min: 0 } }, nodes: [] };
  expect(withParameters(document, { mu: 0.1, r: 2, other: 3 }).parameters).toEqual({ mu: 0.1, r: { value: 2, min: 0 } });
  expect(document.parameters).toEqual({ mu: 0.8, r: { value: 1, min: 0 } });
});

test('Formatted JSON has the same value and breaks only long lines', () => {
  const value = { a: [1, 2, { b: 'x' }], long: Array.from({ length: 40 }, (_, i) => i), empty: [], text: 'ä"\\' };
  const text = layOut(value, 60);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toContain('"a": [1, 2, {"b": "x"}]');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(62);
});

test('Without its texts a document keeps its mechanism and its plots', () => {
  const document = {
    title: 'x',
    description: 'long',
    nodes: [{ type: 'Point' }],
    display: { trails: ['a'], plots: [{ title: 'p', reference: [{ x: [1], y: [2] }], curves: [] }, 7] },
  };
  const bare = { title: 'x', nodes: [{ type: 'Point' }], display: { trails: ['a'], plots: [{ title: 'p', curves: [] }, 7] } };
  expect(withoutTexts(document)).toEqual(bare);
  expect(withoutTexts(bare)).toEqual(bare);
  expect(withoutTexts({ display: { plots: 'none' } })).toEqual({ display: { plots: 'none' } });
  expect(document.display.plots[0]).toHaveProperty('reference');
});
