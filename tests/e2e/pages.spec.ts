import { expect, test } from './page';

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a model has its picture and text, and a link to its run', async ({ page }) => {
    await page.goto('./m/');
    await page.getByRole('link', { name: 'Bicycle, hands off' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle, hands off');
    await expect(page.getByText('Push a bicycle and let it go')).toBeVisible();
    const picture = page.getByRole('img', { name: 'Bicycle, hands off' });
    expect((await picture.boundingBox())?.width).toBeGreaterThan(300);
    const answer = await page.request.get(new URL((await picture.getAttribute('src'))!, page.url()).href);
    expect(answer.headers()['content-type']).toBe('image/png');
    await expect(page.getByRole('link', { name: 'Run this model' })).toHaveAttribute('href', '../../#g=bicycle');
  });

  test('the first page leads to these pages', async ({ page }) => {
    await page.goto('./');
    await page.getByRole('link', { name: 'items of a model' }).click();
    await page.getByRole('link', { name: 'ConnectorSpringDamper', exact: true }).click();
    await expect(page.getByRole('cell', { name: 'stiffness', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks');
  });
});

test('“Run this model” runs the model', async ({ page }) => {
  await page.goto('./m/slider-crank/');
  await page.getByRole('link', { name: 'Run this model' }).click();
  await page.locator('.model-page[data-phase=finished]').waitFor();
});
