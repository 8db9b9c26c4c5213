import { documentHash, expect, fallingMass, openStill, test } from './page';

test.describe('Accuracy', () => {
  test('gives each number of the slider-crank its error, and draws bands', async ({ page }) => {
    await openStill(page, '#g=slider-crank');
    await page.getByRole('button', { name: 'Accuracy', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Accuracy' });
    await expect(panel.getByText(/^stroke of the slider: 0\.199996 m ± \S+ m$/)).toBeVisible();
    await panel.getByText('Curves').click();
    await expect(panel.getByText(/^bearing force: ± 0\.01\d* N/)).toBeVisible();
    await expect(panel.getByRole('link', { name: 'How far to trust the numbers' })).toBeVisible();
    const banded = () =>
      page
        .locator('slip-plot')
        .evaluateAll((plots) => plots.flatMap((plot) => (plot as unknown as { bands: unknown[] }).bands).filter(Boolean));
    expect((await banded()).length).toBeGreaterThan(2);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    expect(await banded()).toEqual([]);
  });

  test('can be cancelled, and says when there is no estimate', async ({ page }) => {
    await openStill(page, documentHash(fallingMass({ endTime: 1, stepSize: 0.001 })));
    const button = page.getByRole('button', { name: 'Accuracy', exact: true });
    const panel = page.getByRole('region', { name: 'Accuracy' });
    // The engine answers only when the test lets it.
    await page.evaluate(() => {
      const view = document.querySelector('slip-plots') as unknown as { session: { runner: { prepare(): Promise<object> } } };
      const { runner } = view.session;
      const prepare = runner.prepare.bind(runner);
      runner.prepare = () => new Promise(() => {});
      (window as unknown as { restore(): void }).restore = () => {
        runner.prepare = prepare;
      };
    });
    await button.click();
    await expect(panel.getByText('Run 1 of 3')).toBeVisible();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toHaveCount(0);
    await page.evaluate(() => (window as unknown as { restore(): void }).restore());
    await button.click();
    await expect(panel.getByText(/differ only by rounding|limit it/).first()).toBeVisible();
  });
});
