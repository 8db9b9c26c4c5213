import type { Page } from '@playwright/test';
import { findings } from './axe';
import { documentHash, expect, fallingMass, openStill, test } from './page';

/** Checks the page in a wide window, then on a phone. */
async function look(page: Page, state = ''): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findings(page), `${state} light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findings(page, true), `${state} dark`).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  // Plots take their new width a moment later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing scrolls sideways').toBe(true);
  expect(await findings(page), `${state} phone`).toEqual([]);
}

const place = (address: string, content: string) => async (page: Page) => {
  await page.goto(`./${address}`);
  await page.locator(content).first().waitFor();
};
/** How to open each page. everywhere.spec.ts checks the others. */
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'a link that is not opened': place('#m=1.AAAA', '[role=alert]'),
  'a model with reference curves and a survey of stability': (page) => openStill(page, '#g=bicycle'),
  'a model with plots over a length': (page) => openStill(page, '#g=belt-two-pulleys'),
  'a model with choices': (page) => openStill(page, '#g=car'),
  'a model with errors': place(documentHash(fallingMass({}, { loads: [{ type: 'ForceVector', markerNumber: 'none' }] })), '.issues'),
  'the reference': place('#reference', 'h1'),
  'the index of the documents': place('#doc=index', 'h1'),
  'the documents without JavaScript': place('docs/', 'h1'),
  'a creator': place('#i=creator.RigidBody', 'h1'),
  'a model without JavaScript': place('m/bicycle/', 'h1'),
  'an item without JavaScript': place('reference/object-ConnectorSpringDamper/', 'h1'),
  'a document without JavaScript': place('docs/tasks/', 'h1'),
  'a frame': place('embed.html?show=title,scene,time,parameters,plots#g=slider-crank', '.model-page[data-phase=finished]'),
  'a frame with only a picture': place('embed.html#g=slider-crank', '.model-page[data-phase=finished]'),
  'models in another page': async (page) => {
    await page.goto('./embedding.html');
    await page.getByRole('button', { name: '▶ Slider-crank' }).click();
    await page.frameLocator('iframe').locator('.model-page[data-phase=finished]').waitFor();
  },
};

test.describe('Axe finds nothing serious in light and dark themes and on a phone', () => {
  for (const [name, open] of Object.entries(pages))
    test(`in ${name}`, async ({ page }) => {
      await open(page);
      await look(page);
    });

  test('in the comparison of two models', async ({ page }) => {
    await openStill(page, documentHash(fallingMass({})));
    await page.getByRole('tab', { name: 'Model' }).click();
    await page.getByRole('button', { name: 'Compare…' }).click();
    await page
      .getByRole('textbox', { name: 'Link, address or JSON text' })
      .fill(JSON.stringify(fallingMass({ endTime: 2 }, { title: 'Long fall' })));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('.comparison-texts .cm-content').first().waitFor();
    await look(page, 'Compare');
  });

  test('in the tabs of a model and the dialog of Share', async ({ page }) => {
    await openStill(page, '#g=slider-crank');
    for (const [name, content] of [
      ['Model', '.cm-content'],
      ['Statistics', 'slip-statistics table, slip-statistics dl'],
      ['Data', 'slip-data table'],
    ]) {
      await page.getByRole('tab', { name }).click();
      await page.locator(content).first().waitFor();
      await look(page, name);
    }
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('checkbox', { name: /whole model/ }).check();
    await look(page, 'Share');
  });
});

test('Borders of controls and colours of curves stand out by 3 to 1, in both themes', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Data' }).click();
  await page
    .getByRole('button', { name: /Save|CSV/ })
    .first()
    .waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const weak = await page.evaluate(() => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
      const luminance = (color: string) => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
          part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a: string, b: string) => {
        const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
      };
      const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
      const wanted = [...Array(6).keys()].flatMap((i) => [`--curve-${i}`, `--run-${i}`]).map((name) => [name, token(name)]);
      for (const control of document.querySelectorAll('select, .segmented, .outline-button, input:is([type=text], [type=search])')) {
        const { borderTopColor, borderTopWidth } = getComputedStyle(control);
        if (borderTopWidth !== '0px' && !/, 0\)$/.test(borderTopColor)) wanted.push([control.outerHTML.slice(0, 100), borderTopColor]);
      }
      return wanted.filter(([, color]) => contrast(color, token('--paper')) < 3).map(([name, color]) => `${name}: ${color}`);
    });
    expect(weak, colorScheme).toEqual([]);
  }
});
