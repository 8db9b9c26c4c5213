import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { english } from '../../web/gallery/english.ts';
import { languages } from '../../web/languages/plugin.ts';
import { layers } from '../../web/layers/plugin.ts';
import { fewerFonts, inPlaceOf, withoutEngine } from '../../web/single/plugin.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules of the site and their replacements in the package. */
const substitutes = new Map(
  Object.entries({
    '../../wasm/engine/index.ts': './index.ts',
    '../../web/src/app/rooms.ts': './rooms.ts',
    '../../web/src/link/dictionary.ts': './dictionary.ts',
    '../../web/src/ui/papers.ts': './papers.ts',
  }).map(([from, to]) => [folder(from), folder(to)]),
);

/** Adapts style sheets to a shadow root: its host replaces the page and the window. */
const inShadow: Plugin = {
  name: 'slipstick-in-shadow',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/src\/.*\.css(\?|$)/.test(id)) return null;
    return code
      .replace(/:root(\[[^\]]*\])/g, ':host($1)')
      .replace(/:root\b/g, ':host')
      .replace(/(^|[\s,}])(?:html|body)(?=[\s,:{[])/g, '$1:host')
      .replace(/@media ([^{]*\b(?:width|height|aspect-ratio)[^{]*)\{/g, (_, query: string) => `@container slipstick ${sizeQuery(query)} {`)
      .replace(/(?<=\d)[dls]?v([hw])\b/g, 'cq$1');
  },
};

/** Container queries do not support lists of conditions. */
function sizeQuery(query: string): string {
  const alternatives = query.trim().split(/,\s*/);
  return alternatives.length === 1 ? alternatives[0] : alternatives.map((each) => `(${each})`).join(' or ');
}

/** Inserts the style sheet into the script that applies it. */
const styleInScript: Plugin = {
  name: 'slipstick-style-in-script',
  enforce: 'post',
  generateBundle(_, bundle) {
    const sheets = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
    const text = sheets.map((file) => (file.type === 'asset' ? String(file.source) : '')).join('');
    const face = /@font-face\s*\{[^}]*\}/g;
    const texts: Record<string, string> = { RULES: text.replace(face, ''), FACES: (text.match(face) ?? []).join('') };
    for (const file of sheets) delete bundle[file.fileName];
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(/(["'`])__(RULES|FACES)__\1/g, (_, __, name: string) => JSON.stringify(texts[name]));
  },
};

/** The package for npm without its texts, which scripts/package.mjs adds. */
export default defineConfig({
  root: folder('.'),
  base: './',
  publicDir: false,
  plugins: [withoutEngine, inPlaceOf(substitutes), fewerFonts, inShadow, layers, english(), languages, styleInScript],
  worker: { format: 'iife', plugins: () => [withoutEngine] },
  build: {
    outDir: folder('../../build/package/npm'),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { index: folder('./index.ts'), element: folder('./element.ts'), models: folder('./models.ts') },
      preserveEntrySignatures: 'strict',
      // All in one folder: the engine expects slipstick.wasm next to its own part.
      output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' },
      checks: { pluginTimings: false },
    },
  },
});
