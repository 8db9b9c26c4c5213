import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Submission } from '../../../wasm/engine/types';
import { languageAmong } from '../../../web/src/format/language';
import { localised, textIn } from '../../../web/src/format/localised';
import { languagesOf, seedOfAddress, TaskState } from '../../../web/src/state/tasks';
import { testEngine } from '../../support/engine';
import { emptyStorage } from '../../support/storage';

const document = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8')) as Record<string, unknown>;
const engine = await testEngine();
const grade = (submission: Submission, whole?: boolean) => engine.grade(submission, whole);

let kept = emptyStorage();
const open = async (seed?: string, given: Record<string, unknown> = document) => {
  const book = new TaskState(grade, () => kept);
  await book.open(given, seed);
  return book;
};
beforeEach(() => {
  kept = emptyStorage();
});

describe('Answers to tasks', () => {
  test('are checked, counted and stored for each document and seed', async () => {
    const book = await open();
    expect(book.begun).toBe(false);
    await book.answer('predict', [1]);
    await book.answer('predict', [0]);
    expect(book.of('predict')).toMatchObject({ answer: [0], tries: 2, score: 1, message: 'Right.' });
    expect(book.begun).toBe(true);
    expect((await open()).of('predict').tries).toBe(2);
    expect((await open('Ada')).of('predict').tries).toBe(0);
    expect((await open('', { ...document, title: 'another' })).of('predict').tries).toBe(0);
  });

  test('that cannot be judged do not count as tries', async () => {
    const book = await open();
    await book.answer('period', 'long');
    expect(book.of('period')).toMatchObject({ tries: 0, score: null });
    expect(book.uncounted.period).toMatchObject({ message: 'This is not a number.' });
    expect(book.begun).toBe(false);
    await book.answer('period', '0.628 s');
    expect(book.uncounted).toEqual({});
    await book.answer('period', '0.628 kg');
    expect(book.of('period')).toMatchObject({ answer: '0.628 s', tries: 1, score: 1, message: 'Right.' });
    expect(book.uncounted.period).toMatchObject({ message: '“kg” does not fit: this number is in s.' });
  });

  test('that are not right count only with the values that the task is about', async () => {
    const book = await open();
    const moved = { k: 50 };
    await book.answer('period', '0.889 s', {}, moved);
    expect(book.uncounted.period.moved).toEqual({ values: moved, right: true });
    await book.answer('period', '3 s', {}, moved);
    expect(book.uncounted.period).toMatchObject({ message: 'Not right: too large.', moved: { values: moved, right: false } });
    expect(book.of('period')).toMatchObject({ tries: 0, score: null });
    await book.answer('period', '0.628 s', {}, moved);
    expect(book.of('period')).toMatchObject({ tries: 1, score: 1 });
    expect(book.uncounted).toEqual({});
    expect((await book.submit('')).answers?.period).toMatchObject({ score: 1 });
  });

  test('give a total result with their points', async () => {
    const book = await open();
    const { model } = await engine.check(JSON.stringify(document));
    const tasks = model?.tasks ?? [];
    await book.answer('period', '0.628');
    expect(book.scoreOf(tasks)).toBeCloseTo(2 / 5);
    await book.answer('tune', { d: 12 });
    expect(book.scoreOf(tasks)).toBeCloseTo(3 / 5);
    expect(book.scoreOf([])).toBe(0);
  });

  test('are forgotten on request', async () => {
    const book = await open();
    book.hint('predict');
    await book.answer('predict', [0]);
    book.reset();
    expect(book.of('predict')).toEqual({ tries: 0, hints: 0, score: null, message: '' });
    expect((await open()).begun).toBe(false);
  });

  test('can be moved to another place and back', async () => {
    const book = await open('Ada');
    await book.answer('predict', [0]);
    const saved = JSON.parse(JSON.stringify(book.saved));
    kept = emptyStorage();
    const other = await open();
    await other.restore(saved);
    expect(other.seed).toBe('Ada');
    expect(other.of('predict')).toMatchObject({ answer: [0], tries: 1, score: 1 });
    for (const hostile of [
      null,
      3,
      'x',
      [],
      { answers: 3 },
      { seed: 5, answers: { predict: { score: 7, tries: -1, hints: 'x', message: 3 }, x: null } },
    ])
      await other.restore(hostile);
    expect(other.of('predict')).toEqual({ answer: undefined, tries: 0, hints: 0, score: null, message: '' });
  });

  test('are still checked if the browser stores nothing', async () => {
    const book = new TaskState(grade, () => {
      throw new Error('forbidden');
    });
    await book.open(document);
    await book.answer('predict', [0]);
    expect(book.of('predict').score).toBe(1);
  });

  test('report errors in the engine', async () => {
    const book = new TaskState(
      () => Promise.reject(new Error('it stopped')),
      () => kept,
    );
    await book.open(document);
    await book.answer('predict', [0]);
    expect(book.of('predict')).toMatchObject({ score: null });
    expect(book.uncounted.predict.message).toBe('it stopped');
    expect(book.checking).toBe('');
  });
});

