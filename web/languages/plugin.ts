import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { byIdentifier, type Catalogues, problemsOf } from './translations.mjs';

const virtual = 'virtual:languages';

/** Chinese in simplified characters; in other languages, the file has the name of the language. */
export const codeOf = (name: string) => (name === 'zh' ? 'zh-Hans' : name);

/**
 * The translations of the page: `virtual:languages` lists the languages, and each one is a separate file of the site that loads on demand.
 * `virtual:languages/embed` has the few texts of the element for other pages, in all languages. A malformed file stops the build.
 */
export function languagesOf(folder: string): Plugin {
  const contentOf = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8');
  const catalogues = join(folder, '..', 'catalogues');
  const catalogueOf = (room: string): Catalogues[string] => JSON.parse(readFileSync(join(catalogues, `${room}.json`), 'utf8'));
  const rooms = () => Object.fromEntries(readdirSync(catalogues).map((file) => [file.slice(0, -5), catalogueOf(file.slice(0, -5))]));
  const names = () => readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
  const exported = (name: string, value: object) => `export const ${name} = ${JSON.stringify(value)};`;
  return {
    name: 'slipstick-languages',
    resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${virtual}`)) return null;
      for (const name of names()) this.addWatchFile(join(folder, `${name}.json`));
      const part = id.slice(virtual.length + 2);
      if (part === '') return `export const languages = [${names().map((name) => entryOf(name, contentOf(name)))}];`;
      if (part === 'embed') {
        const embed = { embed: catalogueOf('embed') };
        return exported('texts', Object.fromEntries(names().map((name) => [codeOf(name), byIdentifier(contentOf(name), embed)])));
      }
      const content = contentOf(part);
      const file = `web/languages/${part}.json`;
      const problems = problemsOf(file, content, rooms());
      for (const { place, message, isGap } of problems) if (!isGap) this.error(`${place}: ${message}`);
      const count = problems.length;
      if (count > 0) this.warn(`${file}: ${count === 1 ? '1 text is' : `${count} texts are`} missing or stale: npm run lint`);
      return exported('texts', byIdentifier(content, rooms()));
    },
  };
}

export const languages = languagesOf(import.meta.dirname);

function entryOf(name: string, content: string): string {
  const { language } = JSON.parse(content) as { language: unknown };
  const [code, own, address] = [codeOf(name), language, `${virtual}/${name}`].map((text) => JSON.stringify(text));
  return `{ code: ${code}, name: ${own}, texts: () => import(${address}).then(({ texts }) => texts) }`;
}
