import { expect, openStill, test } from './page';

test('Energy plots the energies of a run and reports the unexplained part', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  const button = page.getByRole('button', { name: 'Energy', exact: true });
  await button.click();
  const energy = page.locator('slip-energy');
  await expect(energy).toContainText(/[\d.]+ % of the exchanged energy of [\d.]+ J is unexplained\./);
  const kinetic = energy.locator('output[data-curve="0"]');
  await expect(kinetic).not.toBeEmpty();
  const before = await kinetic.innerText();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(kinetic).not.toHaveText(before);
  await button.click();
  await expect(energy).toHaveCount(0);
});
