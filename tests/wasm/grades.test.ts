// The page and the program save the same table of grades.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { csvText } from '../../web/src/format/csv';
import { gradedFile, rowsOf, tablesOf, ungradedFile } from '../../web/src/grading/table';
import { testEngine } from '../support/engine';
import { folderWith } from '../support/folder';
import type { FrozenSubmission } from '../support/freeze';

const program = resolve('build/native-release/slipstick');

test.skipIf(!existsSync(program))('The table of grades has the same rows from both', async () => {
  const engine = await testEngine();
  const [ada, grace] = (JSON.parse(readFileSync('tests/data/links/0.1.0/submissions.json', 'utf8')) as FrozenSubmission[]).map(
    ({ submission }) => submission as unknown as Record<string, object>,
  );
  const submissions = {
    'grace.json': grace,
    'ada.json': ada,
    'changed.json': {
      ...ada,
      name: '=Bob, "B"',
      answers: { ...ada.answers, period: { ...(ada.answers as { period: object }).period, answer: '3 s' } },
    },
    'other.json': { ...grace, name: 'carol', document: { ...grace.document, title: 'Another exercise' } },
    'wrong.json': { ...grace, name: 'Dan', document: { ...grace.document, objects: 3 } },
    'unanswered.json': { ...ada, name: 'Eve', answers: {} },
  };
  const folder = folderWith({ 'list.json': '{}' });
  const files = [ungradedFile('list.json', 'this is not a submission')];
  for (const [name, submission] of Object.entries(submissions)) {
    const text = JSON.stringify(submission);
    writeFileSync(join(folder, name), text);
    files.push(gradedFile(name, '', await engine.regrade(text)));
  }
  const { stderr } = spawnSync(program, ['grade', ...files.map(({ file }) => file), '--output', 'grades.csv'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const saved = readFileSync(join(folder, 'grades.csv'), 'utf8');
  expect(saved).toBe(csvText(rowsOf(tablesOf(files))));
  expect(saved).toMatch(/^name,file,model,predict,draw,period,tune,sum,of,saved,reproduced\n/);
});
