import type { Page } from '@playwright/test';
import { findings } from './axe';
import { documentHash, expect, fallingMass, openStill, test } from './page';

/** Pages, as what is to be done to see them. */
const model = (hash: string) => (page: Page) => openStill(page, hash);
const tab = (name: string, content: string) => async (page: Page) => {
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name }).click();
  await page.locator(content).first().waitFor();
};
const place = (address: string, content: string) => async (page: Page) => {
  await page.goto(`./${address}`);
  await page.locator(content).first().waitFor();
};
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'the gallery': place('#gallery', '.card'),
  'a link that is not opened': place('#m=1.AAAA', '[role=alert]'),
  'a model with trails and arrows': model('#g=rolling-coin'),
  'a model with reference curves and a survey of stability': model('#g=bicycle'),
  'a model with plots over a length': model('#g=belt-two-pulleys'),
  'a model with choices': model('#g=car'),
  'a model with errors': place(documentHash(fallingMass({}, { loads: [{ type: 'ForceVector', markerNumber: 'none' }] })), '.issues'),
  'the editor': tab('Model', '.cm-content'),
  'the statistics': tab('Statistics', 'slip-statistics table, slip-statistics dl'),
  'the data': tab('Data', 'slip-data table'),
  'the dialog of Share': async (page) => {
    await openStill(page, '#g=slider-crank');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('checkbox', { name: /whole model/ }).check();
  },
  'the reference': place('#reference', 'h1'),
  'what a search finds': place('#reference=k_c', '.reference-found a'),
  'an item': place('#i=object.ConnectorSpringDamper', 'h1'),
  'a creator': place('#i=creator.RigidBody', 'h1'),
  'the page that loads from an address': place('import.html#https://models.example/mass.json', 'h1'),
  'the documentation': place('#doc=share-links', '.doc-text h1'),
  'a frame': place('embed.html?show=title,scene,time,parameters,plots#g=slider-crank', '.model-page[data-phase=finished]'),
  'a frame with a picture alone': place('embed.html#g=slider-crank', '.model-page[data-phase=finished]'),
  'models in another page': async (page) => {
    await page.goto('./embedding.html');
    await page.getByRole('button', { name: '▶ Slider-crank' }).click();
    await page.frameLocator('iframe').locator('.model-page[data-phase=finished]').waitFor();
  },
};

test.describe('Axe finds nothing serious', () => {
  test.use({ reducedMotion: 'reduce' });

  for (const [name, open] of Object.entries(pages))
    test(`in ${name}, light, dark and on a phone`, async ({ page }) => {
      test.setTimeout(120_000);
      await open(page);
      expect(await findings(page), 'light').toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findings(page, true), 'dark').toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      // Plots take their new width a moment later.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways')
        .toBe(true);
      expect(await findings(page), 'phone').toEqual([]);
    });
});
