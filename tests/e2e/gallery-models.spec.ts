import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, openStill, test } from './page';

const program = 'build/native-release/slipstick';

/** The native program's digest of a model's result; undefined if the program is not built. */
function nativeDigest(name: string): string | undefined {
  if (!existsSync(program)) return undefined;
  const result = execFileSync(program, ['run', `web/models/${name}.json`, '--output', '-', '--no-progress'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(result) as { digest: string }).digest;
}

/** Models whose runs take longer (s) have separate tests or resemble others; SLIPSTICK_ALL_BITS visits all. */
const longest = process.env.SLIPSTICK_ALL_BITS ? Number.POSITIVE_INFINITY : 0.2;
const slower = ['bricard', 'cam', 'car', 'chain-drive', 'crane', 'ride-bicycle', 'turntable'];
const models = readdirSync('web/models')
  .map((file) => basename(file, '.json'))
  .filter((name) => {
    const { events, display } = JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8'));
    return events || display.gallery.runTime <= longest || slower.includes(name);
  });

const same = 'Same result as the author’s, to the last bit';
const visits = 4; // models per test, which share the files that the browser has loaded

test.describe('Models of the gallery run to their end, bit-identical to the native program, are drawn and explained', () => {
  test.describe.configure({ timeout: 600_000 });

  for (let i = 0; i < models.length; i += visits) {
    const names = models.slice(i, i + visits);
    test(names.join(', '), async ({ page }) => {
      for (const name of names)
        await test.step(name, async () => {
          const digest = nativeDigest(name);
          await page.goto('about:blank');
          await openStill(page, digest ? `#g=${name}&~r=${digest}` : `#g=${name}`);
          if (digest) await expect(page.locator('.verdict'), name).toHaveText(new RegExp(same));
          await expect(page.locator('.run-sentence'), name).toHaveText(/^ran |^Ended at .* (fallen|table)\./);
          await expect(page.locator('.plot-problem'), name).toHaveCount(0);
          await expect(page.getByRole('tabpanel').locator('.katex').first(), name).toBeVisible();
          await expect(page.locator('.katex-error'), name).toHaveCount(0);
        });
    });
  }
});
