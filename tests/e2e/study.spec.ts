import type { Page } from '@playwright/test';
import { documentHash, drop, expect, fallingMass, openStill, test } from './page';

test.use({ scene: false });

/** It falls by pull·t²/2; after one second it should have fallen by 1.25 m. */
const falling = fallingMass(
  {},
  {
    parameters: { pull: { value: 1, min: 0, max: 10, unit: 'N' }, idle: { value: 0, min: 0, max: 1 } },
    loads: [{ type: 'ForceVector', markerNumber: 'mass', loadVector: [0, 0, '-pull + 0*idle'] }],
    measures: { miss: { formula: '(final(sensor("position")[2]) + 1.25)^2', unit: 'm^2', label: 'miss' } },
    display: { plots: [{ title: 'fall', curves: [{ sensor: 'position', component: 2, label: 'z' }] }] },
  },
);
const model = documentHash(falling);

/** The fall with a pull of 2.5 N in mm over ms, with semicolons and decimal commas. */
const measured = `Zeit [ms];Weg [mm]\n${Array.from({ length: 21 }, (_, i) => `${50 * i};${String(-1.25 * (i / 20) ** 2 * 1000).replace('.', ',')}`).join('\n')}\n`;

const pull = (page: Page) => page.getByLabel('pull, number');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Measured curve' });

