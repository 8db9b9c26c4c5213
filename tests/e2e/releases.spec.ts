import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { emptyPart, type FrozenLink, type FrozenPage, type FrozenSubmission } from '../support/freeze';
import { enter, expect, finished, load, openModel, openStill, share, test } from './page';
import { Site } from './site';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

for (const release of readdirSync('tests/data/links'))
  test.describe(`Files of release ${release} open`, () => {
    const read = <Content>(name: string) => JSON.parse(readFileSync(`tests/data/links/${release}/${name}.json`, 'utf8')) as Content;
    /** The message about an equal result, or about another version. */
    const verdict =
      release === version
        ? /^✓ Same result as the author’s, to the last bit\.$/
        : new RegExp(`^[✓≈] .* The author’s was computed by engine ${release.replaceAll('.', '\\.')}; this is ${version}\\.$`);

    test('links', async ({ page }) => {
      for (const name of ['rolling-coin', 'version 1', 'gallery', 'recorded hands', 'kept']) {
        const { hash } = read<FrozenLink[]>('links').find((link) => link.name === name)!;
        await page.goto('about:blank');
        await openModel(page, hash);
        await expect(page.locator('.verdict'), name).toHaveText(verdict);
      }
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
      await enter(page.getByPlaceholder('or paste links here'), links.join(' '));
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
        await expect(page.locator(finished)).toBeVisible();
        await expect(page.locator('.verdict')).toHaveText(verdict);
      }
    });
  });

test('A link whose result differs opens in the version that wrote it', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  const site = new Site(join(folder, 'site'), '/');
  try {
    const releases = olderRelease(folder, '0.1.0');
    execFileSync('node', ['scripts/site.mjs', '--releases', releases, '--output', join(folder, 'site')]);
    await site.start();
    await page.goto(`${site.address}v/0.1.0/#g=rolling-coin`);
    await page.locator(finished).waitFor();
    const dialog = await share(page);
    await dialog.getByRole('checkbox', { name: /whole model/ }).check();
    await dialog.getByRole('checkbox', { name: /Values of the result/ }).check();
    const field = dialog.getByRole('textbox', { name: 'Link' });
    await expect(field).toHaveValue(/v\/0\.1\.0\/#m=.*&~r=0\.1\.0:[\w-]{11}:[\w-]{8}/);
    const written = await field.inputValue();
    await expect(dialog.getByText('not permanent')).toHaveCount(0);

    await load(page, written.replace('/v/0.1.0/', '/next/'));
    const verdict = page.locator('.verdict');
    await expect(verdict).toContainText(
      /^≈ Differs from the author’s result: .* of its range at .* The author’s was computed by engine 0\.1\.0/,
    );
    await page.getByRole('link', { name: 'Open in version 0.1.0' }).click();
    await expect(verdict).toHaveText('✓ Same result as the author’s, to the last bit.');
    expect(page.url()).toContain('/v/0.1.0/#m=');

    await page.goto(`${site.address}next/#g=rolling-coin`);
    await share(page);
    await expect(dialog.getByText('Its links are not permanent')).toBeVisible();
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Makes the archive of an older release in a folder: the present build with another version and with results that differ. Its engine gets
 * models with a slightly larger gravity.
 */
function olderRelease(folder: string, release: string): string {
  const releases = join(folder, 'releases');
  const name = `slipstick-site-${release}`;
  const assets = join(folder, name, 'assets');
  mkdirSync(releases);
  cpSync('dist', join(folder, name), { recursive: true });
  for (const file of readdirSync(assets).filter((each) => each.endsWith('.js'))) {
    const text = readFileSync(join(assets, file), 'utf8').replaceAll(`\`${version}\``, `\`${release}\``);
    writeFileSync(join(assets, file), file.startsWith('worker-') ? heavier + text : text);
  }
  execFileSync('tar', ['-czf', join(releases, `${name}.tar.gz`), '-C', folder, name]);
  return releases;
}

/** The worker passes models to the engine as encoded text. */
const heavier = `const encode = TextEncoder.prototype.encode;
TextEncoder.prototype.encode = function (text) { return encode.call(this, text.replaceAll('9.81', '9.82')); };
`;

test('A site without that version offers nothing', async ({ page }) => {
  const { hash } = (JSON.parse(readFileSync('tests/data/links/0.1.0/links.json', 'utf8')) as FrozenLink[]).find(
    ({ name }) => name === 'rolling-coin',
  )!;
  await openModel(page, hash.replace(/(&~r=0\.1\.0:)[^:]*:.{8}/, '$1AAAAAAAAAAA:AAAAAAAA'));
  await expect(page.locator('.verdict')).toContainText('Differs from the author’s result');
  await expect(page.locator('.verdict a')).toHaveCount(0);
});
