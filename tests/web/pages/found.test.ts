// Preview cards and linked data of all pages, read by libraries as social media and search engines read them. The compiler checks the
// terms of schema.org (schema-dts in web/pages/layout.ts).
import jsonld from 'jsonld';
import ogs from 'open-graph-scraper';
import { describe, expect, test } from 'vitest';
import { pageFiles } from '../../../web/pages/pages';
import { site, sources } from './sources';

const pages = (address: string) => [...pageFiles(sources, address)].filter(([name]) => name.endsWith('.html'));

/** The part of the context of schema.org that the pages need: these properties take addresses. */
const context = {
  '@vocab': 'https://schema.org/',
  url: { '@type': '@id' },
  image: { '@type': '@id' },
  license: { '@type': '@id' },
};
const documentLoader = async (documentUrl: string) => {
  expect(documentUrl).toMatch(/^https:\/\/schema\.org\/?$/);
  return { contextUrl: undefined, documentUrl, document: { '@context': context } };
};

/** The card and the linked data of a page; no fallback to its title or text. */
async function read(html: string) {
  const { error, result } = await ogs({
    html,
    onlyGetOpenGraphInfo: ['title', 'description', 'url', 'image'],
    jsonLDOptions: { throwOnJSONParseError: true },
  });
  expect(error).toBe(false);
  return { card: result, data: result.jsonLD as jsonld.JsonLdDocument[] };
}

/** The statements of linked data. `safe` rejects what a reader would drop: unknown terms, relative addresses. */
async function statements(data: jsonld.JsonLdDocument, safe = true): Promise<Map<string, string>> {
  const options = { documentLoader, safe } as jsonld.Options.ToRdf;
  const rdf = (await jsonld.toRDF(data, options)) as { predicate: { value: string }; object: { value: string; termType: string } }[];
  return new Map(rdf.map(({ predicate, object }) => [predicate.value.replace('https://schema.org/', ''), object.value]));
}

describe.each([
  ['with the address of the site', site],
  ['without an address', ''],
])('Pages %s', (_, address) => {
  test('have a preview card', async () => {
    for (const [name, html] of pages(address)) {
      const { card } = await read(html);
      const { ogTitle, ogDescription, ogType, ogSiteName, ogUrl, ogImage, twitterCard } = card;
      expect({ ogType, ogSiteName }, name).toEqual({ ogType: 'article', ogSiteName: 'Slipstick' });
      expect(ogTitle, name).toBeTruthy();
      expect(ogDescription, name).toBeTruthy();
      expect(ogUrl, name).toBe(address ? address + name.replace(/index\.html$/, '') : undefined);
      const [, model] = /^(?:[\w-]+\/)?m\/([\w-]+)\/index\.html$/.exec(name) ?? [];
      const pictured = address !== '' && model !== undefined;
      expect(twitterCard, name).toBe(pictured ? 'summary_large_image' : 'summary');
      const picture = `${address}pictures/${model}.png`;
      expect(ogImage, name).toEqual(pictured ? [{ url: picture, width: '640', height: '400', alt: ogTitle, type: 'png' }] : undefined);
    }
  });

  test('have linked data of which readers drop nothing', async () => {
    for (const [name, html] of pages(address)) {
      const { card, data } = await read(html);
      expect(data, name).toHaveLength(1);
      const found = await statements(data[0]);
      expect(found.get('name'), name).toBe(card.ogTitle);
      expect(found.get('description'), name).toBe(card.ogDescription);
      expect(found.get('license'), name).toMatch(/^https:\/\/spdx\.org\/licenses\//);
      expect(found.get('url'), name).toBe(card.ogUrl);
      expect(found.get('image'), name).toBe(card.ogImage?.[0].url);
    }
  });
});

test('An expression of licences is a text, not an address', async () => {
  const text = JSON.stringify({ title: 'x', about: { licence: 'MIT OR Apache-2.0' } });
  const html = pageFiles({ ...sources, models: [{ name: 'x', text }] }, site).get('m/x/index.html')!;
  const { data } = await read(html);
  expect([...(await statements(data[0])).values()]).toContain('MIT OR Apache-2.0');
});

test('Linked data with a relative address is rejected', async () => {
  const data = { '@context': 'https://schema.org', '@type': 'TechArticle', license: 'MIT OR Apache-2.0' };
  await expect(statements(data)).rejects.toThrow('Safe mode');
});
