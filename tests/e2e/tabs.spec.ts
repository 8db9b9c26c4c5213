import type { Page } from '@playwright/test';
import { documentHash, enter, expect, fallingMass, finished, openModel, openStill, share, test, writeText } from './page';

test.use({ scene: false });

const untitled = documentHash(fallingMass({}, { title: undefined }));

/** Replaces the text of the editor by a model with a title, without waiting. */
async function write(page: Page, title: string): Promise<void> {
  await page.bringToFront();
  await writeText(page, JSON.stringify(fallingMass({}, { title })));
}

const titles = (page: Page) => page.locator('.own-models li a');

test.describe('Two tabs', () => {
  test('with different work lose none of it, whatever is opened or closed next', async ({ page, context }) => {
    // Both begin with the same model; one is closed, one follows another link, each right after its last key.
    await openModel(page, untitled);
    const other = await context.newPage();
    await openModel(other, untitled);
    await write(other, 'Theirs');
    const closed = other.waitForEvent('close');
    await other.close({ runBeforeUnload: true });
    await closed;
    await write(page, 'Mine');
    await page.evaluate(() => {
      location.hash = '#reference';
    });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference');
    await page.goto('./#gallery');
    await expect(titles(page)).toHaveText([/Theirs|Mine/, /Theirs|Mine/]);
    await expect(page.getByRole('link', { name: 'Mine', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Theirs', exact: true })).toBeVisible();

    // The same own model in both: the text of each is kept.
    await page.getByRole('link', { name: 'Mine', exact: true }).click();
    await page.locator(finished).waitFor();
    const second = await context.newPage();
    await openModel(second, new URL(page.url()).hash);
    await second.getByRole('tab', { name: 'Model' }).click();
    await second.locator('.cm-content').waitFor();
    await write(page, 'Mine here');
    await expect(page.locator('.editor-note')).toHaveText('kept in this browser');
    await write(second, 'Mine there');
    await expect(second.locator('.link-note')).toContainText('Another tab changed this model too');
    await expect.poll(() => second.url()).not.toBe(page.url());
    await second.goto('./#gallery');
    await expect(titles(second)).toHaveCount(3);
    for (const name of ['Mine here', 'Mine there', 'Theirs']) await expect(second.getByRole('link', { name, exact: true })).toBeVisible();
  });

  test('may run the same model at once; a crashed tab is remembered', async ({ page, context }) => {
    // Few steps, so that it runs automatically, and each so long that the run cannot end before it is cancelled.
    const long = Array.from({ length: 300 }, (_, i) => `sin(${i}*t)`).join('+');
    const load = { type: 'ForceVector', markerNumber: 'mass', loadVector: [0, 0, 0], loadVectorUserFunction: [long, long, long] };
    const loads = Array.from({ length: 4 }, () => load);
    const link = `./${documentHash(fallingMass({ endTime: 60, stepSize: 1e-5, sensorsWritePeriod: 0.1 }, { loads }))}`;
    const running = '.model-page[data-phase=running]';
    const first = await context.newPage();
    await first.goto(link);
    await first.locator(running).waitFor();
    await page.bringToFront();
    await page.goto(link);
    await page.locator(running).waitFor(); // automatically: the other continues
    for (const tab of [page, first]) {
      await tab.bringToFront();
      await tab.getByRole('button', { name: 'Cancel' }).click();
      await tab.locator('.model-page[data-phase=cancelled]').waitFor();
    }
    // A removal in one tab reaches the other a little later.
    const remembered = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('slipstick.running.')));
    await expect.poll(remembered).toEqual([]);

    await first.getByRole('button', { name: 'Run again' }).click();
    await first.locator(running).waitFor();
    const crashed = first.waitForEvent('crash');
    void first.goto('chrome://crash').catch(() => {});
    await crashed;
    await page.bringToFront();
    await page.reload();
    await expect(page.getByText('its run did not finish')).toBeVisible();
  });
});

test('Back and forward restore the last state of models, and close dialogs above them', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({}, { parameters: { mass: { value: 1, min: 0, max: 5, label: 'mass m' } } })));
  await enter(page.getByLabel('mass m, number'), '2');
  const dialog = await share(page);
  await expect(dialog).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#g=rolling-coin&mu=0.3';
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling coin');
  await expect(dialog).toBeHidden();
  await page.locator(finished).waitFor();
  await enter(page.getByLabel('friction μ, number'), '0.4');
  await expect(page).toHaveURL(/mu=0\.4$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falling mass');
  await page.locator(finished).waitFor();
  await expect(page.getByLabel('mass m, number')).toHaveValue('2');
  await page.reload();
  await page.locator(finished).waitFor();
  await expect(page.getByLabel('mass m, number')).toHaveValue('2');
  await page.goForward();
  await expect(page.getByLabel('friction μ, number')).toHaveValue('0.4');

  // *Run* in the editor does not change sliders and address.
  await page.locator(finished).waitFor();
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect(page.getByRole('textbox', { name: /Model document/ })).toContainText('"mu": {"value": 0.8');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator(finished).waitFor();
  await expect(page).toHaveURL(/#g=rolling-coin&mu=0\.4$/);
  await expect(page.getByLabel('friction μ, number')).toHaveValue('0.4');
});
