// The Python package: builds it into an environment of its own in build/python and runs its tests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPreset } from './build.mjs';
import { bold, Failure, find, main, root, run, runQuietly } from './tools.mjs';

const folder = join(root, 'build', 'python');
const environment = join(folder, 'venv');
const python = join(environment, 'bin', 'python');
const requirements = join(root, 'python', 'tests', 'requirements.txt');
const report = join(root, 'build', 'reports', 'pytest.xml');

/** A Python of 3.10 or newer with its headers and venv, or null. */
export async function basePython() {
  const usable = 'import ensurepip, os, sys, sysconfig, venv; header = os.path.join(sysconfig.get_path("include"), "Python.h"); ';
  const code = `${usable}sys.exit(sys.version_info < (3, 10) or not os.path.exists(header))`;
  for (const name of ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', '/usr/bin/python3']) {
    const path = name.startsWith('/') ? (existsSync(name) ? name : null) : find(name);
    if (path && (await runQuietly(path, ['-c', code])).status === 0) return path;
  }
  return null;
}

/** The environment with what the package needs for its build and its tests, made where it is missing. False where it cannot be had. */
async function makeEnvironment() {
  const stamp = join(environment, 'installed');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const base = await basePython();
  if (!base) {
    console.log('Left out: there is no Python 3.10 or newer with its headers and venv.');
    return false;
  }
  try {
    mkdirSync(folder, { recursive: true });
    await run(base, ['-m', 'venv', '--clear', environment]);
    await pip('install', '-r', requirements);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(`Left out: the packages that the tests need cannot be had. ${error.message}`);
    return false;
  }
  writeFileSync(stamp, wanted);
  return true;
}

function pip(command, ...options) {
  return run(python, ['-m', 'pip', command, '--quiet', '--disable-pip-version-check', ...options]);
}

/** Builds the package in the tree of the native program, so that the core is compiled once, and runs its tests; null if left out. */
export async function testPython(...options) {
  if (!(await makeEnvironment())) return null;
  await buildPreset('native-release', ['slipstick']);
  await pip(
    'install',
    '--no-build-isolation',
    '--no-deps',
    '--force-reinstall',
    '-C',
    `build-dir=${join(root, 'build', 'native-release')}`,
    './python',
  );
  rmSync(report, { force: true });
  const tests = ['-m', 'pytest', 'python/tests', '-c', 'python/pyproject.toml', '--rootdir', 'python', `--junitxml=${report}`, ...options];
  const status = await run(python, tests, { allowFailure: true });
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const count = (name) => Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(text)?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  return { passed: count('tests') - failed - count('skipped'), failed: status !== 0 && failed === 0 ? 1 : failed };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const counts = await testPython(...process.argv.slice(2));
    if (!counts) return;
    console.log(bold(`${counts.passed} passed, ${counts.failed} failed`));
    if (counts.failed > 0) process.exitCode = 1;
  });
}
