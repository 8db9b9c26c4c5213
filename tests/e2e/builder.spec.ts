import { findings } from './axe';
import { expect, finished, openStill, test } from './page';

test.describe('Build', () => {
  test('makes a pendulum from an empty sheet by forms, and undoes and keeps it', async ({ page }) => {
    test.setTimeout(240_000);
    await openStill(page, '#g=rolling-coin');
    await page.getByRole('tab', { name: 'Model' }).click();
    await page.getByLabel('New model from').selectOption('Empty model');
    await page.getByRole('tab', { name: 'Build' }).click();
    const outline = page.getByRole('navigation', { name: 'Items of the model' });
    const form = page.getByRole('region', { name: 'Selected item' });

    await page.getByLabel('Add: Bodies').selectOption('Bar');
    await expect(outline.getByRole('button', { name: 'bar RigidBody2D' })).toHaveAttribute('aria-current', 'true');
    await form.getByLabel('referencePosition').fill('0.2, 0, 0');
    await form.getByLabel('referencePosition').press('Enter');
    await page.getByLabel('Add: Joints').selectOption('Hinge');
    await outline.getByRole('button', { name: 'bar RigidBody2D' }).click();
    await form.getByRole('button', { name: 'Plot this' }).click();
    await page.locator(finished).waitFor();
    await expect(page.locator('slip-plot, slip-plots').first()).toBeVisible();

    // A formula has its value beside it; a wrong one its error, and the rest stays.
    await form.getByLabel('referencePosition').fill('0.4/2, 0, 0');
    await form.getByLabel('referencePosition').press('Enter');
    await expect(form.locator('output')).toHaveText('= 0.2, 0, 0');
    await form.getByLabel('referencePosition').fill('0.4/oops, 0, 0');
    await form.getByLabel('referencePosition').press('Enter');
    await expect(form.getByRole('alert')).toContainText('oops');
    await expect(outline.getByRole('button', { name: 'bar RigidBody2D ! error' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(form.locator('output')).toHaveText('= 0.2, 0, 0');

    await outline.getByRole('button', { name: 'hinge RevoluteJoint' }).click();
    await form.getByRole('button', { name: 'Delete' }).click();
    await expect(outline.getByRole('button', { name: 'hinge RevoluteJoint' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(outline.getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
    await page.reload();
    await page.locator(finished).waitFor();
    await page.getByRole('tab', { name: 'Build' }).click();
    await expect(outline.getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
  });

  test('makes a slider of a number, and leads to its place in the text', async ({ page }) => {
    await openStill(page, '#g=bushings');
    await page.getByRole('tab', { name: 'Build' }).click();
    await page.getByLabel('Add: Bodies').selectOption('Ball');
    await page.getByRole('button', { name: 'Make this a slider' }).click();
    await expect(page.getByRole('slider', { name: 'ball: physicsMass' })).toBeVisible();
    await page.getByRole('button', { name: 'Show in the text' }).click();
    await expect(page.getByRole('textbox', { name: /Model document/ })).toContainText('"physicsMass": "physicsMass"');
  });

  for (const width of [390, 820, 1440])
    for (const scheme of ['light', 'dark'] as const)
      test(`has no barriers at ${width} px, ${scheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await openStill(page, '#g=slider-crank');
        await page.getByRole('tab', { name: 'Build' }).click();
        await page.getByRole('navigation', { name: 'Items of the model' }).getByRole('button').nth(3).click();
        expect(await findings(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
});
