import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StrResult } from '@lit/localize';
import type { MsgFn } from '@lit/localize/internal/types.js';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../wasm/engine/types';
import { messages } from '../../web/src/engine/messages';
import { translated } from '../../web/src/engine/translate';
import { testEngine } from '../support/engine';

const wordsOf = (text: string | StrResult) => (typeof text === 'string' ? [text] : [...text.strings]);
const english = ((text: string | StrResult) => wordsOf(text).reduce((before, each, i) => `${before}{${i - 1}}${each}`)) as MsgFn;

/** The table of the core: code and English text of each message; texts in adjacent quotes are one text. */
const table = [
  ...readFileSync('core/message/messages.h', 'utf8').matchAll(/MessageTemplate (\w+)\{\s*"(\w+)",\s*((?:"(?:\\.|[^"\\])*"\s*)+)\}/g),
].map(([, name, code, quoted]) => ({
  name,
  code,
  text: [...quoted.matchAll(/"(?:\\.|[^"\\])*"/g)].map(([each]) => JSON.parse(each)).join(''),
}));

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

test('The page has the messages of the core, with the same texts', () => {
  const { together, ...texts } = messages(english);
  const places = ['{0}', '{1}', '{2}', '{3}'];
  expect(Object.entries(texts).map(([code, text]) => [code, text(places)])).toEqual(table.map(({ code, text }) => [code, text]));
  expect(together(['a', ': ', 'b'])).toBe('a: b');
});

test('Each message of the table is used under its code', () => {
  const sources = ['core', 'wasm/bindings']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => /\.(cpp|h)$/.test(file) && !file.endsWith('messages.h'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const used = new Set([...sources.matchAll(/messages::(\w+)/g)].map(([, name]) => name));
  expect(table.filter(({ name, code }) => name !== code || !used.has(name))).toEqual([]);
});

test('Messages are translated with values, which may be messages too', () => {
  const german = msgIn('de');
  const inGerman = (message: Message) => translated(message, german, (number) => number.replace('.', ','))?.replace(/\u202f/g, ' ') ?? null;
  const message = (code: string, ...values: (string | Message)[]): Message => ({ message: `English ${code}`, code, values });
  const two = message('withUnit', '2.5', ' (m)');
  expect(inGerman(message('mustBeBetween', '0.5', two, '3'))).toBe('muss zwischen 0,5 und 2,5 (m) liegen, ist aber 3');
  expect(inGerman(message('mustBe', message('zeroOrMore'), '-5'))).toBe('muss sein: 0 oder mehr; angegeben ist -5');
  expect(inGerman(message('didYouMean', message('unknownKey', "'titel'"), "'title'"))).toBe(
    "unbekannter Schlüssel 'titel'; meinten Sie 'title'?",
  );
  expect(inGerman(message('together', 'hinge, axis: ', message('directionOfZeros')))).toMatch(/^hinge, axis: muss eine Richtung/);
  const residual = message('newtonDiverged', '20', message('constraintOf', "'rod'"), '0.0005');
  expect(inGerman(message('stoppedInStep', '0.25', '12', '0.001', residual))).toBe(
    "Angehalten bei 0,25 s (Schritt 12, Größe 0,001 s): das Newton-Verfahren konvergierte in 20 Iterationen nicht. Größtes Residuum: Zwangsbedingung von 'rod'. Versuchen Sie eine Schrittweite unter 0,0005 s.",
  );
  expect(inGerman(message('mustBe', 'a colour', message('unheard')))).toBe('muss sein: a colour; angegeben ist English unheard');
  expect(inGerman(message('unheard'))).toBe(null);
  expect(inGerman({ message: 'must be 0 or more, got -5' })).toBe(null);
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
    for (const issue of issues) expect(translated(issue, msgIn(code), String), issue.message).not.toBe(null);
  });
});
