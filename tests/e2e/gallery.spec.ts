import { expect, finished, test } from './page';

test.describe('The gallery', () => {
  test('shows every model with its picture, and opens it by keyboard', async ({ page }) => {
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

  test('is searched by words and by tags, and shows the number of results', async ({ page }) => {
    await page.goto('./#gallery');
    await page.getByRole('searchbox').fill('mecanum');
    await expect(page.getByRole('status')).toHaveText(/^One of \d+ models$/);
    await expect(page.getByRole('link', { name: /Car with Mecanum wheels/ })).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'friction', exact: true }).click();
    await expect(page.getByRole('link', { name: /Rolling coin A coin/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /Slider-crank/ })).toHaveCount(0);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'friction', exact: true }).click();
    await page.getByRole('searchbox').fill('something with bikes');
    await expect(page.getByRole('link', { name: /^Bicycle/ })).toBeVisible();
    await page.getByRole('searchbox').fill('no such thing');
    await expect(page.getByRole('status')).toContainText('No model matches');
    await page.getByRole('searchbox').fill('sweep');
    await page.getByRole('link', { name: 'Search the reference for “sweep”' }).click();
    await page.getByRole('link', { name: 'Studies', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible();
  });

  test('opens a model at its top, and returns to the same place', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('./#gallery');
    const card = page.getByRole('link', { name: /Slider-crank/ });
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(300);
    await card.click();
    await page.locator(finished).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page.locator('slip-scene canvas')).toBeInViewport();
    await page.goBack();
    await expect(card).toBeInViewport();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(before, -1);
    await page.getByRole('link', { name: 'Reference', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference');
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
