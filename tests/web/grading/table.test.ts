import { expect, test } from 'vitest';
import type { Graded, Regraded } from '../../../wasm/engine/types';
import { gradedFile, rowsOf, sumOf, tablesOf, ungradedFile } from '../../../web/src/grading/table';

const head = { submission: 1, seed: '', engine: '1.0.0', document: { title: 'Belt' } };
const answer = { answer: '3', code: 'right', values: {}, message: 'Right.' };
const again = (submission: Graded, verdict = 'yes'): Regraded => ({ submission, different: [], otherwise: [], engine: '', verdict });
const ada = { ...head, name: 'Ada', points: { limit: 2, carry: 1 }, answers: { limit: { ...answer, score: 0.5 } }, score: 1 / 3 };

test('A submission over its budget is marked, without a score', () => {
  const notGraded = 'The runs of this submission need more computing than grading allows.';
  const eve = gradedFile('eve.json', '#s=', again({ ...head, name: 'Eve', notGraded }, `not graded: ${notGraded}`));
  const tables = tablesOf([eve, gradedFile('ada.json', '#s=', again(ada)), ungradedFile('list.txt', 'This is not a submission.')]);
  expect(tables.map(({ title, tasks, files }) => [title, tasks, files.map(({ name }) => name)])).toEqual([
    ['Belt', ['limit', 'carry'], ['Ada']],
    ['Not graded', [], ['Eve', 'list.txt']],
  ]);
  expect(rowsOf(tables)).toEqual([
    ['name', 'file', 'model', 'limit', 'carry', 'sum', 'of', 'saved', 'reproduced'],
    ['Ada', 'ada.json', 'Belt', '1', '', '1', '3', '', 'yes'],
    ['Eve', 'eve.json', 'Belt', '', '', '', '', '', `not graded: ${notGraded}`],
    ['list.txt', 'list.txt', '', '', '', '', '', '', 'This is not a submission.'],
  ]);
  expect(sumOf(tables[0].files[0])).toEqual({ reached: 1, points: 3 });
});

test('The page shows changes to the model, and the engine that computed the result', () => {
  const shown = (found: Partial<Regraded>) => gradedFile('a.json', '', { ...again(ada), ...found }).shown;
  expect(shown({})).toBe('✓ matches');
  expect(shown({ engine: '0.1.0' })).toBe('✓ matches, computed by engine 0.1.0');
  expect(shown({ different: ['score', 'digest'], engine: '0.1.0' })).toBe('✗ was changed: score, digest; computed by engine 0.1.0');
  expect(shown({ engine: '0.1.0', otherwise: ['digest'], verdict: 'engine 0.1.0, differs' })).toBe('engine 0.1.0, differs');
});
