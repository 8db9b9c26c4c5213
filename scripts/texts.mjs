// The texts of the page: writes a catalogue of each room for translators, `web/catalogues/<room>.json`, and checks that every text is
// marked for translation, that none occurs in two places, and that the catalogues are up to date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { Failure, isMain, main, root } from './tools.mjs';

const catalogues = 'web/catalogues';

/** The catalogue of each room below `base`/web/src, and what is wrong, as "file:line: message". */
export async function collect(base = root) {
  const { textsOf } = await import('./text-finder.mjs'); // it uses packages, which a new clone does not have yet
  const rooms = {};
  const problems = [];
  const places = new Map(); // by identifier
  for (const file of filesBelow(join(base, 'web/src'))) {
    const [room] = file.split('/');
    const place = (line) => `web/src/${file}:${line}`;
    const { marked, problems: found } = textsOf(readFileSync(join(base, 'web/src', file), 'utf8'), file);
    problems.push(...found.map(({ line, message }) => `${place(line)}: ${message}`));
    for (const { id, line, ...text } of marked) {
      if (places.has(id)) problems.push(`${place(line)}: “${text.text}” is also in ${places.get(id)}: share it`);
      else places.set(id, place(line));
      rooms[room] ??= {};
      rooms[room][id] ??= { ...text, file };
    }
  }
  return { rooms, problems };
}

function filesBelow(folder) {
  const all = readdirSync(folder, { recursive: true }).map((file) => file.split(sep).join(posix.sep));
  return all.filter((file) => file.endsWith('.ts')).sort();
}

/** Problems of the texts, and catalogues that differ from them. */
export async function problems(base = root) {
  const { rooms, problems } = await collect(base);
  const names = existsSync(join(base, catalogues)) ? readdirSync(join(base, catalogues)) : [];
  const stale = [...new Set([...Object.keys(rooms).map((room) => `${room}.json`), ...names])].filter((name) => {
    const texts = rooms[name.replace(/\.json$/, '')];
    return !texts || !names.includes(name) || readFileSync(join(base, catalogues, name), 'utf8') !== written(texts);
  });
  return [...problems, ...stale.map((name) => `${catalogues}/${name} differs from the texts in web/src: npm run texts`)];
}

const written = (texts) => `${JSON.stringify(texts, null, 2)}\n`;

export async function writeCatalogues(base = root) {
  const { rooms } = await collect(base);
  rmSync(join(base, catalogues), { recursive: true, force: true });
  mkdirSync(join(base, catalogues), { recursive: true });
  for (const [room, texts] of Object.entries(rooms)) writeFileSync(join(base, catalogues, `${room}.json`), written(texts));
}

export async function checkTexts() {
  const found = await problems();
  if (found.length > 0) throw new Failure(`The texts of the page (scripts/texts.mjs):\n${found.join('\n')}`);
}

if (isMain(import.meta.url)) await main(writeCatalogues);
