import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { byIdentifier, type Catalogues, problemsOf } from './translations.mjs';

const virtual = 'virtual:languages';
const folder = import.meta.dirname;
const catalogues = join(folder, '..', 'catalogues');

/** Chinese in simplified characters; in other languages, the file has the name of the language. */
const codeOf = (name: string) => (name === 'zh' ? 'zh-Hans' : name);

/**
 * The translations of the page: `virtual:languages` lists the languages, and each one is a separate file of the site that loads on demand.
 * `virtual:languages/embed` has the few texts of the element for other pages, in all languages. A malformed file stops the build.
 */
export const languages: Plugin = {
  name: 'slipstick-languages',
  resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${virtual}`)) return null;
    const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
    for (const name of names) this.addWatchFile(join(folder, `${name}.json`));
    const part = id.slice(virtual.length + 2);
    if (part === 'embed') {
      const texts = names.map((name) => [codeOf(name), byIdentifier(contentOf(name), { embed: catalogueOf('embed') })]);
      return `export const texts = ${JSON.stringify(Object.fromEntries(texts))};`;
    }
    if (part) {
      const problems = problemsOf(`web/languages/${part}.json`, contentOf(part), rooms());
      for (const { place, message, isGap } of problems) if (!isGap) this.error(`${place}: ${message}`);
      if (problems.length > 0) this.warn(`${problems.length} texts are missing or stale: npm run lint`);
      return `export const texts = ${JSON.stringify(byIdentifier(contentOf(part), rooms()))};`;
    }
    return `export const languages = [${names.map(entryOf)}];`;
  },
};

const contentOf = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8');
const catalogueOf = (room: string): Catalogues[string] => JSON.parse(readFileSync(join(catalogues, `${room}.json`), 'utf8'));
const rooms = () => Object.fromEntries(readdirSync(catalogues).map((file) => [file.slice(0, -5), catalogueOf(file.slice(0, -5))]));

function entryOf(name: string): string {
  const { language } = JSON.parse(contentOf(name)) as { language: unknown };
  const [code, own, address] = [codeOf(name), language, `${virtual}/${name}`].map((text) => JSON.stringify(text));
  return `{ code: ${code}, name: ${own}, texts: () => import(${address}).then(({ texts }) => texts) }`;
}
