import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { gallery } from './web/gallery/plugin.ts';
import { offline } from './web/offline/plugin.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What the page may load: only its own files. WebAssembly may be compiled; no text is ever evaluated. Styles written by libraries at
 * run time (KaTeX, the editor) need 'unsafe-inline'; small fonts are inlined by the build; pictures of plots are data or blobs.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The policy stands in the built pages too, for servers that send no headers of their own. */
const policyInPages: Plugin = {
  name: 'slipstick-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy }, injectTo: 'head-prepend' },
  ],
};

/** Other pages load this script by its name. */
const embedScript = 'slipstick-model';

export default defineConfig({
  root: folder('./web'),
  base: './',
  publicDir: folder('./web/public'),
  plugins: [policyInPages, gallery({ models: folder('./web/models'), engine: folder('./build/wasm-release/slipstick.wasm') }), offline()],
  build: {
    outDir: folder('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: {
        index: folder('./web/index.html'),
        embed: folder('./web/embed.html'),
        [embedScript]: folder('./web/src/embed/slipstick-model.ts'),
      },
      output: { entryFileNames: ({ name }) => (name === embedScript ? '[name].js' : 'assets/[name]-[hash].js') },
      checks: { pluginTimings: false }, // the gallery draws its pictures
    },
    // The engine is the largest file by far and loads by itself.
    chunkSizeWarningLimit: 1000,
  },
  worker: { format: 'es' },
  server: { fs: { allow: [folder('.')] } },
  preview: { headers: { 'Content-Security-Policy': contentSecurityPolicy, 'X-Content-Type-Options': 'nosniff' } },
});
