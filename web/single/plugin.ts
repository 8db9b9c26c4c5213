import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compress } from 'lzma1';
import { build, type Plugin } from 'vite';
import { english } from '../gallery/english.ts';
import { languages } from '../languages/plugin.ts';
import { layers } from '../layers/plugin.ts';

const web = join(import.meta.dirname, '..');

/** Modules of the site and their replacements in a single page. */
const standIns = new Map([
  [join(web, '..', 'wasm', 'engine', 'index.ts'), join(import.meta.dirname, 'engine.ts')],
  [join(web, 'src', 'editor', 'editor.ts'), join(import.meta.dirname, 'nothing.ts')],
  [join(web, 'src', 'state', 'models.ts'), join(import.meta.dirname, 'models.ts')],
]);

/**
 * Writes `single.html`: engine, viewer and fonts in one file without a model. Sharing (`web/src/share`) or the Python package inserts a
 * model. The file needs neither a server nor a network. Also writes `widget.js`, with which a notebook shows that page.
 */
export function single(options: { engine: string }): Plugin {
  let folder = '';
  return {
    name: 'slipstick-single',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const [{ script: start }, { script: program, style }] = [await bundled('start.ts'), await bundled('../src/app/single.ts')];
      writeFileSync(join(folder, 'widget.js'), await widget());
      writeFileSync(join(folder, 'single.html'), page({ start, program, style, engine: readFileSync(options.engine) }));
    },
  };
}

/** A program of the page as one script and, if it has any styles, one style sheet. `entry` is in this folder. */
async function bundled(entry: string): Promise<{ script: string; style: string }> {
  const result = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    plugins: [inPlaceOf(standIns), fewerFonts, layers, english(true), languages],
    worker: { format: 'iife', plugins: () => [withoutEngine] },
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      chunkSizeWarningLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: { input: join(import.meta.dirname, entry), output: { codeSplitting: false }, checks: { pluginTimings: false } },
    },
  });
  const output = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [script] = output.filter((file) => file.type === 'chunk');
  const style = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (!script || output.length !== (style ? 2 : 1))
    throw new Error(`${entry} must become one script and one style sheet, not ${output.map(({ fileName }) => fileName).join(', ')}.`);
  return { script: script.code, style: style?.type === 'asset' ? String(style.source) : '' };
}

/** The script of the widget for notebooks, a module. */
async function widget(): Promise<string> {
  const result = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    plugins: [languages],
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(web, 'src', 'embed', 'widget.ts'), formats: ['es'], fileName: 'widget' },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  const [script] = [result].flat().flatMap((part) => ('output' in part ? part.output : []));
  if (script?.type !== 'chunk') throw new Error('The widget must become one script.');
  return script.code;
}

function page({ start, program, style, engine }: { start: string; program: string; style: string; engine: Uint8Array }): string {
  const packed = (content: string | Uint8Array) => Buffer.from(compress(Buffer.from(content), 9)).toString('base64');
  const check = readFileSync(join(web, 'public', 'browser-check.js'), 'utf8');
  const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(check)} ${hashOf(start)} blob: 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    'img-src data: blob:',
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const contents: Record<string, string> = {
    POLICY: policy,
    ICON: encodeURIComponent(readFileSync(join(web, 'public', 'icon.svg'), 'utf8')),
    STYLE: packed(style),
    ENGINE: packed(engine),
    PROGRAM: packed(program),
    CHECK: check,
    START: start,
  };
  return readFileSync(join(import.meta.dirname, 'page.html'), 'utf8').replace(
    /(?:\/\*)?__([A-Z]+)__(?:\*\/)?/g,
    (_, name: string) => contents[name],
  );
}

/** Replaces modules, by their paths. */
export function inPlaceOf(others: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'slipstick-stand-ins',
    enforce: 'pre',
    async resolveId(source, importer, { isEntry }) {
      if (isEntry || !importer) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return (found && others.get(found.id)) ?? found;
    },
  };
}

/** The worker receives the compiled engine; without this plugin, its script would contain the file a second time. */
export const withoutEngine: Plugin = {
  name: 'slipstick-without-engine',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/slipstick.mjs')
      ? code.replace(/new URL\(["']slipstick\.wasm["'], ?import\.meta\.url\)\.(?:href|toString\(\))/, '""')
      : null,
};

/** Keeps only the formula fonts that most formulas need, in the format that every supported browser reads. */
export const fewerFonts: Plugin = {
  name: 'slipstick-fonts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/katex.min.css')) return null;
    return code
      .replace(/@font-face\{[^}]*KaTeX_(?:Caligraphic|Fraktur|SansSerif|Script|Typewriter)[^}]*\}/g, '')
      .replace(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, '');
  },
};
