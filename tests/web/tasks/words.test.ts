import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogue } from '../../../wasm/engine/catalogue';
import { remarkIn, remarksOf, wordsOf } from '../../../web/src/tasks/words';
import { testEngine } from '../../support/engine';

const wordsIn = (language: string) =>
  Object.entries(wordsOf(language)).map(([key, word]): [string, string] => [
    key,
    typeof word === 'function' ? (word as (a: unknown, b: unknown) => string)(2, 3) : word,
  ]);

test('Every word exists in both languages, and every one is used', () => {
  const [english, german] = [wordsIn('en'), wordsIn('de')];
  expect(german.map(([key]) => key)).toEqual(english.map(([key]) => key));
  for (const [i, [key, word]] of german.entries()) {
    expect(word, key).not.toBe('');
    expect(word, key).not.toBe(english[i][1]);
  }
  const users = ['tasks/tasks-view', 'tasks/curve-field', 'tasks/page', 'app/model-page', 'app/ports', 'editor/tab'].map((name) =>
    readFileSync(`web/src/${name}.ts`, 'utf8'),
  );
  for (const [key] of english) expect(users.join(''), key).toMatch(new RegExp(`(?:words|\\)\\))\\.${key}\\b`));
  expect(wordsOf('fr').lang).toBe('en');
});

const placeholders = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test('Every remark of the engine has a German version with the same values', () => {
  const german = remarksOf('de');
  expect(Object.keys(german)).toEqual(expect.arrayContaining(Object.keys(catalogue.remarks)));
  for (const [code, sentence] of Object.entries(german)) {
    const english = catalogue.remarks[code as keyof typeof catalogue.remarks];
    expect(placeholders(sentence), code).toEqual(placeholders(english));
    expect(sentence, code).not.toBe(english);
  }
});

test('Remarks on answers have a German version', async () => {
  const engine = await testEngine();
  const document = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8'));
  const remarkOn = async (task: string, answer: unknown) => {
    const remark = (await engine.grade({ document, name: '', seed: '', answers: { [task]: { answer } } })).answers?.[task];
    if (!remark) throw new Error(`there is no remark on ${task}`);
    expect(remarkIn('en', remark)).toBe(remark.message);
    expect(remarkIn('fr', remark)).toBe(remark.message);
    return remarkIn('de', remark);
  };
  expect(await remarkOn('predict', [0])).toBe('Richtig.');
  expect(await remarkOn('period', '0.9')).toBe('Nicht richtig: zu groß.');
  expect(await remarkOn('period', '3 furlongs')).toBe('Die Einheit „furlongs“ ist hier nicht bekannt.');
  expect(await remarkOn('period', '0.6 m')).toBe('„m“ passt nicht: Die Zahl ist in s.');
  expect(await remarkOn('tune', { d: 1e4 })).toBe('d darf höchstens 20 sein, ist aber 10000.');
  expect(await remarkOn('tune', { d: 12, k: 3 })).toBe('k muss bleiben, wie es ist.');
  expect(remarkIn('de', { message: 'The engine stopped.' })).toBe('The engine stopped.');
});
