import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messageIn, wordsOf } from '../../../web/src/tasks/words';
import { testEngine } from '../../support/engine';

const said = (language: string) =>
  Object.entries(wordsOf(language)).map(([key, word]): [string, string] => [
    key,
    typeof word === 'function' ? (word as (a: unknown, b: unknown) => string)(2, 3) : word,
  ]);

test('Every word is said in both languages, and every one is used', () => {
  const [english, german] = [said('en'), said('de')];
  expect(german.map(([key]) => key)).toEqual(english.map(([key]) => key));
  for (const [i, [key, word]] of german.entries()) {
    expect(word, key).not.toBe('');
    expect(word, key).not.toBe(english[i][1]);
  }
  const users = ['tasks/tasks-view', 'tasks/curve-field', 'app/model-page'].map((name) => readFileSync(`web/src/${name}.ts`, 'utf8'));
  for (const [key] of english) expect(users.join(''), key).toMatch(new RegExp(`(?:words|this\\.words)\\.${key}\\b`));
  expect(wordsOf('fr')).toBe(wordsOf('en'));
});

test('What the engine says of answers is said in German', async () => {
  const engine = await testEngine();
  const document = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8'));
  const answers: [task: string, answer: unknown][] = [
    ...[[0], [1], [], ['x'], [7]].map((answer): [string, unknown] => ['predict', answer]),
    ...['0.628', '0.5', '0.9', 'long', '0.6 m', '3 furlongs'].map((answer): [string, unknown] => ['period', answer]),
    ...[
      [[0, 0]],
      [
        [0, 0],
        [3, 0],
      ],
      [
        [0, 0.1],
        [6, 0],
      ],
    ].map((answer): [string, unknown] => ['draw', answer]),
    ...[{ d: 12 }, { d: 2 }, { d: 0 }, { d: 'x' }, { d: 1e4 }, { d: 12, k: 3 }, 3].map((answer): [string, unknown] => ['tune', answer]),
  ];
  const messages = new Set<string>();
  for (const [task, answer] of answers)
    messages.add((await engine.grade({ document, name: '', seed: '', answers: { [task]: { answer } } })).answers?.[task].message ?? '');
  expect(messages.size).toBeGreaterThan(15);
  for (const message of messages) expect(messageIn('de', message)).not.toBe(message);
  for (const message of messages) expect(messageIn('en', message)).toBe(message);
  expect(messageIn('de', '“kg” does not fit; the answer is in s.')).toBe('„kg“ passt nicht; die Antwort ist in s.');
  expect(messageIn('de', 'Something new.')).toBe('Something new.');
});

test('No sentence of the graders, nor of handing in, is without German', () => {
  const sources = ['core/grading/grading.cpp', 'core/grading/quantity.cpp', 'web/src/state/tasks.ts', 'web/src/hosts/jsinput.ts'];
  const text = sources.map((name) => readFileSync(name, 'utf8')).join('\n');
  const sentences = [...text.matchAll(/["']([A-Z][^"'\n]* [^"'\n]*\.|No answer [^"'\n]*)["']/g)].map(([, sentence]) => sentence);
  expect(sentences.length).toBeGreaterThan(14);
  for (const sentence of sentences) expect(messageIn('de', sentence), sentence).not.toBe(sentence);
});
