// Checks that core and wasm use sines, powers and similar functions only from core/math/elementary.h. The functions of C libraries, of
// browsers and of std::complex round differently, so runs would not be bit-identical everywhere.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Failure, isMain, main, root } from './tools.mjs';

const header = 'core/math/elementary.h';
/** Eigen's results have the type std::complex; this file replaces its division, and the files that use it compute with our own type. */
const eigen = 'core/math/eigen.h';
/** Functions whose last bit IEEE 754 does not prescribe; `sqrt`, `floor`, `remainder` and similar functions are identical everywhere. */
export const names = [
  ...['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sincos', 'sinpi', 'cospi'],
  ...['sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'],
  ...['exp', 'exp2', 'exp10', 'expm1', 'log', 'log2', 'log10', 'log1p', 'pow', 'cbrt', 'hypot'],
  ...['erf', 'erfc', 'tgamma', 'lgamma', 'beta', 'fma', 'legendre', 'riemann_zeta'],
];
const own = ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'exp', 'log', 'log10', 'pow', 'hypot'];
const any = names.join('|');

const rules = [
  { pattern: new RegExp(`(?:\\bstd|(?<![\\w>)\\]]))::((?:${any})[fl]?)\\b`, 'g'), describe: (name) => `${name} of the C library` },
  { pattern: new RegExp(`\\b(__builtin_(?:${any})[fl]?)\\b`, 'g'), describe: (name) => `${name} of the compiler` },
  { pattern: /\b(std::(?:complex|reduce|transform_reduce))\b/g, describe: (name) => `${name} of the standard library` },
  { pattern: /(<(?:complex|ccomplex|valarray|execution)>)/g, describe: (name) => `the header ${name}` },
  {
    pattern: new RegExp(`(?<![\\w.:>])((?:${names.filter((name) => !own.includes(name)).join('|')})[fl]?)\\s*\\(`, 'g'),
    describe: (name) => `${name} of the C library`,
  },
  { pattern: new RegExp(`(?<![\\w.:>])((?:${own.join('|')})[fl])\\s*\\(`, 'g'), describe: (name) => `${name} of the C library` },
];
const script = [
  { pattern: new RegExp(`\\b(Math\\s*\\.\\s*(?:${any}))\\b`, 'g'), describe: (name) => `${name} of the browser` },
  { pattern: /(\*\*)/g, describe: () => 'the operator ** of the browser' },
];
const bare = new RegExp(`(?<![\\w.:>])(${own.join('|')})\\s*\\(`, 'g');

/** Every other use, as "file:line: message". */
export function problems(base = root) {
  const found = [];
  const sees = new Map();
  for (const file of ['core', 'wasm'].flatMap((folder) => filesBelow(base, folder))) {
    const isCpp = /\.(h|cpp)$/.test(file);
    if (!isCpp && !file.endsWith('.ts')) continue;
    const code = withoutComments(readFileSync(join(base, file), 'utf8'));
    const lineOf = (index) => code.slice(0, index).split('\n').length;
    for (const { pattern, describe } of file === eigen ? [] : isCpp ? rules : script)
      for (const match of code.matchAll(pattern))
        found.push({ file, line: lineOf(match.index), text: `${describe(match[1])}: use ${header}` });
    // An unqualified name refers to our function if the header is included, and otherwise to the C library.
    if (!isCpp || seesHeader(base, file, sees)) continue;
    for (const match of code.matchAll(bare))
      found.push({ file, line: lineOf(match.index), text: `${match[1]} of the C library: include ${header}` });
  }
  return found.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line).map(({ file, line, text }) => `${file}:${line}: ${text}`);
}

/** Replaces comments and strings by blanks, and keeps lines. Removes blanks around "::". */
function withoutComments(code) {
  const blank = (text) => text.replace(/[^\n]/g, ' ');
  const pattern = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|R"\((?:[\s\S]*?)\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g;
  return code
    .replace(pattern, (text, index) => (isInclude(code, index) ? text : blank(text)))
    .replace(/\b(std[ \t]*)?::[ \t]*/g, (_, std) => (std ? 'std::' : '::'));
}
const isInclude = (code, index) => /^[ \t]*#[ \t]*include[ \t]*$/.test(code.slice(code.lastIndexOf('\n', index - 1) + 1, index));

function seesHeader(base, file, seen) {
  if (file === header) return true;
  if (!seen.has(file)) {
    seen.set(file, false); // an include cycle does not provide the header
    const path = join(base, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const includes = [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm)].map((match) => match[1]);
    seen.set(
      file,
      includes.some((include) => seesHeader(base, include, seen)),
    );
  }
  return seen.get(file);
}

function filesBelow(base, folder) {
  const path = join(base, folder);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [folder];
  return readdirSync(path).flatMap((name) => filesBelow(base, posix.join(folder, name)));
}

export function checkElementary() {
  const found = problems();
  for (const problem of found) console.error(problem);
  if (found.length > 0)
    throw new Failure(
      `${found.length} ${found.length === 1 ? 'place uses a function' : 'places use functions'} that round differently elsewhere.`,
    );
}

if (isMain(import.meta.url)) await main(checkElementary);
