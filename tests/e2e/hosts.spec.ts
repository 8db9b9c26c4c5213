import { readFileSync } from 'node:fs';
import type { FrameLocator, Page } from '@playwright/test';
import { taskDocument as model } from '../support/models';
import { documentHash, expect, finished, pictures, test } from './page';

// A learning system, written from https://cssplice.org/slcp/iframe-protocol-specification.html. `window.kept` is its stored state.
const learningSystem = `
  window.kept = { score: null, state: null, events: [], resizes: 0, subjects: [] };
  if (window.name) kept = { ...kept, ...JSON.parse(window.name) };
  addEventListener('message', ({ data, source }) => {
    const frame = [...document.querySelectorAll('iframe')].find((each) => each.contentWindow === source);
    if (!frame || typeof data !== 'object' || typeof data.subject !== 'string') return;
    kept.subjects.push(data.subject);
    if (data.subject === 'SPLICE.getState')
      source.postMessage({ subject: 'SPLICE.getState.response', message_id: data.message_id, state: kept.state }, '*');
    if (data.subject === 'SPLICE.reportScoreAndState') ({ score: kept.score, state: kept.state } = data);
    if (data.subject === 'SPLICE.sendEvent') kept.events.push(data.name);
    if (data.subject === 'lti.frameResize') {
      kept.resizes++;
      const wanted = data.height + 32; // as the specification recommends
      if (frame.scrollHeight < wanted) frame.style.height = wanted + 'px';
    }
  });`;

// A problem of Open edX around a JSInput frame, written from its documentation ("Custom JavaScript Display and Grading Problem") and from
// the protocol of jschannel, with scope "JSInput". Submit requests grade and state; a stored state is sent back.
const openEdx = `
  window.kept = { answer: null, state: null, errors: [], submissions: 0 };
  if (window.name) kept = { ...kept, ...JSON.parse(window.name) };
  let [ready, next, waiting, calls] = [false, 7, [], new Map()];
  const frame = () => document.querySelector('iframe').contentWindow;
  const post = (message) => frame().postMessage(JSON.stringify(message), '*');
  const call = (method, params, success) => {
    calls.set(next, success);
    const message = { id: next++, method: 'JSInput::' + method, params };
    if (ready) post(message);
    else waiting.push(message);
  };
  const open = () => {
    ready = true;
    while (waiting.length) post(waiting.pop());
  };
  addEventListener('message', ({ data, source }) => {
    if (source !== frame() || typeof data !== 'string') return;
    const message = JSON.parse(data);
    if (message.method === 'JSInput::__ready' && !ready) {
      if (message.params === 'ping') post({ method: 'JSInput::__ready', params: 'pong' });
      open();
    } else if (calls.has(message.id)) {
      if (message.error) kept.errors.push(message.message);
      else calls.get(message.id)(message.result);
      calls.delete(message.id);
    }
  });
  addEventListener('load', () => setTimeout(() => {
    post({ method: 'JSInput::__ready', params: 'ping' });
    if (kept.state !== null) call('setState', kept.state, () => {});
  }, 300));
  window.submit = () => call('getGrade', '', (answer) => call('getState', '', (state) => {
    kept.answer = decodeURI(answer);
    kept.state = decodeURI(state);
    kept.submissions++;
  }));`;

interface Kept {
  score: number | null;
  state: unknown;
  events: string[];
  resizes: number;
  answer: string | null;
  errors: string[];
  submissions: number;
}
const kept = (page: Page) => page.evaluate(() => (window as unknown as { kept: Kept }).kept);

/** The course's page with the frame in it; `content`: a whole page in the frame, instead of the site's. */
async function openCourse(page: Page, script: string, query: string, content = ''): Promise<FrameLocator> {
  const source = content ? 'package.html' : `../embed.html?${query}${documentHash(model)}`;
  await page.route('**/course/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1);
    const around = `<!doctype html><title>Course</title><script>${script}</script><iframe src="${source}" title="Problem" width="900" height="300"
      sandbox="allow-scripts allow-popups allow-same-origin allow-forms allow-pointer-lock"></iframe>`;
    return route.fulfill({ contentType: 'text/html', body: name === 'package.html' ? content : around });
  });
  await page.goto('./course/unit.html');
  const frame = page.frameLocator('iframe');
  await frame.locator(finished).waitFor();
  return frame;
}

/** Another visit: the browser forgets, the course does not. */
async function comeBack(page: Page): Promise<void> {
  const known = await kept(page);
  await page.frame({ url: /embed|package/ })?.evaluate(() => localStorage.clear());
  await page.evaluate((text) => {
    window.name = text;
  }, JSON.stringify(known));
  await page.reload();
  await page.frameLocator('iframe').locator(finished).waitFor();
}

async function choose(frame: FrameLocator, number: number, score: string): Promise<void> {
  const task = frame.locator('[data-task="predict"]');
  await task.getByRole('radio').nth(number).check();
  await task.getByRole('button', { name: 'Check' }).click();
  await expect(task).toHaveAttribute('data-score', score);
}

