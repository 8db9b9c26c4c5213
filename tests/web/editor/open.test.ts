import { describe, expect, test } from 'vitest';
import { isTable } from '../../../web/src/editor/open';

describe('a dropped file', () => {
  test.each([
    ['fall.csv', 't,h\n0,1\n', true],
    ['fall.TSV', 't\th\n0\t1\n', true],
    ['fall.txt', 't h\n0 1\n', true],
    ['model.txt', '{"slipstick": 1}', false],
    ['model.txt', '\ufeff\r\n  {"slipstick": 1, "title": "written by hand",}', false],
    ['model.json', '{"slipstick": 1}', false],
  ])('%s is a table of numbers only if its content may be one', async (name, content, table) => {
    expect(await isTable(new File([content], name))).toBe(table);
  });
});
