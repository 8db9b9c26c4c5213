import { brass, expect, openStill, seen, test } from './page';

test('A press on a body, or a key, tells what is known of it at the time shown', async ({ page }) => {
  await openStill(page, '#g=rolling-coin');
  const canvas = page.locator('slip-scene canvas');
  const card = page.getByRole('region', { name: 'Body coin' });
  const { x, y } = await seen(page, brass);
  await canvas.click({ position: { x, y } });
  await expect(card).toContainText('RigidBody');
  await expect(card).toContainText('mass');
  const position = card.locator('dt:text-is("position") + dd').first();
  const before = await position.innerText();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(position).not.toHaveText(before);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect(card).toHaveCount(0);
  await canvas.focus();
  await page.keyboard.press('b');
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});
