import { afterEach, expect, test, vi } from 'vitest';
import { connectSplice } from '../../../web/src/hosts/splice';
import { openTasks, tasks } from '../../support/tasks';

/** A learning system as described in https://cssplice.org/slcp/iframe-protocol-specification.html: it stores a score and a state. */
class LearningSystem {
  readonly messages: Record<string, unknown>[] = [];
  state: unknown;
  score: number | null = null;
  answers = true;
  readonly frame = new EventTarget();

  readonly postMessage = (data: object): void => {
    const message = structuredClone(data) as Record<string, unknown>;
    this.messages.push(message);
    if (message.subject === 'SPLICE.reportScoreAndState') [this.score, this.state] = [message.score as number, message.state];
    if (message.subject === 'SPLICE.getState' && this.answers)
      this.send({ subject: 'SPLICE.getState.response', message_id: message.message_id, state: this.state });
  };

  send(data: unknown, source: unknown = this, origin = 'https://course.example'): void {
    this.frame.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));
  }
}

const open = async (host: LearningSystem, named = true) => {
  const book = await openTasks();
  return { book, ...connectSplice(book, () => tasks, host, host.frame, named) };
};
afterEach(() => void vi.useRealTimers());

test('The first message asks for the state, and no score is sent before a first check', async () => {
  const host = new LearningSystem();
  const { book, end } = await open(host);
  expect(host.messages.map(({ subject }) => subject)).toEqual(['SPLICE.getState']);
  book.hint('predict');
  await book.answer('period', 'no number');
  expect(host.messages.slice(1)).toEqual([
    { subject: 'SPLICE.sendEvent', message_id: expect.any(String), name: 'hint', data: { task: 'predict', hints: 1 } },
  ]);
  await book.answer('period', '0.628 s');
  expect(host.score).toBeCloseTo(2 / 5);
  expect(host.messages.at(-1)).toMatchObject({ subject: 'SPLICE.reportScoreAndState', message_id: expect.stringMatching(/./) });
  end();
  await book.answer('predict', [0]);
  expect(host.score).toBeCloseTo(2 / 5);
});

test('Answers come back, and further answers continue from there', async () => {
  const host = new LearningSystem();
  const first = await open(host);
  await first.book.answer('predict', [0]);
  first.end();
  const { book } = await open(host);
  await vi.waitFor(() => expect(book.of('predict').score).toBe(1));
  const { length } = host.messages;
  await book.answer('tune', { d: 12 });
  expect(host.messages).toHaveLength(length + 1);
  expect(host.score).toBeCloseTo(2 / 5);
  expect(new Set(host.messages.map(({ message_id }) => message_id)).size).toBe(host.messages.length);
});

test('A host that stores nothing, or does not answer, still gets messages', async () => {
  vi.useFakeTimers();
  const host = new LearningSystem();
  host.answers = false;
  const { book } = await open(host);
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  await book.answer('predict', [0]);
  expect(host.score).toBeCloseTo(1 / 5);
});

test('A page that has not requested the protocol gets no name before it has answered', async () => {
  const host = new LearningSystem();
  host.answers = false;
  const { book } = await open(host, false);
  await book.enter('Ada');
  await new Promise((resolve) => setTimeout(resolve, 2100)); // it may still answer
  await book.answer('predict', [0]);
  expect(host.score).toBeCloseTo(1 / 5);
  expect(JSON.stringify(host.messages)).not.toContain('Ada');
  host.send({ subject: 'SPLICE.getState.response', message_id: host.messages[0].message_id, state: null });
  await book.answer('period', '0.628 s');
  expect(host.state).toMatchObject({ seed: 'Ada' });
});

test('Only the origin of the first answer is accepted and addressed', async () => {
  const host = new LearningSystem();
  host.answers = false;
  const origins: string[] = [];
  const { postMessage } = host;
  Object.assign(host, {
    postMessage: (data: object, origin: string) => {
      origins.push(origin);
      postMessage(data);
    },
  });
  const { book, reportHeight } = await open(host);
  const state = { answers: { predict: { answer: [0], tries: 1, hints: 0, score: 1, message: '' } } };
  const answer = { subject: 'SPLICE.getState.response', message_id: host.messages[0].message_id, state };
  host.send({ subject: answer.subject, message_id: answer.message_id }, host, 'https://course.example');
  host.send(answer, host, 'https://other.example');
  reportHeight(100);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(book.begun).toBe(false);
  expect(origins).toEqual(['*', 'https://course.example']);
});

test('Events and sizes are sent as the protocol requires', async () => {
  const host = new LearningSystem();
  const { reportEvent, reportHeight } = await open(host);
  reportEvent('run', { phase: 'finished', measures: [] });
  reportEvent('error', { message: 'no such model' }, 'no such model');
  reportHeight(812);
  const message_id = expect.any(String);
  expect(host.messages.slice(1)).toEqual([
    { subject: 'SPLICE.sendEvent', message_id, name: 'run', data: { phase: 'finished', measures: [] } },
    {
      subject: 'SPLICE.sendEvent',
      message_id,
      name: 'error',
      data: { message: 'no such model' },
      error: { code: 'error', message: 'no such model' },
    },
    { subject: 'lti.frameResize', message_id, height: 812 },
  ]);
});

test('Foreign and hostile messages change nothing', async () => {
  const host = new LearningSystem();
  host.answers = false;
  const { book } = await open(host);
  const id = host.messages[0].message_id;
  const state = { seed: '', answers: { predict: { answer: [0], tries: 1, hints: 0, score: 1, message: '' } } };
  host.send({ subject: 'SPLICE.getState.response', message_id: id, state }, {});
  host.send({ subject: 'SPLICE.getState.response', message_id: 'another', state });
  for (const data of [null, 3, 'text', { subject: 'SPLICE.reportScoreAndState', score: 1 }]) host.send(data);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(book.begun).toBe(false);
  host.send({ subject: 'SPLICE.getState.response', message_id: id, state: { answers: { predict: { score: 'all' } } } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(book.begun).toBe(false);
});
