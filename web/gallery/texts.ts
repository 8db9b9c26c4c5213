import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { languageIn } from '../src/format/localised';
import type { CardTexts } from '../src/gallery/entries';
import { inLanguage, languagesOfDocument, localisedPaths } from '../src/state/document-texts';

/** The text of a document with English texts. Its other bytes remain. */
export function englishText(text: string): string {
  const root = parseTree(text)!;
  const nodes = localisedPaths(JSON.parse(text)).map((path) => {
    const node = path.reduce((parent, key) => findNodeAtLocation(parent, [parent.type === 'array' ? Number(key) : key])!, root);
    return [node.offset, node.length] as const;
  });
  return nodes
    .sort(([a], [b]) => b - a)
    .reduce((written, [offset, length]) => {
      const texts = JSON.parse(text.slice(offset, offset + length)) as Record<string, string>;
      return written.slice(0, offset) + JSON.stringify(texts[languageIn(texts, 'en')]) + written.slice(offset + length);
    }, text);
}

/** Models of the gallery: their names and the texts of their files. */
export type Models = readonly { name: string; text: string }[];

/** The languages other than English in which models have texts. */
export const languagesOf = (models: Models): string[] =>
  [...new Set(models.flatMap(({ text }) => languagesOfDocument(JSON.parse(text))))].filter((code) => code !== 'en');

/** The texts of the cards in a language, by the name of their model. */
export function cardsIn(models: Models, language: string): Record<string, CardTexts> {
  const cards = models.map(({ name, text }) => {
    const { title, display } = inLanguage(JSON.parse(text), language);
    const { teaser, teaches, tags, group } = (display?.gallery ?? {}) as CardTexts;
    return [name, { title, teaser, teaches, tags, group } as CardTexts] as const;
  });
  return Object.fromEntries(cards);
}
