// Measures the run times of gallery models and reference cases: natively, in Node and in Chromium. Then measures the page and reports the
// size of the engine.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildEngine, buildPreset } from './build.mjs';
import { setUp } from './setup.mjs';
import { budget, lightSize } from './size.mjs';
import { bold, Failure, find, firstExisting, main, readOptions, root, run, runTool } from './tools.mjs';

const usage = `npm run bench [-- words]
Times models whose name contains a word: natively, in Node and in Chromium; without words all, and the page. Results: build/bench/, the last
ones beside them.

  page      measures the page alone, and first runs on a phone
  drawing   with page: also pictures a second of spheres and of dragging, which takes minutes
  long      with page: also its memory after a long run
  --peers   compares with Exudyn and MuJoCo, which it installs in build/peer, and writes docs/speed.md; words choose what is measured
            again: names of models, MuJoCo, precision, growth, grains
  --help    this text`;
const folders = ['web/models', 'tests/validation/reference'];
const engineFolder = join(root, 'build', 'wasm-release');

await main(async () => {
  const { values, positionals: requested } = readOptions(usage, { options: { peers: { type: 'boolean' } }, allowPositionals: true });
  await setUp('bench');
  if (values.peers) return comparePeers(requested);
  const words = requested.filter((word) => !['page', 'drawing', 'long'].includes(word));
  const report = words.length > 0 || requested.length === 0 ? [await timeAll(words)] : [];
  if (requested.length > words.length || requested.length === 0) report.push(await measurePage(requested));
  console.log([...report, sizeOfEngine()].join('\n'));
});

async function comparePeers(words) {
  const { compareAll } = await import('../tests/bench/peers/compare.mjs');
  const { speedPage } = await import('../tests/bench/peers/page.mjs');
  const { workPrecision } = await import('../tests/bench/peers/drawing.mjs');
  console.log(bold('Building'));
  await buildPreset('native-release', ['benchmarks', 'slipstick']);
  await buildEngine();
  console.log(bold('In turn with the other programs'));
  const once = (time) => async (document) => (await time([document]))[0];
  const measured = await compareAll(words, { timeInNode: once(timeInNode), timeInChromium: once(timeInChromium) });
  if (!measured) return;
  writeFileSync(join(root, 'docs', 'speed.md'), speedPage(measured));
  if (measured.precision.length > 0) writeFileSync(join(root, 'docs', 'work-precision.svg'), workPrecision(measured.precision));
}

/** Measures the models in all environments and stores the results. Returns a table. */
async function timeAll(words) {
  const files = modelFiles(words);
  console.log(bold('Building'));
  await buildPreset('native-release', ['benchmarks']);
  await buildEngine();
  const documents = files.map(readDocument);
  console.log(bold('Native'));
  const native = await timeNative(files);
  console.log(bold('Node'));
  const node = await timeInNode(documents);
  console.log(bold('Chromium'));
  const chromium = await timeInChromium(documents);
  const models = files.map((file, i) => ({
    name: basename(file, '.json'),
    steps: node[i].steps,
    native: native[i],
    node: node[i].milliseconds,
    chromium: chromium[i].milliseconds,
  }));
  return table(models, keep('results', { unit: 'ms', models })?.models ?? []);
}

/** Builds the site and measures it. Returns lines of text. */
async function measurePage(words) {
  console.log(bold('Page'));
  await buildEngine();
  await runTool('vite', ['build', '--logLevel', 'warn']);
  const { preview } = await import('vite');
  const { pageReport, timePage } = await import('../tests/bench/page.mjs');
  const { phoneReport, servePhone, timePhone } = await import('../tests/bench/phone.mjs');
  const server = await preview({ preview: { host: '127.0.0.1', port: 0 }, logLevel: 'warn' });
  const phone = await servePhone(join(root, 'dist'));
  const browser = await launchChromium();
  try {
    const onPhone = await timePhone(browser, phone.url, ['rolling-coin', 'bicycle', 'belt-two-pulleys']);
    const options = { drawing: words.includes('drawing'), longRun: words.includes('long') };
    const measured = await timePage(browser, server.resolvedUrls.local[0], join(root, 'web', 'models'), options);
    keep('page', { ...measured, phone: onPhone });
    return `${pageReport(measured)}\n${phoneReport(onPhone)}`;
  } finally {
    await browser.close();
    await server.close();
    phone.close();
  }
}