test.describe('A fit', () => {
  test('fits a curve dropped on a plot, and can be undone', async ({ page }) => {
    await openStill(page, model);
    await drop(page.locator('slip-plot .plot-area'), { 'fall.csv': measured });
    await expect(dialog(page)).toContainText('fall.csv: 2 columns, 21 lines');
    await expect(dialog(page).getByLabel('Time, unit')).toHaveValue('ms');
    await expect(dialog(page).getByLabel('Values, unit')).toHaveValue('mm');
    await dialog(page).getByLabel('Values, unit').fill('kg');
    await dialog(page).getByRole('button', { name: 'Keep in the model' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Values:');
    await dialog(page).getByLabel('Values, unit').fill('mm');
    await dialog(page).getByRole('button', { name: 'Keep in the model' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.locator('slip-plot .plot-legend')).toContainText('Weg');

    const fit = page.locator('slip-fit');
    await fit.getByLabel('pull, from').fill('8');
    await fit.getByLabel('pull, to').fill('2');
    await fit.getByRole('button', { name: 'Fit', exact: true }).click();
    await expect(fit.getByRole('alert')).toHaveText('pull: the range must rise, but it goes from 8 to 2.');
    await fit.getByLabel('pull, from').fill('0');
    await fit.getByLabel('pull, to').fill('9');
    await fit.getByRole('checkbox', { name: 'idle' }).check();
    await fit.getByRole('button', { name: 'Fit', exact: true }).click();
    const row = (name: string) => fit.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row('pull').first().getByRole('cell').first()).toHaveText('2.5 N');
    await expect(row('idle').first()).toContainText('not determined');
    await fit.getByRole('button', { name: 'Use these values' }).click();
    await expect(pull(page)).toHaveValue('2.5');
    await fit.getByRole('button', { name: 'Undo' }).click();
    await expect(pull(page)).toHaveValue('1');
    await fit.getByRole('button', { name: 'Remove' }).click();
    await expect(page.locator('slip-plot .plot-legend')).not.toContainText('Weg');
  });

  test('that is stopped keeps its best run, and continues from it', async ({ page }) => {
    await openStill(page, model);
    await drop(page.locator('slip-plot .plot-area'), { 'fall.csv': measured });
    await dialog(page).getByRole('button', { name: 'Keep in the model' }).click();
    const fit = page.locator('slip-fit');
    await fit.getByLabel('pull, from').fill('0');
    await fit.getByLabel('pull, to').fill('9');
    await page.evaluate(() => {
      // Presses Stop after some runs, however fast they are.
      const view = document.querySelector('slip-fit') as HTMLElement;
      new MutationObserver(() => {
        const stop = [...view.querySelectorAll('button')].find((button) => button.textContent === 'Stop');
        if (stop && Number.parseInt(view.querySelector('[data-running]')?.textContent ?? '', 10) >= 3) stop.click();
      }).observe(view, { subtree: true, childList: true, characterData: true });
    });
    await fit.getByRole('button', { name: 'Fit', exact: true }).click();
    await expect(fit.locator('.study-result')).toContainText(/Stopped after \d+ runs; these are the values of the best one\./);
    await expect(fit.getByRole('button', { name: 'Fit from the kept values' })).toBeVisible();
    await fit.getByRole('button', { name: 'Use these values' }).click();
    await expect(pull(page)).not.toHaveValue('1');
  });

  test('reports errors in a file, and works by keyboard', async ({ page }) => {
    await openStill(page, model);
    await drop(page.locator('slip-plot .plot-area'), { 'poem.csv': 'roses,are\nred,too\n' });
    await expect(dialog(page).getByRole('alert')).toContainText('“poem.csv” has no line with two numbers');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page
      .locator('slip-fit input[type=file]')
      .setInputFiles({ name: 'fall.csv', mimeType: 'text/csv', buffer: Buffer.from(measured) });
    await dialog(page).getByLabel('Name').focus();
    await page.keyboard.press('Enter'); // keeps it, as a form does
    await expect(dialog(page)).toBeHidden();
    await page.locator('slip-fit .study-start').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('slip-fit .study-result')).toContainText('The residual');
    await page.getByRole('button', { name: 'Use these values' }).focus();
    await page.keyboard.press('Enter');
    await expect(pull(page)).toHaveValue('2.5');
  });
});

test('Random values are points, not the cells of a map: no two runs share a row or a column', async ({ page }) => {
  const study = { vary: { pull: { from: 0, to: 9 }, idle: { from: 0, to: 1 } }, sampling: 'random', runs: 60, measures: ['miss'] };
  await openStill(page, documentHash({ ...falling, study }));
  await page.getByRole('tab', { name: 'Study' }).click();
  await page.locator('slip-study .study-start').click();
  await expect(page.locator('slip-study [data-runs="60"][data-running="false"]')).toBeVisible();
  const dots = await page.locator('slip-study-chart').evaluate((element) => {
    let count = 0;
    const ctx = new Proxy({}, { get: () => () => {}, set: () => true });
    const box = { left: 0, top: 0, width: 1, height: 1 };
    const plain = { ctx, ratio: 1, box, toX: Number, toY: Number, dot: () => count++, line() {}, dash() {} };
    (element as unknown as { figure: { draw(chart: object): void } }).figure.draw(plain);
    return count;
  });
  expect(dots).toBe(2 * 60); // each with its border
});

test.describe('An optimisation', () => {
  test('finds the smallest measure, and can be undone', async ({ page }) => {
    await openStill(page, model);
    await page.getByRole('tab', { name: 'Study' }).click();
    await page.getByRole('button', { name: 'Optimise', exact: true }).click();
    const view = page.locator('slip-optimise');
    await view.getByLabel('at most, runs').fill('1');
    await view.locator('.study-start').click();
    await expect(view.getByRole('alert')).toContainText('must be a whole number from 3 to 1000');
    await view.getByLabel('at most, runs').fill('41');
    await view.locator('.study-start').focus();
    await page.keyboard.press('Enter');
    await expect(view.locator('.study-result')).toContainText(/Of 41 runs, “miss” is smallest, .*at pull = 2\.(49|50|51)\d* ?N?/);
    await view.getByRole('button', { name: 'Use these values' }).click();
    await expect(pull(page)).toHaveValue(/^2\.(49|5|50|51)\d*$/);
    await view.getByRole('button', { name: 'Undo' }).click();
    await expect(pull(page)).toHaveValue('1');
  });
});

test.describe('On a small window', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('nothing of a study scrolls sideways', async ({ page }) => {
    await openStill(page, model);
    await drop(page.locator('slip-plot .plot-area'), { 'fall.csv': measured });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await dialog(page).getByRole('button', { name: 'Keep in the model' }).click();
    for (const name of ['Fit', 'Optimise']) {
      await page.getByRole('group', { name: 'Kind of study' }).getByRole('button', { name }).click();
      await page.locator('slip-study .study-start').click();
      await page.getByRole('button', { name: 'Use these values' }).waitFor();
      expect(await sideways()).toBeLessThanOrEqual(0);
    }
  });
});
