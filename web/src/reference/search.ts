import { docHash, referenceHash } from '../link/link';
import { docNames, docSections, loadDoc } from './docs';
import { type Entry, equationLines } from './entries';
import { lawOf } from './examples';
import { symbolOf } from './symbols';

/** A place of the reference that a search may find. */
export interface Place {
  title: string;
  /** On which page it is; "" for the page itself. */
  on: string;
  text: string;
  hash: string;
  /** The words that the search compares: of the title; with page and text; and of everything that belongs to the place. */
  words: { title: string; near: string; all: string };
}

const most = 60;

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

interface Source extends Omit<Place, 'words'> {
  /** Other text that belongs to the place. */
  more: string;
}

async function placesOfEntry({ kind, type, summary, usage, equation, rows, tables, outputs }: Entry): Promise<Source[]> {
  const law = equation ? await lawOf(type) : '';
  const at = (section: string) => referenceHash(kind, type, section);
  return [
    { title: type, on: '', text: summary, hash: at(''), more: `${kind} ${usage} ${law || equationLines(equation)}` },
    ...tables.map(({ name, text }) => ({ title: name, on: type, text, hash: at(name), more: '' })),
    ...[{ name: '', rows }, ...tables].flatMap((table) =>
      table.rows.map(({ name, text, unit }) => {
        const section = table.name ? `${table.name}.${name}` : name;
        return { title: name, on: type, text, hash: at(section), more: `${unit} ${table.name} ${symbolOf(type, name)}` };
      }),
    ),
    ...outputs
      .filter(({ name }) => name !== '')
      .map(({ name, text, unit }) => ({ title: name, on: type, text, hash: at(`output.${name}`), more: `${unit} output` })),
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
      text: firstSentence(section.text),
      hash: docHash(name, section.level === 1 ? '' : section.name),
      more: section.text,
    }));
}

/** The places that have all words of a query, the nearest first: those whose title it is, begins with it, has it, then the others. */
export function search(places: readonly Place[], query: string): { found: Place[]; more: number } {
  const words = plain(query).split(' ').filter(Boolean);
  if (words.length === 0) return { found: [], more: 0 };
  const whole = words.join(' ');
  const ranked = places.flatMap((place) => {
    const { title, near, all } = place.words;
    if (!words.every((word) => all.includes(word))) return [];
    const page = place.on === '' ? 0 : 0.5;
    if (title === whole) return [{ place, rank: page }];
    if (title.startsWith(whole)) return [{ place, rank: 1 + page }];
    if (words.every((word) => title.includes(word))) return [{ place, rank: 2 + page }];
    if (` ${all} `.includes(` ${whole} `)) return [{ place, rank: 3 + page }];
    return [{ place, rank: (words.every((word) => near.includes(word)) ? 4 : 5) + page }];
  });
  const sorted = ranked.sort((a, b) => a.rank - b.rank).map(({ place }) => place);
  return { found: sorted.slice(0, most), more: Math.max(0, sorted.length - most) };
}

const greek: Record<string, string> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  Δ: 'delta',
  ε: 'varepsilon',
  θ: 'theta',
  λ: 'lambda',
  μ: 'mu',
  µ: 'mu',
  ρ: 'rho',
  σ: 'sigma',
  τ: 'tau',
  φ: 'varphi',
  ψ: 'psi',
  ω: 'omega',
  Ω: 'omega',
}; // prettier-ignore

/** Text as it is compared: lower case, symbols without their marks ("\mu_{k}" and "μ_k" are "mu_k"). */
function plain(text: string): string {
  return text
    .replace(/[\\{}`*$|]/g, '')
    .replace(/[α-ωΔΩµ]/g, (letter) => greek[letter] ?? letter)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** The first sentence below a heading that is text, for the list of what was found. */
function firstSentence(markdown: string): string {
  const paragraph = markdown
    .split('\n\n')
    .find((block) => /^[\p{L}*`[]/u.test(block) && !block.startsWith('```'))
    ?.replace(/\s+/g, ' ');
  const text = (paragraph ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`$\\]/g, '');
  return text.length > 140 ? `${text.slice(0, 137).replace(/\s\S*$/, '')} …` : text;
}
