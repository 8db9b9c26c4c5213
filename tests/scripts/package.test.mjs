import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { build as esbuild } from 'esbuild';
import { build, createServer as createViteServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import configuration from '../../playwright.config.ts';
import { packNpm } from '../../scripts/package.mjs';
import { createEngine } from '../../wasm/engine/direct.ts';

/** The package as published, installed in an otherwise empty folder, then used as described in its README. */
let folder = '';
let server = null;
let browser = null;
/** The coin of the gallery, for a short time. */
const coin = JSON.parse(readFileSync('web/models/rolling-coin.json', 'utf8'));
coin.analysis.endTime = 0.02;
const text = JSON.stringify(coin);

/** A user's program: prints the last number of each column. */
const use = `
async function lastNumbers(create, options) {
  const engine = await create(options);
  const run = engine.start(${JSON.stringify(text)});
  for await (const chunk of run);
  engine.dispose();
  return run.history.columns.map((column) => column.at(-1));
}`;
const inPage = `
import { createEngine, createWorkerEngine } from 'slipstick';
${use}
globalThis.answer = Promise.all([lastNumbers(createEngine), lastNumbers(createWorkerEngine)]);`;

const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css' };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slipstick package ')); // with spaces, as in users' folders
  const tarball = await packNpm(join(folder, 'made'), 1);
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball], { cwd: folder });
  server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
    if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await chromium.launch(configuration.use.launchOptions);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const expected = async () => {
  const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
  const run = engine.start(text);
  for await (const _ of run);
  return run.history.columns.map((column) => column.at(-1));
};

/** Opens a page of the folder and collects its errors. */
async function open(path, base = `http://127.0.0.1:${server.address().port}/`) {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const isIcon = (url) => url.includes('favicon'); // which the browser requests by itself
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !isIcon(message.location().url) && problems.push(`${message.text()} ${message.location().url}`),
  );
  page.on('response', (response) => response.status() >= 400 && !isIcon(response.url()) && problems.push(response.url()));
  await page.goto(base + path);
  return { page, problems };
}

async function answersOf(path, base) {
  const { page, problems } = await open(path, base);
  try {
    await page.waitForFunction('globalThis.answer', null, { timeout: 30_000 });
    return await page.evaluate('answer');
  } catch (error) {
    throw new Error([error.message, ...problems].join('\n'));
  } finally {
    await page.close();
  }
}

const html = (script) => `<!doctype html><meta charset="utf-8" /><script type="module" src="${script}"></script>`;
const write = (path, content) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
};

test('Node finds the engine wherever it is started', async () => {
  write('node.js', `import { createEngine } from 'slipstick';\n${use}\nconsole.log(JSON.stringify(await lastNumbers(createEngine)));`);
  expect(JSON.parse(execFileSync('node', [join(folder, 'node.js')], { cwd: tmpdir() }))).toEqual(await expected());
  write(
    'lost.js',
    "import { createEngine } from 'slipstick';\nawait createEngine({ wasm: new URL('./none.wasm', import.meta.url) }).catch((error) => console.log(error.message));",
  );
  expect(String(execFileSync('node', [join(folder, 'lost.js')]))).toMatch(
    /did not load.*none\.wasm.*must lie beside the script, or be given/,
  );
});

test('A plain module script finds it, and so do its workers', async () => {
  write('plain/plain.js', inPage.replace("'slipstick'", "'../node_modules/slipstick/index.js'"));
  write('plain/index.html', html('./plain.js'));
  const numbers = await expected();
  expect(await answersOf('plain/index.html')).toEqual([numbers, numbers]);
});

test('A page of Vite finds it, built and during development', async () => {
  write('vite/main.js', inPage);
  write('vite/index.html', html('./main.js'));
  const root = join(folder, 'vite');
  const settings = { root, configFile: false, logLevel: 'error', base: './' };
  await build({ ...settings, build: { outDir: join(folder, 'vite-built'), emptyOutDir: true, target: 'es2022' } });
  const numbers = await expected();
  expect(await answersOf('vite-built/index.html')).toEqual([numbers, numbers]);
  const developed = await createViteServer({ ...settings, server: { host: '127.0.0.1', port: 0 } });
  try {
    await developed.listen();
    expect(await answersOf('', developed.resolvedUrls.local[0])).toEqual([numbers, numbers]);
  } finally {
    await developed.close();
  }
});

