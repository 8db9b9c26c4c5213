import { expect, finished, test } from './page';

test('Every item has a page whose example runs and can be opened', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#reference');
  await page.getByRole('link', { name: 'ConnectorSpringDamper', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ConnectorSpringDamper');
  await expect(page.getByRole('row', { name: /^stiffness/ })).toContainText('N/m');
  await expect(page.locator('.katex').first()).toBeVisible();
  await page.locator(finished).waitFor({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await page.getByRole('link', { name: 'Open it as a model of its own' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Object ConnectorSpringDamper');
});
