// Builds the Python package into a separate environment in build/python and runs its tests, some of them also with an older Exudyn.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { bold, Failure, find, isMain, main, root, run, runQuietly, say } from './tools.mjs';

const usage = `node scripts/python.mjs [words]
Builds the Python package in build/python and runs its tests, some of them again with an older Exudyn. Words go to pytest: -k tracing.

  --help   this text`;
const folder = join(root, 'build', 'python');
const environment = join(folder, 'venv');
const python = join(environment, 'bin', 'python');
const requirements = join(root, 'python', 'tests', 'requirements.txt');
/** The Exudyn before names changed: a folder with its packages, which precede the packages of the environment. */
const older = { folder: join(folder, 'older'), requirements: join(root, 'python', 'tests', 'requirements-older.txt') };

/** A Python of version 3.10 or newer with its headers and venv, or null. */
export async function basePython() {
  const usable = 'import ensurepip, os, sys, sysconfig, venv; header = os.path.join(sysconfig.get_path("include"), "Python.h"); ';
  const code = `${usable}sys.exit(sys.version_info < (3, 10) or not os.path.exists(header))`;
  for (const name of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', '/usr/bin/python3']) {
    const path = name.startsWith('/') ? (existsSync(name) ? name : null) : find(name);
    if (path && (await runQuietly(path, ['-c', code])).status === 0) return path;
  }
  return null;
}

/** Creates the environment with the requirements of the package for building and testing, unless it exists. False if that is impossible. */
async function makeEnvironment() {
  const base = await basePython();
  if (!base) {
    say('Left out: there is no Python 3.10 or newer with its headers and venv.');
    return false;
  }
  try {
    await installed(environment, requirements, async () => {
      await run(base, ['-m', 'venv', '--clear', environment]);
      await pip('install', '-r', requirements);
      await pip('uninstall', '--yes', 'cmake'); // FMPy installs its own CMake, with which the whole native build would be repeated
    });
    await installed(older.folder, older.requirements, () =>
      pip('install', '--no-deps', '--upgrade', '--target', older.folder, '-r', older.requirements),
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`Left out: the packages that the tests need cannot be had. ${error.message}`);
    return false;
  }
  return true;
}

/** Installs a list of packages into a folder, unless they are installed. */
async function installed(place, list, install) {
  const stamp = join(place, 'installed');
  const wanted = createHash('sha256').update(readFileSync(list)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  mkdirSync(folder, { recursive: true });
  await install();
  writeFileSync(stamp, wanted);
}

function pip(command, ...options) {
  return run(python, ['-m', 'pip', command, '--quiet', '--disable-pip-version-check', ...options]);
}

/** Checks the package with ruff and mypy, as configured in python/pyproject.toml. */
export async function lintPython() {
  if (!(await makeEnvironment())) return;
  const configured = (tool, ...options) => run(python, ['-m', tool, ...options], { env: { MYPYPATH: join(root, 'python', 'src') } });
  await configured('ruff', 'check', '--quiet', 'python');
  await configured('ruff', 'format', '--check', '--quiet', 'python/src', 'python/tests');
  await configured(
    'mypy',
    '--config-file',
    'python/pyproject.toml',
    '--cache-dir',
    join(folder, 'mypy'),
    '--no-error-summary',
    'python/src/slipstick',
  );
}

/** The Python of that environment, or null if it cannot be created. */
export const environmentPython = async () => ((await makeEnvironment()) ? python : null);

/** Builds the package in the tree of the native program and installs it into the environment of a Python. */
export async function installPackage(interpreter) {
  await buildPreset('native-release', ['slipstick']);
  const objects = `build-dir=${join(root, 'build', 'native-release')}`;
  const options = ['--no-build-isolation', '--no-deps', '--force-reinstall', '-C', objects, './python'];
  await run(interpreter, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...options]);
}

/**
 * Builds the package in the tree of the native program, so that the core is compiled once, and runs its tests; null if they are skipped.
 */
export async function testPython(...options) {
  if (!(await makeEnvironment())) return null;
  await installPackage(python);
  const counts = await pytest('pytest', ['python/tests', ...options], {});
  if (options.length > 0) return counts;
  const again = await pytest('pytest-older', ['python/tests/test_versions.py'], { PYTHONPATH: older.folder });
  return { passed: counts.passed + again.passed, failed: counts.failed + again.failed };
}

async function pytest(name, options, env) {
  const report = join(root, 'build', 'reports', `${name}.xml`);
  rmSync(report, { force: true });
  const tests = ['-m', 'pytest', '-c', 'python/pyproject.toml', '--rootdir', 'python', `--junitxml=${report}`, ...options];
  const status = await run(python, tests, { allowFailure: true, env });
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const count = (name) => Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(text)?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  return { passed: count('tests') - failed - count('skipped'), failed: status !== 0 && failed === 0 ? 1 : failed };
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const words = process.argv.slice(2);
    if (words.some((word) => word === '--help' || word === '-h')) return console.log(usage);
    const counts = await testPython(...words);
    if (!counts) return;
    console.log(bold(`${counts.passed} passed, ${counts.failed} failed`));
    if (counts.failed > 0) process.exitCode = 1;
  });
}
