import { msg, str } from '@lit/localize';
import { contains, queriesOf } from '../format/query';
import { docHash, referenceHash } from '../link/link';
import { greek } from '../ui/label';
import { docNames, docSections, loadDoc } from './docs';
import { type Entry, equationLines } from './entries';
import { lawOf } from './examples';
import { symbolOf } from './symbols';

/** A searchable place of the reference. */
export interface Place {
  title: string;
  /** The page that contains it; "" for the page itself. */
  on: string;
  text: string;
  hash: string;
  /** A page or a section has a subject; a row describes a field. */
  kind: 'page' | 'section' | 'row';
  /** Meant for developers of Slipstick. */
  internal: boolean;
  /** The texts compared with a query: the title, the title with page and text, and all text of the place. */
  words: { title: string; near: string; all: string };
}

const most = 60;

/** A query as words in several forms, and as text. */
interface Query {
  words: string[][];
  text: string;
}

/** All places: pages, their rows and outputs, then the headings of the documentation. */
export async function placesOf(entries: readonly Entry[]): Promise<Place[]> {
  const pages = await Promise.all(entries.map(placesOfEntry));
  const docs = await Promise.all(docNames.map(placesOfDoc));
  return [...pages, ...docs].flat().map(({ more, ...place }) => {
    const title = plain(place.title);
    const near = `${title} ${plain(place.on)} ${plain(place.text)}`;
    return { ...place, words: { title, near, all: `${near} ${plain(more)}` } };
  });
}

/** A field with the same description, on one page or several. */
export interface Found extends Pick<Place, 'title' | 'text'> {
  places: readonly Pick<Place, 'on' | 'hash' | 'kind'>[];
}

interface Source extends Omit<Place, 'words'> {
  /** Further text of the place. */
  more: string;
}

async function placesOfEntry({ kind: entry, type, summary, usage, equation, rows, tables, outputs }: Entry): Promise<Source[]> {
  const law = equation ? await lawOf(type) : '';
  const place = (kind: Place['kind'], title: string, text: string, section: string, more: string): Source => {
    return { title, on: section && type, kind, internal: false, text, hash: referenceHash(entry, type, section), more };
  };
  return [
    place('page', type, summary, '', `${entry} ${usage} ${law || equationLines(equation)}`),
    ...tables.map(({ name, text }) => place('section', name, text, name, '')),
    ...[{ name: '', rows }, ...tables].flatMap((table) =>
      table.rows.map(({ name, text, unit }) =>
        place('row', name, text, table.name ? `${table.name}.${name}` : name, `${unit} ${table.name} ${symbolOf(type, name)}`),
      ),
    ),
    ...outputs
      .filter(({ name }) => name !== '')
      .map(({ name, text, unit }) => place('row', name, text, `output.${name}`, msg(str`${unit} output`))),
  ];
}

async function placesOfDoc(name: string): Promise<Source[]> {
  const sections = docSections((await loadDoc(name)) ?? '');
  const page = sections.find(({ level }) => level === 1)?.title ?? name;
  return sections
    .filter(({ level }) => level > 0)
    .map((section) => ({
      title: section.title,
      on: section.level === 1 ? '' : page,
      kind: section.level === 1 ? ('page' as const) : ('section' as const),
      internal: name === 'developing',
      text: firstSentence(section.text),
      hash: docHash(name, section.level === 1 ? '' : section.name),
      more: section.text,
    }));
}

/**
 * The places that contain all words of a query or of a synonymous query, best match first: pages and sections whose title equals or
 * contains it, then pages whose first words contain it, then fields by their names, then the others.
 */
export function search(places: readonly Place[], query: string): { found: Found[]; more: number } {
  const whole = plain(query);
  if (whole === '') return { found: [], more: 0 };
  const queries = queriesOf(whole).map((words) => ({ words, text: words.map(([word]) => word).join(' ') }));
  const ranked = places.flatMap((place) => {
    const ranks = queries.map((each, i) => rankOf(place, each) + (i > 0 ? 0.25 : 0));
    const rank = Math.min(...ranks) + (place.internal ? 20 : 0);
    return Number.isFinite(rank) ? [{ place, rank }] : [];
  });
  const sorted = ranked.sort((a, b) => a.rank - b.rank).map(({ place }) => place);
  const groups = new Map<string, { title: string; text: string; places: Place[] }>();
  for (const place of sorted) {
    const { title, text, on } = place;
    const key = on && text ? `${title}\n${text}` : place.hash;
    const group = groups.get(key) ?? { title, text, places: [] };
    if (!group.places.some((other) => other.on === on)) group.places.push(place);
    groups.set(key, group);
  }
  const found = [...groups.values()];
  return { found: found.slice(0, most), more: Math.max(0, found.length - most) };
}

/** The rank of a place for a query: 0 is the best match; infinite if words of the query are missing. */
function rankOf({ words: { title, near, all }, kind }: Place, { words, text: whole }: Query): number {
  if (!contains(all, words)) return Number.POSITIVE_INFINITY;
  const has = (text: string) => contains(text, words);
  const match =
    title === whole ? 0 : title.startsWith(whole) ? 1 : has(title) ? 2 : ` ${near} `.includes(` ${whole} `) ? 3 : has(near) ? 4 : 5;
  const row = [0.5, 6, 7, 9, 10, 12][match];
  return kind === 'row' ? row : [0, 1, 2, 4, 5, 11][match] + (kind === 'page' ? 0 : 0.1);
}

const variants: Record<string, string> = { epsilon: 'varepsilon', phi: 'varphi' };
/** Names of Greek letters, as LaTeX in equations has them. */
const greekNames = new Map([...greek].map(([name, letter]) => [letter, variants[name] ?? name]));

/** Normalised text for comparison: lower case, symbols without markup ("\mu_{k}" and "μ_k" become "mu_k"). */
function plain(text: string): string {
  return text
    .replace(/[\\{}`*$|]/g, '')
    .replaceAll('µ', 'μ') // the micro sign
    .replace(/[Α-ω]/g, (letter) => greekNames.get(letter) ?? letter)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first sentence of text below a heading, for the list of results. */
function firstSentence(markdown: string): string {
  const paragraph = markdown
    .split('\n\n')
    .find((block) => /^[\p{L}*`[]/u.test(block) && !block.startsWith('```'))
    ?.replace(/\s+/g, ' ');
  const text = (paragraph ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`$\\]/g, '');
  return text.length > 140 ? `${text.slice(0, 137).replace(/\s\S*$/, '')} …` : text;
}
