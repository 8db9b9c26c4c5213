import { expect, test } from 'vitest';
import { rowWidths } from '../../../web/src/plots/rows';

/** The widths of rows with placed plots. */
function rows(widths: number[], most: number): number[] {
  const result: number[] = [];
  let left = 0;
  rowWidths(widths, most).forEach((width, i) => {
    if (left === 0) {
      left = width;
      result.push(width);
    }
    left -= Math.min(widths[i], most);
  });
  return result;
}

const ones = (count: number) => Array.from({ length: count }, () => 1);

test.each([
  [4, 4, [4]],
  [8, 4, [4, 4]],
  [8, 3, [3, 3, 2]],
  [7, 4, [4, 3]],
  [5, 4, [3, 2]],
  [9, 4, [3, 3, 3]],
  [10, 4, [4, 3, 3]],
  [5, 2, [2, 2, 1]],
  [3, 1, [1, 1, 1]],
  [0, 3, []],
])('%i plots, at most %i side by side, are in rows of %j', (count, most, expected) => {
  expect(rows(ones(count), most).sort((a, b) => b - a)).toEqual(expected);
});

test('A wide plot counts as two, and fills an entire narrow row', () => {
  expect(rowWidths([2, ...ones(6)], 4)).toEqual([4, 4, 4, 4, 4, 4, 4]);
  expect(rowWidths([2, 1, 1], 1)).toEqual([1, 1, 1]);
});
