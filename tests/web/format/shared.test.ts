import { expect, test } from 'vitest';
import { keysOf, pointerOf } from '../../../wasm/engine/pointer';
import { equalJson } from '../../../web/src/format/equal';
import { Hash, hashOfText } from '../../../web/src/format/hash';
import { escaped } from '../../../web/src/format/xml';

test('A text is escaped for elements and attributes', () => {
  expect(escaped('a < b & "c" > d')).toBe('a &lt; b &amp; &quot;c&quot; &gt; d');
});

test('JSON pointers lead back to their keys', () => {
  const path = ['parameters', 'a/b~1', '0', ''];
  expect(pointerOf(path)).toBe('/parameters/a~1b~01/0/');
  expect(keysOf(pointerOf(path))).toEqual(path);
  expect(keysOf('')).toEqual([]);
});

test('Values are equal if their JSON is the same', () => {
  expect(equalJson({ a: [1, { b: 'c' }], d: null }, { a: [1, { b: 'c' }], d: null })).toBe(true);
  expect(equalJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  for (const [a, b] of [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, {}],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [[1, 2], [1]],
    [[1], { 0: 1 }],
    [null, {}],
    [1, '1'],
  ] as const) {
    expect(equalJson(a, b)).toBe(false);
    expect(equalJson(b, a)).toBe(false);
  }
});

test('A hash changes with every word and with their order', () => {
  const of = (...words: number[]) => {
    const hash = new Hash();
    for (const word of words) hash.mix(word);
    return hash.end().join();
  };
  expect(new Set([of(), of(0), of(0, 0), of(1, 2), of(2, 1)]).size).toBe(5);
  expect(hashOfText('one')).toBe(hashOfText('one'));
  expect(hashOfText('one')).not.toBe(hashOfText('eno'));
});
