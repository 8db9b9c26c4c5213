import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { emptyPart, type FrozenLink, type FrozenPage, type FrozenSubmission } from '../support/freeze';
import { expect, openModel, openStill, test } from './page';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

for (const release of readdirSync('tests/data/links'))
  test.describe(`Files of release ${release} open`, () => {
    const read = <Content>(name: string) => JSON.parse(readFileSync(`tests/data/links/${release}/${name}.json`, 'utf8')) as Content;
    /** The message about an equal result, or about another version. */
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
      const submission = page.locator('.tasks-handed');
      await expect(submission).toContainText('Handed in by Grace');
      await expect(submission).toContainText(release === version ? 'everything matches' : `It was computed by engine ${release}`);
      await expect(submission).not.toHaveClass(/wrong/);
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

    test('saved pages, in the present viewer', async ({ page }) => {
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

test('A link whose result differs offers the page of the version that wrote it', async ({ page }) => {
  const { hash } = (JSON.parse(readFileSync('tests/data/links/0.1.0/links.json', 'utf8')) as FrozenLink[]).find(
    ({ name }) => name === 'rolling-coin',
  )!;
  const other = hash.replace(/(&~r=0\.1\.0:)[^:]*:.{8}/, '$1AAAAAAAAAAA:AAAAAAAA');
  expect(other).not.toBe(hash);
  await page.route('**/versions.json', (route) => route.fulfill({ json: { versions: { '0.1.0': './v/0.1.0/' } } }));
  await page.route('**/v/0.1.0/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Version 0.1.0</h1>' }));
  await openModel(page, other);
  await expect(page.locator('.verdict')).toContainText('Differs from the author’s result');
  await page.getByRole('link', { name: 'Open in version 0.1.0' }).click();
  await expect(page.getByRole('heading', { name: 'Version 0.1.0' })).toBeVisible();
  expect(new URL(page.url()).hash).toMatch(/^#m=/);
});

test('A site without that version offers nothing', async ({ page }) => {
  const { hash } = (JSON.parse(readFileSync('tests/data/links/0.1.0/links.json', 'utf8')) as FrozenLink[]).find(
    ({ name }) => name === 'rolling-coin',
  )!;
  await openModel(page, hash.replace(/(&~r=0\.1\.0:)[^:]*:.{8}/, '$1AAAAAAAAAAA:AAAAAAAA'));
  await expect(page.locator('.verdict')).toContainText('Differs from the author’s result');
  await expect(page.locator('.verdict a')).toHaveCount(0);
});
