// Stores the files that a release writes, for the tests of later versions: tests/data/links/<version>. Run it once for each release, after
// `npm run build`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPreset } from './build.mjs';
import { Failure, main, readOptions, root } from './tools.mjs';

const usage = `npm run freeze
Writes links, submissions, a study, parts of saved pages and recorded hands into tests/data/links/<version>, where tests read them ever after.

  --help   this text`;

await main(async () => {
  readOptions(usage, { options: {} });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (version.endsWith('-dev')) throw new Failure(`Version ${version} is not a release.`);
  await buildPreset('native-release', ['slipstick']);
  const { build } = await import('esbuild');
  const outfile = join(root, 'build', 'freeze.mjs');
  await build({ entryPoints: [join(root, 'tests/support/freeze.ts')], bundle: true, platform: 'node', format: 'esm', outfile });
  const { createEngine, freeze } = await import(pathToFileURL(outfile).href);
  const engine = await createEngine(readFileSync(join(root, 'build/wasm-release/slipstick.wasm')));
  const program = join(root, 'build/native-release/slipstick');
  await freeze(join(root, 'tests/data/links', version), { program, grade: (given) => engine.grade(given, true) });
});
