import { expect, openStill, test } from './page';

for (const name of [
  'slider-crank',
  'double-pendulum',
  'car',
  'stick-slip',
  'bushings',
  'turntable',
  'crane',
  'bricard',
  'cam',
  'chain-drive',
  'ride-bicycle',
  'drive-car',
  'flick-coin',
  'brake-belt',
  'cradle-by-hand',
])
  test(`The model ${name} runs to its end, is drawn and explained`, async ({ page }) => {
    await openStill(page, `#g=${name}`);
    await expect(page.locator('.run-sentence')).toHaveText(/^ran |^Ended at .* (fallen|table)\./);
    await expect(page.locator('.plot-problem')).toHaveCount(0);
    await expect(page.getByRole('tabpanel').locator('.katex').first()).toBeVisible();
    await expect(page.locator('.katex-error')).toHaveCount(0);
  });
