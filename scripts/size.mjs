// Measures the size of the site and compares it with the budget: after Brotli, as sent by servers.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Failure, isMain, main, root } from './tools.mjs';

/**
 * KiB. `light`: the WebAssembly module that a page loads first; Eigen's decompositions take 22 KiB of it, energies 4 KiB, codes and
 * values of messages 6 KiB, spectra, amplitudes and the response of studies 5 KiB, reactions in measures 0.5 KiB, and the fast copies of
 * templates that rooms share 2 KiB. `whole`: the module with the rare items, the assembly of mechanisms and the exchange with other
 * programs, loaded only if one of them is needed; each of these items takes about 8 KiB, scripts for Exudyn 18 KiB, assembly with sparse
 * matrices 18 KiB, accuracy 10 KiB, energies 14 KiB, reactions 3 KiB, linear models 32 KiB. `first`: the scripts that index.html imports.
 * `scripts`: all JavaScript code of the site, including code that loads on demand, because a first visit may load it; models, examples,
 * documents and translations are separate modules and do not count; the marks of texts for translation take 4 KiB, the plot of energies,
 * the free body and reactions 9 KiB, the comparison of two models 15 KiB, 9 of them CodeMirror's merge view, spectra 5 KiB. `build`: code
 * that loads only when a person starts to build, among it friction, and what plots, shows and asks for forces, 3 KiB, and forms for
 * objects, vectors, angles and names, 6 KiB.
 */
export const budget = { light: 566, whole: 820, first: 204, scripts: 617, build: 42 };

const folder = join(root, 'build', 'wasm-release');
const built = join(root, 'build', 'site.json');

const kibibytes = (data) => brotliCompressSync(data).length / 1024;
export const lightSize = () => kibibytes(readFileSync(join(folder, 'light', 'slipstick.wasm')));
const wholeSize = () => kibibytes(readFileSync(join(folder, 'slipstick.wasm')));

/** Stores the sizes of the chunks that Vite has built. */
export function keepSizes(chunks) {
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(built, `${JSON.stringify({ first: firstSize(chunks), scripts: scriptSizes(chunks) }, null, 2)}\n`);
}

/** KiB of the scripts that index.html imports, directly and through others. */
export function firstSize(chunks) {
  const byName = new Map(chunks.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const names = new Set([...byName.values()].filter(({ isEntry, name }) => isEntry && name === 'index').map(({ fileName }) => fileName));
  for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported); // the loop visits added names, too
  return [...names].reduce((total, name) => total + kibibytes(byName.get(name)?.code ?? ''), 0);
}

/** KiB of each chunk of code, in descending order. */
export function scriptSizes(chunks) {
  const isContent = (id) => /\.(json|md)(\?.*)?$|^\0virtual:(languages|gallery)\//.test(id);
  const code = chunks.filter(({ type, moduleIds }) => type === 'chunk' && !(moduleIds.length > 0 && moduleIds.every(isContent)));
  const sizes = code.map(({ fileName, code }) => [fileName, kibibytes(code)]);
  return Object.fromEntries(sizes.sort(([, a], [, b]) => b - a));
}

const isBuild = (name) => /^assets\/build-[^/]*\.js$/.test(name);

/** KiB of each part with a budget; `scripts` by file. */
function parts({ light, whole, first, scripts }) {
  const sum = (wanted) => Object.entries(scripts).reduce((total, [name, size]) => total + (wanted(name) ? size : 0), 0);
  return { light, whole, first, scripts: sum((name) => !isBuild(name)), build: sum(isBuild) };
}

const called = {
  light: 'The module that loads first has',
  whole: 'The whole engine has',
  first: 'The scripts that load first have',
  scripts: 'The scripts have',
  build: 'The scripts of Build have',
};

/** Sentences on parts that exceed their budget; `scripts` by file. */
export function excess(sizes) {
  const largest = Object.entries(sizes.scripts).slice(0, 3);
  const more = `; the largest: ${largest.map(([name, size]) => `${name} ${size.toFixed(0)}`).join(', ')}`;
  return Object.entries(parts(sizes))
    .filter(([part, size]) => size > budget[part])
    .map(([part, size]) => {
      const limit = `at most ${budget[part]} are allowed (scripts/size.mjs)`;
      return `${called[part]} ${size.toFixed(1)} KiB after Brotli, ${limit}${part === 'scripts' ? more : ''}.`;
    });
}

/** Fails if the last build of the engine or the scripts exceeds its budget. */
export function checkSize() {
  if (!existsSync(built)) throw new Failure('The site has not been built: node scripts/build.mjs');
  const sizes = { light: lightSize(), whole: wholeSize(), ...JSON.parse(readFileSync(built, 'utf8')) };
  const list = Object.entries(parts(sizes)).map(([part, size]) => `${part} ${size.toFixed(1)} of ${budget[part]} KiB`);
  console.log(list.join(', '));
  const found = excess(sizes);
  if (found.length > 0) throw new Failure(found.join('\n'));
}

if (isMain(import.meta.url)) await main(checkSize);
