import { describe, expect, test } from 'vitest';
import { pageFiles, summaryOf } from '../../../web/pages/pages';
import { siteAddress } from '../../../web/pages/plugin';
import { readLink } from '../../../web/src/link/link';
import { site, sources } from './sources';

const plain = pageFiles(sources, '');
const whole = pageFiles(sources, site);
const htmlOf = (files: Map<string, string>) => [...files].filter(([name]) => name.endsWith('.html'));

/** The linked data of a page. */
const dataOf = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]);
/** The tags of its preview card, by their names. */
const cardOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"/g)].map(([, name, text]) => [name, text]),
  );

describe('Pages without JavaScript', () => {
  test('exist for each model, item and document', () => {
    for (const { name } of sources.models) expect(plain.has(`m/${name}/index.html`), name).toBe(true);
    for (const { kind, type } of sources.reference.items) expect(plain.has(`reference/${kind}-${type}/index.html`), type).toBe(true);
    for (const { name } of sources.docs) expect(plain.has(`docs/${name === 'index' ? '' : `${name}/`}index.html`), name).toBe(true);
  });

  test('of models exist in each language, with links to each other and to runs in it', () => {
    const html = whole.get('de/m/crane/index.html')!;
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<h1>Kran</h1>');
    expect(html).toContain('href="../../../?lang=de#g=crane"');
    expect(html).toContain('<a href="../../../de/m/">Galerie</a>');
    expect(html).toContain('<a href="../../../fr/m/crane/" lang="fr" hreflang="fr">Français</a>');
    expect(dataOf(html)).toMatchObject({ inLanguage: 'de', url: `${site}de/m/crane/` });
    for (const lang of ['en', 'de', 'es', 'fr', 'zh-Hans']) {
      const folder = lang === 'en' ? '' : `${lang}/`;
      for (const { name } of sources.models) expect(whole.has(`${folder}m/${name}/index.html`), name).toBe(true);
      expect(html).toContain(`<link rel="alternate" hreflang="${lang}" href="${site}${folder}m/crane/" />`);
      expect(whole.get(`${folder}m/index.html`)).toContain(`<html lang="${lang}">`);
    }
    expect(whole.get('zh-Hans/m/index.html')).toContain('<a href="../../zh-Hans/m/crane/">');
    expect(whole.get('de/m/crane/oembed.json')).toContain('embed.html?lang=de#g=crane');
    expect(whole.get('docs/index.html')).not.toContain('hreflang="de"');
  });

  test('link only to pages, headings and files that exist', () => {
    const others = [
      '',
      'icon.svg',
      'pages.css',
      'embedding.html',
      'api/python/',
      'api/typescript/',
      ...sources.models.map(({ name }) => `pictures/${name}.png`),
    ];
    const broken: string[] = [];
    for (const [name, html] of htmlOf(plain))
      for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(link)) continue;
        const { pathname, hash } = new URL(link, `https://site.example/${name}`);
        const file = pathname.slice(1);
        const page = plain.get(file.endsWith('/') ? `${file}index.html` : file);
        if (page === undefined ? !others.includes(file) : hash && !page.includes(`id="${decodeURIComponent(hash.slice(1))}"`))
          broken.push(`${name}: ${link}`);
      }
    expect(broken).toEqual([]);
  });

  test('list all documents but the index, each with a link from it', () => {
    const index = plain.get('docs/index.html')!;
    const listed = new Set([...index.matchAll(/href="\.\.\/docs\/([\w-]+)\//g)].map(([, name]) => name));
    expect([...listed].sort()).toEqual(
      sources.docs
        .map(({ name }) => name)
        .filter((name) => name !== 'index')
        .sort(),
    );
  });

  test('show a picture that leads to a running model, and open listings of whole models', () => {
    expect(plain.get('docs/index.html')).toContain(
      '<a class="run" href="../#g=rolling-coin"><img src="../pictures/rolling-coin.png" width="640" height="400" alt="Rolling coin" />',
    );
    const format = plain.get('docs/model-format/index.html')!;
    const links = [...format.matchAll(/<p><a href="\.\.\/\.\.\/(#m=[^"]*)">Open this model<\/a>/g)].map(([, hash]) => readLink(hash));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link.kind === 'document' && JSON.parse(link.text)).toMatchObject({ slipstick: 1 });
    expect(links.length).toBeLessThan(format.match(/language-json/g)!.length); // parts of models cannot be opened
  });

  test('run no script and load nothing from elsewhere', () => {
    for (const [name, html] of htmlOf(whole)) {
      expect(html.match(/<script(?! type="application\/ld\+json")/), name).toBeNull();
      expect(html.match(/(?:<img|<link rel="(?:stylesheet|icon)")[^>]*(?:src|href)="https?:/), name).toBeNull();
    }
  });

  test('have one title, one summary of at most 300 characters, and linked data with both', () => {
    for (const [name, html] of htmlOf(plain)) {
      const [, title] = /<title>(.+?) – Slipstick<\/title>/.exec(html) ?? [];
      const [, summary] = /<meta name="description" content="([^"]+)"/.exec(html) ?? [];
      expect(title, name).toBeTruthy();
      expect(summary?.length, name).toBeLessThanOrEqual(300);
      expect(html.match(/<h1/g)?.length, name).toBe(1);
      expect(dataOf(html), name).toMatchObject({
        '@context': 'https://schema.org',
        '@type': expect.stringMatching(/^(LearningResource|TechArticle|CollectionPage)$/),
      });
      expect(cardOf(html)['og:title'], name).toBe(title);
    }
  });

  test('show formulas as MathML, without a style sheet', () => {
    expect(plain.get('m/bicycle/index.html')).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">');
    expect([...plain.values()].filter((html) => html.includes('katex-html'))).toEqual([]);
  });

  test('name no address while that of the site is unknown', () => {
    expect(cardOf(plain.get('m/bicycle/index.html')!)).toEqual({
      'og:type': 'article',
      'og:site_name': 'Slipstick',
      'og:title': 'Bicycle, hands off',
      'og:description': expect.stringContaining('balances by itself'),
      'twitter:card': 'summary',
    });
    expect(plain.has('sitemap.xml')).toBe(false);
    expect(plain.get('robots.txt')).toBe('User-agent: *\nAllow: /\n');
  });

  test('have cards with whole addresses, and an answer for oEmbed', () => {
    const html = whole.get('m/bicycle/index.html')!;
    expect(cardOf(html)).toMatchObject({
      'og:url': `${site}m/bicycle/`,
      'og:image': `${site}pictures/bicycle.png`,
      'og:image:width': '640',
      'twitter:card': 'summary_large_image',
    });
    expect(dataOf(html)).toMatchObject({
      '@type': 'LearningResource',
      url: `${site}m/bicycle/`,
      teaches: expect.stringContaining('eigenvalues'),
    });
    expect(html).toContain(`<link rel="canonical" href="${site}m/bicycle/" />`);
    const answer = JSON.parse(whole.get('m/bicycle/oembed.json')!);
    expect(answer).toMatchObject({ version: '1.0', type: 'rich', width: 640, height: 400, thumbnail_url: `${site}pictures/bicycle.png` });
    expect(answer.html).toContain(`src="${site}embed.html#g=bicycle"`);
  });

  test('are listed in the site map and for programs that read texts', () => {
    const listed = [...whole.get('sitemap.xml')!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    expect(listed).toEqual([site, ...htmlOf(whole).map(([name]) => site + name.replace(/index\.html$/, ''))]);
    expect(whole.get('robots.txt')).toContain(`Sitemap: ${site}sitemap.xml`);
    expect(whole.get('llms.txt')).toContain('- [Bicycle, hands off](m/bicycle/): ');
  });

  test('name the authors and the licence of a model', () => {
    const text = JSON.stringify({ title: 'x', about: { authors: ['Ada Lovelace'], licence: 'CC-BY-4.0' } });
    const html = pageFiles({ ...sources, models: [{ name: 'x', text }] }, site).get('m/x/index.html')!;
    expect(dataOf(html)).toMatchObject({
      author: [{ '@type': 'Person', name: 'Ada Lovelace' }],
      license: 'https://spdx.org/licenses/CC-BY-4.0.html',
    });
    const both = JSON.stringify({ title: 'x', about: { licence: 'MIT OR Apache-2.0' } });
    const other = pageFiles({ ...sources, models: [{ name: 'x', text: both }] }, site).get('m/x/index.html')!;
    expect(dataOf(other).license).toEqual({ '@type': 'CreativeWork', name: 'MIT OR Apache-2.0' });
    expect(dataOf(whole.get('m/bicycle/index.html')!).license).toBe('https://spdx.org/licenses/MIT.html');
  });

  test('show markup in texts as text', () => {
    const title = '</script><script>alert(1)</script> "x"';
    const text = JSON.stringify({ title, description: `${title}\n\n[a](javascript:alert(1))` });
    const html = pageFiles({ ...sources, models: [{ name: 'x', text }] }, site).get('m/x/index.html')!;
    expect(html.match(/<script/g)?.length).toBe(1);
    expect(html).not.toContain('javascript:');
    expect(dataOf(html).name).toBe(title);
  });
});

test('A summary is the first paragraph without markup, cut between words', () => {
  expect(summaryOf('# Title\n\nA **bold** [link](x.md) with `code` and $x$.\n\nMore.')).toBe('A bold link with code and x.');
  expect(summaryOf('word '.repeat(100))).toMatch(/^(word )+word…$/);
  expect(summaryOf('')).toBe('');
});

test('The address of the site ends with a slash; others are refused with an example', () => {
  expect(siteAddress('')).toBe('');
  expect(siteAddress('https://example.org/slipstick')).toBe(site);
  expect(siteAddress('https://example.org/slipstick/?a#b')).toBe(site);
  for (const wrong of ['example.org', 'javascript:1', 'ftp://example.org'])
    expect(() => siteAddress(wrong), wrong).toThrow(`SITE_URL must be an address such as https://example.org/slipstick/, got "${wrong}".`);
});
