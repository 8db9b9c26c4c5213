import { keptModel } from './drawing-hand';
import { documentHash, enter, expect, fallingMass, openStill, saved, share, test } from './page';

test.use({ scene: false });

const model = fallingMass(
  {},
  {
    title: { en: 'Falling mass', de: 'Fallende Masse' },
    description: { en: 'It falls.', de: 'Sie fällt.' },
    parameters: { height: { value: 1, min: 0, max: 2, label: { en: 'height', de: 'Höhe' } } },
    display: { plots: [{ title: { en: 'path', de: 'Weg' }, curves: [{ sensor: 'position' }] }] },
  },
);

test('A model in two languages follows the page, and Build changes one of them', async ({ page }) => {
  await openStill(page, documentHash(model));
  const title = page.getByRole('heading', { level: 1 });
  const choice = page.locator('.language-choice select');
  await expect(title).toHaveText('Falling mass');
  await choice.selectOption('de');
  await expect(title).toHaveText('Fallende Masse');
  await expect(page.getByRole('slider', { name: 'Höhe', exact: true })).toBeVisible();
  await expect(page.locator('slip-plots')).toContainText('Weg');
  await choice.selectOption('fr'); // not in the document
  await expect(title).toHaveText('Falling mass');
  await choice.selectOption('de');

  await page.getByRole('tab', { name: 'Bauen', exact: true }).click();
  await page
    .locator('.build-outline')
    .getByRole('button', { name: /^Titel und Text/ })
    .click();
  const field = page.getByLabel(/title$/);
  await expect(field).toHaveValue('Fallende Masse');
  await enter(field, 'Fall');
  await expect(title).toHaveText('Fall');
  await expect.poll(async () => (await keptModel(page)).title).toEqual({ en: 'Falling mass', de: 'Fall' });
  await choice.selectOption('en');
  await expect(title).toHaveText('Falling mass');

  const dialog = await share(page);
  const savedTitle = async () => JSON.parse((await saved(dialog.getByRole('button', { name: 'Download JSON' }))).content.toString()).title;
  expect(await savedTitle()).toBe('Falling mass');
  await dialog.getByRole('checkbox', { name: 'All languages of the model’s texts' }).check();
  expect(await savedTitle()).toEqual({ en: 'Falling mass', de: 'Fall' });
});

test('Texts that lack the language of the page are in English and marked', async ({ page }) => {
  const half = fallingMass(
    {},
    {
      title: { en: 'Falling mass', de: 'Fallende Masse' },
      parameters: { height: { value: 1, min: 0, max: 2, label: { en: 'height', fr: 'hauteur' } } },
      display: {
        plots: [
          { title: { en: 'path', de: 'Weg' }, curves: [{ sensor: 'position', label: { en: 'vertical' } }] },
          { title: { en: 'again' }, curves: [{ sensor: 'position' }] },
        ],
        presets: [{ label: { en: 'low' }, title: { en: 'low' }, values: { height: 0.5 } }],
      },
    },
  );
  await openStill(page, `?lang=de${documentHash(half)}`);
  const languageOf = (text: string) =>
    page
      .getByText(text, { exact: true })
      .filter({ visible: true })
      .first()
      .evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
  expect(await languageOf('Fallende Masse')).toBe('de');
  await expect(page.locator('.plot-title').first().locator('[lang]')).toHaveCount(0); // Weg
  for (const text of ['height', 'vertical', 'again', 'low']) expect(await languageOf(text), text).toBe('en');
  await page.locator('.language-choice select').selectOption('fr');
  await expect(page.getByText('hauteur', { exact: true })).toBeVisible();
  for (const text of ['Falling mass', 'path']) expect(await languageOf(text), text).toBe('en');
  expect(await languageOf('hauteur')).toBe('fr');
});

test('A gallery model and its card are in the language of the page', async ({ page }) => {
  const models: string[] = [];
  page.on('request', (request) => /\/assets\/rolling-coin-/.test(request.url()) && models.push(request.url()));
  await openStill(page, '#g=rolling-coin&mu=0.3');
  const title = page.getByRole('heading', { level: 1 });
  const choice = page.locator('.language-choice select');
  await expect(title).toHaveText('Rolling coin');
  expect(models).toHaveLength(1);
  await choice.selectOption('de');
  await expect(title).toHaveText('Rollende Münze');
  await expect(page.getByLabel('Reibung μ, Zahl')).toHaveValue('0,3');
  expect(models).toHaveLength(2);
  await choice.selectOption('zh-Hans');
  await expect(title).toHaveText('滚动的硬币');
  expect(models).toHaveLength(2);
  await page.goto('./#gallery');
  await expect(page.getByRole('heading', { level: 3, name: '滚动的硬币', exact: true })).toBeVisible();
});

test('Messages of the engine are in the language of the page, others are marked', async ({ page }) => {
  await page.goto(`./?lang=de${documentHash({ slipstick: 1, titel: 'x', parameters: { m: { value: 5, max: 2 } } })}`);
  const issues = page.getByRole('alert');
  await expect(issues).toContainText("unbekannter Schlüssel 'titel'; meinten Sie 'title'?");
});
