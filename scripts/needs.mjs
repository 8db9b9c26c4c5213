// Requirements for building and testing: how to find each one, its version, and its packages in Debian and Homebrew.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { find, firstExisting } from './tools.mjs';

const usualPrefixes = ['/usr', '/usr/local', '/opt/homebrew'];
const processor = { x64: 'x86_64', arm64: 'aarch64' }[process.arch] ?? process.arch;
/** Fedora's libraries are in lib64, Debian's in a folder named after the processor. */
const libraryFolders = ['lib', 'lib64', `lib/${processor}-linux-gnu`];

const inPrefixes = (places, prefixes = usualPrefixes) =>
  firstExisting(...prefixes.flatMap((prefix) => places.map((place) => join(prefix, place))));

/** The path of a library of the system, or null. */
export const library = (name, prefixes) =>
  inPrefixes(
    libraryFolders.flatMap((folder) => ['a', 'so', 'dylib'].map((ending) => `${folder}/lib${name}.${ending}`)),
    prefixes,
  );

/** The header of a Python of at least this version, or null. */
export function pythonHeader(least, prefixes = usualPrefixes) {
  const folders = prefixes.flatMap((prefix) => {
    const include = join(prefix, 'include');
    return existsSync(include) ? readdirSync(include).map((name) => join(include, name)) : [];
  });
  const usable = folders.filter((folder) => /\/python3\.\d+$/.test(folder) && !olderThan(folder, least));
  return firstExisting(...usable.map((folder) => join(folder, 'Python.h')));
}

