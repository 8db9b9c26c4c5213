// Checks that dependencies between rooms have one direction: compares the includes of C++, the imports of TypeScript and the names of item
// types in strings with the table below. Files within a room must not depend on each other cyclically either.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { Failure, isMain, main, root } from './tools.mjs';

/**
 * Each room with the rooms below it. A file may use its own room, these rooms, and the rooms that they may use, but no others. A folder
 * belongs to the room with the longest matching name. A room whose name ends in * represents each of its folders without a separate line:
 * such rooms use only `index.ts` of each other, and never cyclically.
 */
export const rooms = {
  'core/math': [],
  'core/message': [],
  'core/expression': ['core/math', 'core/message'],
  'core/registry': ['core/expression'],
  'core/model': ['core/registry'],
  'core/display': ['core/model'],
  'core/system': ['core/model'],
  'core/items': ['core/system'], // code shared by several kinds, and the laws of each family in a folder
  'core/items/nodes': ['core/items'],
  'core/items/bodies': ['core/items'],
  'core/items/markers': ['core/items'],
  'core/items/connectors': ['core/items'],
  'core/items/constraints': ['core/items'],
  'core/items/loads': ['core/items'],
  'core/items/sensors': ['core/items'],
  'core/creators': ['core/items'],
  'core/document': ['core/creators', 'core/display'],
  'core/recorder': ['core/system'],
  'core/solver': ['core/system'],
  'core/simulation': ['core/display', 'core/recorder', 'core/solver'],
  'core/grading': ['core/document', 'core/simulation'],
  'core/study': ['core/document', 'core/simulation'],
  'core/accuracy': ['core/simulation'],
  'wasm/bindings': ['core/accuracy', 'core/exchange', 'core/grading', 'core/study'],
  'core/exchange': ['core/document', 'core/simulation'],
  'core/fmu': ['core/document', 'core/simulation'],
  'core/program': ['core/accuracy', 'core/grading', 'core/study', 'core/fmu', 'core/exchange'],
  'python/bindings': ['core/program'],

  'wasm/engine': [],
  'wasm/worker': ['wasm/engine'],
  'web/src/format': [],
  'web/src/state': ['wasm/engine', 'web/src/format'],
  'web/src/ui': ['web/src/state'],
  'web/src/link': ['web/src/state'],
  'web/src/*': ['web/src/ui', 'web/src/link'],
  'web/src/app': ['web/src/*'],
  'packages/npm': ['web/src/app', 'web/single', 'wasm/worker', 'web/gallery'],
  'web/gallery': ['web/src/*'],
  'web/layers': [],
  'web/languages': [],
  'web/texts': [],
  'web/pages': ['web/languages', 'web/src/*', 'web/texts'],
  'web/single': ['wasm/worker', 'web/gallery', 'web/layers', 'web/languages'],
  'web/offline': [],
  'web/preload': [],
};

const languages = [
  { extensions: ['.h', '.cpp'], references: includes },
  { extensions: ['.ts'], references: imports },
];

/** Every reference that the table does not allow, as "file:line: message". `base` is the root folder, `table` has the form of `rooms`. */
export function problems(base = root, table = rooms) {
  const files = [...new Set(Object.keys(table).map((room) => room.split('/')[0]))].flatMap((folder) => filesBelow(base, folder));
  const seen = rules(table);
  const found = [];
  const uses = []; // between rooms of the same *
  const links = new Map(files.map((file) => [file, []])); // between files
  for (const file of files) {
    const language = languages.find(({ extensions }) => extensions.some((extension) => file.endsWith(extension)));
    if (!language) continue;
    const room = roomOf(file, table);
    if (!room) {
      found.push(`${file}:1: ${posix.dirname(file)} is in no room of scripts/order.mjs`);
      continue;
    }
    const text = readFileSync(join(base, file), 'utf8');
    for (const { target, line } of language.references(text, file)) {
      const named = [target, `${target}.ts`, `${target}/index.ts`].find((name) => links.has(name));
      if (named && named !== file) links.get(file).push(named);
      const say = (message) => found.push(`${file}:${line}: ${message}`);
      // Generated from sources that are checked themselves, files of the site, and the version.
      if (/^((build|web\/public)\/|package\.json$)/.test(target)) continue;
      const other = roomOf(target, table);
      if (!other) say(`${target} is in no room of scripts/order.mjs`);
      else if (other.name !== room.name && !seen.get(room.rule).has(other.rule)) {
        const siblings = room.rule === other.rule;
        if (!siblings) say(`${room.name} must not look at ${other.name} (${target}): ${below(room.rule, table)}`);
        else if (!isFront(target, other.name)) say(`${room.name} must not look inside ${other.name} (${target}): only at its index.ts`);
        else uses.push({ from: room.name, to: other.name, say });
      }
    }
  }
  found.push(...namedFromBelow(base, files, table, seen));
  found.push(...circles(links));
  for (const { from, to, say } of uses) if (reaches(uses, to, from)) say(`${from} and ${to} look at each other, directly or in a circle`);
  return found;
}

