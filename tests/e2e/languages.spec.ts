import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { findings } from './axe';
import { documentHash, enter, expect, fallingMass, finished, openModel, openStill, plotValue, saved, test } from './page';

const root = (page: Page) => page.locator('html');
const choice = (page: Page) => page.locator('.language-choice select');
/** Scripts of translations that a page has requested. */
function translationsOf(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(de|fr|es|zh)-[\w-]+\.js$/.exec(request.url()) ?? [];
    if (name) loaded.push(name);
  });
  return loaded;
}

test('A person switches to German and back while the coin plays, and nothing is lost', async ({ page }) => {
  const loaded = translationsOf(page);
  await openStill(page, '#g=rolling-coin&mu=0.3');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('Play').click();
  await page.evaluate(() => Object.assign(document.querySelector('slip-model-page') as object, { mark: 'same' }));
  const { hash } = new URL(page.url());
  await expect(page.getByLabel('friction μ, number')).toHaveValue('0.3');
  expect(loaded).toEqual([]);

  await choice(page).selectOption('de');
  await expect(root(page)).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('tab', { name: 'Modell', exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Model', exact: true })).toHaveCount(0);
  await expect(page.getByLabel('Reibung μ, Zahl')).toHaveValue('0,3');
  await expect.poll(() => plotValue(page, 0)).toContain(',');
  await expect(page.getByRole('slider', { name: 'Zeit', exact: true })).toHaveAttribute('aria-valuetext', /^\d+,\d+ Sekunden$/);
  await expect(button('Pause')).toBeVisible(); // it still plays
  await expect(button('Wiederholen')).toHaveAttribute('aria-pressed', 'true');
  expect(loaded).toEqual(['de']);
  await enter(page.getByLabel('Reibung μ, Zahl'), '0,25');
  await expect(page).toHaveURL(/&mu=0\.25/); // links keep the point

  await choice(page).selectOption('en');
  await expect(root(page)).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('tab', { name: 'Model', exact: true })).toBeVisible();
  await expect(page.getByLabel('friction μ, number')).toHaveValue('0.25');
  expect(new URL(page.url()).hash.split('&')[0]).toBe(hash.split('&')[0]);
  expect(await page.evaluate(() => (document.querySelector('slip-model-page') as unknown as { mark: string }).mark)).toBe('same');
});

test('The text in the editor, its place and a chosen tab stay', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({})));
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('  ');
  await choice(page).selectOption('fr');
  await expect(root(page)).toHaveAttribute('lang', 'fr');
  await expect(page.locator('.cm-content')).toContainText('Falling mass');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+z');
  await expect(page.locator('.cm-content')).toContainText('Falling mass');
});

test('Each language is named in itself, the choice is kept, and the address comes first', async ({ page }) => {
  await page.goto('./#gallery');
  await expect(choice(page).locator('option')).toHaveText(['English', 'Deutsch', 'Español', 'Français', '简体中文']);
  const tags = await choice(page)
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('lang')));
  expect(tags).toEqual(['en', 'de', 'es', 'fr', 'zh-Hans']);
  await choice(page).selectOption('zh-Hans');
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hans');
  await page.reload();
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hans');
  await page.goto('./?lang=fr-CA#gallery');
  await expect(root(page)).toHaveAttribute('lang', 'fr');
  await choice(page).selectOption('es');
  await expect(page).toHaveURL(/\/#gallery$/);
  await page.goto('./?lang=xx#gallery'); // an unknown language: the choice
  await expect(root(page)).toHaveAttribute('lang', 'es');
});

for (const [locale, lang, heading] of [
  ['de-AT', 'de', 'Galerie'],
  ['zh-TW', 'en', 'Gallery'],
]) {
  test.describe(`In a browser of ${locale}`, () => {
    test.use({ locale });
    test(`the page is in ${lang}`, async ({ page }) => {
      await page.goto('./#gallery');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(root(page)).toHaveAttribute('lang', lang);
    });
  });
}

test('A frame follows its address, and an element its language', async ({ page }) => {
  await openModel(page, 'embed.html?lang=de&show=scene,time#g=rolling-coin');
  await expect(root(page)).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Abspielen', exact: true })).toBeVisible();

  await page.goto('./embedding.html');
  await page.evaluate(() => {
    const element = document.createElement('slipstick-model');
    element.lang = 'es';
    element.id = 'spanish';
    element.setAttribute('model', 'rolling-coin');
    document.body.prepend(element);
  });
  const poster = page.locator('#spanish').getByRole('button');
  await expect(poster).toHaveText('▶ Mostrar el modelo');
  await poster.click();
  await expect(page.frameLocator('#spanish iframe').locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.frameLocator('#spanish iframe').locator(finished)).toBeVisible({ timeout: 90_000 });
});

test('A saved page keeps the language of the page from which it was saved', async ({ page, context }) => {
  await openStill(page, '?lang=de#g=rolling-coin');
  await page.getByRole('button', { name: 'Teilen' }).click();
  const path = test.info().outputPath('coin.html');
  writeFileSync(path, (await saved(page.getByRole('button', { name: 'Webseite herunterladen' }))).content);
  await context.setOffline(true);
  await page.goto(pathToFileURL(path).href);
  await expect(page.locator(finished)).toBeVisible();
  await expect(root(page)).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Abspielen', exact: true })).toBeVisible();
  await choice(page).selectOption('zh-Hans');
  await expect(root(page)).toHaveAttribute('lang', 'zh-Hans');
});

test('The German page is accessible, in both themes and on a phone', async ({ page }) => {
  await openStill(page, '?lang=de#g=rolling-coin');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await findings(page), `${width}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page, true), `${width}, dark`).toEqual([]);
  }
});

/** Texts of the page that are also in types and names of the coin's items. */
const ofItems = ['Data', 'Disc', 'position'];

/** English texts of the page that no German text equals. */
function englishTexts(): Set<string> {
  const { texts } = JSON.parse(readFileSync('web/languages/de.json', 'utf8')) as { texts: Record<string, Record<string, string>> };
  const pairs = Object.values(texts).flatMap((room) => Object.entries(room));
  const german = new Set(pairs.map(([, translation]) => translation));
  return new Set(pairs.flatMap(([text]) => (german.has(text) || ofItems.includes(text) ? [] : [text])));
}

/** Names and descriptions in the accessibility tree. */
async function spoken(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const seen = nodes.filter(({ ignored }) => !ignored);
  return seen.flatMap(({ name, description }) => [name?.value, description?.value].filter((text): text is string => Boolean(text)));
}

test.describe('Without the 3D view', () => {
  test.use({ scene: false });
  test('A screen reader finds no English on the German page', async ({ page }) => {
    const english = englishTexts();
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const check = async (where: string) =>
      expect(
        (await spoken(page)).filter((text) => text.split(': ').some((part) => english.has(part))),
        where,
      ).toEqual([]);
    await openStill(page, '?lang=de#g=rolling-coin');
    for (const name of ['Aufgaben', 'Modell', 'Bauen', 'Statistik', 'Studie', 'Frequenzgang', 'Daten', 'Info']) {
      await tab(name).click();
      await expect(page.getByRole('tabpanel', { name, exact: true })).not.toBeEmpty();
      await check(name);
    }
    await page.getByRole('button', { name: 'Energie', exact: true }).click();
    await expect(page.locator('slip-energy .plot-area')).toBeVisible();
    await check('energies');
    await page.getByRole('button', { name: 'Teilen', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Teilen' })).toBeVisible();
    await check('sharing');
  });
});
