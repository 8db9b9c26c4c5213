import { afterEach, expect, test, vi } from 'vitest';
import { connectJsInput, type JsInput } from '../../../web/src/hosts/jsinput';
import { forget, openTasks, tasks } from '../../support/tasks';

/** The problem's side of jschannel: https://github.com/mozilla/jschannel/blob/master/PROTOCOL.md, scope "JSInput". */
class Problem {
  readonly received: Record<string, unknown>[] = [];
  readonly frame = new EventTarget();
  private id = 500;

  readonly postMessage = (message: object): void => {
    this.received.push(JSON.parse(message as unknown as string));
  };
  say(message: unknown, source: unknown = this): void {
    this.frame.dispatchEvent(
      Object.assign(new Event('message'), { data: typeof message === 'string' ? message : JSON.stringify(message), source }),
    );
  }
  call(method: string, params: unknown = ''): Record<string, unknown> | undefined {
    const id = this.id++;
    this.say({ id, method: `JSInput::${method}`, params });
    return this.received.find((message) => message.id === id);
  }
}

let end = () => {};
afterEach(() => end());

async function open(problem: Problem) {
  const book = await openTasks();
  end = connectJsInput(
    book,
    () => tasks,
    () => 'Check an answer first.',
    problem,
    problem.frame,
  );
  return { book };
}

test('Either side may open the channel', async () => {
  const problem = new Problem();
  await open(problem);
  expect(problem.received).toEqual([{ method: 'JSInput::__ready', params: 'ping' }]);
  problem.say({ method: 'JSInput::__ready', params: 'ping' });
  expect(problem.received.at(-1)).toEqual({ method: 'JSInput::__ready', params: 'pong' });
});

test('Before a first check there is no grade, and the learner gets a message', async () => {
  const problem = new Problem();
  const { book } = await open(problem);
  book.hint('predict');
  await book.answer('period', 'no number');
  expect(problem.call('getGrade')).toMatchObject({
    error: 'runtime_error',
    message: 'Check an answer first.',
  });
  expect(book.notice).toBe('Check an answer first.');
  await book.answer('period', '0.628 s');
  const { result } = problem.call('getGrade') ?? {};
  expect(JSON.parse(String(result))).toEqual({ score: 0.4, seed: '', tasks: { predict: null, draw: null, period: 1, tune: null } });
  expect(book.notice).toBe('');
});

test('A state survives the decoding of Open edX', async () => {
  const problem = new Problem();
  const { book } = await open(problem);
  await book.enter('100 % Ada Müller');
  await book.answer('predict', [1]);
  const { result } = problem.call('getState') ?? {};
  const state = decodeURI(String(result));
  expect(unescape(String(result))).toBe(state);
  const { saved } = book;
  end();
  forget();
  const later = new Problem();
  const again = await open(later);
  expect(later.call('setState', state)).toHaveProperty('result');
  await vi.waitFor(() => expect(again.book.saved).toEqual(saved));
  await again.book.answer('predict', [0]);
  expect(JSON.parse(String(later.call('getGrade')?.result)).score).toBeCloseTo(0.2);
});

test('The functions of the window do the same, even if the state came before the program', async () => {
  const place = globalThis as { slipstick?: Partial<JsInput> & { early?: string } };
  const early = { seed: '', answers: { predict: { answer: [0], tries: 1, hints: 0, score: 1, message: '' } } };
  place.slipstick = { early: JSON.stringify(early) };
  const { book } = await open(new Problem());
  await vi.waitFor(() => expect(book.begun).toBe(true));
  expect(JSON.parse(place.slipstick.getState?.() ?? '')).toEqual(early);
  book.reset();
  expect(() => place.slipstick?.getGrade?.()).toThrow(expect.objectContaining({ name: 'Waitfor Exception' }));
});

test('Foreign and hostile messages change nothing', async () => {
  const problem = new Problem();
  const { book } = await open(problem);
  await book.answer('predict', [0]);
  const { saved } = book;
  const state = JSON.stringify({ answers: {} });
  problem.say({ id: 1, method: 'JSInput::setState', params: state }, {});
  const count = problem.received.length;
  for (const message of ['{', 'null', '3', '[]', { id: 2, method: 'setState', params: state }, { id: 3, method: 'JSInput::constructor' }])
    problem.say(message);
  problem.say({ id: 'x', method: 'JSInput::setState', params: state });
  expect(problem.received).toHaveLength(count);
  for (const params of ['{', 'null', '[]', '7', '{"answers": 3}', '{"seed": "Eve"}', { answers: {} }]) problem.call('setState', params);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(book.saved).toEqual(saved);
});
