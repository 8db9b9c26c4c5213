import type { Locator } from '@playwright/test';
import { keptModel, outlineOf } from './drawing-hand';
import { cameraOffset, documentHash, expect, fallingMass, finished, openModel, openStill, shownTime, tabTo, test } from './page';

test('The keyboard leads from the gallery to a link with the same result elsewhere', async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#gallery');
  const card = page.getByRole('link', { name: /Rolling coin A coin rolls/ });
  await card.waitFor();
  await tabTo(page, card);
  await page.keyboard.press('Enter');
  await page.locator(finished).waitFor();
  await page.locator('slip-scene[data-drawn]').waitFor();

  // The focused heading handles no keys: time passes, the page stays.
  await expect(page.getByRole('heading', { level: 1, name: 'Rolling coin' })).toBeFocused();
  await page.keyboard.press(' ');
  await expect.poll(() => shownTime(page)).toBeGreaterThan(0);
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);

  // A parameter, on its slider.
  await tabTo(page, page.getByRole('slider', { name: 'tilt φ' }));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tilt=5\.5$/);
  await page.locator(finished).waitFor();

  // Time: play, stop, and sample by sample.
  await tabTo(page, page.getByRole('button', { name: 'Play' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => shownTime(page)).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Play' })).toBeFocused();
  await tabTo(page, page.getByRole('slider', { name: 'Time', exact: true }));
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  await expect.poll(() => shownTime(page)).toBeCloseTo(0.05, 6);

  // The camera.
  const canvas = page.locator('slip-scene canvas');
  expect(await cameraOffset(page)).toBeNull(); // nobody has turned it
  await tabTo(page, canvas, 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => cameraOffset(page)).not.toBeNull();
  const around = async () => {
    const [x, y] = (await cameraOffset(page))!;
    return Math.atan2(y, x);
  };
  const before = await around();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => Math.abs((await around()) - before)).toBeGreaterThan(0.05);

  // The link.
  await tabTo(page, page.getByRole('button', { name: 'Share' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('checkbox', { name: /Values of the result/ }));
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Copy' }).first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Link copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.locator('.verdict')).toContainText('Same result as the author’s, to the last bit', { timeout: 30_000 });
  await expect(elsewhere.getByLabel('tilt φ, number')).toHaveValue('5.5');
  await expect.poll(() => shownTime(elsewhere)).toBeCloseTo(0.05, 6); // the picture may come after the verdict
  await elsewhere.context().close();
});

test('The focus can skip a long list next to a page', async ({ page }) => {
  await page.goto('./#i=object.ConnectorSpringDamper');
  const article = page.getByRole('article');
  await article.waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'To the content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(article).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(article.getByRole('link', { name: 'Reference' })).toBeFocused();
});

test('Any newly opened page has the focus on its heading', async ({ page }) => {
  await page.goto('./#gallery');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  await expect(heading).not.toBeFocused(); // the browser announces the first page itself
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await expect(heading).toHaveText('Reference');
  await expect(heading).toBeFocused();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(page).toHaveTitle(/Documentation/);
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(heading).toHaveText('Reference');
  await expect(heading).toBeFocused();
  await page.getByRole('link', { name: 'Gallery', exact: true }).click();
  await expect(page).toHaveTitle('Slipstick');
  await expect(heading).toBeFocused();
  await page.getByRole('searchbox').first().focus();
  await page.evaluate(() => {
    location.hash = '#g=slider-crank';
  });
  await expect(heading).toHaveText('Slider-crank');
  await expect(heading).toBeFocused();
});

test('The name of a parameter opens its description and a way to restore its default', async ({ page }) => {
  const mass = { value: 1, min: 0, max: 5, label: 'mass m', unit: 'kg', description: 'What falls.' };
  await openModel(page, documentHash(fallingMass({}, { parameters: { mass } })));
  const slider = page.getByRole('slider', { name: 'mass m' });
  await expect(slider).toHaveAccessibleDescription('What falls.');
  await expect(page.getByLabel('mass m, number')).toHaveAccessibleDescription('What falls.');
  await expect(page.getByText('What falls.')).toBeHidden();
  const name = page.getByRole('button', { name: 'mass m', exact: true });
  await tabTo(page, slider);
  await page.keyboard.press('ArrowRight');
  await expect(slider).not.toHaveValue('1');
  await tabTo(page, name, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('What falls.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Reset to 1 kg' }));
  await page.keyboard.press('Enter');
  await expect(slider).toHaveValue('1');
  await expect(name).toBeFocused();
});

