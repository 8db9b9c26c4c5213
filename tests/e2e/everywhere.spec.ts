import type { Page } from '@playwright/test';
import { findings } from './axe';
import { expect, openStill, test } from './page';

/** The first two sizes check everything that can be wrong in a window; the others check only what depends on the size. */
const windows = [
  { width: 1440, height: 900, thorough: true },
  { width: 390, height: 844, thorough: true },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 683, height: 384 }, // the bar with the time covers most of it
];
const looks = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** Elements that receive the keyboard focus invisibly: outside of the window, below other elements, or without a focus ring. */
async function unseen(page: Page, most: number): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => {
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('.skip')?.focus(); // the first of all
  });
  for (let i = 0; i < most; i++) {
    await page.keyboard.down('Tab'); // held, which takes half as long
    const problem = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return null;
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)}`;
      const box = element.getBoundingClientRect();
      const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
      const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
      if (right - left < 2 || bottom - top < 2) return `${name}: outside of the window`;
      const places = [0.1, 0.5, 0.9].map((share) => document.elementFromPoint((left + right) / 2, top + share * (bottom - top)));
      const seen = places.some((at) => at && (element.contains(at) || at.contains(element) || at.closest('label')?.control === element));
      if (!seen) return `${name}: under ${places[1]?.tagName}.${places[1]?.className}`;
      const style = getComputedStyle(element);
      if (style.outlineStyle === 'none' && style.boxShadow === 'none') return `${name}: without a mark`;
      return '';
    });
    if (problem === null) break;
    if (problem && !found.includes(problem)) found.push(problem);
  }
  await page.keyboard.up('Tab');
  return found;
}

const pages: Record<string, (page: Page) => Promise<unknown>> = {
  'A model page': async (page) => {
    await openStill(page, '#g=rolling-coin&~k=mu:0.3');
    await page.getByRole('group', { name: 'Runs in the plots' }).getByText('running …').waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Tools of plot/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Data' }).click();
  },
  'The gallery': async (page) => {
    await page.goto('./#gallery');
    await page.locator('.card').first().waitFor();
  },
  'The reference': async (page) => {
    await page.goto('./#i=object.ConnectorSpringDamper');
    await page.locator('article h1').first().waitFor();
  },
  'Results of a search': async (page) => {
    await page.goto('./#reference=k_c');
    await page.locator('.reference-found a').first().waitFor();
  },
  'The documentation': async (page) => {
    await page.goto('./#doc=model-format');
    await page.locator('.contents a').first().waitFor();
  },
  'The page that loads from an address': async (page) => {
    await page.goto('./import.html#https://models.example/mass.json');
    await page.locator('h1').waitFor();
  },
};

test.describe('In every window and colour scheme', () => {
  for (const [name, open] of Object.entries(pages))
    test(`${name} passes axe, does not scroll sideways, and shows the keyboard focus`, async ({ page }) => {
      test.setTimeout(400_000);
      await open(page);
      const found: string[] = [];
      for (const { width, height, thorough = false } of windows) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia(looks[0]);
        const where = `${width} × ${height}`;
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${where} scrolls sideways`)
          .toBeLessThanOrEqual(0);
        if (thorough || (height === 384 && name === 'A model page'))
          found.push(...(await unseen(page, name === 'A model page' ? 120 : 60)).map((problem) => `${where}, keyboard: ${problem}`));
        for (const look of thorough ? (width < 500 ? looks.slice(0, 2) : looks) : []) {
          await page.emulateMedia(look);
          const label = look.forcedColors === 'active' ? 'forced colours' : look.colorScheme;
          found.push(...(await findings(page, look !== looks[0])).map((problem) => `${where}, ${label}: ${problem}`));
        }
      }
      expect(found).toEqual([]);
    });
});
