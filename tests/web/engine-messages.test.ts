import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StrResult } from '@lit/localize';
import type { MsgFn } from '@lit/localize/internal/types.js';
import { describe, expect, test } from 'vitest';
import { messages } from '../../web/src/engine/messages';
import { translated } from '../../web/src/engine/translate';
import { testEngine } from '../support/engine';

const template = (message: (values: readonly string[]) => string) => message(Array(8).fill('')) as string | StrResult;
const english = ((text: string | StrResult) => text) as MsgFn;
const wordsOf = (text: string | StrResult) => (typeof text === 'string' ? [text] : [...text.strings]);
const all = messages(english).map((message) => wordsOf(template(message)));

/** The translations of a language, as `msg` finds them. */
function msgIn(code: string): MsgFn {
  const files = JSON.parse(readFileSync(`web/languages/${code}.json`, 'utf8'));
  const texts = new Map<string, string>();
  const collect = (value: object) => {
    for (const [key, each] of Object.entries(value)) typeof each === 'string' ? texts.set(key, each) : collect(each);
  };
  collect(files);
  return ((text: string | StrResult) => {
    const words = wordsOf(text);
    const found = texts.get(words.reduce((before, each, i) => `${before}{${i - 1}}${each}`))!;
    const values = typeof text === 'string' ? [] : text.values;
    return found.replace(/\{(\d)\}/g, (_, i: string) => String(values[Number(i)]));
  }) as MsgFn;
}

/** The texts in the sources of the core; texts in adjacent quotes are one text. */
const core = ['core', 'wasm/bindings']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => /\.(cpp|h)$/.test(file))
  .map((file) =>
    readFileSync(file, 'utf8')
      .replace(/"\s*\n\s*"/g, '')
      .replaceAll('\\"', '"'),
  )
  .join('\n');

test.each(all.map((words) => [words.join('…'), words] as const))('The core has the message: %s', (_, words) => {
  const phrases = words.flatMap((each) => each.split(/(?<=[.:;])\s|must be | at $/)).map((each) => each.trim().replace(/\.$/, ''));
  for (const each of phrases) if (each.length > 8) expect(core.includes(each), each).toBe(true);
});

test('Messages are recognised with values, which may be messages too', () => {
  const german = msgIn('de');
  const inGerman = (message: string) => translated(message, german, (number) => number.replace('.', ','))?.replace(/\u202f/g, ' ') ?? null;
  expect(inGerman('must be between 0.5 and 2 (m), got 3')).toBe('muss zwischen 0,5 und 2 (m) liegen, ist aber 3');
  expect(inGerman('must be 0 or more, got -5')).toBe('muss sein: 0 oder mehr; angegeben ist -5');
  expect(inGerman("unknown key 'titel'; did you mean 'title'?")).toBe("unbekannter Schlüssel 'titel'; meinten Sie 'title'?");
  expect(
    inGerman(
      "Stopped at 0.25 s (step 12, size 0.001 s): Newton did not converge in 20 iterations. Largest residual: constraint of object 'rod'. Try a step size below 0.0005 s.",
    ),
  ).toBe(
    'Angehalten bei 0,25 s (Schritt 12, Größe 0,001 s): das Newton-Verfahren konvergierte in 20 Iterationen nicht. Größtes Residuum: Zwangsbedingung von Objekt „rod“. Versuchen Sie eine Schrittweite unter 0,0005 s.',
  );
  expect(inGerman('an unheard message')).toBe(null);
});

describe.each(['de', 'es', 'fr', 'zh'])('In %s', (code) => {
  const model = (parts: object) => JSON.stringify({ slipstick: 1, parameters: { m: { value: 9, min: 0, max: 2, unit: 'kg' } }, ...parts });
  test.each([
    ['a slider out of its range', model({})],
    ['a missing comma', '{"slipstick": 1 "title": "a"}'],
    ['an unknown key', '{"slipstick": 1, "titel": "a"}'],
    [
      'a number below its range',
      '{"slipstick": 1, "nodes": [{"type": "1D", "name": "x"}], "objects": [{"type": "Mass1D", "physicsMass": -1, "nodeNumber": "x"}]}',
    ],
    ['an unknown item', '{"slipstick": 1, "objects": [{"type": "Mass1D", "physicsMass": 1, "nodeNumber": "x"}]}'],
    ['an unknown name in a formula', '{"slipstick": 1, "definitions": {"a": "2*b"}}'],
    ['an open bracket', '{"slipstick": 1, "definitions": {"a": "2*(3"}}'],
  ])('%s has a translated message', async (_, document) => {
    const { issues } = await (await testEngine()).check(document);
    expect(issues.length).toBeGreaterThan(0);
    for (const { message } of issues) expect(translated(message, msgIn(code), String), message).not.toBe(null);
  });
});
