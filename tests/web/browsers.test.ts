import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';

interface Feature {
  name: string;
  data: string;
  since: [chrome: number, firefox: number, safari: number];
  here: (() => boolean) | null;
}
interface Check {
  features: Feature[];
  needed: string;
  missing(): string[];
}
interface Place {
  __compat?: { support: Record<string, unknown> };
  [name: string]: unknown;
}

/** Read as a file, because importing it as a module takes half a minute. */
const data = JSON.parse(readFileSync('node_modules/@mdn/browser-compat-data/data.json', 'utf8')) as Place;
const browsers = ['chrome', 'firefox', 'safari'] as const;
const source = readFileSync('web/public/browser-check.js', 'utf8');

/** Runs the page's browser check in a window with these properties; returns its output. */
function checkIn(window: object): Check & { report: string; role: string } {
  const shown = { text: '', role: '' };
  const body = { firstChild: null, insertBefore: () => undefined };
  const paragraph = {
    setAttribute: (name: string, value: string) => {
      if (name === 'role') shown.role = value;
    },
    appendChild: (child: { text: string }) => {
      shown.text += child.text;
    },
  };
  const bold = {
    text: '',
    appendChild: (child: { text: string }) => {
      bold.text += child.text;
    },
  };
  const createElement = (name: string) => (name === 'p' ? paragraph : bold);
  const document = { body, createElement, createTextNode: (text: string) => ({ text }) };
  const context: Record<string, unknown> = { document, WebAssembly, Uint8Array, ...window };
  context.window = context;
  runInNewContext(source, context);
  return { ...(context.slipstickBrowsers as Check), report: shown.text, role: shown.role };
}

const newWindow = { CSS: { supports: () => true }, CSSLayerBlockRule: {}, DecompressionStream: {} };
/** Arrays and regular expressions come from a separate context. Node provides them and is new enough. */
const { features, needed } = checkIn(newWindow);
const oldest = browsers.map((_, i) => Math.max(...features.map(({ since }) => since[i])));

/** The first version of each browser with a feature, without prefixes and flags; Infinity for none. */
function firstVersions(place: Place | undefined): number[] {
  return browsers.map((browser) => {
    const entries = [place?.__compat?.support[browser] ?? []].flat() as Record<string, unknown>[];
    const plain = entries.filter(({ flags, prefix, alternative_name }) => !flags && !prefix && !alternative_name);
    return Math.min(...plain.map(({ version_added }) => Number.parseFloat(String(version_added).replace('≤', '')) || Infinity));
  });
}
const at = (path: string) => path.split('.').reduce<Place | undefined>((place, name) => place?.[name] as Place, data);
const newerThanStated = (place: Place | undefined) =>
  place?.__compat !== undefined && firstVersions(place).some((version, i) => version > oldest[i]);

