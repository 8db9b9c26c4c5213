import { readFileSync } from 'node:fs';
import { expect, finished, openStill, test } from './page';

test('Every item has a page whose example runs and can be opened', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#reference');
  await page.getByRole('link', { name: 'ConnectorSpringDamper', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ConnectorSpringDamper');
  await expect(page.getByRole('row', { name: /^stiffness/ })).toContainText('N/m');
  await expect(page.locator('.katex').first()).toBeVisible();
  await page.locator(finished).waitFor({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Open it as a model of its own' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Object ConnectorSpringDamper');
});

test.describe('Nothing serious is found by axe', () => {
  const pages = {
    'a model': '#g=rolling-coin',
    'the gallery': '#gallery',
    'the reference': '#reference',
    'an item': '#i=object.ConnectorSpringDamper',
    'the documentation': '#doc=differences-from-exudyn',
    'the editor': '#g=slider-crank',
    'the statistics': '#g=slider-crank',
    'the dialog of Share': '#g=slider-crank',
  };
  for (const theme of ['light', 'dark'] as const)
    test(`in ${theme} colours`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
      const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
      for (const [name, hash] of Object.entries(pages)) {
        if (hash.startsWith('#g=')) await openStill(page, hash);
        else await page.goto(`./${hash}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (name === 'the editor') {
          await page.getByRole('tab', { name: 'Model' }).click();
          await page.getByRole('textbox', { name: /Model document/ }).waitFor();
        }
        if (name === 'the statistics') await page.getByRole('tab', { name: 'Statistics' }).click();
        if (name === 'the dialog of Share') await page.getByRole('button', { name: 'Share' }).click();
        await page.evaluate(`${axe}; 0`);
        const found = await page.evaluate(async () => {
          const { violations } = await (
            globalThis as unknown as {
              axe: { run(): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }> };
            }
          ).axe.run();
          return violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(
              ({ id, nodes }) =>
                `${id}: ${nodes
                  .slice(0, 3)
                  .map((node) => node.html.slice(0, 160))
                  .join(' | ')}`,
            );
        });
        expect(found, name).toEqual([]);
      }
    });
});
