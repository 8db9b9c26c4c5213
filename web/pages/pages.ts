import type { Reference } from '../../wasm/engine/types';
import { licenceAddress } from '../src/format/spdx';
import { escaped } from '../src/format/xml';
import { type GalleryEntry, galleryEntry, grouped } from '../src/gallery/entries';
import { referenceHash } from '../src/link/link';
import { docSections, withOpening, withRunning } from '../src/reference/docs';
import { byKind, defaultText, type Entry, type EntryKind, entriesOf, equationLines, type Row, sizeText } from '../src/reference/entries';
import type { ModelDocument } from '../src/state/document';
import { inLanguage } from '../src/state/document-texts';
import { renderPlainMarkdown } from '../src/ui/markdown';
import { type Described, layOut, oEmbed, type Page, pictureFile, runLink } from './layout';
import { english, folderOf, type Source, type Words, wordsOf } from './words';

export interface Sources {
  models: readonly Source[];
  docs: readonly Source[];
  /** Laws of items in words. */
  laws: readonly Source[];
  /** Translations of the page, `web/languages/<name>.json`. */
  languages: readonly Source[];
  reference: Reference;
}

/** The files of all pages without JavaScript, by their place in the site. */
export function pageFiles(sources: Sources, site: string): Map<string, string> {
  const pages = pagesOf(sources);
  const files = new Map(pages.map((page) => [`${page.path}/index.html`, layOut(page, site)]));
  files.set('robots.txt', `User-agent: *\nAllow: /\n${site ? `Sitemap: ${site}sitemap.xml\n` : ''}`);
  files.set('llms.txt', summaryFile(pages));
  if (!site) return files;
  files.set('sitemap.xml', sitemap(pages, site));
  for (const page of pages) if (page.picture) files.set(`${page.path}/oembed.json`, oEmbed(page, site));
  return files;
}

function pagesOf(sources: Sources): Page[] {
  const { models, docs, laws, reference, languages } = sources;
  const render = rendering(sources);
  const lawOf = new Map(laws.map(({ name, text }) => [name, text]));
  const entries = entriesOf(reference).filter(({ kind }) => kind !== 'function');
  const items = entries.map((entry) => itemPage(entry, lawOf.get(entry.type) ?? '', render));
  const documents = docs.filter(({ name }) => name !== index).map((doc) => docPage(doc, render));
  return [
    ...inAllLanguages([english, ...languages.map(wordsOf)].map((words) => pagesOfModels(models, rendering(sources, words), words))),
    listOfItems(entries),
    ...items,
    ...docs.filter(({ name }) => name === index).map((doc) => listOfDocuments(doc, render)),
    ...documents,
  ];
}

/** Lays out Markdown. `headings`: the names of the headings that it may link to; `up`: the path to the site. */
type Render = (text: string, headings?: readonly string[], up?: string) => string;

/**
 * Texts link to documents and laws of items by file name, to places of the page that runs models, and to files of the repository, which the
 * site lacks. Scrollable blocks can be reached by keyboard.
 */
