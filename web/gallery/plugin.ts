import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import type { CardTexts, GalleryEntry } from '../src/gallery/entries';
import { inLanguage, languagesOfDocument } from '../src/state/document-texts';

const virtual = 'virtual:gallery';
const resolved = `\0${virtual}`;

type Build = typeof import('./entries');

/**
 * The gallery as a module, so that its page needs neither the models nor the engine. It contains every card; the pictures are drawn while
 * the site is built.
 */
export function gallery(options: { models: string; engine: string }): Plugin {
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
      if (id !== resolved) return `export const cards = ${JSON.stringify(cardsIn(models, id.slice(resolved.length + 1)))};`;
      const wasm = existsSync(options.engine) ? readFileSync(options.engine) : null;
      if (!wasm) this.warn('the engine is not built: the cards of the gallery are empty');
      const entries: GalleryEntry[] = [];
      for (const { entry, picture, problem } of await drawnBy((build) => build.buildEntries(models, wasm))) {
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
      const codes = languagesOf(models).map((code) => `${JSON.stringify(code)}: () => import('${virtual}/${code}')`);
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

type Models = readonly { text: string; name: string }[];

const languagesOf = (models: Models) =>
  [...new Set(models.flatMap(({ text }) => languagesOfDocument(JSON.parse(text))))].filter((code) => code !== 'en');

/** The texts of the cards in a language, by the name of their model. */
function cardsIn(models: Models, language: string): Record<string, CardTexts> {
  const cards = models.map(({ name, text }) => {
    const { title, display } = inLanguage(JSON.parse(text), language);
    const { teaser, teaches, tags, group } = (display?.gallery ?? {}) as Record<string, string> & { tags?: string[] };
    return [name, { title, teaser, teaches, tags, group } as CardTexts] as const;
  });
  return Object.fromEntries(cards);
}

/** Lets Vite load the drawing code, which the page shares. */
async function drawnBy<T>(work: (build: Build) => Promise<T>): Promise<T> {
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    return await work((await server.ssrLoadModule(join(import.meta.dirname, 'entries.ts'))) as Build);
  } finally {
    await server.close();
  }
}
