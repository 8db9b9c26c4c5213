import { expect, test } from 'vitest';
import { csvCell, csvText } from '../../../web/src/format/csv';

// Tested also in tests/core/simulation.cpp.
test.each([
  ['=HYPERLINK("https://example.org")', `"'=HYPERLINK(""https://example.org"")"`],
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['-x.y [m]', "'-x.y [m]"],
  ['a=1', 'a=1'],
  ['-0.5', '-0.5'],
  ['-.5', '-.5'],
  ['+1e-3', '+1e-3'],
  ['-1E5', '-1E5'],
  ['-', '-'],
  ['', ''],
  ['tip, "left"', '"tip, ""left"""'],
])('%j as a cell', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
  expect(csvText([['name', text]])).toBe(`name,${cell}\n`);
});