test('A course with SPLICE gets a score after the first check, returns the answers, and accepts better ones', async ({ page }) => {
  const frame = await openCourse(page, learningSystem, 'show=scene,parameters,tasks&host=splice');
  await expect.poll(async () => (await kept(page)).events).toContain('run');
  expect((await kept(page)).score).toBeNull();
  const embed = page.frame({ url: /embed/ })!;
  await expect.poll(() => embed.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  await frame.getByRole('button', { name: 'Show a hint' }).click();
  await expect.poll(async () => (await kept(page)).events).toContain('hint');
  expect((await kept(page)).score).toBeNull();
  await choose(frame, 1, '0');
  await expect.poll(async () => (await kept(page)).score).toBe(0);
  await expect.poll(() => embed.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);

  await comeBack(page);
  await expect(frame.locator('[data-task="predict"]')).toHaveAttribute('data-score', '0');
  await expect(frame.locator('.hints li')).toHaveCount(1);
  await choose(frame, 0, '1');
  await expect.poll(async () => (await kept(page)).score).toBeCloseTo(0.2);
  // A new height granted by the page does not cause another request.
  await expect
    .poll(async () => {
      const { resizes } = await kept(page);
      await pictures(page);
      return (await kept(page)).resizes - resizes;
    })
    .toBe(0);

  // Messages that answer no request, or come from another sender, change nothing.
  await page.evaluate((state) => {
    const { contentWindow } = document.querySelector('iframe') as HTMLIFrameElement;
    for (const data of [
      { subject: 'SPLICE.getState.response', message_id: 'slipstick-1', state },
      { subject: 'SPLICE.getState.response', state: { seed: 'Eve', answers: {} } },
      'SPLICE.getState.response',
      null,
    ])
      contentWindow?.postMessage(data, '*');
  }, {});
  await page.frame({ url: /embed/ })!.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'the last one' && resolve()); // after all others
        postMessage({ slipstick: 1, id: 1, request: 'restore', answers: { seed: '', answers: {} } }, '*');
        postMessage('the last one', '*');
      }),
  );
  await expect(frame.locator('[data-task="predict"]')).toHaveAttribute('data-score', '1');
});

test('A page that only contains the frame gets no name, unless it requests it', async ({ page }) => {
  const listening = `window.kept = [];
    addEventListener('message', ({ data }) => data.slipstick === 1 && kept.push(data));`;
  const received = () =>
    page.evaluate(() => (window as unknown as { kept: { event?: string; id?: number; data?: { seed?: string } }[] }).kept);
  const events = async () => (await received()).filter(({ event }) => event === 'tasks').map(({ data }) => data?.seed);
  const frame = await openCourse(page, listening, 'show=parameters,tasks&seed=Ada');
  await choose(frame, 0, '1');
  await expect.poll(events).toEqual([undefined]);
  expect(JSON.stringify(await received())).not.toContain('Ada');
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector('iframe') as HTMLIFrameElement;
    contentWindow?.postMessage({ slipstick: 1, id: 7, request: 'answers' }, '*');
  });
  await expect.poll(async () => (await received()).find(({ id }) => id === 7)).toMatchObject({ result: { seed: 'Ada' } });

  const asking = await openCourse(page, listening, 'show=parameters,tasks&seed=Ada&host=splice');
  await choose(asking, 1, '0');
  await expect.poll(async () => (await events()).at(-1)).toBe('Ada');
});

const single = () =>
  readFileSync('dist/single.html', 'utf8').replace('id="model">null', () =>
    `id="model">${JSON.stringify({ document: model })}`.replaceAll('</', '\\u003c/'),
  );
for (const [name, content] of [
  ['the frame of the site', ''],
  ['a web page in one file', 'single'],
] as const)
  test(`A problem of Open edX gets grade and state of ${name}, returns the state, and accepts a better answer`, async ({ page }) => {
    const frame = await openCourse(page, openEdx, 'show=parameters,tasks&host=jsinput', content && single());
    const submit = () => page.evaluate(() => (window as unknown as { submit(): void }).submit());
    await submit();
    await expect(frame.getByText('No answer has been checked yet: check one first, then hand in.')).toBeVisible();
    expect(await kept(page)).toMatchObject({ answer: null, submissions: 0, errors: [expect.stringContaining('No answer')] });
    await choose(frame, 1, '0');
    await submit();
    await expect.poll(async () => (await kept(page)).submissions).toBe(1);
    expect(JSON.parse((await kept(page)).answer ?? '')).toMatchObject({ score: 0, tasks: { predict: 0, draw: null } });

    await comeBack(page);
    await expect(frame.locator('[data-task="predict"]')).toHaveAttribute('data-score', '0');
    await choose(frame, 0, '1');
    await submit();
    await expect.poll(async () => (await kept(page)).submissions).toBe(2);
    expect(JSON.parse((await kept(page)).answer ?? '').score).toBeCloseTo(0.2);

    // The same through functions, if the surrounding page may call them.
    const called = await page.evaluate(() => {
      const { contentWindow } = document.querySelector('iframe') as HTMLIFrameElement;
      return (contentWindow as unknown as { slipstick: { getGrade(): string } }).slipstick.getGrade();
    });
    expect(called).toBe((await kept(page)).answer);
  });
