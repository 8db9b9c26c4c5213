import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSteps, readSteps } from '../../../web/src/builder/kept-steps';

let room = Infinity;
const stored = new Map<string, string>();
beforeEach(() => {
  room = Infinity;
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      const used = [...stored].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
      if (used + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
    key: (i: number) => [...stored.keys()][i] ?? null,
    get length() {
      return stored.size;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('The steps of a model are kept, and those of an unknown or damaged one are none', () => {
  const steps = { past: ['a', 'b'], future: ['d'], text: 'c' };
  keepSteps('one', steps);
  expect(readSteps('one')).toEqual(steps);
  expect(readSteps('two')).toBeNull();
  stored.set('slipstick.undo.two', '{"past": [1], "future": [], "text": ""}');
  expect(readSteps('two')).toBeNull();
});

test('The oldest steps are dropped from long ones', () => {
  const long = (letter: string) => letter.repeat(300_000);
  keepSteps('one', { past: ['a', 'b', 'c', 'd'].map(long), future: [], text: long('e') });
  expect(readSteps('one')?.past.map((text) => text[0])).toEqual(['c', 'd']);
});

test('Other models give way if there is no room', () => {
  keepSteps('one', { past: ['a'.repeat(600)], future: [], text: '' });
  room = 1000;
  keepSteps('two', { past: ['b'.repeat(600)], future: [], text: '' });
  expect(readSteps('one')).toBeNull();
  expect(readSteps('two')?.past).toHaveLength(1);
  room = 0;
  expect(() => keepSteps('three', { past: [], future: [], text: '' })).not.toThrow();
});