/** The output of a program; '' if it fails. */
function printed(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

/** The first version in a text if it is older than `least`; null if it is not, or if the text contains none. */
export function olderThan(text, least) {
  const version = /\d+(\.\d+)+/.exec(text)?.[0];
  if (!version) return null;
  const parts = version.split('.').map(Number);
  for (const [i, part] of least.split('.').map(Number).entries())
    if ((parts[i] ?? 0) !== part) return (parts[i] ?? 0) < part ? version : null;
  return null;
}

/** The version of a compiler if it is too old. */
export function oldCompiler(text) {
  return olderThan(text, /clang/.test(text) ? leastVersions.clang : leastVersions['g++']);
}

/** The version of Emscripten if it is too old or too new. */
export function emscriptenProblem(text) {
  const version = /\d+(\.\d+)+/.exec(text)?.[0] ?? null;
  return olderThan(text, tooNewEmscripten) && !olderThan(text, leastVersions.Emscripten) ? null : version;
}

/** The version of Eigen in its Macros.h if it is too old. */
export function oldEigen(header) {
  const part = (name) => new RegExp(`define EIGEN_${name}_VERSION (\\d+)`).exec(header)?.[1] ?? '0';
  return olderThan(`${part('WORLD')}.${part('MAJOR')}.${part('MINOR')}`, leastVersions.Eigen);
}

/** The version of the library in the opening comment of nlohmann/json.hpp if it is too old. */
export const oldJson = (header) => olderThan(/version [\d.]+/.exec(header.slice(0, 1000))?.[0] ?? '', leastVersions.nlohmann_json);

const runtimeOf = (clang) => {
  const folder = join(printed(clang, '-print-resource-dir').trim(), 'lib');
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return files.some((file) => /libclang_rt\.asan/.test(file)) ? clang : null;
};

/** Playwright's own Chromium, as installed by `npx playwright install chromium`. */
function playwrightChromium() {
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    join(homedir(), process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright');
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('chromium-')) ? folder : null;
}

/** The oldest versions that are known to work, as stated in README. */
export const leastVersions = {
  CMake: '3.24',
  Emscripten: '3.1.6',
  Eigen: '3.4',
  nlohmann_json: '3.11',
  'g++': '12',
  clang: '14',
  Python: '3.10',
};
/** The oldest Emscripten that is known to reject the C++ code: its library does not support spans of incomplete types. */
export const tooNewEmscripten = '3.1.69';
export const clangFormatVersion = 14; // others break lines differently

/**
 * `found` returns a path or null, `unfit` the version of an unsuitable installation. `packages` are Debian's; `orElse` states what to
 * install if they are unknown. If `without` has a sentence, the work continues without the need.
 */
export const needs = {
  cmake: {
    found: () => find('cmake'),
    versionProblem: (path) => olderThan(printed(path, '--version'), leastVersions.CMake),
    packages: ['cmake'],
    brew: 'cmake',
    name: `CMake ${leastVersions.CMake} or newer`,
  },
  ninja: { found: () => find('ninja'), packages: ['ninja-build'], brew: 'ninja', name: 'Ninja' },
  eigen: {
    found: () => inPrefixes(['include/eigen3/Eigen/Dense', 'include/Eigen/Dense']),
    versionProblem: (path) => oldEigen(readFileSync(join(dirname(path), 'src/Core/util/Macros.h'), 'utf8')),
    packages: ['libeigen3-dev'],
    brew: 'eigen',
    name: `Eigen ${leastVersions.Eigen} or newer (headers)`,
  },
  json: {
    found: () => inPrefixes(['include/nlohmann/json.hpp']),
    versionProblem: (path) => oldJson(readFileSync(path, 'utf8')),
    packages: ['nlohmann-json3-dev'],
    brew: 'nlohmann-json',
    name: `nlohmann_json ${leastVersions.nlohmann_json} or newer (headers)`,
  },
  emscripten: {
    found: () => find('em-config') && find('em++'),
    versionProblem: (path) => emscriptenProblem(printed(path, '--version')),
    packages: ['emscripten'],
    name: `Emscripten ${leastVersions.Emscripten}, older than ${tooNewEmscripten} (https://emscripten.org/docs/getting_started), activated in this shell`,
  },
  compiler: {
    found: () => process.env.CXX || find('g++', 'clang++', 'c++'),
    versionProblem: (command) => oldCompiler(printed(...command.split(' '), '--version')),
    packages: ['g++'],
    name: `a C++20 compiler (g++ ${leastVersions['g++']}, clang ${leastVersions.clang} or newer; the variable CXX chooses one)`,
  },
  clang: {
    found: () => ['clang++-14', 'clang++'].map((name) => find(name)).find((path) => path && runtimeOf(path)) ?? null,
    packages: ['clang-14', 'libclang-rt-14-dev'],
    orElse: ['clang', 'libclang-rt-dev'],
    brew: 'llvm',
    name: 'clang with its sanitizers (compiler-rt)',
  },
  zlib: {
    found: () => process.platform === 'darwin' || inPrefixes(['include/zlib.h']), // included in macOS
    packages: ['zlib1g-dev'],
    name: 'zlib (library and headers)',
  },
  mpfr: {
    found: () => inPrefixes(['include/mpfr.h']),
    packages: ['libmpfr-dev'],
    brew: 'mpfr',
    name: 'MPFR (library and headers)',
    without: 'the errors of the elementary functions are not measured',
  },
  gtest: { found: () => library('gtest'), packages: ['libgtest-dev'], brew: 'googletest', name: 'GoogleTest' },
  format: {
    found: () => find(`clang-format-${clangFormatVersion}`, 'clang-format'),
    versionProblem: (path) => {
      const version = /version (\d+)/.exec(printed(path, '--version'))?.[1];
      return Number(version) === clangFormatVersion ? null : (version ?? 'no version');
    },
    packages: [`clang-format-${clangFormatVersion}`],
    name: `clang-format ${clangFormatVersion}`,
    without: 'the layout of C++ files is not checked',
  },
  cppcheck: {
    found: () => find('cppcheck'),
    packages: ['cppcheck'],
    brew: 'cppcheck',
    name: 'cppcheck',
    without: 'C++ files are not checked for likely mistakes',
  },
  benchmark: {
    found: () => library('benchmark'),
    packages: ['libbenchmark-dev'],
    brew: 'google-benchmark',
    name: 'Google Benchmark',
  },
  chromium: {
    found: () =>
      firstExisting(process.env.CHROMIUM, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome') ??
      find('chromium', 'chromium-browser', 'google-chrome') ??
      playwrightChromium(),
    packages: ['chromium'], // Debian's; Ubuntu has no such package
    brew: 'google-chrome',
    name: 'Chromium or Chrome (a package from google.com/chrome, `npx playwright install --with-deps chromium`, or a path in the variable CHROMIUM)',
  },
  firefox: {
    found: () => firstExisting(process.env.FIREFOX, '/Applications/Firefox.app/Contents/MacOS/firefox') ?? find('firefox-esr', 'firefox'),
    packages: ['firefox-esr'],
    brew: 'firefox',
    name: 'Firefox (no snap; or a path in the variable FIREFOX)',
    without: 'the tests in Firefox are skipped',
  },
  webkit: {
    found: () => ['Xvfb', 'dbus-run-session'].every((name) => find(name)) && find('WebKitWebDriver'),
    packages: ['webkit2gtk-driver', 'xvfb', 'dbus'],
    name: 'WebKitGTK with its WebDriver, Xvfb and D-Bus (Linux)',
    without: 'the tests in WebKit are skipped',
  },
  python: {
    found: () => pythonHeader(leastVersions.Python),
    packages: ['python3', 'python3-venv', 'python3-dev'],
    brew: 'python3',
    name: `Python ${leastVersions.Python} or newer with its headers`,
    without: 'the tests of the Python package are skipped',
  },
};

const wasm = ['cmake', 'ninja', 'eigen', 'json', 'emscripten'];
const program = ['cmake', 'ninja', 'eigen', 'json', 'compiler', 'zlib'];
const check = Object.keys(needs).filter((need) => need !== 'benchmark');
export const purposes = {
  start: wasm,
  program,
  bench: [...new Set([...wasm, ...program, 'benchmark', 'chromium'])],
  tests: check.filter((need) => need !== 'clang'),
  check,
  everything: Object.keys(needs),
};

/** A sentence on a missing or unsuitable need; null if there is no problem. */
export function problemOf({ found, versionProblem, name }) {
  const place = found();
  if (!place) return name;
  const version = versionProblem?.(place);
  return version ? `${name}; found ${version} (${place})` : null;
}

/** Chooses the Debian packages for needs from the packages that apt-get knows; `unknown` are the needs without such packages. */
export function choosePackages(wanted, knows) {
  const packages = new Set();
  const unknown = [];
  for (const need of wanted) {
    const known = [need.packages, need.orElse].find((names) => names?.every(knows));
    if (known) for (const name of known) packages.add(name);
    else unknown.push(need);
  }
  return { packages: [...packages], unknown };
}
