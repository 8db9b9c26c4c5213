import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import type { Engine } from '../../wasm/engine/types';

/** A listing of JSON, and the listing of text that follows before the next one, or "". */
interface Listing {
  file: string;
  text: string;
  says: string;
}

function listingsOf(file: string): Listing[] {
  const parts = readFileSync(file, 'utf8').split('```json\n').slice(1);
  return parts.map((part) => {
    const [text, rest] = [part.slice(0, part.indexOf('```')), part.slice(part.indexOf('```') + 3)];
    return { file, text, says: /```text\n(.*)\n```/.exec(rest)?.[1] ?? '' };
  });
}

const files = ['docs/model-format.md', ...readdirSync('docs/tutorials').map((name) => `docs/tutorials/${name}`)];
const listings = files.flatMap(listingsOf);
const models = listings.filter(({ text }) => text.includes('"slipstick"'));

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
});

test('Documents contain whole models and parts of models', () => {
  expect(models.length).toBeGreaterThan(8);
  expect(listings.length).toBeGreaterThan(models.length);
});

/** The message that ends a run, or "". */
async function messageOf(text: string): Promise<string> {
  const run = engine.start(text);
  try {
    for await (const _ of run);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(models.map((model) => [`${model.file}: ${JSON.parse(model.text).title}`, model] as const))('%s', async (_, { text, says }) => {
  const { issues } = await engine.check(text);
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(await messageOf(text)).toBe(says);
});

test('Parts of models are JSON: entries of an object, values, or one value in each line', () => {
  const isJson = (text: string) =>
    [text, `{${text}}`, `[${text.trim().replaceAll('\n{', ',\n{')}]`].some((form) => {
      const errors: [] = [];
      parse(form, errors);
      return errors.length === 0;
    });
  for (const { file, text } of listings) expect(isJson(text), `${file}: ${text}`).toBe(true);
});

test('The example of the model format grows into the document at its end', () => {
  const [section] = readFileSync('docs/model-format.md', 'utf8').split('## All keys');
  const parts = [...section.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text);
  const whole = JSON.parse(parts.pop() ?? '');
  for (const part of parts.slice(1)) {
    if (part.startsWith('{')) expect(whole.create).toContainEqual(JSON.parse(part));
    else expect(whole).toMatchObject(JSON.parse(`{${part}}`));
  }
  expect(whole.create).toContainEqual(JSON.parse(parts[0]).create[0]);
  expect(parts.length).toBeGreaterThan(6);
});
