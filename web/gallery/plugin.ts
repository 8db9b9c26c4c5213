import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { GalleryEntry } from '../src/gallery/entries';
import { loaded } from './load.ts';

const virtual = 'virtual:gallery';
const resolved = `\0${virtual}`;

type Build = typeof import('./entries');
type Texts = typeof import('./texts');

/**
 * The gallery as a module, so that its page needs neither the models nor the engine. It contains every card; the pictures are drawn while
 * the site is built. `engines`: what draws them while Vite builds and serves; a served page does not wait for the whole engine.
 */
export function gallery(options: { models: string; engines: { build: string; serve: string } }): Plugin {
  const pictures = new Map<string, Uint8Array>();
  let serving = false;
  return {
    name: 'slipstick-gallery',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    resolveId: (id) => (id.startsWith(virtual) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(resolved)) return null;
      const files = readdirSync(options.models).filter((file) => file.endsWith('.json'));
      for (const file of files) this.addWatchFile(join(options.models, file));
      const models = files.map((file) => ({ name: file.slice(0, -5), text: readFileSync(join(options.models, file), 'utf8') }));
      if (id !== resolved) {
        const cards = await loaded('texts.ts', (texts: Texts) => texts.cardsIn(models, id.slice(resolved.length + 1)));
        return `export const cards = ${JSON.stringify(cards)};`;
      }
      const engine = options.engines[serving ? 'serve' : 'build'];
      const wasm = existsSync(engine) ? readFileSync(engine) : null;
      if (!wasm) this.warn('the engine is not built: the cards of the gallery are empty');
      const entries: GalleryEntry[] = [];
      for (const { entry, picture, problem } of await loaded('entries.ts', (build: Build) => build.buildEntries(models, wasm))) {
        if (problem) this.warn(`${entry.name}: no picture: ${problem}`);
        if (picture) {
          // Other pages request the picture by its name only; the hash makes the gallery load a changed picture.
          const fileName = `pictures/${entry.name}.png`;
          entry.picture = `${fileName}?${createHash('sha256').update(picture).digest('hex').slice(0, 8)}`;
          if (serving) pictures.set(`/${fileName}`, picture);
          else this.emitFile({ type: 'asset', fileName, source: picture });
        }
        entries.push(entry);
      }
      const codes = (await loaded('texts.ts', (texts: Texts) => texts.languagesOf(models))).map(
        (code) => `${JSON.stringify(code)}: () => import('${virtual}/${code}')`,
      );
      return `export const entries = ${JSON.stringify(entries)};\nexport const translations = { ${codes} };`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const picture = pictures.get((request.url ?? '').replace(/\?.*$/, ''));
        if (!picture) return next();
        response.setHeader('Content-Type', 'image/png');
        response.end(picture);
      });
    },
  };
}