test('A page of esbuild gets the file', async () => {
  const given = "import wasm from 'slipstick/slipstick.wasm';\nconst options = { wasm: new URL(wasm, import.meta.url) };\n";
  write(
    'esbuild/main.js',
    given + inPage.replace('(createEngine)', '(createEngine, options)').replace('(createWorkerEngine)', '(createWorkerEngine, options)'),
  );
  await esbuild({
    entryPoints: [join(folder, 'esbuild/main.js')],
    bundle: true,
    format: 'esm',
    loader: { '.wasm': 'file' },
    outdir: join(folder, 'esbuild/built'),
    logLevel: 'error',
  });
  write('esbuild/index.html', html('./built/main.js'));
  const numbers = await expected();
  expect(await answersOf('esbuild/index.html')).toEqual([numbers, numbers]);
});

test('The types match the package', () => {
  write(
    'use.ts',
    "import { createEngine, type Run } from 'slipstick';\nimport 'slipstick/element';\nimport { loadModel } from 'slipstick/models';\nconst engine = await createEngine();\nconst run: Run = engine.start((await loadModel('bicycle'))!.text);\nconst times: Float64Array = run.history.time;\ndocument.querySelector('slipstick-model')!.setParameters({ mu: times[0] }).then((nothing: unknown) => nothing);\n",
  );
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--skipLibCheck', 'false', '--types', ''];
  const tsc = (...more) =>
    execFileSync(join(process.cwd(), 'node_modules/.bin/tsc'), [...options, ...more, 'use.ts'], { cwd: folder, encoding: 'utf8' });
  expect(tsc('--module', 'nodenext')).toBe('');
  expect(tsc('--module', 'esnext', '--moduleResolution', 'bundler')).toBe('');
});

test('The element shows a model in the page, and neither affects the other', async () => {
  write(
    'element/index.html',
    `<!doctype html><meta charset="utf-8" />
<style>button, h1 { color: rgb(1, 2, 3); font-size: 40px } slipstick-model { width: 700px; height: 420px }</style>
<h1>A page</h1><button>Its button</button>
<slipstick-model model="rolling-coin" show="title,scene,time,parameters" autoplay></slipstick-model>
<script type="module" src="../node_modules/slipstick/element.js"></script>`,
  );
  const { page, problems } = await open('element/index.html');
  await page.locator('slipstick-model .model-page[data-phase=finished]').waitFor({ timeout: 60_000 });
  const seen = await page.evaluate(async () => {
    const element = document.querySelector('slipstick-model');
    const events = [];
    for (const name of ['run', 'parameters'])
      element.addEventListener(`slipstick-${name}`, ({ detail }) => events.push([name, detail.phase ?? detail.values.mu]));
    const ended = new Promise((resolve) =>
      element.addEventListener('slipstick-run', ({ detail }) => detail.phase === 'finished' && resolve()),
    );
    await element.setParameters({ mu: 0.2 });
    await ended;
    await element.seek(0.5);
    const { time, sensors } = await element.read();
    const own = element.shadowRoot.querySelector('h1');
    return {
      time,
      sensors: Object.keys(sensors),
      events,
      outside: getComputedStyle(document.querySelector('button')).color,
      inside: getComputedStyle(own).fontSize,
      html: [...document.documentElement.attributes].length,
      wrong: await element.setParameters({ mu: -1 }).catch((error) => error.message),
    };
  });
  expect(seen).toMatchObject({ time: 0.5, outside: 'rgb(1, 2, 3)', html: 0 });
  expect(Number.parseFloat(seen.inside)).toBeLessThan(30);
  expect(seen.sensors).toContain('contact force');
  expect(seen.events).toContainEqual(['parameters', 0.2]);
  expect(seen.events).toContainEqual(['run', 'finished']);
  expect(seen.wrong).toMatch(/^mu: /);
  write('element/coin.json', text);
  const whole = await page.evaluate(async () => {
    const element = document.createElement('slipstick-model');
    element.setAttribute('src', 'coin.json');
    document.body.append(element);
    const { time, sensors } = await element.series(['contact force']);
    element.remove();
    const { values } = sensors['contact force'];
    return { ends: time.at(-1), arrays: values.map((column) => column instanceof Float64Array && column.length === time.length) };
  });
  expect(whole).toEqual({ ends: 1.5, arrays: [true, true, true] });
  // Keys of the page stay with the page.
  const before = await page.evaluate(() => scrollY);
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('div'), { style: 'height: 3000px' })));
  await page.keyboard.press('Space');
  await page.waitForFunction((top) => scrollY > top, before);
  expect(problems).toEqual([]);
  await page.close();
});
