import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Graded } from '../../wasm/engine/types';
import { HandsOn } from '../../web/src/hands/hands-on';
import { readLink, submissionHash } from '../../web/src/link/link';
import type { Grip } from '../../web/src/scene';
import { Runner } from '../../web/src/state/runner';
import { Session } from '../../web/src/state/session';
import { patient, testEngine } from '../support/engine';
import { folderWith } from '../support/folder';

const program = 'build/native-release/slipstick';
const engine = await testEngine();
const folder = folderWith();

const plain = JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8'));
const far = 'max(abs(sensor("deflection")[0]))';
const document = {
  ...plain,
  measures: { ...plain.measures, far: { formula: far, unit: 'm' } },
  tasks: [...plain.tasks, { id: 'push', text: 'Push it.', answer: { type: 'run', check: 'far > 0.2' } }],
  analysis: { endTime: 1.5, stepSize: 0.002 },
};
const mass: Grip = { object: 'mass', link: null, at: [0, 0, 0], label: 'mass', flat: false };
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), patient);

/** The program's output about submissions: status and table. */
function graded(...given: string[]): [number, string] {
  try {
    return [0, execFileSync(program, ['grade', ...given, '--model', file(document)], { encoding: 'utf8', stdio: 'pipe' })];
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return [status, stdout];
  }
}
let files = 0;
function file(content: object | string): string {
  const path = join(folder, `${++files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test.skipIf(!existsSync(program))(
  'A run in hand is checked, handed in, and computed again by the program',
  { timeout: 60_000 },
  async () => {
    const session = new Session(new Runner(() => engine), undefined, 'Ada');
    const handsOn = new HandsOn();
    handsOn.follow(session);
    const text = JSON.stringify(document);
    session.open({ origin: 'gallery', name: 'model', hash: '', parameters: {}, document, text }, {});
    await until(() => Object.keys(session.tasks.values).length > 0);
    await until(() => session.runner.phase === 'finished');
    await session.tasks.answer('push', {}, session.submittedRun);
    expect(session.tasks.of('push')).toMatchObject({ score: 0, tries: 1 });

    session.cursor.setSpeed(0.5); // in slow motion the hand is quicker than the model's
    const over = session.hands.take(false);
    await until(() => handsOn.hands?.live.takenOver === true);
    const hands = handsOn.hands!;
    await until(() => hands.live.time > 0.1);
    hands.grab(mass, [1, 0, 0], 0.002);
    for (let i = 1; i <= 4; i++) {
      const { time } = hands.live;
      hands.move([1 + 0.1 * i, 0, 0]);
      await until(() => hands.live.time > time + 0.1);
    }
    hands.release();
    await until(() => hands.live.time > 1);
    await hands.live.end();
    await over;
    await until(() => session.runner.phase === 'finished');
    const { submittedRun } = session;
    expect(submittedRun.events).toHaveLength(3);
    expect(submittedRun.handFrequency).toBe(30);

    // The page judges exactly this run, to the last bit, and no other task.
    await session.tasks.answer('push', {}, submittedRun);
    expect(session.tasks.of('push')).toMatchObject({ score: 1, tries: 2, events: submittedRun.events });
    const { value } = session.runner.recording!.measures!.find(({ name }) => name === 'far')!;
    const exact = structuredClone(document);
    exact.tasks.at(-1).answer.check = `far >= ${value} and far <= ${value}`;
    const again = { document: exact, name: '', seed: 'Ada', answers: { push: { answer: {}, ...submittedRun } } };
    expect((await engine.grade(again)).answers?.push.score).toBe(1);
    expect((await engine.grade({ ...again, answers: { push: { answer: {} } } })).answers?.push.score).toBe(0);
    await session.tasks.answer('period', '0.5 s');
    const { period } = session.tasks.answers;

    const submission = await session.tasks.submit('Ada', session.submittedRun);
    expect(submission.events).toEqual(submittedRun.events);
    expect(submission.answers?.period).toMatchObject({ score: period.score });
    const without = await session.tasks.submit('Ada');
    expect(submission.digest).not.toBe(without.digest);
    const link = `https://example.org/${submissionHash(submission)}`;
    const dictionary = new Uint8Array(readFileSync('web/public/link-dictionary-2.txt'));
    const short = submissionHash(submission, dictionary);
    expect(short.length).toBeLessThan(link.length);
    for (const given of [file(submission), link, short, file(`${link}\n`)]) {
      const [status, table] = graded(given);
      expect(table).toMatch(/^Ada +push +1 +yes$/m);
      expect(status).toBe(0);
    }

    const changes: [string, (submission: Graded) => void][] = [
      ['events', (it) => it.events?.pop()],
      ['answers', (it) => it.answers!.push.events?.pop()],
      ['digest', (it) => Object.assign(it, { handFrequency: 15 })],
      ['digest', (it) => Object.assign(it, { parameters: { d: 3 } })],
      ['engine', (it) => Object.assign(it, { engine: '9.9.9' })], // its digest names another task
      ['document', (it) => Object.assign(it.document, { title: 'Another one' })],
    ];
    for (const [part, change] of changes) {
      const other = structuredClone(submission) as Graded;
      change(other);
      const [status, table] = graded(`https://example.org/${submissionHash(other)}`);
      expect(table, part).toMatch(new RegExp(`no: .*${part}`));
      expect(status).toBe(1);
    }
    for (const broken of [link.slice(0, -9), 'https://example.org/#s=', '#s=1.', '#s=7.AAAA', `#s=1.${'A'.repeat(90)}`])
      expect(graded(broken)[0], broken).toBe(1);

    // The page also opens such a link, with the scores that it computes itself.
    const opened = readLink(new URL(link).hash);
    if (opened.kind !== 'document' || !opened.submission) throw new Error('no submission');
    expect(readLink(short).kind).toBe('packed');
    expect(readLink(short, dictionary)).toEqual(opened);
    const forged = structuredClone(submission) as Graded;
    forged.answers!.period.score = 1;
    await session.tasks.openSubmission({ ...opened.submission, text: JSON.stringify(forged) }, (text) => engine.regrade(text));
    expect(session.tasks.submission).toMatchObject({ name: 'Ada', again: { different: ['score of task period'], engine: '' } });
    expect(session.tasks.of('period').score).toBe(period.score);
    expect(session.tasks.of('push')).toMatchObject({ score: 1, tries: 2 });
    expect(session.tasks.seed).toBe('Ada');
  },
);

test('A damaged submission link is refused with a message', () => {
  for (const hostile of [null, 3, [], {}, { document: 3 }, { document: [] }, { document: null, answers: {} }])
    expect(readLink(submissionHash(hostile as object)).kind, JSON.stringify(hostile)).toBe('broken');
  const odd = readLink(submissionHash({ document: { title: 'x' }, seed: 3, name: {}, answers: 'all' }));
  expect(odd).toMatchObject({ kind: 'document', submission: { seed: '', name: '' } });
});
