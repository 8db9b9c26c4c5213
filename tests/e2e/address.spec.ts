import type { Page } from '@playwright/test';
import { expect, openStill, test } from './page';

test.use({ scene: false });

/** Moves a slider 300 times, as in a drag, and releases it at a value. */
function drag(page: Page, name: string, value: number): Promise<void> {
  return page.locator(`[data-parameter=${name}] input[type=range]`).evaluate(async (slider: HTMLInputElement, last) => {
    const [min, max] = [Number(slider.min), Number(slider.max)];
    for (let move = 1; move <= 300; ++move) {
      slider.value = String(move < 300 ? min + ((max - min) * move) / 300 : last);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((next) => setTimeout(next, 2));
    }
    slider.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

test('A slider drag writes the address only a few times, with the right value at its end', async ({ page }) => {
  await page.addInitScript(() => {
    const write = history.replaceState.bind(history);
    Object.assign(window, { writes: 0 });
    history.replaceState = (...entry) => {
      (window as unknown as { writes: number }).writes++;
      write(...entry);
    };
  });
  const writes = () => page.evaluate(() => (window as unknown as { writes: number }).writes);
  await openStill(page, '#g=rolling-coin');
  const before = await writes();
  await drag(page, 'mu', 0.3);
  await expect(page).toHaveURL(/#g=rolling-coin&mu=0\.3$/);
  expect((await writes()) - before).toBeLessThanOrEqual(5);
});

test('A refused address change has no consequences', async ({ page }) => {
  await page.addInitScript(() => {
    history.replaceState = () => {
      throw new DOMException('Attempt to use history.replaceState() more than 100 times per 10 seconds', 'SecurityError');
    };
  });
  await openStill(page, '#g=rolling-coin');
  await drag(page, 'mu', 0.3);
  const typed = page.locator('[data-parameter=mu] input[inputmode=decimal]');
  await expect(typed).toHaveValue('0.3');
  await expect(page.locator('.model-page[data-phase=finished]')).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#reference';
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference');
});
