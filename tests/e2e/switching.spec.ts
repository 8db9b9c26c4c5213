import type { Page } from '@playwright/test';
import { documentHash, expect, fallingMass, finished, openStill, pictures, share, shownTime, test, writeText } from './page';

/** Simulates a busy graphics card: while `held`, it has not prepared the picture yet. */
async function holdGraphics(page: Page): Promise<(held: boolean) => Promise<void>> {
  await page.addInitScript(() => {
    const original = WebGL2RenderingContext.prototype.getSyncParameter;
    WebGL2RenderingContext.prototype.getSyncParameter = function (this: WebGL2RenderingContext, ...args: [WebGLSync, number]) {
      return (window as unknown as { held?: boolean }).held ? this.UNSIGNALED : original.apply(this, args);
    };
  });
  return (held) =>
    page.evaluate((value) => {
      (window as unknown as { held: boolean }).held = value;
    }, held);
}

function goTo(page: Page, hash: string): Promise<void> {
  return page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

async function toTheEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'To the end' }).click();
  await pictures(page);
}

test.describe('While the picture of the next model is prepared', () => {
  test('nothing of the last one is drawn with its numbers: another address', async ({ page }) => {
    const hold = await holdGraphics(page);
    await openStill(page, '#g=newtons-cradle');
    await hold(true);
    await goTo(page, '#g=rolling-coin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling coin');
    await page.locator(finished).waitFor();
    await toTheEnd(page);
    await hold(false);
    await expect.poll(() => shownTime(page)).toBeCloseTo(1.5, 6);
  });

  test('nothing of the last one is drawn with its numbers: another text in the editor', async ({ page }) => {
    const hold = await holdGraphics(page);
    await openStill(page, '#g=newtons-cradle');
    await writeText(page, JSON.stringify(fallingMass({})));
    await hold(true);
    await page.getByRole('tabpanel').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.locator('.model-page[data-phase=finished][data-samples="1001"]')).toBeVisible();
    await toTheEnd(page);
    await hold(false);
    await expect.poll(() => shownTime(page)).toBeCloseTo(1, 6);
  });
});

test('A dialog does not ask its question on a page opened meanwhile', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/link-dictionary-2.txt', async (route) => {
    await released;
    await route.continue();
  });
  await openStill(page);
  const dialog = await share(page);
  await expect(dialog).toBeVisible();
  await goTo(page, documentHash(fallingMass({})));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falling mass');
  const answered = page.waitForResponse('**/link-dictionary-2.txt');
  release();
  await answered;
  await pictures(page);
  await expect(dialog).toBeHidden();
});

test.describe('A model that follows another one directly', () => {
  test('by a link in its text has its own text', async ({ page }) => {
    await openStill(page, '#g=car');
    await page.getByRole('tabpanel').getByRole('link', { name: 'rolling coin' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling coin');
    await expect(page.getByRole('tabpanel')).toContainText('Rolling friction slows it down');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Car with Mecanum wheels');
    await expect(page.getByRole('tabpanel')).toContainText('A car drives in every direction');
  });

  test("has its author's view, whatever the user did with the previous one", async ({ page }) => {
    await openStill(page, '#g=car');
    await page.getByRole('button', { name: 'Side', exact: true }).click();
    await goTo(page, '#g=rolling-coin&~c=top,0,0,0.5,0,0,0');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling coin');
    await expect(page.getByRole('button', { name: 'Top' })).toHaveAttribute('aria-pressed', 'true');
    await goTo(page, '#g=newtons-cradle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cradle/);
    await expect(page.getByRole('button', { name: 'Whole' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('A link followed right after a key works, although the text is being stored', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({})));
  await page.getByRole('tab', { name: 'Model' }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' ');
  await page.evaluate(() => {
    location.hash = '#reference';
    dispatchEvent(new Event('pagehide')); // the text is stored before the address is reported
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reference');
});
