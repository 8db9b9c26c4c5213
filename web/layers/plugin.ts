import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const web = join(import.meta.dirname, '..');

/** A rule of a later layer overrides rules of earlier ones, whatever their specificity. */
const order = ['libraries', 'reset', 'tokens', 'ui', 'rooms'];

/** The layer of a style sheet, by its path. */
export function layerOf(file: string): string {
  const place = relative(join(web, 'src'), file).split(sep).join('/');
  if (place.startsWith('..')) return 'libraries';
  if (place === 'ui/reset.css') return 'reset';
  if (place === 'ui/tokens.css') return 'tokens';
  return place.startsWith('ui/') ? 'ui' : 'rooms';
}

/** Puts each style sheet into its layer, so that every rule of the page is in a layer. */
export const layers: Plugin = {
  name: 'slipstick-layers',
  enforce: 'pre',
  transform(code, id) {
    const file = id.replace(/\?.*$/, '');
    return file.endsWith('.css') ? `@layer ${order.join(', ')};\n@layer ${layerOf(file)} {\n${code}\n}\n` : null;
  },
};