/** The room of the item types. Rooms that must not use it must not name the types in strings either. */
const itemRoom = 'core/items';
const registration = /\.type = "([^"]+)"/;

/** Strings in rooms below or beside the item types that equal the name of a type. Sentences for people may contain such a name. */
function namedFromBelow(base, files, table, seen) {
  const sources = files.filter((file) => /\.(h|cpp)$/.test(file)).map((file) => ({ file, text: readFileSync(join(base, file), 'utf8') }));
  const isItem = ({ file }) => file.startsWith(`${itemRoom}/`);
  const types = new Set(sources.filter(isItem).flatMap(({ text }) => text.match(registration)?.[1] ?? []));
  return sources
    .filter((source) => !isItem(source) && !seen.get(roomOf(source.file, table)?.rule)?.has(itemRoom))
    .flatMap(({ file, text }) => strings(text).map((string) => ({ file, ...string })))
    .filter(({ target }) => types.has(target))
    .map(({ file, target, line }) => `${file}:${line}: ${posix.dirname(file)} must not name ${target}, a type of ${itemRoom}`);
}

/** Strings of C++ outside of comments and includes. */
function strings(text) {
  const outputs = /\{OutputVariable::(\w+), "\1"\}/g; // names of output variables, which may also be names of types
  const code = text.replace(/\/\/.*$|^[ \t]*#[ \t]*include.*$/gm, '').replace(outputs, '');
  return matches(code, /"((?:[^"\\\n]|\\.)+)"/g);
}

/** All rooms that each room may use, directly or indirectly. */
function rules(table) {
  const seen = new Map();
  const visit = (room, above) => {
    if (above.includes(room)) throw new Failure(`The order of rooms is a circle: ${[...above, room].join(' → ')}`);
    if (!table[room]) throw new Failure(`The order of rooms names ${room}, which has no line there.`);
    if (!seen.has(room)) seen.set(room, new Set(table[room].flatMap((next) => [next, ...visit(next, [...above, room])])));
    return seen.get(room);
  };
  for (const room of Object.keys(table)) visit(room, []);
  return seen;
}

/** The room of a file: its name, and the matching line of the table. Null if there is none. */
function roomOf(file, table) {
  for (let folder = file; folder !== '.'; folder = posix.dirname(folder)) {
    if (table[folder]) return { name: folder, rule: folder };
    const rule = `${posix.dirname(folder)}/*`;
    if (table[rule]) return { name: folder, rule };
  }
  return null;
}

const below = (room, table) => (table[room].length > 0 ? `it may look at ${table[room].join(', ')} and below` : 'nothing is below it');
const isFront = (target, room) => [room, `${room}/index`, `${room}/index.ts`].includes(target);

/** Cyclic dependencies between files: each cycle once, from its first file. */
function circles(links) {
  const found = [];
  const done = new Set();
  const visit = (file, above) => {
    const start = above.indexOf(file);
    if (start >= 0) found.push(`${file}:1: looks at itself in a circle: ${[...above.slice(start), file].join(' → ')}`);
    if (start >= 0 || done.has(file)) return;
    for (const next of links.get(file)) visit(next, [...above, file]);
    done.add(file);
  };
  for (const file of links.keys()) visit(file, []);
  return found;
}

function reaches(uses, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return uses.some((use) => use.from === from && reaches(uses, use.to, to, seen));
}

/** Paths in `#include "…"`, which are relative to the root of this project. */
function includes(text) {
  return matches(text, /^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm);
}

/** Static, dynamic and type-only imports of files, and `export … from`. */
function imports(text, file) {
  const code = text.replace(/^[ \t]*(\/\/|\/?\*).*$/gm, ''); // remove comments, but keep line numbers
  const patterns = [
    /^[ \t]*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g,
  ];
  return patterns
    .flatMap((pattern) => matches(code, pattern))
    .filter(({ target }) => target.startsWith('.'))
    .map(({ target, line }) => ({ target: posix.join(posix.dirname(file), target.replace(/\?.*$/, '')), line }));
}

function matches(text, pattern) {
  return [...text.matchAll(pattern)].map((match) => {
    const place = match.index + match[0].indexOf(match[1]);
    return { target: match[1], line: text.slice(0, place).split('\n').length };
  });
}

function filesBelow(base, folder) {
  const path = join(base, folder);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [relative(base, path).split(sep).join('/')];
  return readdirSync(path).flatMap((name) => filesBelow(base, join(folder, name)));
}

export function checkOrder() {
  const found = problems();
  for (const problem of found) console.error(problem);
  if (found.length > 0)
    throw new Failure(`${found.length} ${found.length === 1 ? 'place looks' : 'places look'} at a room that it should not know.`);
}

if (isMain(import.meta.url)) await main(checkOrder);
