import { readFileSync } from 'node:fs';
import { brass, documentHash, expect, finished, openStill, seen, test } from './page';

test('A press on a body, or a key, shows its facts at the displayed time', async ({ page }) => {
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

test('The card closes when a live run begins, and does not reopen after it', async ({ page }) => {
  const { events: _, ...document } = JSON.parse(readFileSync('tests/data/live/events.json', 'utf8'));
  await openStill(page, documentHash(document));
  await page.locator('slip-scene canvas').focus();
  await page.keyboard.press('b');
  const card = page.locator('.body-card');
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Hands on', exact: true }).click();
  await page.locator('.live-bar[data-taken=true]').waitFor();
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator(finished).waitFor();
  await expect(card).toHaveCount(0);
});
