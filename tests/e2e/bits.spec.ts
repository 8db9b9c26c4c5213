import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Firefox, firefoxPath } from './firefox';
import { documentHash, expect, test } from './page';

const program = 'build/native-release/slipstick';
const folder = mkdtempSync(join(tmpdir(), 'slipstick-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

/** What the native program has as the digest of a model's result. */
function nativeDigest(file: string): string {
  const output = join(folder, 'result.json');
  execFileSync(program, ['run', file, '--output', output], { stdio: 'ignore' });
  return (JSON.parse(readFileSync(output, 'utf8')) as { digest: string }).digest;
}

/** Models that take longer (s) are left out, but for those with events, unless all of them are asked for: SLIPSTICK_ALL_BITS. */
const longest = process.env.SLIPSTICK_ALL_BITS ? Number.POSITIVE_INFINITY : 0.2;
const models = readdirSync('web/models')
  .map((name) => join('web/models', name))
  .filter((file) => {
    const { events, display } = JSON.parse(readFileSync(file, 'utf8'));
    return events || display.gallery.runTime <= longest;
  });
/** A link with the whole model, and the digest that the native program has. */
const links = () =>
  models.map((file) => [file, `${documentHash(JSON.parse(readFileSync(file, 'utf8')))}&~r=${nativeDigest(file)}`] as const);

test.describe('The results of the gallery’s models have the bits of the native program', () => {
  test.skip(!existsSync(program), 'the native program is not built');
  test.describe.configure({ timeout: 600_000 });

  test('in Chromium', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [file, hash] of links()) {
      await page.goto('about:blank');
      await page.goto(`./${hash}`);
      await expect(page.locator('.verdict'), file).toHaveText(/Same result as the author’s, to the last bit/, { timeout: 120_000 });
    }
  });

  test('in Firefox', async ({ baseURL }) => {
    test.skip(!process.env.SLIPSTICK_ALL_BITS, 'three classics are in firefox.spec.ts, those with events in played.spec.ts');
    test.skip(!firefoxPath, 'Firefox is not installed here');
    const firefox = await Firefox.start();
    try {
      for (const [file, hash] of links()) {
        await firefox.open('about:blank');
        await firefox.open(new URL(hash, baseURL).href);
        const verdict = () => firefox.evaluate<string>(`return document.querySelector('.verdict')?.textContent.trim() ?? ''`);
        await expect.poll(verdict, { message: file, timeout: 120_000 }).toContain('Same result as the author’s, to the last bit.');
      }
    } finally {
      await firefox.close();
    }
  });
});