describe('The versions of browsers', () => {
  test.each(features)('$name came with the versions in the table', ({ data: path, since }) => {
    expect(firstVersions(at(path))).toEqual(since);
  });

  test('follow from the table, and every text states them', () => {
    expect(needed).toBe(`Chrome or Edge ${oldest[0]}, Firefox ${oldest[1]}, Safari ${oldest[2]} or newer`);
    for (const file of ['README.md', 'docs/about.md', 'wasm/engine/module.ts'])
      expect(readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '), file).toContain(needed);
  });

  test('never follow from an optional feature', () => {
    const used = features.filter(({ here }) => here);
    for (const i of browsers.keys()) expect(Math.max(...used.map(({ since }) => since[i]))).toBe(oldest[i]);
  });

  test('hold for everything that style sheets use', () => {
    const found = new Set<string>();
    for (const file of sheets())
      for (const [name, place] of usedIn(readFileSync(file, 'utf8'))) if (newerThanStated(place)) found.add(name);
    expect([...found].filter((name) => !decorations.has(name))).toEqual([]);
    expect([...decorations].filter((name) => !found.has(name))).toEqual([]); // the list has no other entries
    for (const file of ownSheets())
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/(?<!-webkit-user-select: none;\s*)(?<!-)user-select/);
  });

  test('hold for everything that scripts construct or call by its name', () => {
    const found = new Set<string>();
    for (const file of scripts()) {
      const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
      for (const [, name] of text.matchAll(/(?<![.\w])(?:new |instanceof )([A-Z]\w+)/g))
        if (newerThanStated(at(`api.${name}`))) found.add(name);
      for (const [, name] of text.matchAll(/(?<![.\w])([a-z]\w+)\(/g))
        if (newerThanStated(at(`api.${name}_static`) ?? at(`api.${name}`))) found.add(name);
      for (const [, name] of text.matchAll(/\bnavigator\.(\w+)/g))
        if (newerThanStated(at(`api.Navigator.${name}`))) found.add(`navigator.${name}`);
    }
    expect([...found]).toEqual([]);
  });

  test('hold for the language: TypeScript knows no newer functions, and the build emits no newer syntax', () => {
    expect(JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions).toMatchObject({
      target: 'ES2022',
      lib: expect.arrayContaining(['ES2023']),
    });
    for (const file of ['vite.config.ts', 'web/single/plugin.ts']) expect(readFileSync(file, 'utf8')).toContain("target: 'es2022'");
  });
});

describe('A browser', () => {
  test('that has everything gets no message', () => {
    const { missing, report } = checkIn(newWindow);
    expect(missing()).toEqual([]);
    expect(report).toBe('');
  });

  test('from 2011 gets a message with suitable browsers and the missing features', () => {
    const { missing, report, role } = checkIn({ WebAssembly: undefined });
    expect(missing()).toContain('WebAssembly with SIMD');
    expect(missing()).toContain(':has()');
    expect(report).toContain(`Please use ${needed}.`);
    expect(report).toContain('cascade layers');
    expect(role).toBe('alert');
  });

  test.each([
    ['WebAssembly with SIMD', { WebAssembly: { ...WebAssembly, validate: (bytes: Uint8Array) => !bytes.includes(0xfd) } }],
    ['WebAssembly with exceptions', { WebAssembly: { ...WebAssembly, validate: (bytes: Uint8Array) => !bytes.includes(0x19) } }],
    ['cascade layers', { CSSLayerBlockRule: undefined, hidden: 'CSSLayerBlockRule' }],
    ['decompression streams', { hidden: 'DecompressionStream' }],
    ['container queries', lacking('container-type')],
    [':has()', lacking('selector(:has(a))')],
    ['the unit dvh', lacking('height')],
    ['color-mix()', lacking('color')],
    ['subgrids', lacking('grid-template-columns')],
  ])('without %s gets a message about it, and about nothing else', (name, change) => {
    const window: Record<string, unknown> = { ...newWindow, ...change };
    if ('hidden' in change) delete window[String(change.hidden)];
    expect(checkIn(window).missing()).toEqual([name]);
  });

  test('of any age can parse the check', () => {
    const written = (target: string) => transformSync(source, { target }).code;
    expect(written('es5')).toBe(written('esnext')); // nothing had to be rewritten for ES5
    expect(() => transformSync('const a = 1', { target: 'es5' })).toThrow();
    for (const page of ['index', 'embed', 'import'])
      expect(readFileSync(`web/${page}.html`, 'utf8')).toMatch(
        /<script vite-ignore defer src="\.\/browser-check\.js"><\/script>\s*<script type="module"/,
      );
  });
});

function lacking(what: string) {
  return { CSS: { supports: (property: string) => property !== what } };
}

/** Newer than the stated versions, but browsers without them show and do the same, only less well. */
const decorations = new Set([
  'scrollbar-width',
  'scrollbar-width: none',
  'field-sizing',
  'field-sizing: content',
  'forced-color-adjust',
  'forced-color-adjust: none',
  'text-decoration: dotted', // a plain line elsewhere
  'hyphens', // long words stay whole elsewhere
  'user-select', // next to -webkit-user-select
]);

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function sheets(): string[] {
  const libraries = ['node_modules/katex/dist/katex.css', 'node_modules/uplot/dist/uPlot.min.css'];
  expect(libraries.filter((path) => !existsSync(path)).map((path) => basename(path))).toEqual([]);
  return [...ownSheets(), ...libraries];
}

const ownSheets = () => [...filesIn('web/src', '.css'), ...filesIn('packages/npm', '.css')];

const scripts = () => ['web/src', 'web/single', 'wasm/engine', 'wasm/worker', 'packages/npm'].flatMap((folder) => filesIn(folder, '.ts'));

/** At-rules, selectors, properties, words and functions of a style sheet, with their compatibility data. */
function* usedIn(sheet: string): Generator<[string, Place | undefined]> {
  const text = sheet.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '');
  for (const [, name] of text.matchAll(/@([\w-]+)/g)) yield [`@${name}`, at(`css.at-rules.${name}`)];
  for (const [, selector] of text.matchAll(/(?:^|[{};])\s*([^{};@]*)\{/g))
    for (const [, name] of selector.matchAll(/:([\w-]+)/g)) if (!name.startsWith('-')) yield [`:${name}`, at(`css.selectors.${name}`)];
  for (const [, property, value] of text.matchAll(/(?<=[{;]\s*)(?!--)([a-z][\w-]*)\s*:([^;{}]*)/g)) {
    const place = at(`css.properties.${property}`);
    yield [property, place];
    for (const [word] of value.matchAll(/[a-z][\w-]*/g)) yield [`${property}: ${word}`, place?.[word] as Place];
  }
  const types = at('css.types') as Record<string, Place>;
  for (const [, name] of text.matchAll(/([\w-]+)\(/g))
    for (const type of [types, ...Object.values(types)]) yield [`${name}()`, type[name] as Place];
}