function modelFiles(words) {
  const files = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.json') && hasModel(file))
    .filter((file) => words.length === 0 || words.some((word) => basename(file).includes(word)));
  if (files.length === 0) throw new Failure(`no model in ${folders.join(', ')} has a name with ${words.join(' or ')}`);
  return files;
}

function hasModel(file) {
  const json = JSON.parse(readFileSync(join(root, file), 'utf8'));
  return 'slipstick' in json || 'model' in json;
}

function readDocument(file) {
  const json = JSON.parse(readFileSync(join(root, file), 'utf8'));
  return JSON.stringify('model' in json ? json.model : json);
}

async function timeNative(files) {
  const program = join(root, 'build', 'native-release', 'benchmarks');
  const output = await run(program, ['--benchmark_format=json', '--benchmark_min_time=1', ...files], { capture: true });
  return JSON.parse(output).benchmarks.map((benchmark) => {
    if (benchmark.error_occurred) throw new Failure(`${benchmark.name}: ${benchmark.error_message}`);
    return benchmark.real_time;
  });
}

async function timeInNode(documents) {
  const { timeModels } = await import('../tests/bench/wasm.mjs');
  const { default: create } = await import(pathToFileURL(join(engineFolder, 'slipstick.mjs')).href);
  return timeModels(create, await WebAssembly.compile(readFileSync(join(engineFolder, 'slipstick.wasm'))), documents);
}

async function timeInChromium(documents) {
  const server = await serveFiles();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(async (texts) => {
      const { timeModels } = await import('/tests/bench/wasm.mjs');
      const { default: create } = await import('/build/wasm-release/slipstick.mjs');
      const compiled = await WebAssembly.compileStreaming(fetch('/build/wasm-release/slipstick.wasm'));
      return timeModels(create, compiled, texts);
    }, documents);
  } finally {
    await browser.close();
    server.close();
  }
}

async function launchChromium() {
  const { chromium } = await import('@playwright/test');
  const executablePath = firstExisting(process.env.CHROMIUM) ?? find('chromium', 'chromium-browser', 'google-chrome') ?? undefined;
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}

/** Serves the three files that the models need. */
function serveFiles() {
  const types = { '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
  const served = ['/tests/bench/wasm.mjs', '/build/wasm-release/slipstick.mjs', '/build/wasm-release/slipstick.wasm'];
  const server = createServer((request, response) => {
    if (request.url === '/') return response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>bench</title>');
    if (!served.includes(request.url)) return response.writeHead(404).end();
    response.setHeader('Content-Type', types[extname(request.url)]).end(readFileSync(join(root, request.url)));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Writes results. Earlier results are stored beside them and returned; null if there are none. */
function keep(name, values) {
  const folder = join(root, 'build', 'bench');
  const [file, before] = [join(folder, `${name}.json`), join(folder, `${name}-before.json`)];
  mkdirSync(folder, { recursive: true });
  if (existsSync(file)) renameSync(file, before);
  writeFileSync(file, `${JSON.stringify({ date: new Date().toISOString(), ...values }, null, 2)}\n`);
  return existsSync(before) ? JSON.parse(readFileSync(before, 'utf8')) : null;
}

function sizeOfEngine() {
  return `\nfirst module: ${lightSize().toFixed(1)} KiB after Brotli, of at most ${budget.light}`;
}

function table(models, previous) {
  const number = (value) => value.toPrecision(3).padStart(10);
  const header = `${'model'.padEnd(38)}${['steps', 'native ms', 'µs/step', 'Node ms', 'Chrom. ms', 'wasm/nat.', 'before ms'].map((text) => text.padStart(10)).join('')}`;
  const rows = models.map((model) => {
    const before = previous.find((other) => other.name === model.name)?.native;
    return [
      model.name.padEnd(38),
      String(model.steps).padStart(10),
      number(model.native),
      number((1000 * model.native) / Math.max(1, model.steps)),
      number(model.node),
      number(model.chromium),
      number(model.chromium / model.native),
      before === undefined ? ''.padStart(10) : number(before),
    ].join('');
  });
  return `\n${header}\n${rows.join('\n')}`;
}
