import { expect, test } from 'vitest';
import { modesCsv, modesOf } from '../../../web/src/modes/modes';

const pair = [
  { real: -1, imaginary: 10 },
  { real: -1, imaginary: -10 },
];

test('A conjugate pair is one mode, with its natural frequency and damping ratio', () => {
  const [mode, ...others] = modesOf(pair);
  expect(others).toEqual([]);
  expect(mode).toMatchObject({ real: -1, imaginary: 10 });
  expect(mode.frequency).toBeCloseTo(Math.sqrt(101) / (2 * Math.PI), 12);
  expect(mode.damping).toBeCloseTo(1 / Math.sqrt(101), 12);
});

test('Real eigenvalues and rigid motions are separate modes, even if they are equal', () => {
  const values = [-2, -2, 3, 0].map((real) => ({ real, imaginary: 0 }));
  expect(modesOf(values).map(({ damping }) => damping)).toEqual([1, 1, -1, null]);
});

test('The file has every number in full', () => {
  const lines = modesCsv([pair, [{ real: 0, imaginary: 0 }]])
    .trimEnd()
    .split('\n');
  expect(lines.length).toBe(3);
  expect(lines[1].split(',').map(Number)).toEqual([1, Math.sqrt(101) / (2 * Math.PI), 1 / Math.sqrt(101), -1, 10]);
  expect(lines[2]).toBe('2,0,,0,0');
});
