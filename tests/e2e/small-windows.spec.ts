import type { Page } from '@playwright/test';
import { documentHash, expect, fallingMass, fingers, openStill, test } from './page';

const rectangle = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    return { top, bottom, width };
  });

test('In a low window, the 3D view and the time are both visible', async ({ page }) => {
  for (const [width, height] of [
    [683, 384],
    [844, 390],
  ]) {
    await page.setViewportSize({ width, height });
    await openStill(page, '#g=newtons-cradle');
    const scene = await rectangle(page, '.scene-part');
    const time = await rectangle(page, '.transport');
    expect(scene.bottom - scene.top).toBeGreaterThan(150);
    expect(scene.bottom).toBeLessThanOrEqual(time.top + 1);
    expect(time.bottom).toBeLessThanOrEqual(height);
  }
});

test('In a low window, the mechanism is below the buttons of the view; at 200 % zoom a task has more than half of it', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openStill(page, '#g=belt-two-pulleys');
  const views = await rectangle(page, '.scene-views');
  const canvas = await rectangle(page, 'slip-scene canvas');
  const pulley = () =>
    page
      .locator('slip-scene')
      .evaluate((view) => (view as unknown as { picture: { pixelOf(at: number[]): { y: number } } }).picture.pixelOf([0, 0.1, 0]).y);
  await expect.poll(async () => canvas.top + (await pulley())).toBeGreaterThan(views.bottom);

  await page.setViewportSize({ width: 640, height: 360 });
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('button', { name: 'Tasks' }).click();
  const { bottom } = await rectangle(page, '.tabs-part [role=tablist]');
  const { top } = await rectangle(page, '.transport-part');
  expect(top - bottom).toBeGreaterThan(200);
});

test('The time bar does not cover the focused element', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await openStill(page);
  const bar = await rectangle(page, '.transport-part');
  const hidden = await page.evaluate(async (top) => {
    const names: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('.parameters-part input, .plot-area, .plots-part button')) {
      element.focus();
      const { bottom } = element.getBoundingClientRect();
      if (bottom > top + 1) names.push(`${element.getAttribute('aria-label') ?? element.className} ${bottom}`);
    }
    return names;
  }, bar.top);
  expect(hidden).toEqual([]);
});

test.describe('With a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('labels take two lines at most, and the buttons for hands have words', async ({ page }) => {
    const label = 'a label that is far longer than any label of a slider should ever be, on a tablet or a phone';
    const parameters = { a: { value: 1, min: 0, max: 5, label, unit: 'N/m' }, b: { value: 1, min: 0, max: 5, label: 'b' } };
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
    ]) {
      await page.setViewportSize({ width, height });
      await openStill(page, documentHash(fallingMass({}, { parameters })));
      const lines = await page
        .locator('.parameter-label')
        .evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).lineHeight)),
        );
      expect(Math.max(...lines)).toBeLessThanOrEqual(2.5);
      for (const word of ['Hands on', 'Go on']) await expect(page.locator('.transport .words', { hasText: word })).toBeVisible();
      expect((await rectangle(page, '.scrubber')).width).toBeGreaterThan(50);
    }
  });

  test('a swipe up from a slider scrolls the page without changing the value', async ({ page }) => {
    await openStill(page);
    const slider = page.getByRole('slider', { name: 'friction μ' });
    await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = (await slider.boundingBox())!;
    const [x, y] = [box.x + 0.3 * box.width, box.y + box.height / 2];
    const scrolled = await page.evaluate(() => scrollY);
    const touch = await fingers(page);
    await touch('touchStart', [x, y]);
    for (const up of [15, 40, 80, 120, 160]) await touch('touchMove', [x, y - up]);
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled + 50);
    await expect(slider).toHaveValue('0.8');
    expect(page.url()).not.toContain('mu=');
  });
});

test('Long titles of models wrap', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [title, lines] of [
    ['Object ConnectorReevingSystemSprings', 3],
    ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', 3],
  ] as const) {
    await openStill(page, documentHash(fallingMass({}, { title })));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const height = await page
      .locator('.title-part h1')
      .evaluate((h1) => h1.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(h1).lineHeight));
    expect(Math.round(height)).toBeLessThanOrEqual(lines);
    await expect(page.locator('.title-part h1')).toHaveText(title);
  }
});

test('During a run no message states facts about its end', async ({ page }) => {
  const steps = fallingMass({ endTime: 4, stepSize: 2e-6, sensorsWritePeriod: 0.001 });
  await page.addInitScript(() => {
    const sentences = new Set<string>();
    Object.assign(window, { sentences });
    const look = () => {
      const phase = document.querySelector<HTMLElement>('.model-page')?.dataset.phase;
      if (phase === 'running') sentences.add(document.querySelector('.run-sentence')?.textContent ?? '');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await openStill(page, documentHash(steps));
  const sentences = await page.evaluate(() => [...(window as unknown as { sentences: Set<string> }).sentences]);
  expect(sentences.filter((sentence) => /^ran /.test(sentence))).toEqual([]);
  expect(sentences.some((sentence) => /^Running, [\d.]+\u2009s of 4\u2009s/.test(sentence))).toBe(true);
});

test('A narrow side pane has room for all tabs', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => localStorage.setItem('slipstick.panes', JSON.stringify({ side: 360 })));
  await openStill(page, '#g=rolling-coin');
  expect((await rectangle(page, '.tabs-part')).width).toBe(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
});
