// Collects the licences of third-party code in the release artefacts.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

/** Possible locations of the licences of code compiled into the engine or the program; the first existing one is used. */
const compiled = {
  'JSON for Modern C++': {
    licence: 'MIT',
    in: 'all',
    from: 'https://github.com/nlohmann/json',
    texts: ['/usr/share/doc/nlohmann-json3-dev/copyright'],
  },
  Eigen: {
    licence: 'MPL-2.0',
    in: 'all',
    from: 'https://gitlab.com/libeigen/eigen',
    texts: ['/usr/share/doc/libeigen3-dev/copyright'],
  },
  'Emscripten with musl and libc++': {
    licence: 'MIT, Apache-2.0 with LLVM exceptions',
    in: 'engine',
    from: 'https://github.com/emscripten-core/emscripten',
    texts: ['/usr/share/doc/emscripten/copyright'],
  },
  zlib: {
    licence: 'Zlib',
    in: 'native',
    from: 'https://zlib.net',
    texts: ['/usr/share/doc/zlib1g-dev/copyright', '/usr/share/doc/zlib1g/copyright'],
  },
  'GCC runtime libraries': {
    licence: 'GPL-3.0 with GCC Runtime Library Exception',
    in: 'native',
    from: 'https://gcc.gnu.org',
    texts: ['/usr/share/doc/libstdc++6/copyright', '/usr/share/doc/gcc-12-base/copyright'],
  },
  nanobind: { licence: 'BSD-3-Clause', in: 'python', from: 'https://github.com/wjakob/nanobind', texts: [] },
};

/** One text with the licences in an artefact: `scripts`: packages of npm; `parts`: of 'engine', 'native' and 'python'. */
export function licencesOf({ scripts = true, parts = [] }) {
  const texts = new Map(); // identical texts once, with the names of all packages that have them
  const add = (name, licence, text) => {
    const key = createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex');
    if (!texts.has(key)) texts.set(key, { names: [], text: text.trim() });
    texts.get(key).names.push(`${name} (${licence})`);
  };
  add('Slipstick', 'MIT', readFileSync(join(root, 'LICENSE'), 'utf8'));
  if (scripts) for (const { name, licence, text } of packages()) add(name, licence, text);
  for (const [name, { licence, in: part, from, texts: files }] of Object.entries(compiled)) {
    if (part !== 'all' && !parts.includes(part)) continue;
    const file = [...files, ...(part === 'python' ? nanobindTexts() : [])].find((each) => existsSync(each));
    add(name, licence, `${from}\n\n${file ? readFileSync(file, 'utf8') : 'The text of the licence is there.'}`);
  }
  const rule = '-'.repeat(100);
  return [...texts.values()].map(({ names, text }) => `${names.join(', ')}\n\n${text}\n`).join(`\n${rule}\n\n`);
}

/** The packages of npm that the page contains, with the texts of their licences. */
function packages() {
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(locked)
    .filter(([path, { dev }]) => path && !dev && !path.includes('/@types/'))
    .map(([path, { license }]) => {
      const folder = join(root, path);
      const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const text = file ? readFileSync(join(folder, file), 'utf8') : `https://www.npmjs.com/package/${path.replace('node_modules/', '')}`;
      return { name: path.replace('node_modules/', ''), licence: license, text };
    });
}

function nanobindTexts() {
  const lib = join(root, 'build', 'python', 'venv', 'lib');
  if (!existsSync(lib)) return [];
  return readdirSync(lib).flatMap((python) => {
    const site = join(lib, python, 'site-packages');
    const found = existsSync(site) ? readdirSync(site).filter((each) => /^nanobind-.*\.dist-info$/.test(each)) : [];
    return found.map((each) => join(site, each, 'licenses', 'LICENSE'));
  });
}
