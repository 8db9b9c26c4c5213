// Finds what is missing to build and test. On Debian and Ubuntu installs it, elsewhere says what to install.
// `npm run setup` looks for everything; `npm start` needs less and says so.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bold, Failure, find, firstExisting, isMain, main, root, run } from './tools.mjs';

const prefixes = ['/usr', '/usr/local', '/opt/homebrew'];
const inPrefixes = (...places) => firstExisting(...prefixes.flatMap((prefix) => places.map((place) => join(prefix, place))));
const library =
  (...names) =>
  () =>
    inPrefixes(...names.flatMap((name) => [`lib/${name}`, `lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/${name}`]));

/** What is needed: how to see that it is there, Debian's packages, and its name elsewhere. */
const needs = {
  cmake: { found: () => find('cmake'), packages: ['cmake'], elsewhere: 'CMake 3.24 or newer' },
  ninja: { found: () => find('ninja'), packages: ['ninja-build'], elsewhere: 'Ninja' },
  eigen: {
    found: () => inPrefixes('include/eigen3/Eigen/Dense', 'include/Eigen/Dense'),
    packages: ['libeigen3-dev'],
    elsewhere: 'Eigen 3.4 (headers)',
  },
  json: {
    found: () => inPrefixes('include/nlohmann/json.hpp'),
    packages: ['nlohmann-json3-dev'],
    elsewhere: 'nlohmann_json 3.11 (headers)',
  },
  emscripten: {
    found: () => find('em-config') && find('em++'),
    packages: ['emscripten'],
    elsewhere: 'Emscripten 3.1.6 or newer (https://emscripten.org/docs/getting_started), activated in this shell',
  },
  compiler: {
    found: () => process.env.CXX || find('g++', 'clang++', 'c++'),
    packages: ['g++'],
    elsewhere: 'a C++20 compiler (g++ 12 or clang 14, or newer)',
  },
  clang: {
    found: () => find('clang++-14', 'clang++'),
    packages: ['clang-14', 'libclang-rt-14-dev'],
    elsewhere: 'clang with its sanitizers',
  },
  sanitizers: {
    found: () =>
      process.platform !== 'linux' || !existsSync('/usr/lib/llvm-14') || existsSync('/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux'),
    packages: ['libclang-rt-14-dev'],
    elsewhere: 'the sanitizers of clang (compiler-rt)',
  },
  zlib: {
    found: () => process.platform === 'darwin' || inPrefixes('include/zlib.h'), // macOS has it
    packages: ['zlib1g-dev'],
    elsewhere: 'zlib (library and headers)',
  },
  mpfr: {
    found: () => inPrefixes('include/mpfr.h'),
    packages: ['libmpfr-dev'],
    elsewhere: 'MPFR (library and headers)',
    without: 'the errors of the elementary functions are not measured',
  },
  gtest: { found: library('libgtest.a', 'libgtest.so', 'libgtest.dylib'), packages: ['libgtest-dev'], elsewhere: 'GoogleTest' },
  format: { found: () => find('clang-format-14', 'clang-format'), packages: ['clang-format-14'], elsewhere: 'clang-format 14' },
  cppcheck: { found: () => find('cppcheck'), packages: ['cppcheck'], elsewhere: 'cppcheck' },
  benchmark: {
    found: library('libbenchmark.a', 'libbenchmark.so', 'libbenchmark.dylib'),
    packages: ['libbenchmark-dev'],
    elsewhere: 'Google Benchmark',
  },
  chromium: {
    found: () =>
      firstExisting(process.env.CHROMIUM, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome') ??
      find('chromium', 'chromium-browser', 'google-chrome'),
    packages: ['chromium'],
    elsewhere: 'Chromium or Chrome (or its path in the variable CHROMIUM)',
  },
  firefox: {
    found: () => firstExisting(process.env.FIREFOX, '/Applications/Firefox.app/Contents/MacOS/firefox') ?? find('firefox-esr', 'firefox'),
    packages: ['firefox-esr'],
    elsewhere: 'Firefox (or its path in the variable FIREFOX)',
    without: 'the tests in Firefox are skipped',
  },
  python: {
    found: () =>
      inPrefixes(
        'include/python3.13/Python.h',
        'include/python3.12/Python.h',
        'include/python3.11/Python.h',
        'include/python3.10/Python.h',
      ),
    packages: ['python3', 'python3-venv', 'python3-dev'],
    elsewhere: 'Python 3.10 or newer with its headers',
    without: 'the tests of the Python package are skipped',
  },
};

const wasm = ['cmake', 'ninja', 'json', 'emscripten'];
const purposes = {
  start: wasm,
  program: ['cmake', 'ninja', 'json', 'compiler', 'zlib'],
  bench: [...wasm, 'compiler', 'zlib', 'benchmark', 'chromium'],
  everything: Object.keys(needs),
};
const timeout = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

/** Makes sure that all is there that the purpose needs, and the packages of npm. */
export async function setUp(purpose) {
  checkNode();
  const missing = () => purposes[purpose].filter((need) => !needs[need].found());
  const necessary = () => missing().filter((need) => !needs[need].without);
  if (necessary().length > 0) {
    await install(necessary());
    if (necessary().length > 0)
      throw new Failure(
        `Still missing: ${necessary()
          .map((need) => needs[need].elsewhere)
          .join(', ')}`,
      );
  }
  for (const need of missing()) await tryToInstall(need);
  await installPackages();
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Failure(`Node 22 or newer is needed, this is ${process.versions.node} (https://nodejs.org)`);
  }
  if (major < 22)
    console.log(`Node ${process.versions.node} still works here, but gets no more security fixes: please install Node 22 or newer.`);
}

/** What the work can do without is installed where that is possible; otherwise it is said what is left out. */
async function tryToInstall(need) {
  try {
    await install([need], timeout);
    if (!needs[need].found()) throw new Failure('It is still missing.');
  } catch (error) {
    console.log(`${error.message}\nWithout ${needs[need].elsewhere}, ${needs[need].without}.`);
  }
}

async function install(missing, options = []) {
  const packages = [...new Set(missing.flatMap((need) => needs[need].packages))];
  if (!isDebian()) {
    const list = missing.map((need) => `  - ${needs[need].elsewhere}`).join('\n');
    throw new Failure(`Please install what is missing and try again:\n${list}`);
  }
  const asRoot = process.getuid() === 0 ? [] : (await canSudo()) ? ['sudo', '-n'] : null;
  if (!asRoot) {
    throw new Failure(
      `Please install what is missing and try again:\n  sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    );
  }
  console.log(bold(`Installing ${packages.join(' ')}`));
  const aptGet = (...args) => {
    const [command, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(command, rest);
  };
  await aptGet('update', '-q', ...options);
  await aptGet('install', '-y', '-q', '--no-install-recommends', ...options, ...packages);
}

function isDebian() {
  if (!find('apt-get') || !existsSync('/etc/os-release')) return false;
  return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function canSudo() {
  return find('sudo') !== null && (await run('sudo', ['-n', 'true'], { allowFailure: true })) === 0;
}

/** npm ci, unless node_modules was made from this package-lock.json. */
async function installPackages() {
  const stamp = join(root, 'node_modules', '.slipstick-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log(bold('Installing packages of npm'));
  await run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setUp('everything');
    console.log('Everything that is needed is there.');
  });
}
