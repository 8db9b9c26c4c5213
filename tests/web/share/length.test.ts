import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentHash } from '../../../web/src/link/link';
import { linkLengthRemark } from '../../../web/src/share/length';
import { type ModelDocument, withoutTexts } from '../../../web/src/state/document';
import { inLanguage } from '../../../web/src/state/document-texts';
import { dictionary } from '../link/dictionary';

const folder = new URL('../../../web/models/', import.meta.url);
const page = 'https://slipstick.example.org/course/'; // about as long as page addresses
const models = new Map(
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    inLanguage(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), 'en'), // a link has the displayed language only
  ]),
);
const lengthOf = (document: object, known?: Uint8Array) => (page + documentHash(document, {}, known)).length;
const rows = [...models].map(([name, document]): [string, number, number, number] => [
  name,
  lengthOf(document, dictionary),
  lengthOf(withoutTexts(document), dictionary),
  lengthOf(document),
]);

// With its text and its reference curves. A link to a model of the gallery with its parameters takes fewer than 200.
test.each(rows)(
  'The whole model %s fits into a link for browsers and most messages: %i characters, %i without texts, %i in version 1',
  (_, short, bare, long) => {
    expect(linkLengthRemark(short)).toMatch(/works in browsers and most messages|works everywhere/);
    expect(linkLengthRemark(long)).toMatch(/works/); // without access to the dictionary
    expect(short).toBeLessThan(long);
    expect(bare).toBeLessThan(short);
  },
);

// The bicycle's lesson in two languages takes 1500 characters of its link; without it the rest is as short as for other models.
test.each(['rolling-coin', 'bicycle', 'belt-two-pulleys'])(
  'The whole model %s, also changed, fits into a link that works everywhere',
  (name) => {
    const { tasks, ...rest } = models.get(name) as ModelDocument & { tasks?: unknown; objects?: unknown[] };
    const document = name === 'bicycle' ? rest : { ...rest, tasks };
    const changed = {
      ...document,
      title: 'My own model',
      objects: [...(document.objects ?? [])].reverse(),
      description: `New: ${document.description}`,
    };
    expect(lengthOf(document, dictionary)).toBeLessThan(2000);
    expect(lengthOf(changed, dictionary)).toBeLessThan(2000);
  },
);
