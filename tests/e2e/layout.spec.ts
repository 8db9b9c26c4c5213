import type { Page } from '@playwright/test';
import { documentHash, enter, expect, fallingMass, openStill, test } from './page';

test.use({ scene: false, viewport: { width: 1366, height: 768 } });

const top = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top);

test('Tabs keep their places, a legend its room, a run is kept above the plots, and full screen has a way back', async ({ page }) => {
  await openStill(page, '#g=rolling-coin');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const panel = page.getByRole('tabpanel');
  const places = () => page.getByRole('tab').evaluateAll((tabs) => tabs.map((each) => Math.round(each.getBoundingClientRect().left)));
  const before = await places();
  await panel.evaluate((element) => element.scrollTo(0, 300));
  await tab('Statistics').click();
  expect(await panel.evaluate((element) => element.scrollTop)).toBe(0);
  expect(await places()).toEqual(before);
  await tab('About').click();
  await expect.poll(() => panel.evaluate((element) => element.scrollTop)).toBe(300);

  await expect(page.getByRole('button', { name: 'Keep this run' })).toBeInViewport();
  expect(await top(page, 'slip-runs')).toBeLessThan(await top(page, 'slip-plot'));
  await page.locator('slip-plot').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Keep this run' })).toBeInViewport();

  const widths = () =>
    page
      .locator('.plot-legend output[data-curve]')
      .evaluateAll((outputs) => outputs.map((output) => Math.round(output.getBoundingClientRect().width)));
  const scrubber = page.locator('.scrubber');
  const at: number[][] = [];
  for (const time of ['0', '0.35', '0.8', '1.2', '1.5']) {
    await scrubber.fill(time);
    at.push(await widths());
  }
  for (const each of at) expect(each).toEqual(at[0]);

  await page.getByRole('button', { name: 'Keep this run' }).click();
  await enter(page.getByLabel('friction μ, number'), '0.3');
  const plot = page.locator('slip-plot').first();
  await plot.getByRole('button', { name: /^Tools/ }).click();
  await plot.getByRole('button', { name: 'Full screen' }).click();
  const bar = plot.locator('.full-bar');
  await expect(bar.getByRole('list', { name: 'Runs in this plot' })).toContainText('original values');
  await bar.getByRole('button', { name: 'Play' }).click();
  await bar.getByRole('button', { name: 'Pause' }).click();
  await bar.getByRole('button', { name: 'Leave full screen' }).click();
  await expect(bar).toHaveCount(0);
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test('Without plots, the picture has their room', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({}, { sensors: [] })));
  await expect(page.getByText('there is nothing to plot')).toBeInViewport();
  const plots = await page.locator('.plots-part').evaluate((element) => element.getBoundingClientRect().height);
  expect(plots).toBeLessThan(60);
});

test('The figure of a study is scrolled to', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Study', exact: true }).click();
  await page.locator('.study-start').click();
  await expect(page.locator('slip-study-chart').first()).toBeInViewport();
});

test('Sliders side by side are in line, even if a label takes two lines', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  const parameter = (label: string) => ({ value: 1, min: 0, max: 5, label });
  const long = 'a label that is so long that it takes two or three lines on a tablet';
  await openStill(page, documentHash(fallingMass({}, { parameters: { a: parameter('a'), b: parameter(long), c: parameter('c') } })));
  const tops = await page.locator('.parameter input[type=range]').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(Math.abs(tops[0] - tops[1])).toBeLessThan(1);
});
