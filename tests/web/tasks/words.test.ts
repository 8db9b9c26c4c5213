import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { catalogue } from '../../../wasm/engine/catalogue';
import { translations } from '../../../web/src/app/languages';
import { language } from '../../../web/src/state/language';
import { remarksBy } from '../../../web/src/tasks/remarks-by';
import { remarkIn, wordsOf } from '../../../web/src/tasks/words';
import { testEngine } from '../../support/engine';

const wordsIn = (language: string) =>
  Object.entries(wordsOf(language)).map(([key, word]): [string, string] => [
    key,
    typeof word === 'function' ? (word as (a: unknown, b: unknown) => string)(2, 3) : word,
  ]);

beforeAll(async () => {
  language.begin(translations, ['en']);
  expect(wordsOf('de').lang).toBe('en'); // until it has loaded
  for (const { code } of translations) await vi.waitFor(() => expect(wordsOf(code).lang).toBe(code));
});

test('Every word exists in all languages, and every one is used', () => {
  const english = wordsIn('en');
  for (const { code } of translations)
    for (const [i, [key, word]] of wordsIn(code).entries()) {
      expect(word, `${code} ${key}`).not.toBe('');
      expect(key === 'optional' || word !== english[i][1], `${code} ${key}`).toBe(true);
    }
  const users = ['tasks/tasks-view', 'tasks/curve-field', 'tasks/page', 'app/model-page', 'app/ports', 'editor/tab'].map((name) =>
    readFileSync(`web/src/${name}.ts`, 'utf8'),
  );
  for (const [key] of english) expect(users.join(''), key).toMatch(new RegExp(`(?:words|\\)\\))\\.${key}\\b`));
});

test('The words follow the language and the script of a document', () => {
  expect(['de-AT', 'DE', 'zh-CN', 'zh-TW', 'xx', ''].map((each) => wordsOf(each).lang)).toEqual(['de', 'de', 'zh-Hans', 'en', 'en', 'en']);
  expect(wordsOf('de').check).toBe('Prüfen');
  expect(wordsOf('fr').tries(2)).toContain('2');
});

test('The page has the sentence of every remark of the engine', () => {
  const remarks = remarksBy(language.msgIn('en').msg);
  for (const [code, sentence] of Object.entries(catalogue.remarks)) {
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const values = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
    expect(remarks[code as keyof typeof remarks](values)).toBe(sentence);
  }
});

test('Remarks on answers are translated', async () => {
  const right = { message: 'Right.', code: 'right' };
  await vi.waitFor(() => expect(remarkIn('de', right)).toEqual({ text: 'Richtig.', lang: 'de' }));
  const engine = await testEngine();
  const document = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8'));
  const remarkOn = async (task: string, answer: unknown) => {
    const remark = (await engine.grade({ document, name: '', seed: '', answers: { [task]: { answer } } })).answers?.[task];
    if (!remark) throw new Error(`there is no remark on ${task}`);
    expect(remarkIn('en', remark)).toEqual({ text: remark.message, lang: 'en' });
    expect(remarkIn('xx', remark)).toEqual({ text: remark.message, lang: 'en' });
    expect(remarkIn('fr', remark).lang).toBe('fr');
    return remarkIn('de', remark).text;
  };
  expect(await remarkOn('predict', [0])).toBe('Richtig.');
  expect(await remarkOn('period', '0.9')).toBe('Nicht richtig: zu groß.');
  expect(await remarkOn('period', '3 furlongs')).toBe('Die Einheit „furlongs“ ist hier nicht bekannt.');
  expect(await remarkOn('period', '0.6 m')).toBe('„m“ passt nicht: Die Zahl ist in s.');
  expect(await remarkOn('tune', { d: 1e4 })).toBe('d darf höchstens 20 sein, ist aber 10000.');
  expect(await remarkOn('tune', { d: 12, k: 3 })).toBe('k muss bleiben, wie es ist.');
  expect(remarkIn('de', { message: 'The engine stopped.' })).toEqual({ text: 'The engine stopped.', lang: 'en' });
});
