import { databaseOf, documentHash, expect, fallingMass, finished, openModel, test, writeText } from './page';

test.use({ scene: false });

const title = (name: string) => JSON.stringify(fallingMass({}, { title: name }));

test('Models stored by an earlier version move into the database, and open as before', async ({ page }) => {
  await page.goto('./#gallery');
  const old = { base: '', text: title('Of long ago'), changedAt: 1 };
  await page.evaluate((draft) => localStorage.setItem('slipstick.draft.old', JSON.stringify(draft)), old);
  await page.reload();
  await page.getByRole('link', { name: 'Of long ago' }).click();
  await page.locator(finished).waitFor();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of long ago');
  expect(await databaseOf(page, 'slipstick')).toEqual([old]);
  expect(await page.evaluate(() => localStorage.getItem('slipstick.draft.old'))).toBeNull();
});

test("A version that exceeds the browser's space causes a message and a question, and removes no other", async ({ page }) => {
  await openModel(page, documentHash(fallingMass({})));
  await writeText(page, title('Kept'));
  await expect(page.locator('.editor-note')).toHaveText('kept in this browser');
  await page.evaluate(() => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, { put: full });
    Object.assign(Storage.prototype, { setItem: full });
  });
  await writeText(page, title('Too much'));
  await expect(page.locator('.link-note')).toContainText('has no room for your latest changes. Save the model as a file');
  await expect(page.locator('.editor-note')).not.toContainText('kept');
  const request = page.waitForEvent('dialog');
  const left = page.reload();
  await (await request).accept();
  await left;
  await page.locator(finished).waitFor();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kept');
});

test('If a browser stores nothing, a model opens with a message', async ({ page }) => {
  await page.addInitScript(() => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.assign(IDBFactory.prototype, { open: forbidden });
    Object.defineProperty(window, 'localStorage', { get: forbidden });
  });
  await page.goto('./#gallery');
  await page.getByRole('button', { name: 'Mass on a spring' }).click();
  await page.locator(finished).waitFor();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mass on a spring');
  await expect(page.locator('.link-note')).toContainText('This browser does not store models.');
});
