import { jsonLanguage } from '@codemirror/lang-json';
import { expect, test } from 'vitest';
import { errorIn, itemOn } from '../../../web/src/editor/place';

test('A position in the text leads to the item around it', () => {
  expect(itemOn(['create', '3', 'position', '0'])).toBe('/create/3');
  expect(itemOn(['parameters', 'a/b', 'value'])).toBe('/parameters/a~1b');
  expect(itemOn(['analysis', 'stepSize'])).toBe('/analysis');
  expect(itemOn(['analysis', '1', 'stepSize'])).toBe('/analysis/1');
  expect(itemOn(['display', 'plots', '0', 'curves'])).toBe('/display/plots/0');
  expect(itemOn(['display', 'camera', 'zoom'])).toBe('/display/camera');
  expect(itemOn(['title'])).toBe('/title');
  for (const path of [[], ['create'], ['display', 'plots'], ['display', 'ground']]) expect(itemOn(path)).toBeNull();
});

test.each([
  ['{"a": 1,\n}', '}'],
  ['{"ü": 1\n b: 2}', 'b'],
  ['{"a" 1}', '1'],
  ['{"a": True}', 'T'],
  ['{"a": [1, 2}', '}'],
  ['{"a": 1} x', 'x'],
  ['{"a": 1', '1'],
])('The first error of %s is at %s', (text, mark) => {
  const { from, to } = errorIn(jsonLanguage.parser.parse(text), text)!;
  expect(text.slice(from, to)).toBe(mark);
  expect(from).toBe(text.lastIndexOf(mark));
});

test('A text without errors has no error position', () => {
  expect(errorIn(jsonLanguage.parser.parse('[1, "a"]'), '[1, "a"]')).toBeNull();
});
