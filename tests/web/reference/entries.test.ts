import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../wasm/engine/types';
import { readLink, referenceHash } from '../../../web/src/link/link';
import { byKind, defaultText, type Entry, entriesOf, equationLines, sizeText } from '../../../web/src/reference/entries';
import { exampleOf, lawOf } from '../../../web/src/reference/examples';
import { madeBy } from '../../../web/src/reference/made';
import { renderSymbol, symbolOf } from '../../../web/src/reference/symbols';
import { functionTexts } from '../../../web/src/state/functions';
import { renderMarkdown } from '../../../web/src/ui/markdown';
import { testEngine } from '../../support/engine';
import { reference } from '../../support/language';

let engine: Engine;
const entries: Entry[] = entriesOf(reference);
beforeAll(async () => {
  engine = await testEngine();
});

test('Every key of a document has a page, with a description and formulas that can be typeset', async () => {
  const { items, creators, steps, live, functions } = reference;
  // sensor("name") and input("name") read the scope.
  expect(entries).toHaveLength(items.length + creators.length + steps.length + live.length + functions.length + 2);
  expect(byKind(entries).flatMap((group) => group.entries)).toHaveLength(entries.length);
  for (const { kind, type, summary, equation, rows, tables } of entries) {
    expect(readLink(referenceHash(kind, type))).toEqual({ kind: 'reference', item: `${kind}.${type}`, section: '', search: '' });
    expect(summary, type).not.toBe('');
    expect(renderMarkdown(equationLines(equation)), type).not.toContain('katex-error');
    for (const row of [...rows, ...tables.flatMap((table) => table.rows)]) expect(row.text, `${type}.${row.name}`).not.toBe('');
  }
});

test('Pages of creators and steps have the tables of the objects in their rows', () => {
  const entry = (name: string) => entries.find(({ kind, type }) => `${kind}.${type}` === name);
  expect(entry('creator.RigidBody')?.tables.map(({ name }) => name)).toEqual([
    'cuboid',
    'cylinder',
    'sphere',
    'hollowSphere',
    'rod',
    'inertia',
  ]);
  expect(entry('analysis.dynamic')?.tables.map(({ name }) => name)).toContain('numericalDifferentiation');
  expect(entry('display.camera')?.tables).toEqual([]);
});

test('The explained functions are those of the engine', async () => {
  const { functions } = reference;
  expect(Object.keys(functionTexts).sort()).toEqual([...functions.map(({ name }) => name), 'sensor', 'input'].sort());
  const overview = readFileSync('docs/formulas.md', 'utf8');
  for (const [name, { example }] of Object.entries(functionTexts)) {
    expect(example).toContain(`${name}(`);
    expect(overview, name).toMatch(new RegExp(`\\b${name}\\b`));
  }
});

test('Every page has an example that uses its subject without a warning, and ends', { timeout: 120_000 }, async () => {
  for (const { kind, type, rows } of entries) {
    const text = await exampleOf(kind, type);
    const generated = !text && ['node', 'object', 'marker', 'load', 'sensor'].includes(kind);
    if (generated) continue; // the tests of items generate one from the registration
    expect(text, `${kind}.${type}`).not.toBeNull();
    expect((await engine.check(text!)).issues, `${kind}.${type}`).toEqual([]);
    const run = engine.start(text!);
    for await (const _ of run);
    expect(run.status, `${kind}.${type}`).toBe('finished');
    expect(run.history.samples, `${kind}.${type}`).toBeGreaterThan(1);
    const required = rows.filter((row) => row.required).map(({ name }) => `"${name}"`);
    const words = kind === 'creator' ? [`"${type}"`] : kind === 'analysis' ? ['"analysis"'] : kind === 'function' ? [`${type}(`] : [];
    for (const word of [...words, ...(kind === 'display' ? required : [])]) expect(text, `${kind}.${type}`).toContain(word);
  }
});

test('Pages of creators state what they add', async () => {
  const made: Record<string, string[]> = {};
  for (const { kind, type } of entries) {
    if (kind !== 'creator') continue;
    const text = (await exampleOf(kind, type))!;
    made[type] = madeBy(type, JSON.parse(text), JSON.parse(await engine.expand(text))).flatMap(({ kind: made, types }) =>
      types.map((each) => `${made}.${each}`),
    );
    expect(made[type].length, type).toBeGreaterThan(0);
    for (const item of made[type]) expect(entries.map((entry) => `${entry.kind}.${entry.type}`)).toContain(item);
  }
  expect(made.RollingDiscPenalty).toContain('object.ConnectorRollingDiscPenalty');
  expect(made.Force).toContain('load.ForceVector');
  expect(made.Belt).toEqual(
    expect.arrayContaining(['object.ANCFCable2D', 'object.ContactFrictionCircleCable2D', 'object.JointRevolute2D']),
  );
});

