import type { CollectionPage, LearningResource, TechArticle, WithContext } from 'schema-dts';
import { escaped } from '../src/format/xml';
import { english, folderOf, queryOf, type Words } from './words';

/** A page of text that needs no JavaScript. */
export interface Page {
  /** Its folder in the site, such as "m/bicycle". */
  path: string;
  title: string;
  /** One or two sentences, for search engines and preview cards. */
  summary: string;
  /** The content below the title. */
  html: string;
  /** File of its picture in the site, or "". */
  picture: string;
  words: Words;
  /** The pages with the same contents, by language; itself, too, or none. */
  versions: readonly Pick<Page, 'path' | 'words'>[];
  /** Describes it for search engines, in the terms of schema.org; name, description and address are added. */
  data: Described;
}

export type Described = Exclude<CollectionPage | LearningResource | TechArticle, string>;

/** The file of a gallery model's picture in the site. */
export const pictureFile = (name: string) => `pictures/${name}.png`;
/** The width and height of the pictures of models, in pixels. */
export const pictureSize = { width: 640, height: 400 };

const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/** The whole page. `site`: the address of the site with a slash at its end, or "": then the tags that need whole addresses are left out. */
export function layOut(page: Page, site: string): string {
  const { path, title, summary, html, picture, words } = page;
  const up = '../'.repeat(path.split('/').length);
  return `<!doctype html>
<html lang="${words.lang}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(title)} – Slipstick</title>
    <meta name="description" content="${escaped(summary)}" />
    ${tagsOf(page, site).join('\n    ')}
    <script type="application/ld+json">${scriptText(linkedData(page, site))}</script>
    <link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}pages.css" />
  </head>
  <body>
    <header><a href="${up}${queryOf(words)}">Slipstick</a>${mainLinks(words, up)}${versionLinks(page, up)}</header>
    <main>
      <h1>${escaped(title)}</h1>
      ${picture ? pictureLink(page, up) : ''}
      ${html}
    </main>
  </body>
</html>
`;
}

/** Reference and documents are in English. */
function mainLinks(words: Words, up: string): string {
  const lang = words.lang === english.lang ? '' : ' hreflang="en"';
  const others = `<a href="${up}reference/"${lang}>${words.reference}</a><a href="${up}docs/"${lang}>${words.documents}</a>`;
  return `<nav aria-label="${words.main}"><a href="${up}${folderOf(words)}m/">${words.models}</a>${others}</nav>`;
}

/** Links to the page in the other languages, by their names in themselves. */
function versionLinks({ versions, words }: Page, up: string): string {
  const others = versions.filter(({ words: { lang } }) => lang !== words.lang);
  if (others.length === 0) return '';
  const links = others.map(
    ({ path, words: { lang, name } }) => `<a href="${up}${path}/" lang="${lang}" hreflang="${lang}">${escaped(name)}</a>`,
  );
  return `<nav class="languages" aria-label="${words.language}">${links.join('')}</nav>`;
}

const pictureLink = ({ path, title, words }: Page, up: string) => runLink(`#g=${nameOf(path)}`, escaped(title), up, words);

/** The picture of a gallery model, which leads to the page that runs it. `title`: as HTML. */
export function runLink(hash: string, title: string, up: string, words: Words): string {
  const { width, height } = pictureSize;
  const [name] = hash.slice('#g='.length).split('&');
  return `<a class="run" href="${up}${queryOf(words)}${hash}"><img src="${up}${pictureFile(name)}" width="${width}" height="${height}" alt="${title}" /><span>${words.run}</span></a>`;
}

/** Tags for preview cards. Their addresses must be whole. */
function tagsOf({ path, title, summary, picture, versions }: Page, site: string): string[] {
  const cards = [
    ['og:type', 'article'],
    ['og:site_name', 'Slipstick'],
    ['og:title', title],
    ['og:description', summary],
    ...(site ? [['og:url', `${site}${path}/`]] : []),
    ...(site && picture
      ? [
          ['og:image', site + picture],
          ['og:image:width', String(pictureSize.width)],
          ['og:image:height', String(pictureSize.height)],
          ['og:image:alt', title],
        ]
      : []),
  ].map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`);
  const card = `<meta name="twitter:card" content="${site && picture ? 'summary_large_image' : 'summary'}" />`;
  if (!site) return [...cards, card];
  const links = [`<link rel="canonical" href="${escaped(`${site}${path}/`)}" />`];
  for (const { path: other, words } of versions)
    links.push(`<link rel="alternate" hreflang="${words.lang}" href="${escaped(`${site}${other}/`)}" />`);
  if (picture)
    links.push(
      `<link rel="alternate" type="application/json+oembed" href="${escaped(`${site}${path}/oembed.json`)}" title="${escaped(title)}" />`,
    );
  return [...cards, card, ...links];
}

function linkedData({ path, title, summary, picture, data, words }: Page, site: string): WithContext<Described> {
  return {
    '@context': 'https://schema.org',
    ...data,
    license: data.license ?? 'https://spdx.org/licenses/MIT.html',
    name: title,
    description: summary,
    inLanguage: words.lang,
    isAccessibleForFree: true,
    url: site ? `${site}${path}/` : undefined,
    image: site && picture ? site + picture : undefined,
  };
}

/** JSON inside a script element: no text in it can end the element. */
const scriptText = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The answer to a request for oEmbed: a frame that runs the model. */
export function oEmbed({ path, title, picture, words }: Page, site: string): string {
  const { width, height } = pictureSize;
  const frame = `<iframe src="${escaped(`${site}embed.html${queryOf(words)}#g=${nameOf(path)}`)}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
  const answer = {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'Slipstick',
    provider_url: site,
    html: frame,
    width,
    height,
    thumbnail_url: site + picture,
    thumbnail_width: width,
    thumbnail_height: height,
  };
  return JSON.stringify(answer);
}
