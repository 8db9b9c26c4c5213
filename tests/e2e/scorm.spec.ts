import { readFileSync } from 'node:fs';
import type { FrameLocator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { taskDocument as model } from '../support/models';
import { documentHash, expect, finished, openModel, saved, share, test } from './page';

const platform = readFileSync('node_modules/scorm-again/dist/scorm12.min.js', 'utf8');

/** A learning platform around the package: its stored data comes from `kept` and is in its API. */
async function openInPlatform(page: Page, content: string, kept: object | null): Promise<FrameLocator> {
  await page.route('**/platform/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1);
    const start = `window.API = new Scorm12API({ logLevel: 5 }); const kept = ${JSON.stringify(kept)}; if (kept) API.loadFromJSON(kept);`;
    const around = `<!doctype html><script>${platform}</script><script>${start}</script><iframe src="package.html" width="1000" height="700"></iframe>`;
    return route.fulfill({ contentType: 'text/html', body: name === 'package.html' ? content : around });
  });
  await page.goto('./platform/course.html');
  const frame = page.frameLocator('iframe');
  await frame.locator(finished).waitFor();
  return frame;
}

interface Kept {
  core: { score: { raw: string }; lesson_status: string };
  suspend_data: string;
}
const kept = (page: Page): Promise<{ cmi: Kept }> =>
  page.evaluate(() => {
    const { API } = window as unknown as { API: { renderCMIToJSONObject(): { cmi: Kept } } };
    return JSON.parse(JSON.stringify(API.renderCMIToJSONObject()));
  });

test('A SCORM package reports its score, continues where it was left, and accepts a better answer', async ({ page }) => {
  await openModel(page, documentHash(model));
  const archive = await saved((await share(page)).getByRole('button', { name: 'Download SCORM package' }));
  expect(archive.name).toMatch(/\.zip$/);
  const files = unzipSync(new Uint8Array(archive.content));
  expect(Object.keys(files).sort()).toEqual(['imsmanifest.xml', 'index.html']);
  const content = strFromU8(files['index.html']);

  const frame = await openInPlatform(page, content, null);
  expect((await kept(page)).cmi.core.score.raw).toBe('');
  const choice = frame.locator('[data-task="predict"]');
  await choice.getByRole('radio').nth(1).check();
  await choice.getByRole('button', { name: 'Check' }).click();
  await expect(choice).toHaveAttribute('data-score', '0');
  const first = await kept(page);
  expect(first.cmi.core.score.raw).toBe('0');
  expect(first.cmi.core.lesson_status).toBe('incomplete');

  await page.goto('about:blank');
  const again = await openInPlatform(page, content, first.cmi);
  const answered = again.locator('[data-task="predict"]');
  await expect(answered).toHaveAttribute('data-score', '0');
  await answered.getByRole('radio').first().check();
  await answered.getByRole('button', { name: 'Check' }).click();
  await expect(answered).toHaveAttribute('data-score', '1');
  await expect.poll(async () => Number((await kept(page)).cmi.core.score.raw)).toBeGreaterThan(0);
});
