import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readLink } from '../../web/src/link/link';
import { findings } from './axe';
import { documentHash, expect, fallingMass, fingers, linkWithDigest, openModel, openStill, test } from './page';

const read = (name: string) => (({ events: _, ...rest }) => rest)(JSON.parse(readFileSync(`tests/data/live/${name}.json`, 'utf8')));
const pendulum = documentHash(read('events'));
const rotor = documentHash(read('inputs'));
const dictionary = new Uint8Array(readFileSync('web/public/link-dictionary-2.txt'));

const live = (page: Page) => page.locator('.model-page[data-phase=live]');
const note = (page: Page) => page.locator('.hands-note');
const simulated = async (page: Page) => Number.parseFloat(await page.locator('.live-bar .time').innerText());
const passes = async (page: Page, seconds: number) => {
  const start = await simulated(page);
  await expect.poll(() => simulated(page), { timeout: 60_000 }).toBeGreaterThan(start + seconds);
};

async function begin(page: Page, name = 'Hands on'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await live(page).waitFor();
  await page.locator('.live-bar[data-taken=true]').waitFor();
}

async function stop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.model-page[data-phase=finished]').waitFor();
}

/** A point where the pendulum can be grabbed: the keyboard's choice highlights it and marks the point. */
async function place(page: Page): Promise<{ x: number; y: number }> {
  const choice = page.getByRole('button', { name: /^pendulum: arrow keys/ });
  await choice.blur();
  await choice.focus();
  const mark = page.locator('.hands-end[visibility=visible]');
  const box = (await mark.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The document in a link. */
function documentOf(link: string): Record<string, unknown> {
  const read = readLink(new URL(link).hash, dictionary);
  if (read.kind !== 'document') throw new Error(`no document: ${read.kind}`);
  return JSON.parse(read.text);
}

test('The hint about hands is shown until it was read or hands were used, for ever in this browser', async ({ page }) => {
  const hint = page.getByRole('note').filter({ hasText: 'Take hold of the model' });
  await openStill(page, pendulum);
  await expect(hint).toBeVisible();
  await begin(page, 'Hands on');
  await stop(page);
  await expect(hint).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(hint).toBeVisible();
  await page.locator('.scrubber').fill('1'); // the user does something else
  await expect(hint).toHaveCount(0);
  await page.reload();
  await hint.getByRole('button', { name: 'Close this hint' }).press('Enter');
  await expect(hint).toHaveCount(0);
  await page.reload();
  await page.locator('slip-scene[data-drawn]').waitFor();
  await expect(hint).toHaveCount(0);
});

test('The hint about hands is in the picture, and covers nothing else on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStill(page, '#g=bricard');
  const [hint, picture] = [(await page.getByRole('note').boundingBox())!, (await page.locator('.scene-part').boundingBox())!];
  expect(hint.y).toBeGreaterThan(picture.y);
  expect(hint.y + hint.height).toBeLessThan(picture.y + picture.height);
  await page.getByRole('slider', { name: 'middle rod' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Reset all' }).click();
});

test('A run continues from the displayed time, a push can be undone, and the previous run stays for comparison', async ({ page }) => {
  await openStill(page, pendulum);
  await page.locator('.scrubber').fill('1');
  await begin(page, 'Go on from here');
  expect(await simulated(page)).toBeGreaterThanOrEqual(1);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeDisabled();
  await place(page);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(undo).toBeEnabled();
  await passes(page, 0.2);
  await undo.click();
  await expect(undo).toBeDisabled();
  await passes(page, 3); // beyond the end of the model
  await stop(page);
  await expect(page.locator('.time-end')).not.toHaveText('3\u2009s');
  await page.getByRole('button', { name: 'Back to the run without your actions' }).click();
  await expect(page.locator('.time-end')).toHaveText('3\u2009s');
  await expect.poll(() => page.url()).toContain(pendulum);
});

test('The keyboard grabs a body, drags and releases it; impossible grabs are reported', async ({ page }) => {
  await openStill(page, documentHash({ ...read('events'), create: [...(read('events').create as object[]), { type: 'RigidBody', name: 'block', referencePosition: [0, 1, 0], inertia: { shape: 'cuboid', mass: 1, sideLengths: [0.2, 0.2, 0.2] } }, { type: 'GenericJoint', name: 'weld', bodies: [null, 'block'], position: [0, 1, 0] }] })); // biome-ignore format: one model
  const handsOn = page.getByRole('button', { name: 'Hands on', exact: true });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(handsOn.getByText('Hands on')).toBeVisible();
    const [icon, word] = [await handsOn.locator('svg').boundingBox(), await handsOn.getByText('Hands on').boundingBox()];
    expect(word!.y > icon!.y + 10).toBe(width === 390); // below the icon, or beside it
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await handsOn.press('Enter');
  await page.locator('.live-bar[data-taken=true]').waitFor();
  await expect(page.locator('slip-hands')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^pendulum/ })).toBeFocused();
  await page.getByRole('button', { name: /^block/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(note(page)).toHaveText(/'block' cannot be grabbed at this point: constraints hold it/);
  await page.getByRole('button', { name: /^pendulum/ }).focus();
  for (const key of ['ArrowRight', 'ArrowUp', 'PageUp']) await page.keyboard.press(key);
  await expect(page.locator('.hands-wanted')).toHaveAttribute('visibility', 'visible');
  await expect(page.locator('.hands-said')).toHaveText(/^Holding pendulum, [\d.]+\s*[mk]?N\.$/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.hands-wanted')).toHaveAttribute('visibility', 'hidden');
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await page.locator('.model-page[data-phase=finished]').waitFor();
  await expect(handsOn).toBeFocused();
  await expect(page.getByText('Your actions are part of the model now')).toBeVisible();
});

test('Inputs have sliders and keys, on the screen and on the keyboard', async ({ page }) => {
  await openModel(page, rotor); // there is nothing to draw
  await expect(page.locator('.input')).toHaveCount(0);
  await begin(page);
  const value = async () => Number.parseFloat((await page.locator('.input output').innerText()).replace('\u2212', '-'));
  await page.keyboard.down('ArrowRight');
  await expect.poll(value).toBeGreaterThan(0.5);
  await page.keyboard.up('ArrowRight');
  await expect.poll(value).toBe(0);
  const lower = page.getByRole('button', { name: /down, key ArrowLeft/ });
  await lower.hover();
  await page.mouse.down();
  await expect.poll(value).toBe(-2);
  await page.mouse.up();
  await expect.poll(value).toBe(0);
  await page.getByRole('slider', { name: 'torque of the motor' }).fill('1');
  await expect.poll(value).toBe(1);
  await stop(page);
  const document = documentOf(await linkWithDigest(page));
  expect(document.events).toMatchObject([
    { input: 'torque', value: 2, rate: 4 },
    { input: 'torque', value: 0, rate: 4 },
    { input: 'torque', value: -2, rate: 4 },
    { input: 'torque', value: 0, rate: 4 },
    { input: 'torque', value: 1 },
    { end: true },
  ]);
});

test.describe('On a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('fingers drag, and push after a long press', async ({ page }) => {
    await openStill(page, pendulum);
    await begin(page);
    const { x, y } = await place(page);
    const touch = await fingers(page);
    await touch('touchStart', [x, y]);
    await touch('touchMove', [x + 40, y]);
    await passes(page, 0.2);
    await expect(page.locator('.hands-line')).toHaveAttribute('visibility', 'visible');
    await expect(page.locator('.hands-force')).toHaveText(/[\d.]+\s*[mk]?N/);
    let again = { x, y };
    // On a slow machine the pendulum may move away before the finger touches it; then there is no event.
    await expect(async () => {
      await touch('touchEnd');
      again = await place(page);
      await touch('touchStart', [again.x, again.y]);
      await expect(page.locator('.hands-lines')).toHaveClass(/pushes/, { timeout: 5000 });
    }).toPass();
    await touch('touchMove', [again.x + 40, again.y]);
    await touch('touchEnd');
    await passes(page, 0.1);
    await stop(page);
    const document = documentOf(await linkWithDigest(page));
    const kinds = (document.events as object[]).map((event) => Object.keys(event)[1]);
    expect(kinds).toEqual(['grab', 'release', 'grab', 'release', 'push', 'end']);
  });
});

test('Axe finds nothing serious during a live run, in light and dark themes and on a phone', async ({ page }) => {
  await openModel(page, rotor);
  await begin(page);
  expect(await findings(page), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findings(page, true), 'dark').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await findings(page), 'phone').toEqual([]);
});

