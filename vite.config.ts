import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { english } from './web/gallery/english.ts';
import { gallery } from './web/gallery/plugin.ts';
import { languages } from './web/languages/plugin.ts';
import { layers } from './web/layers/plugin.ts';
import { offline } from './web/offline/plugin.ts';
import { pages } from './web/pages/plugin.ts';
import { preload } from './web/preload/plugin.ts';
import { single } from './web/single/plugin.ts';
import { texts } from './web/texts/plugin.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const engine = folder('./build/wasm-release/slipstick.wasm');
const firstEngine = folder('./build/wasm-release/light/slipstick.wasm');

/**
 * What a page may load: only its own files. WebAssembly may be compiled; no text is ever evaluated. Styles written by libraries at run time
 * (KaTeX, the editor) need 'unsafe-inline'; small fonts are inlined by the build; pictures of plots are data or blobs.
 *
 * One page may also request a model file from other servers, on a person's command. It is separate, so that the pages that open links and
 * run models cannot contact any server, whatever a model contains.
 */
const contentSecurityPolicy = (page: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    page === 'import.html' ? "connect-src 'self' https:" : "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The built pages contain the policy, too, for servers that send no headers. */
const policy: Plugin = {
  name: 'slipstick-policy',
  transformIndexHtml: {
    order: 'pre',
    handler: (_, { path, server }) =>
      server
        ? []
        : [
            {
              tag: 'meta',
              attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy(path.slice(1)) },
              injectTo: 'head-prepend',
            },
          ],
  },
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      response.setHeader('Content-Security-Policy', contentSecurityPolicy((request.url ?? '').replace(/^\/|\?.*$/g, '')));
      response.setHeader('X-Content-Type-Options', 'nosniff');
      next();
    });
  },
};

/** Other pages load this script by its name. */
const embedScript = 'slipstick-model';

export default defineConfig({
  root: folder('./web'),
  base: './',
  publicDir: folder('./web/public'),
  plugins: [
    policy,
    layers,
    english(),
    languages,
    gallery({ models: folder('./web/models'), engines: { build: engine, serve: firstEngine } }),
    texts({ docs: folder('./docs'), examples: folder('./tests/data') }),
    pages({
      models: folder('./web/models'),
      docs: folder('./docs'),
      examples: folder('./tests/data'),
      reference: folder('./web/public/reference.json'),
    }),
    preload({ engine: 'light/slipstick.wasm' }),
    offline(),
    single({ engine }),
  ],
  build: {
    outDir: folder('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      // These packages do not declare that they have no side effects; most of their code is unused.
      treeshake: { moduleSideEffects: (id) => !/\/node_modules\/(ml-|is-any-array|jsonc-parser)/.test(id) },
      input: {
        index: folder('./web/index.html'),
        embed: folder('./web/embed.html'),
        import: folder('./web/import.html'),
        missing: folder('./web/404.html'),
        [embedScript]: folder('./web/src/embed/slipstick-model.ts'),
      },
      output: { entryFileNames: ({ name }) => (name === embedScript ? '[name].js' : 'assets/[name]-[hash].js') },
      checks: { pluginTimings: false }, // the gallery draws its pictures
    },
    // The engine is by far the largest file and loads separately.
    chunkSizeWarningLimit: 1000,
  },
  worker: { format: 'es' },
  server: { fs: { allow: [folder('.')] } },
});
