import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { FrozenSubmission } from '../support/freeze';
import { documentHash, drawn, expect, fallingMass, finished, openStill, test } from './page';

test.use({ scene: false });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Compare models' });
const differences = (page: Page) => dialog(page).getByRole('region', { name: 'Differences' });

async function compare(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.getByRole('button', { name: 'Compare…' }).click();
  await expect(dialog(page)).toBeVisible();
}

/** Compares the open model with a text or a link. */
async function compareWith(page: Page, text: string): Promise<void> {
  await dialog(page).getByRole('combobox').selectOption({ label: 'a link, an address or a text' });
  await dialog(page).getByRole('textbox', { name: 'Link, address or JSON text' }).fill(text);
  await dialog(page).getByRole('button', { name: 'Compare', exact: true }).click();
}

const heavy = fallingMass({}, { objects: [{ type: 'MassPoint', name: 'mass', physicsMass: 2, nodeNumber: 'mass' }] });

test('An own copy is compared with the gallery’s model: list, texts and both runs, by keyboard too', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect(page.getByRole('textbox', { name: /Model document/ })).toContainText('"crank": {"value": 0.1,');
  await page.locator('.cm-line', { hasText: '"crank": {"value": 0.1,' }).click();
  await page.keyboard.press('Home');
  for (let i = 0; i < '"crank": {"value": 0.1'.length; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('2');
  await expect(page.getByText('not run yet')).toBeVisible();

  // The text runs before it is compared.
  await page.getByRole('button', { name: 'Compare…' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
  await expect(differences(page)).toContainText('1 difference');
  await expect(differences(page)).toContainText('crank: 0.1 → 0.12');
  await expect(page.getByText('not run yet')).toHaveCount(0);
  const texts = dialog(page).locator('.comparison-texts');
  await expect(texts.getByRole('textbox', { name: 'this model' }).locator('.cm-changedLine')).toContainText('0.12');
  await expect(texts.getByRole('textbox', { name: 'the gallery’s model' }).locator('.cm-changedLine')).not.toContainText('0.12');
  await expect(texts.locator('.cm-collapsedLines').first()).toContainText('unchanged lines');
  await dialog(page).getByRole('checkbox', { name: 'Unchanged lines too' }).check();
  await expect(texts.locator('.cm-collapsedLines')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Compare…' })).toBeFocused();

  await page.locator(finished).waitFor();
  const alone = Object.keys((await drawn(page, 1)).lines).length;
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Show both runs' }).click();
  await expect(dialog(page)).toBeHidden();
  const runs = page.getByRole('group', { name: 'Runs in the plots' });
  await expect(runs.getByLabel('Name of the kept run the gallery’s model')).toBeVisible();
  await expect.poll(async () => Object.keys((await drawn(page, 1)).lines).length, { timeout: 30_000 }).toBe(alone + 1);

  // The copy is kept in the browser, and the original can be compared with it.
  await openStill(page, '#g=slider-crank&crank=0.13');
  await expect(page.getByLabel('crank a, number')).toHaveValue('130');
  await compare(page);
  await expect(differences(page)).toContainText('crank: 0.1 → 0.13');
  await dialog(page).getByRole('combobox').selectOption({ label: 'Slider-crank' });
  await expect(differences(page)).toContainText('crank: 0.12 → 0.13');
});

test('A submission is compared with a model, including its values', async ({ page }) => {
  const [ada, grace] = JSON.parse(readFileSync('tests/data/links/0.1.0/submissions.json', 'utf8')) as FrozenSubmission[];
  await openStill(page, grace.links[1]);
  await page.locator('.tasks-handed').getByRole('button', { name: 'Compare…' }).click();
  await page.getByRole('button', { name: 'Show the text' }).click(); // the model hides values
  await expect(dialog(page)).toBeVisible();
  await compareWith(page, grace.links[1]);
  await expect(differences(page)).toContainText('The two models are equal.');
  await compareWith(page, ada.links[1]);
  await expect(differences(page)).toContainText(/k: [\d.]+ → 78/); // each name has its own stiffness
});

test('Links, texts, files and own models are compared; bad ones get a message each', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({})));
  await compare(page);
  const problem = dialog(page).getByRole('alert');
  for (const [text, message] of [
    ['', 'This is empty; a link or the JSON text of a model is needed.'],
    ['hello', 'This is neither a Slipstick link nor the JSON text of a model.'],
    ['{"title": ', 'This text is not valid JSON.'],
    ['[1]', 'This text is a list, not a model.'],
    ['#m=1.AAAA', 'This link is damaged: its end is missing.'],
    ['https://example.org/#gallery', 'This link leads to a page without a model.'],
    ['#g=unknown', 'There is no model “unknown”.'],
    ['['.repeat(100), 'This text is nested too deeply for a model.'],
    [`{"title": "${'x'.repeat(2 * 1024 * 1024)}"}`, 'This text is larger than 2 MiB, too large to open.'],
  ]) {
    await compareWith(page, text);
    await expect(problem, text.slice(0, 20)).toContainText(message);
  }
  await compareWith(page, JSON.stringify(fallingMass({})));
  await expect(differences(page)).toContainText('The two models are equal.');
  await expect(problem).toHaveCount(0);
  await compareWith(page, `https://example.org/slipstick/${documentHash(heavy)}`);
  await expect(differences(page)).toContainText('mass.physicsMass: 2 → 1');

  await dialog(page).getByRole('combobox').selectOption({ label: 'a file' });
  await expect(differences(page)).toHaveCount(0);
  const file = { name: 'heavy.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(heavy)) };
  await dialog(page).getByLabel('Model file').setInputFiles(file);
  await expect(differences(page)).toContainText('mass.physicsMass: 2 → 1');
  await dialog(page)
    .getByLabel('Model file')
    .setInputFiles({ ...file, buffer: Buffer.from([0xff]) });
  await expect(problem).toHaveText('“heavy.json” is not UTF-8 text.');
});

test('A model without a common curve or with errors is not run, and a message reports why', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({})));
  await compare(page);
  const sensors = [{ type: 'Node', name: 'speed', nodeNumber: 'mass', outputVariableType: 'Velocity' }];
  await compareWith(page, JSON.stringify(fallingMass({}, { sensors })));
  await expect(differences(page)).toContainText('position Node, only in this model');
  await expect(differences(page)).toContainText('speed Node, only in the other model');
  await dialog(page).getByRole('button', { name: 'Show both runs' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('The plots of this model show no sensor that the other model has too.');
  await compareWith(page, JSON.stringify(fallingMass({}, { loads: [{ type: 'ForceVector', markerNumber: 'none' }] })));
  await dialog(page).getByRole('button', { name: 'Show both runs' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('The other model cannot run: /loads/0/markerNumber');
});

test('An address opens as the other model, after a window has asked', async ({ page }) => {
  const requests: string[] = [];
  const files: Record<string, string> = {
    'https://raw.githubusercontent.com/ada/models/HEAD/mass.json': JSON.stringify(heavy),
    'https://api.github.com/gists/0a1b2c': JSON.stringify({ files: { 'mass.json': { content: JSON.stringify(heavy) } } }),
    'https://models.example/page.json': '<!doctype html>',
  };
  await page.context().route(/^https:/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ body: files[route.request().url()], headers: { 'Access-Control-Allow-Origin': '*' } });
  });
  await openStill(page, documentHash(fallingMass({})));
  await compare(page);
  const asked = async (address: string) => {
    const [window] = await Promise.all([page.waitForEvent('popup'), compareWith(page, address)]);
    await expect(window.getByText('Nothing has been loaded yet.')).toBeVisible();
    return window;
  };

  for (const [address, host] of [
    ['gh:ada/models/mass.json', 'raw.githubusercontent.com'],
    ['gist:0a1b2c', 'api.github.com'],
    ['https://example.org/slipstick/import.html#gh:ada/models/mass.json', 'raw.githubusercontent.com'],
  ]) {
    const before = requests.length;
    const window = await asked(address);
    await expect(dialog(page).getByRole('status')).toHaveText(`Another window asks whether to load the model from ${host}.`);
    await expect(window.getByText(`The comparison needs a model from ${host}.`)).toBeVisible();
    expect(requests).toHaveLength(before);
    await Promise.all([window.waitForEvent('close'), window.getByRole('button', { name: `Load from ${host}` }).click()]);
    await expect(differences(page)).toContainText('physicsMass: 2 → 1');
    await expect(dialog(page).getByText('Another window asks')).toHaveCount(0);
  }

  const refused = await asked('https://models.example/page.json');
  await refused.getByRole('button', { name: 'Load from models.example' }).click();
  await expect(refused.getByRole('alert')).toContainText('a web page, not a model file');
  await Promise.all([refused.waitForEvent('close'), refused.getByRole('button', { name: 'Cancel' }).click()]);
  await expect(differences(page)).toHaveCount(0);

  await compareWith(page, 'gh:ada/models');
  await expect(dialog(page).getByRole('alert')).toContainText('gh:owner/repository@commit/folder/model.json');
});
