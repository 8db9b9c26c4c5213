import { expect, test } from './page';

test('The first page introduces the project, and links to the models and to more', async ({ page }) => {
  await page.goto('./');
  const welcome = page.locator('.welcome');
  await expect(welcome).toContainText('simulates machines');
  await welcome.getByRole('link', { name: 'What is this?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Slipstick' })).toBeVisible();
  await expect(page.getByText('works without a network')).toBeVisible();
  await page.getByRole('link', { name: 'See all models' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
});

test('A model page has no introduction', async ({ page }) => {
  await page.goto('./#g=rolling-coin-joint');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.welcome')).toHaveCount(0);
});

test('The site can be installed: its manifest names existing icons', async ({ page, request }) => {
  await page.goto('./#doc=about');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(address ?? '')).json();
  expect(manifest.start_url).toBe('./');
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
});
