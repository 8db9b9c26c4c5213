// Measures when the first run of a page has finished on a phone: a processor four times slower, 9 Mbit/s, 85 ms, Brotli, nothing cached.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';

const slowdown = 4;
const delay = 85; // ms until the answer to a request begins
const bytesPerMillisecond = 9e6 / 8 / 1000;
const piece = 4096; // bytes
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a folder like a server behind a mobile connection that all its answers share. */
export async function servePhone(folder) {
  const packed = new Map();
  const answerOf = (path) => {
    if (!packed.has(path)) packed.set(path, brotliCompressSync(readFileSync(path)));
    return packed.get(path);
  };
  let free = 0; // the time when the connection has sent what was asked for
  const send = async (response, bytes) => {
    for (let at = 0; at < bytes.length; at += piece) {
      const part = bytes.subarray(at, at + piece);
      free = Math.max(free, performance.now()) + part.length / bytesPerMillisecond;
      await wait(free - performance.now());
      response.write(part);
    }
    response.end();
  };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://phone').pathname));
    await wait(delay);
    try {
      const bytes = answerOf(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      response.writeHead(200, {
        'Content-Type': types[extname(path)] ?? (path.endsWith('/') ? 'text/html' : 'application/octet-stream'),
        'Content-Encoding': 'br',
        'Cache-Control': 'max-age=60',
      });
      await send(response, bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Milliseconds until the first run of models of the gallery has finished: the medians of `rounds` visits. */
export async function timePhone(browser, url, models, rounds = 5) {
  for (const model of models) await visit(browser, `${url}#g=${model}`); // the server packs its files
  const times = models.map(() => []);
  for (let round = 0; round < rounds; ++round)
    for (const [i, model] of models.entries()) times[i].push(await visit(browser, `${url}#g=${model}`));
  return models.map((model, i) => ({ model, finished: median(times[i]) }));
}

/** The measurements as readable lines. */
export function phoneReport(rows) {
  const lines = rows.map(({ model, finished }) => `${`phone: ${model}, first run finished`.padEnd(52)}${(finished / 1000).toFixed(2)} s`);
  return lines.join('\n');
}

async function visit(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.finished, null, { polling: 50, timeout: 120_000 });
    return await page.evaluate(() => window.finished);
  } finally {
    await context.close();
  }
}

/** In the page: when the run has finished, in ms since the navigation. */
function watch() {
  const look = () => {
    if (document.querySelector('.model-page[data-phase=finished]')) window.finished = performance.now();
    else setTimeout(look, 5);
  };
  look();
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
