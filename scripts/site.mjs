// Assembles the site of all releases: `npm run site`. Links name the version that wrote them, so each version must stay available.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, isMain, main, readOptions, root, runQuietly } from './tools.mjs';

const usage = `npm run site [-- options]
Assembles the site of all releases from their archives, which npm run package makes, and from the current build in dist/:

  v/0.1.0/    each release, unchanged
  .           the newest release; the current build while there is none
  next/       the current build

  --releases FOLDER  has the archives slipstick-site-<version>.tar.gz (releases)
  --current FOLDER   the current build (dist)
  --output FOLDER    where to write the site (build/site); replaces its content
  --help             this text`;

/** Lists the versions in a site, so that a page can offer them: from each version to its folder, relative to the file. */
const list = 'versions.json';
/** A complete site has all of these files. */
const needed = ['index.html', 'embed.html', 'service-worker.js'];

/** The parts of a version as numbers; null for anything but a release. */
export function partsOf(version) {
  return /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version)?.slice(1).map(Number) ?? null;
}

/** Orders versions from old to new. */
export function byVersion(a, b) {
  const [left, right] = [partsOf(a), partsOf(b)];
  const i = left.findIndex((part, k) => part !== right[k]);
  return i < 0 ? 0 : left[i] - right[i];
}

/** The archives in a folder by their versions, from old to new. Other files are ignored. */
function archivesIn(folder) {
  if (!existsSync(folder)) throw new Failure(`There is no folder ${folder}; it must contain the archives slipstick-site-<version>.tar.gz.`);
  const archives = new Map();
  for (const file of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const [, version] = /(?:^|[\\/])slipstick-site-(.+)\.tar\.gz$/.exec(file) ?? [];
    if (version === undefined) continue;
    if (!partsOf(version)) throw new Failure(`${file}: “${version}” is not the version of a release, such as 1.2.0.`);
    const other = archives.get(version);
    if (other && !readFileSync(join(folder, file)).equals(readFileSync(join(folder, other))))
      throw new Failure(`${other} and ${file} are different archives of version ${version}; a release must never change.`);
    archives.set(version, other ?? file);
  }
  return new Map([...archives].sort(([a], [b]) => byVersion(a, b)));
}

/** Unpacks the archive of a release into `target`, after it is known to be whole. */
async function unpack(archive, version, target) {
  const stage = mkdtempSync(join(tmpdir(), 'slipstick-site-'));
  try {
    const { status } = await runQuietly('tar', ['-xzf', archive, '-C', stage]);
    if (status !== 0) throw new Failure(`${archive} is damaged: tar cannot unpack it.`);
    const site = join(stage, `slipstick-site-${version}`);
    const missing = needed.find((file) => !existsSync(join(site, file)));
    if (missing)
      throw new Failure(`${archive} is not the site of version ${version}: it has no file slipstick-site-${version}/${missing}.`);
    cpSync(site, target, { recursive: true });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Writes the list of versions into a site in the folder `up` below the root. */
function writeVersions(folder, versions, up) {
  const folders = Object.fromEntries(versions.map((version) => [version, `${up}v/${version}/`]));
  writeFileSync(join(folder, list), `${JSON.stringify({ versions: folders })}\n`);
}

/** Assembles the site; returns its versions from old to new. After an error `output` is unchanged. */
export async function assembleSite({ releases, current, output }) {
  const missing = needed.find((file) => !existsSync(join(current, file)));
  if (missing) throw new Failure(`${current} is not a built site: it has no ${missing}. Run npm run build first.`);
  const archives = archivesIn(releases);
  const made = `${output}.new`;
  rmSync(made, { recursive: true, force: true });
  try {
    mkdirSync(join(made, 'v'), { recursive: true });
    for (const [version, file] of archives) await unpack(join(releases, file), version, join(made, 'v', version));
    const versions = [...archives.keys()];
    cpSync(versions.length > 0 ? join(made, 'v', versions.at(-1)) : current, made, { recursive: true });
    cpSync(current, join(made, 'next'), { recursive: true });
    writeVersions(made, versions, './');
    writeVersions(join(made, 'next'), versions, '../');
    rmSync(output, { recursive: true, force: true });
    cpSync(made, output, { recursive: true });
    return versions;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const text = (value) => ({ type: 'string', default: join(root, value) });
    const { values } = readOptions(usage, { options: { releases: text('releases'), current: text('dist'), output: text('build/site') } });
    const versions = await assembleSite(values);
    console.log(
      `${values.output} has ${versions.length > 0 ? `the releases ${versions.join(', ')}` : 'no release yet'} and the current build.`,
    );
  });
}