test('Hands work in a frame only if its page permits them, and it reports the actions', async ({ page, baseURL }) => {
  const expanding: string[] = [];
  page.on('console', (message) => {
    if (message.text() === 'expands') expanding.push(message.text());
  });
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
      if (JSON.stringify(message)?.includes('"request":"expand"')) console.log('expands');
      return postMessage.call(this, message, ...rest);
    };
  });
  await page.goto('./embedding.html');
  const origin = await page.evaluate(
    async ([hash, site]) => {
      const make = (handsOn: boolean) => {
        const element = document.createElement('slipstick-model') as HTMLElement & { start(): Promise<void> };
        element.setAttribute('link', hash);
        element.style.cssText = 'width: 640px; height: 480px';
        if (handsOn) element.setAttribute('hands-on', '');
        document.body.prepend(element);
        return element;
      };
      const [, open] = [make(false), make(true)];
      const received: unknown[] = [];
      for (const name of ['grab', 'release', 'push', 'input', 'stop'])
        open.addEventListener(`slipstick-${name}`, (event) => received.push([name, (event as CustomEvent).detail]));
      Object.assign(window, { received });
      await Promise.all([...document.querySelectorAll<typeof open>('slipstick-model')].slice(0, 2).map((element) => element.start()));
      return site;
    },
    [pendulum, baseURL] as const,
  );
  expect(origin).toBe(baseURL);
  const [open, closed] = [page.frameLocator('iframe').nth(0), page.frameLocator('iframe').nth(1)];
  await closed.locator('.model-page[data-phase=finished]').waitFor();
  await expect(closed.getByRole('button', { name: 'Hands on' })).toHaveCount(0);
  await open.locator('slip-scene[data-drawn]').waitFor();
  await open.getByRole('button', { name: 'Hands on' }).click();
  await open.locator('.model-page[data-phase=live]').waitFor();
  const body = open.getByRole('button', { name: /^pendulum/ });
  await body.focus();
  await body.press('Shift+ArrowRight');
  await body.press('ArrowRight');
  await body.press('Escape');
  await open.getByRole('button', { name: 'Stop' }).click();
  const received = () => page.evaluate(() => (window as unknown as { received: [string, Record<string, unknown>][] }).received);
  await expect.poll(async () => (await received()).map(([name]) => name)).toEqual(['push', 'grab', 'release', 'stop']);
  const [, { digest, link }] = (await received()).at(-1)!;
  expect(digest).toMatch(/^[\w.-]+:[\w-]+:[\w-]+$/);
  expect(link).toMatch(/^#m=1\./);
  expect(expanding).toHaveLength(1); // the limit of a push follows from the model and is requested once
});

test('Next to the inputs, a live run shows the speed that a plot shows', async ({ page }) => {
  const sensors = [{ type: 'Node', name: 'velocity', nodeNumber: 'mass', outputVariableType: 'Velocity' }];
  const display = { plots: [{ title: 'falling speed', curves: [{ sensor: 'velocity', component: 2 }] }] };
  await openStill(page, documentHash(fallingMass({}, { sensors, display, inputs: { wind: { value: 0, min: -1, max: 1 } } })));
  await begin(page);
  await expect(page.locator('.inputs')).toContainText(/falling speed\s*−[0-9.]+\u2009m\/s/);
});
