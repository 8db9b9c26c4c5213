import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { test as base, documentHash, expect, fallingMass, finished, load, share } from './page';
import { Site } from './site';

/** A separate site for each test. */
const test = base.extend<{ site: Site }>({
  site: async ({ browserName: _ }, use) => {
    const site = new Site('dist');
    await site.start();
    await use(site);
    await site.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

/** Opens the site and waits until the browser has stored it. */
async function visit(page: Page, site: Site, hash = ''): Promise<void> {
  await page.goto(site.address + hash);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** The versions of the site that the browser has stored. */
const kept = (page: Page) => page.evaluate(() => caches.keys());

/** Makes the browser look for a new version; returns the outcome. */
const update = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (!installing) return 'none';
    return new Promise<string>((resolve) =>
      installing.addEventListener('statechange', () => {
        if (['activated', 'redundant'].includes(installing.state)) resolve(installing.state);
      }),
    );
  });

test('After one visit everything works without a network, in a folder of any server', async ({ page, context, site }) => {
  await visit(page, site, '#gallery');
  await site.stop();
  await context.setOffline(true);

  // Models that were never opened, the text with its formulas, the editor, a reference page, a short link, a frame.
  await load(page, `${site.address}#g=rolling-coin-joint`);
  await page.locator(finished).waitFor();
  await expect(page.locator('.katex').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect(page.getByRole('textbox', { name: /Model document/ })).toContainText('slipstick');
  const dialog = await share(page);
  await dialog.getByRole('checkbox', { name: /whole model/ }).check();
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#m=2\./);
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await load(page, link);
  await page.locator(finished).waitFor();
  await page.goto(`${site.address}index.html#gallery`);
  await expect
    .poll(() =>
      page
        .locator('.card img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(640);
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${site.address}embed.html?show=scene,time&theme=dark#g=bicycle`);
  await page.locator(finished).waitFor();
  await page.goto(`${site.address}embedding.html`);
  await page.getByRole('button', { name: '▶ Slider-crank' }).click();
  await expect(page.frameLocator('iframe').locator(finished)).toBeVisible();
});

test('A new version of the site takes over as a whole', async ({ page, site }) => {
  await visit(page, site, documentHash(fallingMass({})));
  const before = await kept(page);
  expect(before).toHaveLength(1);

  // The new version has another page and another service worker, and lacks the file that the old one loads when its editor opens.
  site.changes.set('index.html', readFileSync('dist/index.html', 'utf8').replace('<title>Slipstick', '<title>Newer Slipstick'));
  const worker = readFileSync('dist/service-worker.js', 'utf8');
  const editor = /assets\/codemirror-[\w-]{8}\.js/.exec(worker)?.[0] ?? '';
  site.changes.set('service-worker.js', worker.replace(/version = '\w+'/, `version = 'newer'`).replace(`"${editor}",`, ''));
  site.changes.set(editor, null);
  site.requests = [];
  expect(await update(page)).toBe('activated');
  // Common files were not loaded twice.
  expect(site.requests.filter((name) => name.startsWith('assets/'))).toEqual([]);
  expect(site.requests).toContain('index.html');

  // The open page continues with its version.
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect(page.getByRole('textbox', { name: /Model document/ })).toContainText('Falling mass');

  // The new version is available without a network.
  await site.stop();
  await page.reload();
  expect(await page.evaluate(() => fetch('./').then((response) => response.text()))).toContain('<title>Newer Slipstick');
  await page.locator(finished).waitFor();
  await site.start();

  // One previous version is kept, not two.
  site.changes.set('service-worker.js', worker.replace(/version = '\w+'/, `version = 'newest'`).replace(`"${editor}",`, ''));
  expect(await update(page)).toBe('activated');
  expect(await kept(page)).toEqual([expect.stringMatching(/newer$/), expect.stringMatching(/newest$/)]);
});

test('A version that cannot be loaded as a whole is not kept, and a silent network counts as missing', async ({ page, site }) => {
  await visit(page, site, documentHash(fallingMass({})));
  const before = await kept(page);
  site.changes.set('service-worker.js', readFileSync('dist/service-worker.js', 'utf8').replace(/version = '\w+'/, `version = 'newer'`));
  site.changes.set('embed.html', null);
  expect(await update(page)).toBe('redundant');
  expect(await kept(page)).toEqual(before);

  // A network that does not answer counts as missing.
  site.silent = true;
  await page.reload();
  await page.locator(finished).waitFor();
});
