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

test('The free body of a crank shows the forces of its hinges, and their sum is m a', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.locator('slip-scene canvas').focus();
  const card = page.locator('.body-card');
  await page.keyboard.press('b');
  await expect(card).toBeVisible();
  for (let i = 0; i < 4 && (await card.getByRole('heading').innerText()) !== 'crank'; i++) await page.keyboard.press('b');
  await card.getByRole('button', { name: 'Free body' }).press('Enter');
  const table = card.getByRole('table', { name: 'Forces on crank' });
  await expect(table.getByRole('rowheader')).toHaveText([
    'main bearing',
    'crank pin',
    'drive',
    'flywheel shaft',
    'Sum',
    'm a',
    'Difference',
  ]);
  await page.getByRole('button', { name: 'To the end' }).click();
  const cells = async (row: string) =>
    (await table.getByRole('row', { name: row }).getByRole('cell').allInnerTexts()).map((text) => Number(text.replace('−', '-')));
  await expect.poll(async () => Math.hypot(...(await cells('m a')))).toBeGreaterThan(1);
  const [bearing, pin, sum, inertia] = [await cells('main bearing'), await cells('crank pin'), await cells('Sum'), await cells('m a')];
  for (const i of [0, 1, 2]) {
    expect(Math.abs(bearing[i] + pin[i] - sum[i])).toBeLessThan(0.016); // three rounded numbers
    expect(sum[i]).toBe(inertia[i]);
  }
  expect(await cells('Difference')).toEqual([0, 0, 0]);
  // In the axes of a crank that turns steadily, its inertia points towards the hinge.
  await card.getByRole('button', { name: 'Axes of the body' }).click();
  await expect.poll(async () => Math.abs((await cells('m a'))[1])).toBeLessThan(0.05);
  await card.getByRole('button', { name: 'Torques' }).click();
  await expect(card.getByRole('table', { name: 'Torques on crank' })).toBeVisible();
  await page.locator('slip-scene canvas').focus();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});

test('Response shows how an output follows an input at each frequency', async ({ page }) => {
  await page.goto('/#g=bicycle');
  await page.getByRole('tab', { name: 'Response' }).click();
  const response = page.locator('slip-response');
  await response.getByRole('button', { name: 'Compute' }).click();
  await expect(response).toContainText('Linear model at 0 s with 12 states.');
  await expect(response).toContainText('The model is unstable, with a pole at');
  await expect(response.getByText(/^Magnitude: /)).toBeVisible();
});
