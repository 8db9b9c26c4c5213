import { documentHash, expect, fallingMass, finished, openStill, plotValue, test } from './page';

test.use({ scene: false });

test('A run beyond the memory of a small device keeps fewer samples over its whole time, and reports it', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 1 / 64 }));
  await openStill(page, documentHash(fallingMass({ endTime: 60 })));
  await expect(page.locator('.run-sentence')).toHaveText(/^ran 60\ss in .*; keeping one of 16 samples to save memory$/);
  const samples = Number(await page.locator(finished).getAttribute('data-samples'));
  const bytesPerSample = 8 * (1 + 3 + 3 + 4); // time, sensor, pose, solver
  expect(samples).toBeLessThanOrEqual((512 * 1024) / bytesPerSample);
  expect(samples).toBe(60_000 / 16 + 1);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.locator('output.time')).toContainText('60');
  expect(await plotValue(page, 0, 2)).toBe('−1800'); // g t² / 2 with 1 m/s²
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await expect(page.locator('slip-statistics')).toContainText('one of 16 recorded samples, to save memory');
});
