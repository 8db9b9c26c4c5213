import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { emptyPart, type FrozenLink, type FrozenPage, type FrozenSubmission } from '../support/freeze';
import { expect, openModel, openStill, test } from './page';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

for (const release of readdirSync('tests/data/links'))
  test.describe(`What release ${release} wrote opens`, () => {
    const read = <Content>(name: string) => JSON.parse(readFileSync(`tests/data/links/${release}/${name}.json`, 'utf8')) as Content;
    /** Of an equal result, or of another version. */
    const verdict =
      release === version
        ? /^✓ Same result as the author’s, to the last bit\.$/
        : new RegExp(`^[✓≈] .* The author’s was computed by engine ${release.replaceAll('.', '\\.')}; this is ${version}\\.$`);

    for (const name of ['rolling-coin', 'version 1', 'gallery', 'recorded hands', 'kept'])
      test(`link: ${name}`, async ({ page }) => {
        const { hash } = read<FrozenLink[]>('links').find((link) => link.name === name)!;
        await openModel(page, hash);
        await expect(page.locator('.verdict')).toHaveText(verdict);
      });

    test('submissions', async ({ page }) => {
      const [ada, grace] = read<FrozenSubmission[]>('submissions');
      await openStill(page, grace.links[1]);
      const handed = page.locator('.tasks-handed');
      await expect(handed).toContainText('Handed in by Grace');
      await expect(handed).toContainText(release === version ? 'everything matches' : `It was computed by engine ${release}`);
      await expect(handed).not.toHaveClass(/wrong/);
      await page.goto('./#grade');
      const links = [...ada.links, ...grace.links];
      await page.getByPlaceholder('or paste links here').fill(links.join(' '));
      await page.keyboard.press('Enter');
      await expect(page.locator('.grading-table tbody tr')).toHaveCount(links.length);
      for (const row of await page.locator('.grading-table tbody tr').all()) {
        await expect(row).toContainText(release === version ? '✓ matches' : `computed by engine ${release}`);
        await expect(row).not.toHaveAttribute('data-different');
      }
    });

    test('saved pages, in the viewer of today', async ({ page }) => {
      const viewer = readFileSync('dist/single.html', 'utf8').split(emptyPart);
      expect(viewer).toHaveLength(2);
      for (const { name, part } of read<FrozenPage[]>('pages')) {
        const path = test.info().outputPath(`${name}.html`);
        writeFileSync(path, viewer.join(part));
        await page.goto(pathToFileURL(path).href);
        await expect(page.locator('.model-page[data-phase=finished]')).toBeVisible();
        await expect(page.locator('.verdict')).toHaveText(verdict);
      }
    });
  });
