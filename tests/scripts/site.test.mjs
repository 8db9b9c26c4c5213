import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { assembleSite, byVersion, partsOf } from '../../scripts/site.mjs';
import { folderWith } from '../support/folder.ts';

let folder;
let paths;

beforeEach(() => {
  folder = folderWith();
  paths = { releases: join(folder, 'releases'), current: join(folder, 'dist'), output: join(folder, 'site') };
  mkdirSync(paths.releases);
  writeSite(paths.current, 'current');
});

/** A site whose first page is this text. */
function writeSite(path, text) {
  mkdirSync(path, { recursive: true });
  for (const file of ['index.html', 'embed.html', 'service-worker.js']) writeFileSync(join(path, file), text);
}

/** An archive of a release, in a folder of its own if `place` is given. */
function release(version, { text = version, name = `slipstick-site-${version}`, place = '' } = {}) {
  const stage = join(folder, 'stage');
  writeSite(join(stage, name), text);
  const archive = join(paths.releases, place, `slipstick-site-${version}.tar.gz`);
  mkdirSync(dirname(archive), { recursive: true });
  execFileSync('tar', ['-czf', archive, '-C', stage, name]);
  rmSync(stage, { recursive: true });
  return archive;
}

const page = (...place) => readFileSync(join(paths.output, ...place, 'index.html'), 'utf8');
const versionsAt = (...place) => JSON.parse(readFileSync(join(paths.output, ...place, 'versions.json'), 'utf8')).versions;

describe('The site of all releases', () => {
  test('has each release, the newest one at its root, and the current build', async () => {
    for (const version of ['0.10.0', '0.2.0', '0.9.1']) release(version);
    writeFileSync(join(paths.releases, 'SHA256SUMS'), '');
    expect(await assembleSite(paths)).toEqual(['0.2.0', '0.9.1', '0.10.0']);
    expect([page(), page('v', '0.2.0'), page('v', '0.9.1'), page('v', '0.10.0'), page('next')]).toEqual([
      '0.10.0',
      '0.2.0',
      '0.9.1',
      '0.10.0',
      'current',
    ]);
  });

  test('lists the versions beside the pages of its root and of the current build, and leaves releases unchanged', async () => {
    release('0.1.0');
    await assembleSite(paths);
    expect(versionsAt()).toEqual({ '0.1.0': './v/0.1.0/' });
    expect(versionsAt('next')).toEqual({ '0.1.0': '../v/0.1.0/' });
    expect(existsSync(join(paths.output, 'v', '0.1.0', 'versions.json'))).toBe(false);
  });

  test('is the current build before the first release', async () => {
    expect(await assembleSite(paths)).toEqual([]);
    expect([page(), page('next')]).toEqual(['current', 'current']);
    expect(versionsAt()).toEqual({});
  });

  test('is replaced as a whole: nothing of an older one is left', async () => {
    writeSite(join(paths.output, 'v', '0.0.1'), 'old');
    await assembleSite(paths);
    expect(existsSync(join(paths.output, 'v', '0.0.1'))).toBe(false);
  });

  test('accepts the same archive twice', async () => {
    const archive = release('0.1.0');
    mkdirSync(join(paths.releases, 'again'));
    cpSync(archive, join(paths.releases, 'again', 'slipstick-site-0.1.0.tar.gz'));
    expect(await assembleSite(paths)).toEqual(['0.1.0']);
  });
});

describe('An error leaves the site as it was', () => {
  beforeEach(() => writeSite(paths.output, 'before'));
  const refused = async (message) => {
    await expect(assembleSite(paths)).rejects.toThrow(message);
    expect(page()).toBe('before');
    expect(existsSync(`${paths.output}.new`)).toBe(false);
  };

  test('if an archive is cut off', async () => {
    release('0.1.0');
    truncateSync(release('0.2.0', { text: 'x'.repeat(1000) }), 100);
    await refused(/slipstick-site-0\.2\.0\.tar\.gz is damaged: tar cannot unpack it\.$/);
  });
  test('if an archive has another content', async () => {
    release('0.1.0', { name: 'slipstick-site-0.2.0' });
    await refused(/is not the site of version 0\.1\.0: it has no file slipstick-site-0\.1\.0\/index\.html\.$/);
  });
  test('if two archives of one version differ', async () => {
    release('0.1.0');
    release('0.1.0', { text: 'other', place: 'again' });
    await refused(/are different archives of version 0\.1\.0; a release must never change\.$/);
  });
  test('if an archive has no version of a release', async () => {
    release('0.2.0-dev');
    await refused('“0.2.0-dev” is not the version of a release, such as 1.2.0.');
  });
  test('if there is no folder of archives', async () => {
    rmSync(paths.releases, { recursive: true });
    await refused(/^There is no folder .*releases; it must contain the archives slipstick-site-<version>\.tar\.gz\.$/);
  });
  test('if the current build is missing', async () => {
    rmSync(paths.current, { recursive: true });
    await refused(/is not a built site: it has no index\.html\. Run npm run build first\.$/);
  });
});

test('Versions are ordered by their numbers, and only releases have them', () => {
  expect(['1.0.0', '0.10.0', '0.9.10', '0.9.9'].sort(byVersion)).toEqual(['0.9.9', '0.9.10', '0.10.0', '1.0.0']);
  expect(partsOf('1.2.3')).toEqual([1, 2, 3]);
  for (const other of ['1.2', '1.2.3-dev', 'v1.2.3', '01.2.3', '../1.2.3', '']) expect(partsOf(other)).toBeNull();
});
