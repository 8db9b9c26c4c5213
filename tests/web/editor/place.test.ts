import { expect, test } from 'vitest';
import { itemOn } from '../../../web/src/editor/place';

test('A place of the text leads to the item that it is in', () => {
  expect(itemOn(['create', '3', 'position', '0'])).toBe('/create/3');
  expect(itemOn(['parameters', 'a/b', 'value'])).toBe('/parameters/a~1b');
  expect(itemOn(['analysis', 'stepSize'])).toBe('/analysis');
  expect(itemOn(['analysis', '1', 'stepSize'])).toBe('/analysis/1');
  expect(itemOn(['display', 'plots', '0', 'curves'])).toBe('/display/plots/0');
  expect(itemOn(['display', 'camera', 'zoom'])).toBe('/display/camera');
  expect(itemOn(['title'])).toBe('/title');
  for (const path of [[], ['create'], ['display', 'plots'], ['display', 'ground']]) expect(itemOn(path)).toBeNull();
});
