import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readLink } from '../../web/src/link/link';
import { digestInNode } from './digest';
import type { Driven } from './driven';
import { Firefox, firefoxPath } from './firefox';
import { expect, fingers, linkWithDigest, openStill, test } from './page';
import { WebKit, webkitIsHere } from './webkit';

const program = 'build/native-release/slipstick';
const dictionary = new Uint8Array(readFileSync('web/public/link-dictionary-2.txt'));
const others = [...(firefoxPath ? [() => Firefox.start()] : []), ...(webkitIsHere ? [() => WebKit.start()] : [])];
let started: Promise<Driven>[] = [];
test.afterAll(async () => {
  for (const driven of await Promise.all(started)) await driven.close();
  started = []; // a worker may return to this file
});

type Event = Record<string, unknown>;

/** A user's actions on the page of a live run. Frames are slow without a graphics card, so there are only a few actions. */
class Player {
  constructor(readonly page: Page) {}

  /** Waits until simulated time has passed, or the run has ended: bicycles fall. */
  async while(): Promise<void> {
    const time = async () => (await this.page.locator('.live-bar .time').allInnerTexts())[0] ?? 'over';
    const start = await time();
    if (start === 'over') return;
    await expect.poll(time, { timeout: 60_000, intervals: [50] }).not.toBe(start);
  }

  async key(key: string): Promise<void> {
    await this.page.keyboard.down(key);
    await this.while();
    await this.page.keyboard.up(key);
  }

  async slide(input: string, value: number): Promise<void> {
    await this.page.getByRole('slider', { name: input }).fill(String(value));
  }

  async drag(body: RegExp, right: number, down: number): Promise<void> {
    const { mouse } = this.page;
    const { x, y } = await this.place(body);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + right, y + down, { steps: 2 });
    await this.while();
    await mouse.up();
  }

  /** A finger that rests on a body and is then lifted elsewhere. */
  async longPress(body: RegExp, right: number, down: number): Promise<void> {
    const { x, y } = await this.place(body);
    const touch = await fingers(this.page);
    await touch('touchStart', [x, y]);
    await expect(this.page.locator('.hands-lines')).toHaveClass(/pushes/);
    await touch('touchMove', [x + right, y + down]);
    await touch('touchEnd');
  }

  async dragByKey(body: RegExp, key: string): Promise<void> {
    const choice = this.page.getByRole('button', { name: body });
    await choice.press(key);
    await this.while();
    await choice.press('Escape');
  }

  async pushByKey(body: RegExp, key: string): Promise<void> {
    await this.page.getByRole('button', { name: body }).press(`Shift+${key}`);
  }

  /** A point where it can be grabbed: the keyboard's choice highlights it and marks the point. */
  private async place(body: RegExp): Promise<{ x: number; y: number }> {
    await this.page.getByRole('button', { name: body }).focus();
    const box = (await this.page.locator('.hands-end[visibility=visible]').boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

/** The actions for each model, the speed of time, and the events that the link must contain, in order. */
const played: Record<string, { values?: string; speed?: number; act(player: Player): Promise<void>; done: Event[] }> = {
  'ride-bicycle': {
    values: '&v0=5',
    speed: 0.1, // it rides on while the test checks it
    act: async (player) => {
      await player.key('ArrowRight');
      await player.drag(/^frame: /, 12, 3);
    },
    done: [{ input: 'steer', value: 0.5, rate: 5 }, { input: 'steer', value: 0, rate: 5 }, { grab: 'frame' }], // it may fall earlier
  },
  'drive-car': {
    act: async (player) => {
      await player.key('ArrowRight');
      await player.key('ArrowUp');
      await player.key('d');
    },
    done: [
      { input: 'across', value: 1.5, rate: 2 },
      { input: 'across', value: 0, rate: 2 },
      { input: 'forward', value: 1.5, rate: 2 },
      { input: 'forward', value: 0, rate: 2 },
      { input: 'turn', value: 2.5, rate: 4 },
      { input: 'turn', value: 0, rate: 4 },
    ],
  },
  'flick-coin': {
    speed: 0.1,
    act: async (player) => {
      await player.longPress(/^coin: /, 12, -4);
    },
    done: [{ grab: 'coin' }, { release: true }, { push: 'coin' }],
  },
  'brake-belt': {
    act: async (player) => {
      await player.slide('load on the driven pulley', 16);
      await player.dragByKey(/^belt\.20: /, 'ArrowUp'); // it runs away from the mouse
    },
    done: [{ input: 'load', value: 16 }, { grab: 'belt.20' }, { release: true }],
  },
  'cradle-by-hand': {
    act: async (player) => {
      await player.drag(/^ball 1: /, -40, -10);
      await player.pushByKey(/^ball 5: /, 'ArrowLeft');
    },
    done: [{ grab: 'ball 1' }, { release: true }, { push: 'ball 5' }],
  },
};

/** An event without its step and positions. */
const whatHappened = ({ step: _, at: __, to: ___, ...event }: Event) => event;

// Also recorded several times slower if all bits are requested.
for (const slow of process.env.SLIPSTICK_ALL_BITS ? [1, 6] : [1])
  test.describe(`A person’s actions${slow > 1 ? ` in a browser that was ${slow} times slower` : ''}`, () => {
    test.use({ hasTouch: true, viewport: { width: 720, height: 420 } }); // a small picture is a quick one
    for (const name of Object.keys(played))
      test(`are reproduced to the bit: ${name}`, async ({ page }) => {
        test.setTimeout(300_000);
        const { values = '', speed = 1, act, done } = played[name];
        await openStill(page, `#g=${name}${values}`);
        await page.getByRole('combobox', { name: 'Speed' }).selectOption(String(speed));
        await page.getByRole('button', { name: 'Hands on', exact: true }).click();
        await page.locator('.live-bar[data-taken=true]').waitFor();
        const client = await page.context().newCDPSession(page);
        await client.send('Emulation.setCPUThrottlingRate', { rate: slow });
        await act(new Player(page));
        await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        const over = page.locator('.model-page[data-phase=finished]');
        const stop = page.getByRole('button', { name: 'Stop' });
        await Promise.race([stop.click(), over.waitFor()]);
        await over.waitFor();
        await expect.poll(() => page.url()).toContain('#m=2.');
        const link = await linkWithDigest(page);
        const read = readLink(new URL(link).hash, dictionary);
        if (read.kind !== 'document') throw new Error(`no document: ${read.kind}`);
        const { events } = JSON.parse(read.text) as { events: Event[] };
        expect(events.slice(0, done.length).map(whatHappened)).toMatchObject(done);

        expect(await digestInNode(read.text)).toBe(read.view.proof);

        if (existsSync(program)) {
          const file = test.info().outputPath(`${name}.txt`);
          writeFileSync(file, link);
          const { stdout } = spawnSync(program, ['verify', file], { encoding: 'utf8' });
          expect(stdout).toContain('Reproduced to the last bit');
        }

        if (started.length === 0) started = others.map((start) => start());
        for (const driven of await Promise.all(started)) {
          await driven.open('about:blank');
          await driven.open(link);
          await expect.poll(() => driven.text('.verdict'), { timeout: 120_000 }).toContain('Same result as the author’s, to the last bit.');
          await driven.open('about:blank');
        }
      });
  });
