// Builds the sites of the Python and the TypeScript API into the built site: `npm run api`.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonWith } from './environment.mjs';
import { Failure, isMain, main, readOptions, root, run } from './tools.mjs';

const usage = `npm run api
Writes the API sites dist/api/python (by pdoc) and dist/api/typescript (by typedoc). Run npm run build first, which empties dist.

  --help   this text`;
const folder = join(root, 'packages', 'api');
const site = join(root, 'dist');
const work = join(root, 'build', 'api');

/** The README of the package for npm without its last section, whose numbers are known only when the package is built. */
function writeIntroduction() {
  const text = readFileSync(join(root, 'packages', 'npm', 'README.md'), 'utf8');
  const file = join(work, 'introduction.md');
  writeFileSync(file, text.replace(/\n## Size\n[\s\S]*/, '\nMIT licence.\n'));
  return file;
}

/** typedoc is installed in build, because checks read all sources in packages. */
async function buildTypeScript() {
  const place = join(work, 'typedoc');
  mkdirSync(place, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(folder, file), join(place, file));
  await run('npm', ['ci', '--prefix', place, '--no-audit', '--no-fund', '--silent']);
  const typedoc = join(place, 'node_modules', '.bin', 'typedoc');
  await run(typedoc, ['--options', join(folder, 'typedoc.json'), '--readme', writeIntroduction(), '--logLevel', 'Warn']);
}

async function buildPython() {
  const python = await pythonWith('api/venv', join(folder, 'requirements.txt'));
  await run(python, [join(folder, 'python.py'), join(site, 'api', 'python')]);
}

export async function buildApi() {
  if (!existsSync(join(site, 'index.html'))) throw new Failure('The site is not built: npm run build');
  await buildTypeScript();
  await buildPython();
}

if (isMain(import.meta.url))
  await main(async () => {
    readOptions(usage, {});
    await buildApi();
  });
