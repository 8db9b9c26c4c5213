import { expect, finished, test } from './page';

test.describe('The gallery', () => {
  test('shows every model with a picture of its own, and opens it by keyboard', async ({ page }) => {
    await page.goto('./#gallery');
    const cards = page.locator('.card');
    await cards.first().waitFor();
    const pictures = await cards.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
    expect(pictures).toHaveLength(await cards.count());
    expect(new Set(pictures).size).toBe(pictures.length);
    const first = page.locator('.card img').first();
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await page.getByRole('link', { name: /Rolling coin A coin rolls/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator(finished).waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling coin');
  });

  test('is searched by words and by tags, and says how many it found', async ({ page }) => {
    await page.goto('./#gallery');
    await page.getByRole('searchbox').fill('mecanum');
    await expect(page.getByRole('status')).toHaveText(/^One of \d+ models$/);
    await expect(page.getByRole('link', { name: /Car with Mecanum wheels/ })).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'friction', exact: true }).click();
    await expect(page.getByRole('link', { name: /Rolling coin A coin/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /Slider-crank/ })).toHaveCount(0);
    await page.getByRole('searchbox').fill('no such thing');
    await expect(page.getByRole('status')).toContainText('No model matches');
  });
});
