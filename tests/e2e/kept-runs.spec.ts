import type { Page } from '@playwright/test';
import { documentHash, drawn, enter, expect, fallingMass, finished, load, openModel, openStill, saved, share, test } from './page';

test.use({ scene: false });

const runs = (page: Page) => page.getByRole('group', { name: 'Runs in the plots' });
const keep = (page: Page) => runs(page).getByRole('button', { name: 'Keep this run' });
/** The number of lines that the n-th plot draws in each colour, and the colours. */
const lines = async (page: Page, plot: number) => (await drawn(page, plot)).lines;
const colours = async (page: Page, plot: number) => Object.keys(await lines(page, plot)).sort();

async function setTo(page: Page, label: string, value: string): Promise<void> {
  await page.locator('slip-run-status').evaluate((status: HTMLElement & { runner: { recording: unknown } }) => {
    (window as unknown as { old: unknown }).old = status.runner.recording;
  });
  await enter(page.getByLabel(`${label}, number`), value);
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLElement & { runner: { recording: unknown; phase: string } }>('slip-run-status')?.runner.recording !==
      (window as unknown as { old: unknown }).old,
  );
  await page.locator(finished).waitFor();
}

/** A mass on a spring, pulled with a force that a slider sets. */
const pulled = documentHash(
  fallingMass(
    { stepSize: 0.01, sensorsWritePeriod: 0.01 },
    {
      parameters: { force: { value: 1, min: 0, max: 1000, label: 'force', unit: 'N' } },
      loads: [{ type: 'ForceVector', markerNumber: 'mass', loadVector: [0, 0, 'force'] }],
    },
  ),
);

test('The last run does not determine the axes of a far smaller one; a message reports it, and it can be hidden', async ({ page }) => {
  await openStill(page, pulled);
  await setTo(page, 'force', '2');
  const span = () =>
    page.locator('slip-plot').evaluate((plot) => {
      const [low, high] = (plot as unknown as { yRange: [number, number] }).yRange;
      return high - low;
    });
  const note = page.getByText(/^The last run goes far beyond the axes of /);
  await expect.poll(span).toBeLessThan(1.5);
  await expect(note).toHaveCount(0);
  await setTo(page, 'force', '800');
  await expect.poll(span).toBeGreaterThan(300);
  await setTo(page, 'force', '2');
  await expect.poll(span).toBeLessThan(1.5);
  await expect(note).toBeVisible();
  await expect(page.locator('output[data-difference="2"]')).toHaveText(/Δ/);
  const withLast = await lines(page, 0);
  expect(Object.values(withLast)).toEqual([2, 2, 2, 1]); // each curve solid and dashed, and the time
  await runs(page).getByRole('button', { name: 'last run' }).click();
  await expect(runs(page).getByRole('button', { name: 'last run' })).toHaveAttribute('aria-pressed', 'false');
  await expect(note).toHaveCount(0);
  await expect(page.locator('output[data-difference="2"]')).toHaveText('');
  await expect.poll(() => lines(page, 0)).toEqual(Object.fromEntries(Object.keys(withLast).map((color) => [color, 1])));
});

