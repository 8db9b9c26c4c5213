import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { digestInNode } from './digest';
import type { Driven } from './driven';
import { Firefox } from './firefox';
import { documentHash, fallingMass } from './page';
import { Site } from './site';
import { WebKit, watched } from './webkit';

/** Starts the browsers other than Chromium, by the names of their projects in playwright.config.ts. */
const others: Record<string, () => Promise<Driven>> = { firefox: () => Firefox.start(), webkit: () => WebKit.start() };
const patience = { timeout: 60_000 }; // ms, on a busy machine

/** One browser for all tests of a worker, and a separate site for each test, so that tests share nothing. */
const test = base.extend<{ site: Site; allowedErrors: RegExp[] }, { driven: Driven }>({
  allowedErrors: [[], { option: true }],
  driven: [
    async ({ browserName: _ }, use, { project: { name } }) => {
      const driven = await others[name]();
      await use(driven);
      await driven.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ driven, allowedErrors }, use) => {
    const site = new Site('dist');
    const pages = ['index', 'embed', 'import'].map((name) => [`${name}.html`, readFileSync(`dist/${name}.html`, 'utf8')]);
    site.changes = new Map([...watched(Object.fromEntries(pages)), ['service-worker.js', null]]);
    await site.start();
    const before = (await driven.errors()).length;
    await use(site);
    const errors = (await driven.errors()).slice(before);
    await driven.open('about:blank');
    await site.stop();
    expect(errors.filter((error) => !allowedErrors.some((allowed) => allowed.test(error)))).toEqual([]);
  },
});

test.describe.configure({ timeout: 300_000 });

const finished = '.model-page[data-phase=finished]';
const drawn = 'slip-scene[data-drawn], .scene-trouble';
const same = 'Same result as the author’s, to the last bit.';

/** Waits until an element exists. */
const shows = (driven: Driven, selector: string) => expect.poll(() => driven.has(selector), { message: selector, ...patience }).toBe(true);
const says = (driven: Driven, selector: string) => expect.poll(() => driven.text(selector), { message: selector, ...patience });
const hashOf = (driven: Driven) => expect.poll(() => driven.evaluate<string>('return location.hash'), patience);

/** Opens an address of the site in a page without a trace of earlier ones. */
async function open(driven: Driven, site: Site, address: string, ...seen: string[]): Promise<void> {
  await driven.open('about:blank');
  await driven.open(new URL(address, site.address).href);
  for (const selector of seen) await shows(driven, selector);
}

/** Clicks the first element whose text or name equals or begins with this text, once it exists. */
async function clickNamed(driven: Driven, selector: string, name: string): Promise<void> {
  const mark = `
    const elements = [...document.querySelectorAll(args[0])];
    const named = (element) => [element.textContent.trim(), element.getAttribute('aria-label')].includes(args[1]);
    const element = elements.find(named) ?? elements.find(({ textContent }) => textContent.trim().startsWith(args[1]));
    document.querySelector('[data-wanted]')?.removeAttribute('data-wanted');
    element?.setAttribute('data-wanted', '');
    return element !== undefined;`;
  await expect.poll(() => driven.evaluate(mark, selector, name), { message: name, ...patience }).toBe(true);
  await driven.click('[data-wanted]');
}

/** Clicks a field until it has the focus, because a text that appears above may move it. */
async function enterField(driven: Driven, selector: string): Promise<void> {
  const focused = async () => {
    await driven.click(selector);
    return driven.evaluate<boolean>('return document.activeElement.matches(args[0])', selector);
  };
  await expect.poll(focused, { message: selector, ...patience }).toBe(true);
}

/** The displayed time, as a fraction of the run. */
const timeOf = (driven: Driven) =>
  driven.evaluate<number>(`const { min, max, value } = document.querySelector('.scrubber'); return (value - min) / (max - min);`);

/** Omits the 3D view, which takes most of the time. */
async function withoutScene(driven: Driven, site: Site): Promise<void> {
  await driven.open(new URL('import.html', site.address).href);
  await driven.evaluate(`sessionStorage.setItem('flat', '1')`);
}

/** Models whose runs take longer (s) are compared only with SLIPSTICK_ALL_BITS; the three classics always. */
const longest = process.env.SLIPSTICK_ALL_BITS ? Number.POSITIVE_INFINITY : 0.3;
const classics = ['rolling-coin', 'bicycle', 'belt-two-pulleys'];
const models = readdirSync('web/models')
  .map((file) => basename(file, '.json'))
  .filter((name) => {
    const { display } = JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8'));
    return display.gallery.runTime <= longest || classics.includes(name);
  });