test('A submission beyond the budget is reported, does not count as a try and is not submitted', async () => {
  const notGraded = 'The runs of this submission need more computing than grading allows.';
  const over: typeof grade = async () => ({ submission: 1, name: '', seed: '', engine: '', document, notGraded });
  const book = new TaskState(over, () => kept);
  await book.open(document);
  await book.answer('predict', [0]);
  expect(book.of('predict')).toMatchObject({ tries: 0, score: null });
  expect(book.uncounted.predict.message).toBe(notGraded);
  await expect(book.submit('Ada')).rejects.toThrow(notGraded);
  const submission = await over({ document, name: 'Ada', seed: '', answers: {} });
  const again = { submission, different: [], otherwise: [], engine: '', verdict: `not graded: ${notGraded}` };
  await book.openSubmission({ document, name: 'Ada', seed: '', answers: {}, text: '' }, async () => again);
  expect(book.submission?.again?.notGraded).toBe(notGraded);
  expect(book.begun).toBe(false);
});

test('A seed draws values of parameters', async () => {
  const book = await open('Ada');
  expect(Object.keys(book.values)).toEqual(['k']);
  await book.enter('  ada ');
  expect(book.values).toEqual((await open('ADA')).values);
  await book.enter('');
  expect(book.values).toEqual({});
  expect(seedOfAddress('?seed=Ada%20L')).toBe('Ada L');
  expect(seedOfAddress('')).toBeUndefined();
});

test('A seed in the address is used, and does not replace the seed that a person has entered', async () => {
  await (await open()).enter('Ada');
  const linked = await open('Mallory');
  expect(linked.seed).toBe('Mallory');
  await linked.answer('predict', [0]);
  const own = await open();
  expect([own.seed, own.begun]).toEqual(['Ada', false]);
});

test('A submission contains everything that is needed to grade it again', async () => {
  const book = await open('Ada');
  await book.answer('predict', [1]);
  const submission = await book.submit('Ada');
  expect(submission).toMatchObject({
    name: 'Ada',
    seed: 'Ada',
    answers: { predict: { answer: [1], tries: 1, score: 0 } },
    values: book.values,
  });
  expect(submission.digest).toMatch(/^\d+\.\d+\.\d+(-\w+)?:[0-9a-f]{16}$/);
  expect(Object.keys(submission.seals ?? {})).toEqual(['name', 'document', 'seed', 'answers', 'events', 'digest', 'saved']);
  expect(Date.parse(submission.saved ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('Texts are shown in the reader’s language if available', () => {
  expect(textIn('plain', 'de')).toBe('plain');
  expect(textIn({ en: 'a', de: 'b' }, 'de')).toBe('b');
  expect(textIn({ en: 'a', de: 'b' }, 'fr')).toBe('a');
  expect(textIn({ it: 'c' }, 'fr')).toBe('c');
  expect(textIn(null, 'en')).toBe('');
  expect(textIn({ en: 3 }, 'en')).toBe('');
  const task = { title: null, text: { en: 'a', de: 'b' } };
  expect(languagesOf([task as never])).toEqual(['en', 'de']);
});

test('The script determines the language of a reader if its first two letters do not', () => {
  expect(languageAmong(['en', 'zh-Hans', 'zh-Hant'], ['zh-TW', 'en'])).toBe('zh-Hant');
  expect(languageAmong(['en', 'zh-Hans'], ['zh-HK', 'en-GB'])).toBe('en');
  expect(languageAmong(['zh-Hans', 'zh-Hant'], ['zh-CN'])).toBe('zh-Hans');
  expect(languageAmong(['en', 'de'], ['de-AT'])).toBe('de');
  expect(languageAmong(['en', 'de-AT', 'DE'], ['de'])).toBe('DE');
  expect(languageAmong(['no language', '', 'constructor'], ['C', 'fr'])).toBe('');
});

test('A text is marked with the language that its document names, and no other', () => {
  expect(localised({ en: 'a', de: 'b' }, 'de')).toEqual({ text: 'b', lang: 'de' });
  expect(localised({ it: 'c' }, 'fr')).toEqual({ text: 'c', lang: 'it' });
  expect(localised('plain', 'de')).toEqual({ text: 'plain', lang: '' });
  expect(localised({ en: 'a' }, 'constructor')).toEqual({ text: 'a', lang: 'en' });
});
