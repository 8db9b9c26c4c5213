import { readFileSync } from 'node:fs';
import { choose, drop, expect, finished, openStill, saved, test, writeText } from './page';

test.use({ scene: false });

test.describe('The editor', () => {
  test('colours keys and numbers before the reference has been opened', async ({ page }) => {
    await openStill(page, '#g=rolling-coin');
    await page.getByRole('tab', { name: 'Model' }).click();
    const colour = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    const ink = await colour('.cm-content');
    expect(await colour('.cm-content .json-key')).not.toBe(ink);
    expect(await colour('.cm-content .json-value')).not.toBe(ink);
  });

  test('marks errors during typing, helps to correct them, runs, and loses nothing', async ({ page }) => {
    await openStill(page, '#g=rolling-coin&mu=0.3');
    await page.getByRole('tab', { name: 'Model' }).click();
    const text = page.getByRole('textbox', { name: /Model document/ });
    await expect(text).toContainText('"mu": {"value": 0.8');

    // A wrong key is marked at its line.
    await page.getByText('"Rolling coin"').dblclick();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"titel": 1,');
    await expect(page.locator('.editor-issues')).toContainText('/titel');
    await expect(page.locator('.cm-lintRange-error')).toHaveText('1');
    await expect(page).toHaveURL(/#d=\w+$/);

    // The copy has a mark, a way to share it and a way back.
    await expect(page.locator('.own-note')).toContainText('works in this browser only');
    await expect(page).toHaveTitle('Rolling coin (your copy) – Slipstick');
    await expect(page.getByRole('link', { name: 'Back to the original' })).toHaveAttribute('href', '#g=rolling-coin');
    await page.getByRole('button', { name: 'Make a link' }).click();
    await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/#m=/);
    await page.keyboard.press('Escape');
    await page.locator('.cm-content').focus();

    // Completion inserts text from the schema.
    for (let i = 0; i < 11; i++) await page.keyboard.press('Backspace');
    await page.keyboard.type('"def');
    await expect(page.locator('.cm-tooltip-autocomplete')).toHaveCount(0); // "definitions" already exists
    for (let i = 0; i < 5; i++) await page.keyboard.press('Backspace');
    await expect(page.locator('.editor-issues')).toHaveCount(0);

    // The edited model runs, and a reload restores it.
    await page.getByText('"Rolling coin"').dblclick();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('"title": "My coin",');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My coin');
    await page.locator(finished).waitFor();
    await page.reload();
    await page.locator(finished).waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My coin');
    await expect(page.getByLabel('friction μ, number')).toHaveValue('0.3');
    await page.getByRole('link', { name: 'Gallery' }).click();
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('button', { name: 'Delete My coin' }).click();
    await expect(page.getByRole('link', { name: 'My coin' })).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete My coin' }).click();
    await expect(page.getByRole('link', { name: 'My coin' })).toHaveCount(0);
  });

  test('begins from a template, and saves and opens files', async ({ page }) => {
    await page.goto('./#gallery');
    await page.getByRole('button', { name: 'Mass on a spring' }).click();
    await page.locator(finished).waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mass on a spring');
    await page.getByRole('tab', { name: 'Model' }).click();
    await page.getByText('"slipstick"').waitFor();
    const { content } = await saved(page.getByRole('button', { name: 'Save' }));
    await drop(page.locator('body'), { 'model.json': content.toString().replace('Mass on a spring', 'Dropped') });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dropped');
    await page.locator(finished).waitFor();
  });

  test('opens a dropped or chosen robot, and reports errors in it', async ({ page }) => {
    await page.goto('./#gallery');
    const robots = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, readFileSync(`tests/data/robots/${name}`, 'utf8')]));
    await drop(page.locator('body'), robots('chain parts.xml', 'chain.xml'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('chain');
    await page.locator(finished).waitFor();
    await drop(page.locator('body'), { 'broken.urdf': '<robot name="broken">\n<link>' });
    await expect(page.getByRole('alert')).toContainText('broken.urdf:2');
    await choose(page.getByRole('button', { name: 'Open a file…' }), robots('arm.urdf'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('arm');
    await page.locator(finished).waitFor();
  });

  test('begins a mechanism from a template, and reports unsupported uses of planar bodies', async ({ page }) => {
    await page.goto('./#gallery');
    await page.getByRole('button', { name: 'Four-bar linkage' }).click();
    await page.locator(finished).waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Four-bar linkage');
    const hinge = '{"type": "RevoluteJoint", "bodies": [null, "rod"], "axis": [0, 1, 0]}';
    const rod = '{"type": "RigidBody2D", "name": "rod", "inertia": {"mass": 1}}';
    await writeText(page, `{"slipstick": 1, "create": [${rod}, ${hinge}]}`);
    await expect(page.locator('.editor-issues')).toContainText('planar bodies rotate about z: use [0, 0, 1]');
  });

  test('leads from a word to its page of the reference: by a link, a key, a hint and a suggestion', async ({ page, context }) => {
    await openStill(page, '#g=rolling-coin');
    await page.getByRole('tab', { name: 'Model' }).click();
    const link = page.getByRole('link', { name: /^Reference: / });
    await page.locator('.cm-content').getByText('"physicsInertia"').first().click();
    await expect(link).toHaveText('Reference: RigidBody');
    await expect(link).toHaveAttribute('href', './#i=object.RigidBody/physicsInertia');

    const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('F1')]);
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('RigidBody');
    await expect(opened.getByRole('row', { name: /^physicsInertia/ })).toBeFocused();
    await opened.close();

    await page.locator('.cm-content').getByText('"RigidBody"').first().hover();
    await expect(page.locator('.cm-tooltip-hover').getByRole('link', { name: 'Reference' })).toHaveAttribute(
      'href',
      './#i=object.RigidBody',
    );

    await page.locator('.cm-content').getByText('"RigidBody"').first().dblclick();
    await page.keyboard.type('RigidBod');
    await expect(page.locator('.editor-issues')).toContainText('RigidBod'); // its message moves the editor
    await page.locator('.cm-completionInfo').getByRole('link', { name: 'Reference' }).waitFor();
    const [suggested] = await Promise.all([
      context.waitForEvent('page'),
      page.locator('.cm-completionInfo').getByRole('link', { name: 'Reference' }).click(),
    ]);
    await expect(suggested.getByRole('heading', { level: 1 })).toHaveText(/^RigidBody/);
  });

  test('opens at once for a model with errors', async ({ page }) => {
    const text = page.getByRole('textbox', { name: /Model document/ });
    await page.goto('./#gallery');
    await page.getByRole('button', { name: 'Empty sheet' }).click();
    await page.getByRole('tab', { name: 'Model' }).click();
    await expect(text).toContainText('"title": "New model"');

    const mass = { type: 'MassPoint', name: 'mass', physicsMass: 1, gravity: [0, 0, -9.81] };
    for (const [wrong, message] of [
      ['{"slipstick": 1, "create": [', /document/],
      [JSON.stringify({ slipstick: 1, create: [{ ...mass, physicsMas: 1 }] }), /physicsMas/],
    ] as const) {
      await page.goto('./#gallery');
      await page.getByRole('heading', { name: 'Your models' }).waitFor();
      await drop(page.locator('body'), { 'model.json': wrong });
      await expect(text).toBeVisible();
      await expect(page.locator('.editor-issues')).toContainText(message);
    }

    // A valid model opens with its text, and keeps it open if a value becomes invalid.
    await page.goto('./#gallery');
    await page.getByRole('heading', { name: 'Your models' }).waitFor();
    await drop(page.locator('body'), { 'model.json': JSON.stringify({ slipstick: 1, description: 'It falls.', create: [mass] }) });
    await expect(page.getByText('It falls.')).toBeVisible();
    await expect(text).toHaveCount(0);
  });
});

test('Bars set the height and width of the editor by dragging or keys, and the page keeps them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Model' }).click();
  const text = page.locator('.editor-text');
  const size = async () => (await text.boundingBox())!;
  await expect(text).toHaveAttribute('aria-busy', 'false');
  const usual = await size();
  const bar = page.getByRole('separator', { name: 'Width of the side pane' });
  const { x, y, height } = (await bar.boundingBox())!;
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 196, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await size()).width - usual.width).toBeCloseTo(200, -1);
  await bar.press('ArrowRight');
  await expect.poll(async () => (await size()).width - usual.width).toBeCloseTo(184, -1);

  const plots = page.getByRole('separator', { name: 'Height of the plots' });
  await plots.press('Home');
  await expect.poll(async () => (await size()).height - usual.height).toBeGreaterThan(230);
  await page.reload();
  await page.locator(finished).waitFor();
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect.poll(async () => (await size()).height - usual.height).toBeGreaterThan(230);
  await expect(bar).toHaveAttribute('aria-valuenow', String(Math.round(0.4 * 1440 + 184)));
  await plots.press('Enter');
  await bar.dblclick();
  await expect.poll(size).toEqual(usual);
});
