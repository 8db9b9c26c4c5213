import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { texts } from '../texts/plugin.ts';
import type { Source } from './words';

/**
 * Pages that search engines and preview cards can read: one for each model, item and document, without JavaScript. `SITE_URL` is the
 * address of the site; tags and files that need it are left out while it is not set.
 */
export function pages(options: { models: string; docs: string; examples: string; reference: string }): Plugin {
  return {
    name: 'slipstick-pages',
    apply: 'build',
    async generateBundle() {
      const site = siteAddress(process.env.SITE_URL ?? '');
      const server = await createServer({
        configFile: false,
        root: import.meta.dirname,
        appType: 'custom',
        logLevel: 'error',
        plugins: [texts(options)],
        optimizeDeps: { noDiscovery: true },
        server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      });
      try {
        const { pageFiles } = (await server.ssrLoadModule(join(import.meta.dirname, 'pages.ts'))) as typeof import('./pages');
        const sources = {
          models: filesIn(options.models, '.json'),
          docs: [...filesIn(options.docs, '.md'), ...filesIn(join(options.docs, 'tutorials'), '.md')],
          laws: filesIn(join(options.docs, 'items'), '.md'),
          languages: filesIn(join(import.meta.dirname, '..', 'languages'), '.json'),
          reference: JSON.parse(readFileSync(options.reference, 'utf8')),
        };
        for (const [fileName, source] of pageFiles(sources, site)) this.emitFile({ type: 'asset', fileName, source });
        this.emitFile({ type: 'asset', fileName: 'pages.css', source: readFileSync(join(import.meta.dirname, 'pages.css')) });
      } finally {
        await server.close();
      }
    },
  };
}

function filesIn(folder: string, ending: string): Source[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(ending));
  return files.map((file) => ({ name: file.slice(0, -ending.length), text: readFileSync(join(folder, file), 'utf8') }));
}

/** The address with a slash at its end, or "". */
export function siteAddress(text: string): string {
  if (text === '') return '';
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`SITE_URL must be an address such as https://example.org/slipstick/, got "${text}".`);
  return url.origin + url.pathname.replace(/\/*$/, '/');
}
