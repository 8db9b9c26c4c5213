import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { loaded } from './load.ts';

/**
 * Models of the gallery with English texts only, as `model.json?english`: pages in English need no others. `only`: there are no other
 * languages, so `model.json?raw` is the same.
 */
export function english(only = false): Plugin {
  let texts: Promise<typeof import('./texts')> | undefined;
  return {
    name: 'slipstick-english',
    enforce: 'pre',
    async load(id) {
      const [file, query] = id.split('?');
      if (!/\/web\/models\/[^/]*\.json$/.test(file) || !(query === 'english' || (only && query === 'raw'))) return null;
      this.addWatchFile(file);
      texts ??= loaded('texts.ts', (module: typeof import('./texts')) => ({ ...module }));
      const { englishText } = await texts;
      return { code: `export default ${JSON.stringify(englishText(readFileSync(file, 'utf8')))};`, moduleType: 'js' };
    },
  };
}
