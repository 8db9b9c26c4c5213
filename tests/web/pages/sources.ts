import { readdirSync, readFileSync } from 'node:fs';
import type { Sources } from '../../../web/pages/pages';
import type { Source } from '../../../web/pages/words';

const filesIn = (folder: string, ending: string): Source[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ name: file.slice(0, -ending.length), text: readFileSync(`${folder}/${file}`, 'utf8') }));

/** All texts of the site. */
export const sources: Sources = {
  models: filesIn('web/models', '.json'),
  docs: [...filesIn('docs', '.md'), ...filesIn('docs/tutorials', '.md')],
  laws: filesIn('docs/items', '.md'),
  languages: filesIn('web/languages', '.json'),
  reference: JSON.parse(readFileSync('web/public/reference.json', 'utf8')),
};
export const site = 'https://example.org/slipstick/';
