import { statSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { findings } from './axe';
import { Firefox, firefoxPath } from './firefox';
import { expect, load, openStill, saved, share, test } from './page';
import { WebKit, webkitIsHere } from './webkit';

// The size budget in bytes of a page with model, viewer and the whole engine, which has every item and reads robots, as in
// scripts/size.mjs. It grows with new items (distance sensors: from 1.80 MB; the tables of MJCF and URDF, shapes read by the engine and
// cautions: from 1.83 MB; scripts for Exudyn: from 1.90 MB; Eigen: from 1.91 MB; views for students, symbols
// and forms of friction: from 1.94 MB; four languages, with messages: from 1.97 MB; accuracy, energies and
// linear models: from 2.09 MB).
const most = 2.25e6;

/** Saves the web page of a gallery model, with values of its result. Returns the path of the file. */
async function savedPage(page: Page, model: string): Promise<string> {
  await openStill(page, `#g=${model}&~t=0.5`);
  const dialog = await share(page);
  await dialog.getByRole('checkbox', { name: /Values of the result/ }).check();
  const { name, content } = await saved(dialog.getByRole('button', { name: 'Download web page' }));
  expect(name).toBe(`${model}.html`);
  await expect(dialog.getByRole('status')).toContainText('MB');
  const path = test.info().outputPath(name);
  writeFileSync(path, content);
  return path;
}

test('A model saved as a web page runs from a disk without a network, with the same bits', async ({ page, context }) => {
  const path = await savedPage(page, 'rolling-coin');
  expect(statSync(path).size).toBeLessThan(most);

  await context.setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) requests.push(request.url());
  });
  await load(page, pathToFileURL(path).href);
  await expect(page).toHaveTitle('Rolling coin');
  await expect(page.locator('.model-page[data-phase=finished]')).toBeVisible();
  await expect(page.locator('.verdict')).toContainText('Same result as the author’s, to the last bit.');
  await expect(page.locator('slip-scene[data-drawn], .scene-trouble')).toHaveCount(1);
  await expect(page.locator('slip-plot canvas').first()).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Time', exact: true })).toHaveAttribute('aria-valuetext', /^0\.5/);
  await expect(page.locator('slip-prose .katex').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in Slipstick' })).toHaveAttribute('href', /^http:.*#m=/);

  const slider = page.locator('.parameter input[type=range]').first();
  await slider.focus();
  await slider.press('ArrowRight');
  await expect(page.locator('.verdict')).toHaveCount(0);
  await expect(page.locator('.model-page[data-phase=finished]')).toBeVisible();
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await expect(page.locator('[data-task]').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page)).toEqual([]);
  }
  expect(requests).toEqual([]);
});

const others = [
  { name: 'Firefox', here: firefoxPath !== undefined, start: () => Firefox.start() },
  { name: 'WebKit', here: webkitIsHere, start: () => WebKit.start() },
];
for (const { name, here, start } of others)
  test(`A model saved as a web page runs from a disk in ${name}, with the same bits`, async ({ page }) => {
    test.skip(!here, `${name} is not installed here`);
    const path = await savedPage(page, 'rolling-coin');
    const driven = await start();
    try {
      await driven.open(pathToFileURL(path).href);
      await expect.poll(() => driven.text('.verdict'), { timeout: 60_000 }).toContain('Same result as the author’s, to the last bit.');
      await expect.poll(() => driven.has('slip-plot canvas'), { timeout: 30_000 }).toBe(true);
      expect(await driven.errors()).toEqual([]);
    } finally {
      await driven.close();
    }
  });
