import { documentHash, enter, expect, fallingMass, finished, load, openModel, openStill, plotValue, share, shownTime, test } from './page';

test('A link carries the model, its values, the time, the camera, the plots and a digest that is checked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openStill(page, '#g=rolling-coin&mu=0.3');
  await page.locator('.scrubber').fill('0.75');
  await page.getByRole('button', { name: 'Top' }).click();
  const force = await plotValue(page, 0);
  const dialog = await share(page);
  await expect(dialog.getByText('works everywhere')).toBeVisible();
  const code = dialog.getByRole('button', { name: 'QR code of the link' });
  const width = () => code.evaluate((button) => button.getBoundingClientRect().width);
  const beside = await width();
  await code.click();
  expect(await width()).toBeGreaterThan(3 * beside); // fills the window
  await page.keyboard.press('Escape');
  expect(await width()).toBe(beside);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('checkbox', { name: /whole model/ }).check();
  await dialog.getByRole('checkbox', { name: 'Sliders and hands as they are now' }).first().check(); // it has tasks
  await dialog.getByText('4 of 4 plots').first().click();
  await dialog.getByRole('checkbox', { name: 'trail' }).first().uncheck();
  await dialog.getByRole('checkbox', { name: /Values of the result/ }).check();
  await dialog.getByRole('button', { name: 'Copy' }).first().click();
  await expect(dialog.getByRole('status')).toHaveText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#m=2\.[\w-]+&~t=0\.75&~c=top,[^&]+&~p=0,1,2&~r=[\w.-]+:[\w-]+:[\w%-]+$/);

  await load(page, link);
  await page.locator(finished).waitFor();
  await expect(page.locator('.verdict')).toHaveText(/Same result as the author’s, to the last bit/);
  await expect.poll(() => shownTime(page)).toBeCloseTo(0.75, 6);
  await expect(page.getByLabel('friction μ, number')).toHaveValue('0.3');
  expect(await plotValue(page, 0)).toBe(force);
  await expect(page.locator('.plots-part slip-plot')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Top' })).toHaveAttribute('aria-pressed', 'true');
  await enter(page.getByLabel('friction μ, number'), '0.05');
  await expect(page.locator('.verdict')).toHaveCount(0);
});

test.describe('A server without such a page', () => {
  test.use({ allowedErrors: [/404/] }); // it answers with 404.html

  test('A link that a mail program rewrote opens', async ({ page }) => {
    await openStill(page, '%23g=rolling-coin&mu=0.3&%7Et=0.75');
    await expect.poll(() => shownTime(page)).toBeCloseTo(0.75, 6);
    await expect(page.getByLabel('friction μ, number')).toHaveValue('0.3');
    expect(page.url()).toMatch(/\/#g=rolling-coin&mu=0.3&/);
    await page.goto('./404.html');
    await expect(page.getByRole('link', { name: 'Open Slipstick' })).toHaveAttribute('href', './');
  });
});

test('The digest of another engine is not wrong', async ({ page }) => {
  await openStill(page, `#g=rolling-coin&~r=0.0.9:AAAAAAAAAAA:`);
  await expect(page.locator('.verdict')).toHaveText(
    /^≈ .*at least one recorded number. The author’s was computed by engine 0\.0\.9; this is /,
  );
});

test('A link to a gallery model names its version and the hash of its result, without being asked', async ({ page }) => {
  await openStill(page, '#g=rolling-coin&mu=0.3');
  const field = (await share(page)).getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#g=rolling-coin&mu=0\.3&.*~v=[0-9a-z]{6}&~r=[\w.-]+:[\w-]{11}%3A$/);
  const link = await field.inputValue();
  await load(page, link);
  await expect(page.locator('.verdict')).toHaveText(/Same result as the author’s, to the last bit/);
  await expect(page.locator('.link-note')).toHaveCount(0);

  await load(page, link.replace(/~v=[0-9a-z]{6}/, '~v=abcdef').replace(/~r=[^:]*:[\w-]{11}/, '~r=0.1.0:AAAAAAAAAAA'));
  await expect(page.locator('.link-note')).toHaveText('The gallery’s model has changed since this link was made.');
  await expect(page.locator('.verdict')).toHaveText(
    /^≈ Differs from the author’s result in at least one recorded number\. The author’s was computed by engine 0\.1\.0/,
  );
});

test('Share adds the authors of an own model, and remembers them', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({})));
  const dialog = await share(page);
  const field = dialog.getByRole('textbox', { name: 'Link', exact: true });
  const without = await field.inputValue();
  await dialog.getByText('Authors and licence').click();
  await dialog.getByLabel('Authors, separated by commas').fill('Ada Lovelace, Grace Hopper');
  await dialog.getByLabel('Licence, for example CC-BY-4.0').fill('CC-BY-4.0');
  await page.keyboard.press('Tab');
  await expect(field).not.toHaveValue(without);
  const link = await field.inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await share(page);
  await expect(dialog.getByLabel('Authors, separated by commas')).toHaveValue('Ada Lovelace, Grace Hopper');

  await load(page, link);
  await page.locator(finished).waitFor();
  await expect(page.locator('.credits')).toContainText('By Ada Lovelace, Grace Hopper');
  await expect(page.getByRole('link', { name: 'CC-BY-4.0' })).toHaveAttribute('href', /spdx\.org/);
  await share(page);
  await expect(page.getByText('Authors and licence')).toHaveCount(0); // they are in the document
});

test('A model whose run never ended does not run again by itself', async ({ page }) => {
  const link = `./${documentHash(fallingMass({ endTime: 20, stepSize: 1e-5, sensorsWritePeriod: 0.1 }))}`;
  await page.goto('./#gallery');
  await page.evaluate(() => {
    // Preserves the mark of a run if the page is closed at once.
    const remove = Storage.prototype.removeItem;
    Storage.prototype.removeItem = function (key: string) {
      if (!key.startsWith('slipstick.running.')) remove.call(this, key);
    };
  });
  await page.goto(link);
  await page.locator('.model-page[data-phase=running]').waitFor();
  await page.reload();
  await expect(page.getByText('its run did not finish')).toBeVisible();
  await expect(page.locator('.model-page')).toHaveAttribute('data-phase', 'idle');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator(finished).waitFor();
});

test.describe('Without the dictionary', () => {
  test.use({ allowedErrors: [/404/] });

  test('A complete classic fits into a link that works everywhere; without the dictionary a message appears, and links are longer', async ({
    page,
  }) => {
    const shareWhole = async () => {
      const dialog = await share(page);
      await dialog.getByRole('checkbox', { name: /whole model/ }).check();
      return dialog;
    };
    await openStill(page, '#g=rolling-coin');
    const dialog = await shareWhole();
    const field = dialog.getByRole('textbox', { name: 'Link' });
    await expect(field).toHaveValue(/#m=2\./);
    await expect(dialog.getByText('works everywhere')).toBeVisible();
    const link = await field.inputValue();
    expect(link.length).toBeLessThan(2000);
    await dialog.getByRole('checkbox', { name: /without text/ }).check();
    expect((await field.inputValue()).length).toBeLessThan(link.length);

    await page.route('**/link-dictionary-2.txt', (route) => route.fulfill({ status: 404 }));
    await load(page, link);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await openModel(page, '#g=rolling-coin');
    await expect((await shareWhole()).getByRole('textbox', { name: 'Link' })).toHaveValue(/#m=1\./);

    await page.unroute('**/link-dictionary-2.txt');
    await load(page, link);
    await page.locator(finished).waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling coin');
    await expect(page.locator('.katex').first()).toBeVisible();
  });
});
