import { readFileSync } from 'node:fs';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Plugin } from 'vite';
import { languageIn } from '../src/format/localised';
import { localisedPaths } from '../src/state/document-texts';

/**
 * Models of the gallery with English texts only, as `model.json?english`: pages in English need no others. `only`: there are no other
 * languages, so `model.json?raw` is the same.
 */
export function english(only = false): Plugin {
  return {
    name: 'slipstick-english',
    enforce: 'pre',
    load(id) {
      const [file, query] = id.split('?');
      if (!/\/web\/models\/[^/]*\.json$/.test(file) || !(query === 'english' || (only && query === 'raw'))) return null;
      this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(englishText(readFileSync(file, 'utf8')))};`, moduleType: 'js' };
    },
  };
}

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
