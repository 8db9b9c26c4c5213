// The texts of the page: writes a catalogue of each room for translators, `web/catalogues/<room>.json`, and brings the translations,
// `web/languages/<code>.json`, in the same order. Checks that every text is marked for translation, that none occurs in two places, that
// the catalogues are up to date, and that the translations are complete.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { Failure, isMain, main, root } from './tools.mjs';

const catalogues = 'web/catalogues';
const languages = 'web/languages';
const mostReported = 20; // of each file of translations

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
      const twin = Object.entries(rooms[room]).find(([other, { text: same }]) => same === text.text && other !== id);
      if (twin)
        problems.push(`${place(line)}: “${text.text}” has two identifiers in this room, ${twin[0]} and ${id}: translations need one`);
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
  return [
    ...problems,
    ...stale.map((name) => `${catalogues}/${name} differs from the texts in web/src: npm run texts`),
    ...(await translationProblems(base, rooms)),
  ];
}

const languageFiles = (base) =>
  (existsSync(join(base, languages)) ? readdirSync(join(base, languages)) : []).filter((name) => name.endsWith('.json'));

async function translationProblems(base, rooms) {
  const { inOrder, problemsOf } = await import('../web/languages/translations.mjs');
  return languageFiles(base).flatMap((name) => {
    const file = `${languages}/${name}`;
    const content = readFileSync(join(base, file), 'utf8');
    const found = problemsOf(file, content, rooms).map(({ place, message }) => `${place}: ${message}`);
    if (found.length === 0 && content !== inOrder(content, rooms)) return [`${file}:1: not in the order of the catalogues: npm run texts`];
    const more = found.length - mostReported;
    return [...found.slice(0, mostReported), ...(more > 0 ? [`${file}: and ${more} more`] : [])];
  });
}

const written = (texts) => `${JSON.stringify(texts, null, 2)}\n`;

export async function writeCatalogues(base = root) {
  const { rooms } = await collect(base);
  rmSync(join(base, catalogues), { recursive: true, force: true });
  mkdirSync(join(base, catalogues), { recursive: true });
  for (const [room, texts] of Object.entries(rooms)) writeFileSync(join(base, catalogues, `${room}.json`), written(texts));
  await orderTranslations(base, rooms);
}

async function orderTranslations(base, rooms) {
  const { inOrder, problemsOf } = await import('../web/languages/translations.mjs');
  for (const name of languageFiles(base)) {
    const file = join(base, languages, name);
    const content = readFileSync(file, 'utf8');
    try {
      writeFileSync(file, inOrder(content, rooms));
    } catch {
      const [{ place, message }] = problemsOf(`${languages}/${name}`, content, rooms);
      throw new Failure(`${place}: ${message}`);
    }
  }
}

export async function checkTexts() {
  const found = await problems();
  if (found.length > 0) throw new Failure(`The texts of the page (scripts/texts.mjs):\n${found.join('\n')}`);
}

if (isMain(import.meta.url)) await main(writeCatalogues);
