import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const virtual = 'virtual:texts';
const resolved = `\0${virtual}`;

/**
 * The texts of the reference as a module: pages of the documentation with its tutorials, laws of items in words, and the smallest models. Each is a separate
 * file of the site that loads on demand.
 */
export function texts({ docs, examples }: { docs: string; examples: string }): Plugin {
  return {
    name: 'slipstick-texts',
    resolveId: (id) => (id === virtual ? resolved : null),
    load(id) {
      if (id !== resolved) return null;
      const lists = readdirSync(join(examples, 'items')).map((list) => `items/${list}`);
      return [
        `export const docs = {${[docs, join(docs, 'tutorials')].map((folder) => loaders(folder, '.md'))}};`,
        `export const laws = {${loaders(join(docs, 'items'), '.md')}};`,
        `export const examples = {${['creators', 'analysis', 'live', 'display', ...lists].map((list) => loaders(join(examples, list), '.json', `${list}/`))}};`,
      ].join('\n');
    },
  };
}

/** For each file of a folder, its name without the extension, and a function that loads its text. */
function loaders(folder: string, ending: string, prefix = ''): string {
  const files = readdirSync(folder).filter((file) => file.endsWith(ending));
  return files
    .map((file) => {
      const [name, path] = [prefix + file.slice(0, -ending.length), `${join(folder, file)}?raw`].map((text) => JSON.stringify(text));
      return `${name}: () => import(${path}).then((file) => file.default)`;
    })
    .join();
}