test('Equations are on separate lines', () => {
  expect(equationLines('a = b, \\quad c = d \\qquad e')).toBe('$$\na = b\n$$\n\n$$\nc = d\n$$\n\n$$\ne\n$$');
  expect(equationLines('')).toBe('');
});

test('The laws in docs/items belong to items, and their formulas can be typeset', () => {
  for (const file of readdirSync('docs/items')) {
    expect(entries.map(({ type }) => `${type}.md`)).toContain(file);
    expect(renderMarkdown(readFileSync(`docs/items/${file}`, 'utf8')), file).not.toContain('katex-error');
  }
});

test('Symbols belong to parameters, occur in the equations of their items and can be typeset', async () => {
  const symbols = JSON.parse(readFileSync('web/src/reference/symbols.json', 'utf8')) as Record<string, Record<string, string>>;
  for (const [type, parameters] of Object.entries(symbols)) {
    const entry = entries.find((other) => other.type === type && other.equation && other.kind !== 'node');
    expect(entry, type).toBeDefined();
    const law = `${entry?.equation} ${await lawOf(type)}`;
    for (const [name, symbol] of Object.entries(parameters)) {
      expect(
        entry?.rows.map((row) => row.name),
        type,
      ).toContain(name);
      expect(symbolOf(type, name)).toBe(symbol);
      for (const each of symbol.split(', ')) {
        expect(law, `${type}.${name}`).toContain(each);
        expect(renderSymbol(each)).not.toContain('katex-error');
      }
    }
  }
  expect(symbols.ConnectorRollingDiscPenalty).toMatchObject({ contactStiffness: 'k_c', contactDamping: 'd_c' });
  expect(symbols.ContactFrictionCircleCable2D).toMatchObject({ frictionVelocityPenalty: '\\mu_v', frictionStiffness: '\\mu_k' });
});

test('A default is short', () => {
  const parameter = { name: 'a', takes: '', form: { is: 'number' as const }, unit: '', range: '', required: false, text: '' };
  expect(defaultText({ ...parameter, default: [0, 1.5] })).toBe('[0, 1.5]');
  expect(defaultText({ ...parameter, required: true })).toBe('required');
  expect(defaultText(parameter)).toBe('');
  expect(defaultText({ ...parameter, default: Array(100).fill(0) }).length).toBeLessThanOrEqual(60);
});

test('Outputs of contacts state how many numbers each segment has', () => {
  const outputs = entries.find(({ type }) => type === 'ContactFrictionCircleCable2D')?.outputs ?? [];
  expect(outputs.map((output) => [output.name, sizeText(output)])).toContainEqual(['ForceLocal', '2 per segment']);
  for (const entry of entries) for (const output of entry.outputs) expect(sizeText(output), entry.type).not.toBe('');
});

test('Links in the documentation lead to existing pages', () => {
  const files = ['docs', 'docs/tutorials'].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  for (const name of files.filter((file) => file.endsWith('.md'))) {
    const text = readFileSync(name, 'utf8');
    for (const [, target] of text.matchAll(/\]\(([\w/.-]+\.md)/g))
      expect(existsSync(posix.join(posix.dirname(name), target)), `${name}: ${target}`).toBe(true);
    if (/^\|/m.test(text)) expect(renderMarkdown(text), name).toContain('<table>');
  }
});

test('Each direction has one word: lateral and longitudinal', () => {
  for (const entry of entries)
    for (const { name, text } of [...entry.rows, ...entry.outputs])
      expect(text, `${entry.type}.${name}`).not.toMatch(/\bacross\b.*\balong\b|\balong\b.*\bacross\b/);
  for (const file of readdirSync('web/models')) {
    const { display } = JSON.parse(readFileSync(`web/models/${file}`, 'utf8'));
    const labels = (display.plots ?? []).flatMap(({ curves = [] }: { curves?: { label?: string }[] }) => curves.map(({ label }) => label));
    expect(labels, file).not.toContain('across');
    expect(labels, file).not.toContain('along');
  }
});