test.describe('Runs have the same bits as in Node', () => {
  test.describe.configure({ timeout: process.env.SLIPSTICK_ALL_BITS ? 1_200_000 : 300_000 });
  const visits = Math.ceil(models.length / 2);
  for (const names of [models.slice(0, visits), models.slice(visits)])
    test(names.join(', '), async ({ driven, site }) => {
      await withoutScene(driven, site);
      for (const name of names) {
        const digest = await digestInNode(readFileSync(`web/models/${name}.json`, 'utf8'));
        expect(digest, name).not.toBeNull();
        await open(driven, site, `#g=${name}&~r=${digest}`);
        const verdict = expect.poll(() => driven.text('.verdict'), { message: name, timeout: 240_000 });
        await verdict.toContain(same);
      }
    });
});

test('A coin is drawn, rolls again after a slider moves, and its address follows', async ({ driven, site }) => {
  await open(driven, site, '#g=rolling-coin', finished, drawn, 'slip-plot canvas');
  const slider = '[data-parameter=mu] input[type=range]';
  const [start, end] = [await driven.placeIn(slider, 0.1), await driven.placeIn(slider, 0.9)];
  // Safari permits a hundred changes of the address in ten seconds.
  const way = Array.from({ length: 240 }, (_, i) => (i % 80) / 80).map(
    (share) => [start[0] + share * (end[0] - start[0]), start[1]] as const,
  );
  await driven.drag(...way, end);
  const value = await driven.evaluate<string>('return document.querySelector(args[0]).value', slider);
  expect(Number(value)).toBeGreaterThan(0.5);
  await hashOf(driven).toBe(`#g=rolling-coin&mu=${value}`);
  await shows(driven, finished);
  await driven.click('.scrubber', 0.5);
  await expect.poll(() => timeOf(driven), patience).toBeGreaterThan(0.3);
  expect(await timeOf(driven)).toBeLessThan(0.7);
});

test('A bicycle shows its stable range of speeds, and starts at the pressed one', async ({ driven, site }) => {
  await open(driven, site, '#g=bicycle', finished, 'slip-stability [data-state=done][data-found="101"]');
  await says(driven, '.stable-sentence').toMatch(/^stable: 4\.292 … 6\.02\d m\/s$/);
  await driven.click('slip-stability .u-over', 0.55);
  await hashOf(driven).toBe('#g=bicycle&v0=5.5');
  await shows(driven, finished);
});

test('A belt shows its tension in colours, along its length and over time', async ({ driven, site }) => {
  await open(driven, site, '#g=belt-two-pulleys', finished, drawn);
  // A Firefox without a window may lack WebGL.
  if (!(await driven.has('.scene-trouble'))) await says(driven, '.scene-legend').toContain('tension');
  const map = '[role=group][aria-label^="Map:"] .u-over';
  await shows(driven, map);
  await driven.click(map, 0.5);
  await expect.poll(() => timeOf(driven), patience).toBeGreaterThan(0.3);
  expect(await timeOf(driven)).toBeLessThan(0.7);
});

