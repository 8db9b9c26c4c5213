// What the site may weigh, and what it does: after Brotli, as servers send it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Failure, isMain, main, root } from './tools.mjs';

/**
 * KiB. `engine`: the WebAssembly module that a page loads first. `whole`: the module with the rare items too. `scripts`: all JavaScript of the site that is code, also what loads on demand, because a first visit
 * may load it; models, examples and documents, which are modules of their own, do not count.
 */
export const budget = { engine: 520, whole: 600, scripts: 552 };

const folder = join(root, 'build', 'wasm-release');
const built = join(root, 'build', 'site.json');

const kibibytes = (data) => brotliCompressSync(data).length / 1024;
export const engineSize = () => kibibytes(readFileSync(join(folder, 'light', 'slipstick.wasm')));
const wholeSize = () => kibibytes(readFileSync(join(folder, 'slipstick.wasm')));

/** Keeps the sizes of what Vite has built: its chunks. */
export function keepSizes(chunks) {
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(built, `${JSON.stringify(scriptSizes(chunks), null, 2)}\n`);
}

/** KiB of each chunk of code, the largest first. */
export function scriptSizes(chunks) {
  const isContent = (id) => /\.(json|md)(\?.*)?$/.test(id);
  const code = chunks.filter(({ type, moduleIds }) => type === 'chunk' && !(moduleIds.length > 0 && moduleIds.every(isContent)));
  const sizes = code.map(({ fileName, code }) => [fileName, kibibytes(code)]);
  return Object.fromEntries(sizes.sort(([, a], [, b]) => b - a));
}

/** What is over its budget, in sentences; `scripts` by file. */
export function excess({ engine, whole, scripts }) {
  const list = Object.entries(scripts);
  const sum = list.reduce((total, [, size]) => total + size, 0);
  const largest = list.slice(0, 3).map(([name, size]) => `${name} ${size.toFixed(0)}`);
  const over = (what, size, most, more = '') =>
    size > most ? [`${what} ${size.toFixed(1)} KiB after Brotli, at most ${most} are allowed (scripts/size.mjs)${more}.`] : [];
  return [
    ...over('The engine has', engine, budget.engine),
    ...over('The whole engine has', whole, budget.whole),
    ...over('The scripts have', sum, budget.scripts, `; the largest: ${largest.join(', ')}`),
  ];
}

/** Fails where the engine or the scripts, as they were built last, are over their budget. */
export function checkSize() {
  if (!existsSync(built)) throw new Failure('The site has not been built: node scripts/build.mjs');
  const sizes = { engine: engineSize(), whole: wholeSize(), scripts: JSON.parse(readFileSync(built, 'utf8')) };
  const sum = Object.values(sizes.scripts).reduce((total, size) => total + size, 0);
  const sizeOf = (what, size) => `${what} ${size.toFixed(1)} of ${budget[what]} KiB`;
  console.log([sizeOf('engine', sizes.engine), sizeOf('whole', sizes.whole), sizeOf('scripts', sum)].join(', '));
  const found = excess(sizes);
  if (found.length > 0) throw new Failure(found.join('\n'));
}

if (isMain(import.meta.url)) await main(checkSize);
