import type { Page } from '@playwright/test';
import { documentHash, enter, expect, fallingMass, finished, openModel, openStill, test, writeText } from './page';

test.use({ scene: false });

const withSlider = fallingMass({}, { parameters: { mass: { value: 1, min: 0, max: 5, label: 'mass m' } } });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: /Model document/ });
const addSlider = (page: Page) => page.getByRole('button', { name: 'Slider', exact: true }).click();
const sliders = (page: Page) => page.locator('.parameters .parameter');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'The text in Model has not run' });

test('Moving a slider changes no start value until a button is pressed', async ({ page }) => {
  await openStill(page, documentHash(withSlider));
  await enter(page.getByLabel('mass m, number'), '2');
  await tab(page, 'Build').click();
  await addSlider(page);
  await page.locator(finished).waitFor();
  await expect(page.getByLabel('mass m, number')).toHaveValue('2');
  await tab(page, 'Model').click();
  await expect(text(page)).toContainText(/"mass": ?\{\s*"value": ?1,/);
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(page.getByLabel('mass m, number')).toHaveValue('1');

  await enter(page.getByLabel('mass m, number'), '3');
  await page.getByRole('button', { name: 'Use as start values' }).click();
  await expect(text(page)).toContainText(/"mass": ?\{\s*"value": ?3,/);
  await expect(page.getByLabel('mass m, number')).toHaveValue('3');
  await expect(page.getByRole('button', { name: 'Reset all' })).toBeDisabled();
});

test('An edit in Build asks before it replaces a text that has not run', async ({ page }) => {
  await openStill(page, documentHash(withSlider));
  await writeText(page, '{"title": "half a');
  await tab(page, 'Build').click();
  await addSlider(page);
  await expect(question(page)).toContainText('It is not valid JSON yet');
  await expect(question(page).getByRole('button', { name: 'Run the text' })).toHaveCount(0);
  await question(page).getByRole('button', { name: 'Show the text' }).click();
  await expect(text(page)).toHaveText('{"title": "half a');

  await writeText(page, JSON.stringify({ ...withSlider, title: 'Pasted' }));
  await tab(page, 'Build').click();
  await addSlider(page);
  await question(page).getByRole('button', { name: 'Run the text' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pasted');

  await writeText(page, '{');
  await tab(page, 'Build').click();
  await addSlider(page);
  await question(page).getByRole('button', { name: 'Discard the text' }).click();
  await expect(sliders(page)).toHaveCount(2);
  await tab(page, 'Model').click();
  await expect(text(page)).toContainText('"Pasted"');

  // After a reload, the invalid text is still there, and Build still replaces nothing.
  await writeText(page, '{ "title": "broken", ');
  await expect(page.locator('.editor-note')).not.toHaveText('');
  await page.reload();
  await expect(text(page)).toHaveText('{ "title": "broken", ');
  await tab(page, 'Build').click();
  await addSlider(page);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await tab(page, 'Model').click();
  await expect(text(page)).toHaveText('{ "title": "broken", ');
});

test('A text that was written or pasted is marked until it runs', async ({ page }) => {
  await openStill(page, documentHash(withSlider));
  await tab(page, 'Model').click();
  const mark = page.locator('.editor-unrun');
  await expect(text(page)).toContainText('Falling mass');
  await expect(mark).toHaveText('');
  await writeText(page, JSON.stringify({ ...withSlider, title: 'Pasted' }));
  await expect(mark).toHaveText('not run yet');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pasted');
  await expect(mark).toHaveText('');
});

test('Undo and the tab survive another page and a reload', async ({ page }) => {
  await openStill(page, documentHash(withSlider));
  await tab(page, 'Build').click();
  await addSlider(page);
  await addSlider(page);
  await expect(sliders(page)).toHaveCount(3);
  await undo(page).click();
  await expect(sliders(page)).toHaveCount(2);
  await expect(page).toHaveURL(/#d=/);
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference');
  await page.goBack();
  await expect(tab(page, 'Build')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(sliders(page)).toHaveCount(3);
  await page.reload();
  await expect(tab(page, 'Build')).toHaveAttribute('aria-selected', 'true');
  await undo(page).click();
  await undo(page).click();
  await expect(sliders(page)).toHaveCount(1);
});

test('A tab reports changes of its model in another tab, and asks which version to keep', async ({ page, context }) => {
  const second = await context.newPage();
  await openModel(page, documentHash(withSlider));
  await tab(page, 'Build').click();
  await addSlider(page);
  await expect(page).toHaveURL(/#d=/);
  await openModel(second, new URL(page.url()).hash);
  await page.bringToFront();
  await addSlider(page);
  await expect(sliders(page)).toHaveCount(3);

  await second.bringToFront();
  const note = second.getByText('Another tab has changed this model.');
  await expect(note).toBeVisible();
  await second.getByRole('button', { name: 'Show that version' }).click();
  await expect(sliders(second)).toHaveCount(3);
  await expect(note).toHaveCount(0);
  expect(second.url()).toBe(page.url());

  // The opposite case: the first tab keeps its version as an own model.
  await tab(second, 'Build').click();
  await addSlider(second);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Keep this one as a separate model' }).click();
  await expect.poll(() => page.url()).not.toBe(second.url());
  await addSlider(page);
  await expect(page.locator('.link-note')).toHaveCount(0);
});

test('The header begins a new model, and a model of one’s own from a gallery model', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.getByRole('button', { name: 'Start from this model' }).click();
  await expect(page).toHaveURL(/#d=/);
  await expect(tab(page, 'Build')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Your changed copy')).toBeVisible();
  const menu = page.locator('.new-menu');
  await menu.getByText('New', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('button', { name: 'Empty sheet' })).toBeHidden();
  await page.keyboard.press('Enter');
  await menu.getByRole('button', { name: 'Empty sheet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New model');
  await expect(page.getByText('Your own model')).toBeVisible();
});
