// Installs the release artefacts into fresh folders and environments and uses them: `npm run package` ends with it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePython } from './python.mjs';
import { bold, Failure, root, run } from './tools.mjs';

const coin = join(root, 'web', 'models', 'rolling-coin.json');
const bicycle = join(root, 'web', 'models', 'bicycle.json');

async function tryProgram(archive, folder) {
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
  const program = join(folder, 'bin', 'slipstick');
  await run(program, ['run', coin, '--output', join(folder, 'coin.glb'), '--no-progress']);
  await run(program, ['fmu', coin, '--output', join(folder, 'coin.fmu')], { capture: true });
  return 'run to a GLB, fmu';
}

async function tryNpm(tarball, folder) {
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
  await run('npm', ['install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', '--silent', tarball]);
  const use = `import { createEngine } from 'slipstick'; import { loadModel } from 'slipstick/models';
const run = (await createEngine()).start((await loadModel('rolling-coin')).text); for await (const _ of run); console.log(run.status);`;
  writeFileSync(join(folder, 'use.js'), use);
  expect(await run('node', [join(folder, 'use.js')], { capture: true }), 'finished');
  return 'Node: a run; tests/scripts/package.test.mjs: Vite, esbuild, Chromium, types';
}

/** Tests a wheel or a source distribution. */
async function tryPython(archive, folder) {
  await run(await basePython(), ['-m', 'venv', folder]);
  const bin = (name) => join(folder, 'bin', name);
  await run(bin('python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', archive, 'matplotlib']);
  const use = `import matplotlib; matplotlib.use("Agg"); import slipstick
run = slipstick.Model.load(${JSON.stringify(bicycle)}).run()
run.plot("roll").figure.savefig(${JSON.stringify(join(folder, 'roll.png'))}); print(run.status)`;
  expect(await run(bin('python'), ['-c', use], { capture: true }), 'ok');
  await run(bin('slipstick'), ['fmu', coin, '--output', join(folder, 'coin.fmu')], { capture: true });
  return 'pip install with matplotlib; a bicycle run and plotted; slipstick fmu';
}

async function trySite(archive, folder) {
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
  expect(await run('cat', [join(folder, 'index.html')], { capture: true }), '<slip-app>');
  return 'unpacked; tests/e2e: everything in Chromium';
}

function expect(text, wanted) {
  if (!text.includes(wanted)) throw new Failure(`expected ${wanted}, got ${text}`);
}

const kinds = [
  [/-site-.*\.tar\.gz$/, trySite],
  [/^slipstick-[\d.]+\.tar\.gz$/, tryPython],
  [/\.whl$/, tryPython],
  [/\.tgz$/, tryNpm],
  [/\.tar\.gz$/, tryProgram],
];

/** Installs each of these files into an empty environment and uses it. */
export async function tryOut(folder, files) {
  for (const name of files) {
    const place = mkdtempSync(join(tmpdir(), 'slipstick-try-'));
    const start = performance.now();
    const what = await kinds.find(([pattern]) => pattern.test(name))[1](join(folder, name), place);
    console.log(`${bold(name)}: ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    rmSync(place, { recursive: true, force: true });
  }
}
