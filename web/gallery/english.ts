import { readFileSync } from 'node:fs';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Plugin } from 'vite';
import { languageIn } from '../src/format/localised';
import { localisedPaths } from '../src/state/document-texts';

const query = '?english';

/** Models of the gallery with English texts only, as `model.json?english`: pages in English need no others. */
export function english(): Plugin {
  return {
    name: 'slipstick-english',
    load(id) {
      if (!id.endsWith(`.json${query}`)) return null;
      const file = id.slice(0, -query.length);
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