function rendering({ models, docs, reference }: Sources, words = english): Render {
  const folders = new Map<string, string>();
  for (const { name } of models) folders.set(`#g=${name}`, `${folderOf(words)}m/${name}/`);
  for (const { kind, type } of reference.items) folders.set(`${type}.md`, `${pathOf({ kind, type })}/`);
  for (const { name } of docs) folders.set(`${name}.md`, name === index ? 'docs/' : `docs/${name}/`);
  const resolved = (target: string, headings: readonly string[], up: string): string => {
    if (/^https?:/.test(target) || (target.startsWith('#') && headings.includes(target.slice(1)))) return target;
    const [, file, heading = ''] = /^(?:\.\.\/|web\/public\/|tutorials\/|items\/)*(#g=[^&]*$|[^#]*)(#.*)?$/.exec(target) ?? [];
    const folder = folders.get(file);
    if (folder !== undefined) return up + folder + heading;
    return target.startsWith('#') || /^([\w-]+\.html|api\/\w+\/)$/.test(file) ? up + file + heading : '';
  };
  return (text, headings = [], up = words === english ? '../../' : '../../../') => {
    const html = withRunning(renderPlainMarkdown(text), (hash, title) => runLink(hash, title, up, words))
      .replace(/<(pre|table)>/g, '<$1 tabindex="0">')
      .replace(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (_, target: string, content: string) => {
        const address = resolved(target, headings, up);
        return address ? `<a href="${address}">${content}</a>` : content;
      });
    return withOpening(html, up);
  };
}

/** A page that has no version in other languages, or none yet. */
const alone = (words = english): Pick<Page, 'words' | 'versions'> => ({ words, versions: [] });

// Models

/** A model in one language. */
const documentOf = ({ text }: Source, { lang }: Words) =>
  inLanguage(JSON.parse(text), lang) as ModelDocument & { title?: string; description?: string };

/** The list of the models and their pages in one language. */
function pagesOfModels(models: readonly Source[], render: Render, words: Words): Page[] {
  const pages = models.map((model) => modelPage(model, render, words));
  return [listOfModels(models, pages, words), ...pages];
}

/** Pages of several languages, in the same order, with links to each other. */
function inAllLanguages(lists: readonly Page[][]): Page[] {
  return lists.flatMap((pages) => pages.map((page, i) => ({ ...page, versions: lists.map((list) => list[i]) })));
}

function cardOf(source: Source, words: Words): GalleryEntry {
  const { title = '', display } = documentOf(source, words) as ModelDocument & { display?: { gallery?: object } };
  return galleryEntry(source.name, { title, display: display ?? {} } as Parameters<typeof galleryEntry>[1]);
}

function modelPage(source: Source, render: Render, words: Words): Page {
  const { title, teaser, teaches, tags } = cardOf(source, words);
  const { description = '', about } = documentOf(source, words) as ReturnType<typeof documentOf> & {
    about?: { authors?: string[]; licence?: string };
  };
  return {
    ...alone(words),
    path: `${folderOf(words)}m/${source.name}`,
    title,
    summary: teaser || summaryOf(description),
    picture: pictureFile(source.name),
    html: render(description),
    data: {
      '@type': 'LearningResource',
      learningResourceType: 'simulation',
      interactivityType: 'active',
      teaches: teaches || undefined,
      keywords: tags.join(', ') || undefined,
      author: about?.authors?.map((name) => ({ '@type': 'Person', name })),
      license: about?.licence ? licenceOf(about.licence) : undefined,
    },
  };
}

/** Search engines read a text as an address, so an SPDX expression without one gets a name. */
function licenceOf(licence: string): Described['license'] {
  return licenceAddress(licence) ?? { '@type': 'CreativeWork', name: licence };
}

function listOfModels(models: readonly Source[], pages: readonly Page[], words: Words): Page {
  const folder = `${folderOf(words)}m`;
  const pageOf = new Map(pages.map((page) => [page.path, page]));
  const groups = grouped(models.map((model) => cardOf(model, words))).map(
    ({ title, entries }) =>
      `<h2>${escaped(title)}</h2><ul>${entries.map(({ name }) => listed(pageOf.get(`${folder}/${name}`)!, '../'.repeat(folder.split('/').length))).join('')}</ul>`,
  );
  return { ...listOf(folder, words.models, pages), ...alone(words), summary: words.summary, html: groups.join('\n') };
}

// Reference

function itemPage(entry: Entry, law: string, render: Render): Page {
  const { type, kind, summary, equation, rows, tables, outputs } = entry;
  const html = [
    `<p>${escaped(summary)}</p>`,
    render(equationLines(equation)),
    render(law),
    ...[{ name: kind === 'creator' ? 'Arguments' : 'Parameters', rows }, ...tables].map(({ name, rows }) => rowsTable(name, rows)),
    outputs.length > 0
      ? `<h2>Outputs</h2>${table(
          ['output', 'unit', 'size', 'meaning'],
          outputs.map((output) => [code(output.name), escaped(output.unit), escaped(sizeText(output)), escaped(output.text)]),
        )}`
      : '',
    `<p><a href="../../${referenceHash(kind, type)}">Open in the interactive reference</a></p>`,
  ];
  return { ...alone(), path: pathOf(entry), title: type, summary: summaryOf(summary), picture: '', html: html.join('\n'), data: article };
}

const article: Described = { '@type': 'TechArticle' };
const pathOf = ({ kind, type }: { kind: EntryKind; type: string }) => `reference/${kind}-${type}`;
const code = (text: string) => `<code>${escaped(text)}</code>`;

function rowsTable(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => [code(row.name), escaped(row.text), escaped(row.takes), escaped(row.unit), escaped(defaultText(row))]);
  return `<h2>${escaped(title)}</h2>${table(['name', 'meaning', 'takes', 'unit', 'default'], cells)}`;
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  return `<table tabindex="0"><thead><tr>${head}</tr></thead><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
}

function listOfItems(entries: readonly Entry[]): Page {
  const groups = byKind(entries).filter((group) => group.entries.length > 0);
  const html = groups.map(
    ({ title, entries: list }) =>
      `<h2>${escaped(title)}</h2><ul>${list.map((entry) => listed({ path: pathOf(entry), title: entry.type, summary: entry.summary })).join('')}</ul>`,
  );
  return {
    ...listOf('reference', 'Reference', []),
    summary: 'Nodes, bodies, joints, contacts, loads and sensors of Slipstick, with their parameters and equations.',
    html: html.join('\n'),
  };
}

// Documents

/** The document that lists the others. */
const index = 'index';

const listOfDocuments = (doc: Source, render: Render): Page => ({
  ...docPage(doc, (text, headings) => render(text, headings, '../')),
  path: 'docs',
  data: { '@type': 'CollectionPage' },
});

function docPage({ name, text }: Source, render: Render): Page {
  const [head, ...sections] = docSections(text);
  const body = [head.text.replace(/^#\s+.*\n/, ''), ...sections.map(({ text: section }) => section)];
  const names = sections.map(({ name: section }) => section);
  const html = body.map((section, i) => `${i > 0 ? `<a id="${names[i - 1]}"></a>` : ''}${render(section, names)}`);
  return {
    ...alone(),
    path: `docs/${name}`,
    title: head.title,
    summary: summaryOf(body[0] || head.title),
    picture: '',
    html: html.join('\n'),
    data: article,
  };
}

// Lists

const listed = ({ path, title, summary }: Pick<Page, 'path' | 'title' | 'summary'>, up = '../') =>
  `<li><a href="${up}${path}/">${escaped(title)}</a> ${escaped(summary)}</li>`;

function listOf(path: string, title: string, pages: readonly Page[]): Page {
  const html = `<ul>${pages.map((page) => listed(page)).join('')}</ul>`;
  return {
    ...alone(),
    path,
    title,
    summary: `${title} of Slipstick, the multibody simulator that runs in the browser.`,
    picture: '',
    html,
    data: { '@type': 'CollectionPage' },
  };
}

/** The first sentences of a text, without markup and formulas. */
export function summaryOf(text: string): string {
  const [paragraph = ''] = text.split(/\n\s*\n/).filter((part) => /^[^#|`$]/.test(part));
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`$\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= 200 ? plain : `${plain.slice(0, 199).replace(/\s+\S*$/, '')}…`;
}

function sitemap(pages: readonly Page[], site: string): string {
  const urls = ['', ...pages.map(({ path }) => `${path}/`)].map((path) => `  <url><loc>${escaped(site + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** A list of all pages for programs that read texts (llmstxt.org). */
function summaryFile(pages: readonly Page[]): string {
  const lists: [string, string][] = [
    ['Models', 'm/'],
    ['Documents', 'docs/'],
    ['Reference', 'reference/'],
  ];
  const parts = lists.map(([title, start]) => {
    const lines = pages.filter(({ path }) => path.startsWith(start)).map((page) => `- [${page.title}](${page.path}/): ${page.summary}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# Slipstick\n\n> A flexible multibody simulator with contact and friction that runs in the browser, from the command line and in Python.\n\n${parts.join('\n')}`;
}