test('A link is shared with its digest, and opens with the same result', async ({ driven, site }) => {
  await open(driven, site, '#g=rolling-coin&mu=0.3', finished, drawn);
  await clickNamed(driven, 'slip-share .header-button', 'Share');
  await clickNamed(driven, 'label.share-check', 'The whole model');
  await clickNamed(driven, 'label.share-check', 'Sliders and hands as they are now'); // the model has tasks, so there is a question
  await clickNamed(driven, 'label.share-check', 'Values of the result');
  const link = () => driven.evaluate<string>(`return document.querySelector('#share-link')?.value ?? ''`);
  await expect.poll(link, patience).toMatch(/#m=2\.[^&]+&.*~r=/);
  await shows(driven, 'dialog[open] .qr');
  await open(driven, site, await link(), finished);
  await says(driven, '.verdict').toContain(same);
  await says(driven, '.model-page h1').toBe('Rolling coin');
});

test('A mechanism is built by hand, and a reload keeps it', async ({ driven, site }) => {
  await open(driven, site, '#gallery', '.card img');
  const hasWebGl = `return document.createElement('canvas').getContext('webgl2') !== null`;
  test.skip(!(await driven.evaluate(hasWebGl)), 'Drawing needs WebGL, which a Firefox without a window may lack');
  await clickNamed(driven, 'main button', 'Empty sheet');
  await shows(driven, 'slip-draw[data-ready]');
  const pixel = (x: number, y: number) =>
    driven.evaluate<[number, number]>(
      `const view = document.querySelector('slip-scene');
       const { left, top } = view.querySelector('canvas').getBoundingClientRect();
       const { x, y } = view.picture.pixelOf([args[0], args[1], 0]);
       return [left + x, top + y];`,
      x,
      y,
    );
  await clickNamed(driven, '[role=toolbar] button', 'Bar');
  await shows(driven, '.draw-note');
  await driven.drag(await pixel(0, 0), await pixel(0.1, 0), await pixel(0.2, 0));
  const items = () =>
    driven.evaluate<string>(
      `return document.querySelector('nav[aria-label="Items of the model"]')?.innerText.replaceAll(/\\s+/g, ' ') ?? ''`,
    );
  await expect.poll(items, patience).toContain('bar RigidBody2D');
  await clickNamed(driven, '[role=toolbar] button', 'Hinge');
  await driven.drag(await pixel(0.004, 0.003));
  await expect.poll(items, patience).toContain('hinge RevoluteJoint');
  await shows(driven, finished);
  await driven.reload();
  await shows(driven, finished);
  await clickNamed(driven, '[role=tab]', 'Build');
  await expect.poll(items, patience).toContain('hinge RevoluteJoint');
});

test('Tasks are answered by mouse and keyboard', async ({ driven, site }) => {
  await withoutScene(driven, site);
  await open(driven, site, documentHash(JSON.parse(readFileSync('tests/data/live/tasks.json', 'utf8'))), finished);
  await clickNamed(driven, '[role=tab]', 'Tasks');
  const task = (id: string) => `[data-task="${id}"]`;
  await shows(driven, `${task('predict')} [type=radio]`);
  await driven.click(`${task('predict')} label`);
  await clickNamed(driven, `${task('predict')} button`, 'Check');
  await shows(driven, `${task('predict')}[data-score="1"]`);
  await enterField(driven, `${task('period')} [type=text]`);
  await driven.press(...'0.628', 'Enter');
  await shows(driven, `${task('period')}[data-score="1"]`);
});

test('After one visit everything works without a network', async ({ driven, site }) => {
  site.changes.clear(); // it has a service worker, which stores the server's files
  await open(driven, site, '#gallery', '.card img');
  // It controls the page once it has stored all files. Firefox still reports its state as 'activating'.
  const kept = 'return navigator.serviceWorker.controller !== null';
  await expect.poll(() => driven.evaluate(kept), { timeout: 120_000 }).toBe(true);
  const { address } = site;
  await site.stop();
  await open(driven, site, `${address}#g=rolling-coin-joint`, finished, drawn, '.katex');
  await clickNamed(driven, '[role=tab]', 'Model');
  await says(driven, '.cm-content').toContain('slipstick');
  await open(driven, site, `${address}embed.html?show=scene,time#g=bicycle`, finished);
  await open(driven, site, `${address}#reference`, 'main h1');
});

test('Every kind of page opens without an error or a report of its policy', async ({ driven, site }) => {
  const pages: [hash: string, seen: string, click?: [selector: string, name: string]][] = [
    ['#gallery', '.card img'],
    ['#reference=k_c', '.reference-found a'],
    ['#i=creator.Belt', '.model-page[data-phase=finished]'],
    ['import.html#https://models.example/mass.json', 'main h1'],
    ['#doc=share-links', '.doc-text table'],
    ['#m=1.AAAA', '[role=alert]'],
    ['#g=slider-crank', '.cm-content', ['[role=tab]', 'Model']],
    ['#g=slider-crank&~t=0.1', 'dialog[open] .qr', ['slip-share .header-button', 'Share']],
    [documentHash(fallingMass({})), finished],
    ['embed.html#g=rolling-coin', finished],
  ];
  for (const [hash, seen, click] of pages) {
    await open(driven, site, hash);
    expect(await driven.evaluate('return window.slipstickBrowsers.missing()'), 'features that the page needs').toEqual([]);
    // A click while the model is still loading has no effect.
    if (click) {
      await shows(driven, finished);
      await clickNamed(driven, ...click);
    }
    await shows(driven, seen);
    // Firefox calls an image corrupt if the page is left during loading.
    const loaded =
      'for (const image of document.images) image.loading = "eager"; return [...document.images].every(({ complete }) => complete)';
    await expect.poll(() => driven.evaluate(loaded), { message: hash, ...patience }).toBe(true);
    // A page that is left while its engine loads reports an error that nobody sees.
    const running = '.model-page:is([data-phase=idle], [data-phase=running])';
    await expect.poll(() => driven.has(running), { message: hash, ...patience }).toBe(false);
  }
});

test.describe('A page whose script fails', () => {
  test.use({ allowedErrors: [/broken/] });

  test('reports it', async ({ driven, site }) => {
    const script = /assets\/index-[\w-]+\.js/.exec(readFileSync('dist/index.html', 'utf8'))?.[0] ?? '';
    site.changes.set(script, 'throw new Error("broken")');
    await open(driven, site, '#gallery', '[role=alert]');
    expect(await driven.text('[role=alert]')).toMatch(/^Slipstick did not start: .*broken/);
  });
});

test('WebKit shows a model in the locale C, whose language does not exist', async ({ site }) => {
  test.skip(test.info().project.name !== 'webkit', 'Firefox replaces the language');
  const webkit = await WebKit.start('C');
  try {
    await open(webkit, site, '#g=slider-crank', finished, 'slip-plot canvas');
    expect(await webkit.errors()).toEqual([]);
  } finally {
    await webkit.close();
  }
});
