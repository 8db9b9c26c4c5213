import { expect, test } from 'vitest';
import { cholesky, inverted, solved } from '../../../web/src/study/cholesky';

const matrix = [
  [4, 2, -2],
  [2, 10, 2],
  [-2, 2, 6],
];

test('A symmetric matrix is factorised, solved with and inverted', () => {
  const factor = cholesky(matrix)!;
  expect(factor).toEqual([[2], [1, 3], [-1, 1, 2]]);
  expect(solved(factor, [2, 28, 20])).toEqual([1, 2, 3].map((value) => expect.closeTo(value, 14)));
  const inverse = inverted(factor);
  for (const i of [0, 1, 2])
    for (const k of [0, 1, 2]) expect(matrix[i].reduce((sum, value, j) => sum + value * inverse[j][k], 0)).toBeCloseTo(i === k ? 1 : 0, 14);
});

test('A matrix that is not positive definite has no factor', () => {
  expect(
    cholesky([
      [1, 2],
      [2, 1],
    ]),
  ).toBeNull();
  expect(cholesky([[Number.NaN]])).toBeNull();
});
