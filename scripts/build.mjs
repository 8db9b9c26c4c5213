// Builds: `node scripts/build.mjs` builds engine and site in dist/, `node scripts/build.mjs engine` only the engine; the functions build a
// CMake preset or the site.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesOf } from './licences.mjs';
import { setUp } from './setup.mjs';
import { keepSizes } from './size.mjs';
import { cores, Failure, inCi, isMain, main, root, run } from './tools.mjs';

export async function buildPreset(preset, targets = []) {
  // In continuous integration, warnings are errors.
  const strict = `-DCMAKE_COMPILE_WARNING_AS_ERROR=${inCi ? 'ON' : 'OFF'}`;
  if (!existsSync(join(root, 'build', preset, 'build.ninja')) || inCi)
    await run('cmake', ['--preset', preset, strict, '-Wno-dev', '--log-level=WARNING']);
  const targetArgs = targets.length > 0 ? ['--target', ...targets] : [];
  await run('cmake', ['--build', join('build', preset), '--parallel', String(cores), ...targetArgs]);
}

/** The engine for the browser: build/wasm-release/slipstick.mjs and slipstick.wasm; light/slipstick.wasm lacks rare items. */
export const buildEngine = () => buildPreset('wasm-release', ['modules']);

/** Builds the site with an existing engine. */
export async function buildSite() {
  const { build, createLogger } = await import('vite'); // available only after the set-up
  const logger = createLogger('warn');
  const { output } = await build({ configFile: join(root, 'vite.config.ts'), customLogger: logger });
  keepSizes(output);
  writeFileSync(join(root, 'dist', 'LICENCES.txt'), licencesOf({ parts: ['engine', 'native', 'python'] })); // the wheel contains it too
  if (logger.hasWarned && inCi) throw new Failure('The build of the site has warnings.');
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setUp('start');
    await buildEngine();
    if (process.argv[2] === 'engine') return;
    await buildSite();
    console.log('The site is in dist/.');
  });
}