test('Runs are kept, named, hidden, removed, saved as CSV and computed again from the link, by keyboard too', async ({ page, browser }) => {
  await openStill(page, '#g=rolling-coin');
  await expect(keep(page)).toBeEnabled();
  const before = await colours(page, 2);
  await keep(page).focus();
  await page.keyboard.press('Enter');
  await expect(keep(page)).toBeDisabled();
  const first = runs(page).getByLabel('Name of the kept run original values');
  await expect(first).toHaveValue('original values');
  await setTo(page, 'drop height', '5');
  await setTo(page, 'friction μ', '0.3');
  await expect(runs(page).getByRole('button', { name: 'original values', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await keep(page).click();
  await expect(runs(page).getByLabel(/^Name of the kept run friction μ = 0.3/)).toHaveValue('friction μ = 0.3, drop height = 5\u2009mm');
  const two = await colours(page, 2);
  expect(two).toEqual(expect.arrayContaining(before));
  expect(two).toHaveLength(before.length + 2);

  await enter(first, 'as given');
  await setTo(page, 'tilt φ', '9');
  await expect(runs(page).getByText('Δ: difference to “last run”')).toHaveCount(0); // the last run is a kept one
  await expect(runs(page).getByText('Δ: difference to “as given”')).toBeVisible();
  await expect.poll(() => colours(page, 2)).toEqual(two);
  await setTo(page, 'tilt φ', '8'); // now the last run is none of the kept ones, which remain the reference
  await expect(runs(page).getByRole('button', { name: 'last run' })).toBeVisible();
  await expect(runs(page).getByText('Δ: difference to “as given”')).toBeVisible();
  await setTo(page, 'tilt φ', '9');
  await runs(page).getByRole('button', { name: 'last run' }).click();
  await runs(page)
    .getByRole('button', { name: /^friction μ/ })
    .press('Space');
  await expect.poll(() => colours(page, 2)).toHaveLength(before.length + 1);
  expect(two).toEqual(expect.arrayContaining(await colours(page, 2)));

  await page.getByRole('tab', { name: 'Data' }).click();
  const head = (await saved(page.getByRole('button', { name: 'Data (CSV)' }))).content.toString().split('\n')[0];
  expect(head).toContain('(as given)');
  expect(head).not.toContain('0.3'); // it is hidden

  await share(page);
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toMatch(/&~k=;;as%20given&~k=mu:0\.3,height:0\.005;hidden&~v=/);
  await page.getByRole('checkbox', { name: /whole model/ }).check();
  await page.getByRole('checkbox', { name: 'Sliders and hands as they are now' }).first().check(); // its model has tasks
  const whole = await page.getByLabel('Link', { exact: true }).inputValue();
  await page.keyboard.press('Escape');

  const elsewhere = await (await browser.newContext()).newPage();
  for (const address of [link, whole]) {
    await load(elsewhere, address);
    await elsewhere.locator(finished).waitFor();
    await expect(runs(elsewhere).getByText('running …')).toHaveCount(0);
    await expect(runs(elsewhere).locator('.run-name')).toHaveCount(2);
    await expect(runs(elsewhere).getByLabel('Name of the kept run as given')).toHaveValue('as given');
    await expect(runs(elsewhere).getByRole('button', { name: /^friction μ/ })).toHaveAttribute('aria-pressed', 'false');
    await expect(elsewhere.locator('.link-note')).toHaveCount(0);
  }
  await elsewhere.context().close();

  await runs(page).getByRole('button', { name: 'Remove as given' }).click();
  await expect(runs(page).locator('.run-name')).toHaveCount(1);
  await expect.poll(() => page.url().split('~k=').length).toBe(2);
  await page.reload(); // the address has the remaining ones
  await expect(runs(page).locator('.run-name')).toHaveCount(1);
});

test('Damaged kept runs of a link are left out, with one message', async ({ page }) => {
  await openStill(page, '#g=rolling-coin&~k=mu:0.3&~k=mu:7&~k=mu');
  await expect(page.locator('.link-note')).toHaveText('2 kept runs of this link are left out: their values cannot be used here.');
  await expect(runs(page).locator('.run-name')).toHaveCount(1);
});

test('A kept run is marked when the model changes, and forgotten with the model', async ({ page }) => {
  await openStill(page, pulled);
  await keep(page).click();
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.locator('.cm-content').getByText('1000', { exact: true }).dblclick();
  await page.keyboard.type('2000');
  await page.keyboard.press('Control+Enter');
  await expect(runs(page).getByText('earlier version')).toBeVisible();
  await openModel(page, '#g=slider-crank');
  await expect(runs(page).locator('.run-name')).toHaveCount(0);
});
