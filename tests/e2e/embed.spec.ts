import { expect, test } from './page';

test('Ten models on a page are pictures until used; four work at a time and answer the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./embedding.html');
  const models = page.locator('slipstick-model');
  await expect(models).toHaveCount(10);
  await expect(page.locator('iframe')).toHaveCount(0);

  // Asked by the page, the first one starts, sets its parameter and answers.
  await page.getByLabel('friction').fill('0.3');
  await expect(page.locator('#coin')).toHaveAttribute('data-phase', 'finished', { timeout: 30_000 });
  await expect(page.frameLocator('#coin iframe').getByLabel('friction μ, number')).toHaveValue('0.3');
  await page.getByRole('button', { name: 'Read the sensors' }).click();
  await expect(page.locator('#readings')).toContainText('contact');

  for (const name of ['Bicycle', 'Slider-crank', 'Double pendulum', 'Mecanum car'])
    await page.getByRole('button', { name: `▶ ${name}`, exact: true }).click();
  await expect(page.locator('iframe')).toHaveCount(4);
  await expect(page.getByRole('button', { name: '▶ Rolling coin' })).toBeVisible();
  await expect(page.frameLocator('slipstick-model[model=car] iframe').locator('.model-page[data-phase=finished]')).toBeVisible({
    timeout: 30_000,
  });

  // The one that was put away comes back as it was.
  await page.getByRole('button', { name: '▶ Rolling coin' }).click();
  await expect(page.frameLocator('#coin iframe').getByLabel('friction μ, number')).toHaveValue('0.3', { timeout: 30_000 });
});

test('A frame alone shows what its address asks for, and says what it cannot show', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./embed.html?show=scene,time,plots&start=0.5&theme=dark#g=rolling-coin&mu=0.3');
  await page.locator('.model-page[data-phase=finished]').waitFor({ timeout: 30_000 });
  await expect(page.locator('output.time')).toContainText('0.500');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('.parameters-part')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Rolling coin: open in Slipstick' })).toHaveAttribute('href', './#g=rolling-coin&mu=0.3');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.goto('./embed.html#g=nothing');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('There is no model “nothing”');
});
