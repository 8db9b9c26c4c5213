// The two compared programs: the native one, and Exudyn in a virtual environment in build/peer.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildPreset } from '../../scripts/build.mjs';
import { pythonWith } from '../../scripts/environment.mjs';
import { Failure, root, run } from '../../scripts/tools.mjs';

const requirements = join(root, 'tests', 'peer', 'requirements.txt');
export const folder = join(root, 'build', 'peer');
const program = join(root, 'build', 'native-release', 'slipstick');

/** web/public/reference.json: all possible keys of a document. */
export const reference = () => JSON.parse(readFileSync(join(root, 'web', 'public', 'reference.json'), 'utf8'));

/** Python with the pinned Exudyn, installed if missing. Returns null if it is unavailable, after printing the reason. */
export async function exudynPython() {
  if (process.env.EXUDYN_PYTHON) return process.env.EXUDYN_PYTHON;
  try {
    return await pythonWith('peer/python', requirements);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`Exudyn cannot be had here, so that nothing is compared with it: ${error.message}`);
    return null;
  }
}

/** For example "Exudyn 1.13.6, Python 3.11.7". */
export async function exudynVersion(python) {
  const code = 'import exudyn, platform; print(f"Exudyn {exudyn.__version__}, Python {platform.python_version()}")';
  return (await run(python, ['-c', code], { capture: true })).trim();
}

/** Builds the program; calls `work` with a function that writes a document as a script for Exudyn. */
export async function withExporter(work) {
  await buildPreset('native-release', ['slipstick']);
  return work(async (text) => {
    const { status, stdout, stderr } = spawnSync(program, ['export', '-'], { input: text, encoding: 'utf8', maxBuffer: 1e9 });
    if (status !== 0) throw new Failure(stderr.trim());
    return stdout;
  });
}

/** Runs a document in Slipstick: {error, seconds, sensors: {name: {time, values}}}. */
export async function runHere(file) {
  const output = join(folder, 'here', basename(file));
  mkdirSync(join(folder, 'here'), { recursive: true });
  const status = await run(program, ['run', file, '--output', output, '--no-progress'], { allowFailure: true });
  if (status === 2) return { error: 'the document is refused', seconds: 0, sensors: {} };
  const { status: end, message, statistics, sensors } = JSON.parse(readFileSync(output, 'utf8'));
  return {
    error: end === 'ok' ? null : message,
    seconds: statistics.wallSeconds,
    sensors: Object.fromEntries(sensors.map(({ name, time, values }) => [name, { time, values }])),
  };
}

/** Runs scripts in Exudyn, in one process: the results of tests/peer/run_scripts.py by path. */
export async function runInExudyn(python, scripts, name) {
  const results = join(folder, `${name}.results.json`);
  rmSync(results, { force: true });
  const status = await run(python, [join(root, 'tests', 'peer', 'run_scripts.py'), results, ...scripts], { allowFailure: true });
  const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : {};
  const ended = `Exudyn ended with status ${status}; see ${results}.log`;
  return Object.fromEntries(scripts.map((script) => [script, found[script] ?? { error: ended, seconds: 0, sensors: {} }]));
}
