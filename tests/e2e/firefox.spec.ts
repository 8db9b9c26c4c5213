import { Firefox, firefoxPath } from './firefox';
import { expect, openStill, test } from './page';

test.describe('In Firefox', () => {
  test.skip(!firefoxPath, 'Firefox is not installed here');
  test.describe.configure({ retries: 1 }); // a browser that is driven from outside

  test('the three classics give the numbers of Chromium, to the last bit', async ({ page }) => {
    test.setTimeout(300_000);
    const firefox = await Firefox.start();
    try {
      for (const name of ['rolling-coin', 'bicycle', 'belt-two-pulleys']) {
        await openStill(page, `#g=${name}`);
        await page.getByRole('button', { name: 'Share' }).click();
        const dialog = page.getByRole('dialog', { name: 'Share' });
        await dialog.getByRole('checkbox', { name: /digest/ }).check();
        const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
        expect(link).toContain('&~r=');
        await page.goto('about:blank');

        await firefox.open('about:blank');
        await firefox.open(link);
        const verdict = () => firefox.evaluate<string>(`return document.querySelector('.verdict')?.textContent.trim() ?? ''`);
        await expect.poll(verdict, { message: name, timeout: 60_000 }).toContain('Same result as the author’s, to the last bit.');
        const drawn = () => firefox.evaluate<boolean>(`return document.querySelector('slip-scene[data-drawn], .scene-trouble') !== null`);
        await expect.poll(drawn, { message: name, timeout: 30_000 }).toBe(true);
      }
      expect(await firefox.errors()).toEqual([]);
    } finally {
      await firefox.close();
    }
  });
});
