import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  choosePackages,
  clangFormatVersion,
  emscriptenProblem,
  leastVersions,
  library,
  needs,
  oldCompiler,
  oldEigen,
  olderThan,
  oldJson,
  problemOf,
  purposes,
  pythonHeader,
  tooNewEmscripten,
} from '../../scripts/needs.mjs';
import { installable, instructions } from '../../scripts/setup.mjs';
import { folderWith } from '../support/folder.ts';

/** A prefix with these files. */
const prefixWith = (...files) => folderWith(Object.fromEntries(files.map((file) => [file, ''])));

test.each(['lib', 'lib64'])('A library is found in %s', (place) => {
  const prefix = prefixWith(`${place}/libgtest.so`);
  expect(library('gtest', ['/nowhere', prefix])).toBe(join(prefix, place, 'libgtest.so'));
  expect(library('benchmark', [prefix])).toBeNull();
});

test.runIf(process.platform === 'linux')('A library is found in the directories of Debian', () => {
  const place = `lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/libgtest.a`;
  const prefix = prefixWith(place);
  expect(library('gtest', [prefix])).toBe(join(prefix, place));
});

test('A Python that is too old is not found, a newer one is, however high its number', () => {
  expect(pythonHeader('3.10', [prefixWith('include/python3.9/Python.h')])).toBeNull();
  expect(pythonHeader('3.10', ['/nowhere', prefixWith('include/python3.16/Python.h', 'include/python3.9/Python.h')])).toContain('3.16');
  expect(pythonHeader('3.10', [prefixWith('include/python3.12/other.h')])).toBeNull();
});

test.each([
  ['cmake version 3.18.4', leastVersions.CMake, '3.18.4'],
  ['cmake version 3.24.0', leastVersions.CMake, null],
  ['cmake version 4.1.2', leastVersions.CMake, null],
  ['v22.9.0', '22.12', '22.9.0'],
  ['no version', '1.0', null],
])('“%s” for %s: %s', (text, least, expected) => {
  expect(olderThan(text, least)).toBe(expected);
});

test.each([
  ['g++ (Debian 12.2.0-14+deb12u1) 12.2.0', null],
  ['g++ (Ubuntu 11.4.0-1ubuntu1~22.04) 11.4.0', '11.4.0'],
  ['Debian clang version 14.0.6', null],
  ['Ubuntu clang version 13.0.1-2ubuntu2', '13.0.1'],
  ['Apple clang version 17.0.0 (clang-1700.0.13.3)', null],
])('The compiler “%s”', (text, expected) => {
  expect(oldCompiler(text)).toBe(expected);
});

test.each([
  ['3.1.5 ()', '3.1.5'],
  ['3.1.6 ()', null],
  ['3.1.45 ()', null],
  ['3.1.69 ()', '3.1.69'],
  ['4.0.10-git', '4.0.10'],
])('Emscripten %s: %s', (version, expected) => {
  expect(emscriptenProblem(`emcc (Emscripten gcc/clang-like replacement + linker emulating GNU ld) ${version}`)).toBe(expected);
});

test('The version of Eigen is read from its header', () => {
  const header = (minor) => `#define EIGEN_WORLD_VERSION 3\n#define EIGEN_MAJOR_VERSION ${minor}\n#define EIGEN_MINOR_VERSION 9\n`;
  expect(oldEigen(header(3))).toBe('3.3.9');
  expect(oldEigen(header(4))).toBeNull();
  expect(problemOf(needs.eigen)).toBeNull();
});

test('The version of nlohmann_json is read from its header', () => {
  const header = (version) =>
    `//     __ _____ _____ _____\n// |  |  |__   |  |  version ${version}\n// |_____|  https://github.com/nlohmann/json\n`;
  expect(oldJson(header('3.10.5'))).toBe('3.10.5');
  expect(oldJson(header('3.11.2'))).toBeNull();
  expect(problemOf(needs.json)).toBeNull();
});

test('A part that is too old is reported with its version and place', () => {
  const need = { name: 'CMake 3.24 or newer', found: () => '/usr/bin/cmake', versionProblem: () => '3.18.4' };
  expect(problemOf(need)).toBe('CMake 3.24 or newer; found 3.18.4 (/usr/bin/cmake)');
  expect(problemOf({ ...need, versionProblem: () => null })).toBeNull();
  expect(problemOf({ ...need, found: () => null })).toBe('CMake 3.24 or newer');
});

test('A package unknown to apt-get leaves the others to be installed, and may have another name', () => {
  const { chromium, ninja, clang } = needs;
  const ubuntu = new Set(['ninja-build', 'clang', 'libclang-rt-dev', 'clang-14']);
  const { packages, unknown } = choosePackages([chromium, ninja, clang], (name) => ubuntu.has(name));
  expect(packages).toEqual(['ninja-build', 'clang', 'libclang-rt-dev']);
  expect(unknown).toEqual([chromium]);
});

test('Packages without a candidate in `apt-cache policy` are not installable', () => {
  const text = `cmake:
  Installed: 3.25.1-1
  Candidate: 3.25.1-1
  Version table:
 *** 3.25.1-1 500
        500 http://mirror.example bookworm/main amd64 Packages
chromium:
  Installed: (none)
  Candidate: (none)
  Version table:
ninja-build:
  Installed: (none)
  Candidate: 1.11.1-2
  Version table:
`;
  expect([...installable(text)]).toEqual(['cmake', 'ninja-build']);
});

test('Homebrew is offered only on macOS', () => {
  expect(instructions([needs.ninja, needs.cmake], 'darwin')).toContain('brew install ninja cmake');
  expect(instructions([needs.ninja], 'linux')).not.toContain('brew');
});

test('`npm test` needs no sanitizers and no benchmarks, `npm run check` needs the former, set-up needs all', () => {
  expect(purposes.tests).not.toContain('clang');
  expect(purposes.tests).not.toContain('benchmark');
  expect(purposes.check).toContain('clang');
  expect(purposes.everything.sort()).toEqual(Object.keys(needs).sort());
  for (const names of Object.values(purposes)) for (const name of names) expect(needs).toHaveProperty(name);
});

test('README, CMake and package.json state the checked versions', () => {
  const readme = readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const [name, version] of Object.entries(leastVersions)) expect(readme).toContain(`${name} ${version}`);
  expect(readme).toContain(`older than ${tooNewEmscripten}`);
  expect(readme).toContain(`clang-format ${clangFormatVersion}`);
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(readme).toContain(`Node ${engines.node.replace('>=', '')} or newer`);
  expect(readFileSync('CMakeLists.txt', 'utf8')).toContain(`cmake_minimum_required(VERSION ${leastVersions.CMake})`);
  const { cmakeMinimumRequired: least } = JSON.parse(readFileSync('CMakePresets.json', 'utf8'));
  expect(`${least.major}.${least.minor}`).toBe(leastVersions.CMake);
  expect(readFileSync('python/pyproject.toml', 'utf8')).toContain(`requires-python = ">=${leastVersions.Python}"`);
});