test('The key ? lists the keys, but in a text field it is text', async ({ page }) => {
  await openStill(page, '#g=rolling-coin');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('steps through the bodies');
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  const field = page.getByLabel('friction μ, number');
  await field.fill('');
  await field.press('?');
  await expect(field).toHaveValue('?');
  await expect(keys).toHaveCount(0);
});

test('Buttons next to the title lead to the parts of the page', async ({ page }) => {
  await page.goto('./#gallery');
  await page.locator('a[href="#g=belt-two-pulleys"]').first().click();
  await page.locator(finished).waitFor();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Sliders' })).toBeFocused();
  const parts = page.getByRole('navigation', { name: 'Parts of this page' });
  for (const [name, inside] of [
    ['Sliders', page.getByRole('button', { name: 'load torque T', exact: true })],
    ['Plots', page.getByRole('button', { name: 'Keep this run' })],
    ['Tasks', page.getByRole('tab', { name: 'Tasks' })],
    ['Text', page.getByRole('tab', { name: 'About' })],
  ] as const) {
    const button = parts.getByRole('button', { name });
    await page.getByRole('button', { name: 'To the content' }).focus();
    await page.keyboard.press('Enter');
    await tabTo(page, button);
    await expect(button).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(inside).toBeFocused();
    await expect(inside).toBeInViewport();
  }
});

test('A slider-crank is built, plotted and made a task by keys alone', async ({ page }) => {
  await page.goto('./#gallery');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const times = (count: number, key: string) => Array<string>(count).fill(key);
  const bar = page.getByRole('toolbar', { name: 'Build' });
  const form = page.getByRole('region', { name: 'Selected item' });
  const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  /** The tools are one stop of Tab; arrow keys choose among them. */
  const tool = async (name: string) => {
    const target = bar.getByRole('button', { name, exact: true });
    await tabTo(page, bar.locator('button[data-stop]'));
    await press('Home');
    for (let i = 0; i < 40 && !(await isFocused(target)); i++) await press('ArrowRight');
    await press('Enter');
    await expect(page.locator('slip-draw')).toBeFocused();
  };
  const made = async (item: string) => {
    await expect(outlineOf(page).getByRole('button', { name: item })).toBeVisible();
    await page.locator(finished).waitFor();
  };
  const act = async (target: Locator, key = 'Tab') => {
    await tabTo(page, target, key);
    await press('Enter');
    await page.locator(finished).waitFor();
  };

  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, page.locator('slip-new summary'));
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Empty sheet' }).first());
  await press('Enter');
  await page.locator('slip-draw[data-ready]').waitFor();

  await tool('Bar');
  await press('ArrowRight', 'ArrowLeft', 'Enter', ...times(3, 'ArrowRight'), ...times(4, 'ArrowUp'), 'Enter');
  await made('bar RigidBody2D');
  await expect(bar.getByRole('button', { name: 'Bar', exact: true })).toBeFocused();
  await tool('Bar');
  await press(...times(3, 'ArrowRight'), ...times(4, 'ArrowUp'), 'Enter');
  await press(...times(12, 'ArrowRight'), ...times(4, 'ArrowDown'), 'Enter');
  await made('bar 2 RigidBody2D');
  await act(page.getByRole('group', { name: 'Where bar and bar 2 meet' }).getByRole('button', { name: 'Hinge' }), 'Shift+Tab');
  await made('hinge RevoluteJoint');
  await expect(page.locator('slip-draw')).toBeFocused();
  await tool('Hinge');
  await press('ArrowRight', 'ArrowLeft', 'Enter');
  await made('hinge 2 RevoluteJoint');
  await tool('Slide');
  await press(...times(15, 'ArrowRight'), 'Enter', 'Enter');
  await made('slide PrismaticJoint');

  await act(form.getByRole('button', { name: 'Plot its force' }));
  await act(form.getByRole('button', { name: 'Ask for it in a task' }), 'Shift+Tab');
  await expect(page.locator('slip-plot')).toHaveCount(1);
  const { create, tasks } = await keptModel(page);
  expect(create.map(({ type }: { type: string }) => type)).toEqual([
    'RigidBody2D',
    'RigidBody2D',
    'RevoluteJoint',
    'RevoluteJoint',
    'PrismaticJoint',
  ]);
  expect(tasks).toHaveLength(1);
});
