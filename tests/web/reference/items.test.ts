import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { ItemReference } from '../../../wasm/engine/types';
import { readLink } from '../../../web/src/link/link';
import { byKind, defaultText, equationLines, itemHash } from '../../../web/src/reference/items';
import { renderMarkdown } from '../../../web/src/ui/markdown';
import { testEngine } from '../../support/engine';

let items: ItemReference[];
beforeAll(async () => {
  items = (await (await testEngine()).reference()).items;
});

test('Every item has a page with formulas that can be set', () => {
  expect(byKind(items).flatMap((group) => group.items)).toHaveLength(items.length);
  for (const item of items) {
    expect(readLink(itemHash(item))).toEqual({ kind: 'reference', item: `${item.kind}.${item.type}` });
    expect(item.summary, item.type).not.toBe('');
    expect(renderMarkdown(equationLines(item.equation)), item.type).not.toContain('katex-error');
    for (const parameter of item.parameters) expect(parameter.text, `${item.type}.${parameter.name}`).not.toBe('');
  }
});

test('Equations stand on lines of their own', () => {
  expect(equationLines('a = b, \\quad c = d \\qquad e')).toBe('$$\na = b\n$$\n\n$$\nc = d\n$$\n\n$$\ne\n$$');
  expect(equationLines('')).toBe('');
});

test('The laws in docs/items belong to items, and their formulas can be set', () => {
  for (const file of readdirSync('docs/items')) {
    expect(items.map(({ type }) => `${type}.md`)).toContain(file);
    expect(renderMarkdown(readFileSync(`docs/items/${file}`, 'utf8')), file).not.toContain('katex-error');
  }
});

test('A default is short', () => {
  const parameter = { name: 'a', takes: '', unit: '', range: '', required: false, text: '' };
  expect(defaultText({ ...parameter, default: [0, 1.5] })).toBe('[0, 1.5]');
  expect(defaultText({ ...parameter, required: true })).toBe('required');
  expect(defaultText(parameter)).toBe('');
  expect(defaultText({ ...parameter, default: Array(100).fill(0) }).length).toBeLessThanOrEqual(60);
});

test('Pages of the documentation link to pages that are there', () => {
  for (const name of readdirSync('docs').filter((file) => file.endsWith('.md'))) {
    const text = readFileSync(`docs/${name}`, 'utf8');
    for (const [, target] of text.matchAll(/\]\(([\w-]+\.md)\)/g)) expect(existsSync(`docs/${target}`), `${name}: ${target}`).toBe(true);
    if (/^\|/m.test(text)) expect(renderMarkdown(text), name).toContain('<table>');
  }
});
