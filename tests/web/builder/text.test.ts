import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { flat, type Path, withoutEntry, withValue } from '../../../web/src/builder/text';

const gallery = readdirSync('web/models').filter((name) => name.endsWith('.json'));
const set = (text: string, path: Path, value: unknown) => withValue(text, path, value, flat);

/** The paths of all values of a document. */
function paths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, entry]) => paths(entry, [...path, key]))];
}
const at = (value: unknown, path: Path): unknown => path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);

describe('an edit of a text', () => {
  const text = '{\n  "a": 1.50, "list": [1, 2 ,3],\n  "items": [\n    { "name": "x\\"{" }\n  ],\n  "none": {}\n}\n';

  test('changes nothing else', () => {
    expect(set(text, ['list', 1], 'L/2')).toBe(text.replace('2 ,3', '"L/2" ,3'));
    expect(set(text, ['items', 0, 'name'], 'y')).toBe(text.replace('"x\\"{"', '"y"'));
    expect(set(text, ['a'], 1.5)).toBe(text);
  });

  test('adds entries, formatted like their neighbours', () => {
    expect(set(text, ['items', 1], { name: 'z' })).toBe(text.replace('"x\\"{" }', '"x\\"{" },\n    { "name": "z" }'));
    expect(set(text, ['items', 0, 'mass'], 2)).toBe(text.replace('"x\\"{" }', '"x\\"{", "mass": 2 }'));
    expect(JSON.parse(set(text, ['none', 'plots', 0], { title: 't' })).none).toEqual({ plots: [{ title: 't' }] });
    expect(JSON.parse(set('{}', ['parameters', 'L'], 1))).toEqual({ parameters: { L: 1 } });
  });

  test('removes entries with their commas', () => {
    expect(withoutEntry(text, ['list', 0])).toBe(text.replace('1, 2 ,3', '2 ,3'));
    expect(withoutEntry(text, ['list', 2])).toBe(text.replace(' ,3', ''));
    expect(withoutEntry(text, ['items', 0])).toBe(text.replace('[\n    { "name": "x\\"{" }\n  ]', '[]'));
    expect(withoutEntry(text, ['nothing'])).toBe(text);
  });

  test.each(gallery)('of %s sets exactly the value, at each of its values', (name) => {
    const document = readFileSync(`web/models/${name}`, 'utf8');
    const parsed = JSON.parse(document);
    const all = paths(parsed).slice(1);
    const tried = all.filter((_, i) => i % Math.ceil(all.length / 60) === 0);
    for (const path of tried) {
      expect(set(document, path, at(parsed, path))).toBe(document);
      const changed = set(document, path, 'changed');
      expect(at(JSON.parse(changed), path)).toBe('changed');
      const back = JSON.parse(set(changed, path, at(parsed, path)));
      expect(back).toEqual(parsed);
      const without = JSON.parse(withoutEntry(document, path));
      expect(Object.keys(at(without, path.slice(0, -1)) as object).length).toBe(
        Object.keys(at(parsed, path.slice(0, -1)) as object).length - 1,
      );
    }
  });
});
