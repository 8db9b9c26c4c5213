// Measures the built page in a browser as a visitor meets it: every visit begins with an empty cache.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

const playTime = 5000; // ms for which the belt is watched
const patience = 600_000; // ms
const tracing = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Milliseconds until something is seen and until it moves, the longest tasks of the main thread, seconds until the stability chart stands.
 * `browser`: of Playwright; `url`: of the built site. `longRun`: also the memory after ten simulated minutes of the coin.
 */
export async function timePage(browser, url, models, { longRun = false } = {}) {
  return {
    coin: await visit(browser, url, '', opening),
    belt: await visit(browser, url, '#g=belt-two-pulleys', busiest),
    stability: await visit(browser, url, '#g=bicycle', surveyed),
    memory: longRun ? await visit(browser, url, longCoin(models), remembered) : null,
  };
}

/** The measurements as lines for a person. */
export function pageReport({ coin, belt, stability, memory }) {
  const lines = [
    ['first contentful paint', `${round(coin.firstPaint)} ms`],
    ['first moving picture (coin)', `${round(coin.moving)} ms`],
    ['longest main-thread task, opening the belt drive', taskText(belt.opening)],
    ['longest main-thread task, while the belt runs', taskText(belt.playing)],
    [`stability chart with ${stability.found} speeds`, `${round(stability.done)} ms from the page's start`],
  ];
  if (memory) lines.push(['ten minutes of the coin', memoryText(memory)]);
  return ['', 'page', ...lines.map(([name, value]) => `${name.padEnd(52)}${value}`)].join('\n');
}

async function visit(browser, url, hash, measure) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    await page.addInitScript(watch);
    return await measure(page, `${url}${hash}`);
  } finally {
    await context.close();
  }
}

/** In the page: when it first fulfils a condition, in ms since its start. */
function watch() {
  const conditions = {
    moving: () => Number(document.querySelector('slip-scene')?.dataset.time) > 0,
    surveyed: () => document.querySelector('slip-stability [data-state=done][data-found]:not([data-found="0"])') !== null,
    finished: () => document.querySelector('.model-page[data-phase=finished]') !== null,
  };
  window.since = {};
  const look = () => {
    for (const [name, holds] of Object.entries(conditions)) if (!(name in window.since) && holds()) window.since[name] = performance.now();
    setTimeout(look, 2);
  };
  look();
}

async function reached(page, name) {
  await page.waitForFunction((condition) => condition in window.since, name, { polling: 100 });
  return page.evaluate((condition) => window.since[condition], name);
}

async function opening(page, address) {
  await page.goto(address);
  const moving = await reached(page, 'moving');
  const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  return { firstPaint, moving };
}

async function surveyed(page, address) {
  await page.goto(address);
  const done = await reached(page, 'surveyed');
  const found = await page.locator('slip-stability [data-found]').getAttribute('data-found');
  return { done, found: Number(found) };
}

/** The longest task until the belt moves, and of some seconds from then on. */
async function busiest(page, address) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: tracing });
  await page.goto(address);
  await reached(page, 'moving');
  const opening = longestTask(await browser.stopTracing());
  await browser.startTracing(page, { categories: tracing });
  await page.waitForTimeout(playTime);
  return { opening, playing: longestTask(await browser.stopTracing()) };
}

/** Of the thread that runs the page: `wall` with what it waited for (graphics card, other threads), `computing` without; both in ms. */
function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`));
  const longest = (of) => tasks.reduce((most, task) => Math.max(most, (task[of] ?? 0) / 1000), 0);
  return { wall: longest('dur'), computing: longest('tdur') };
}

/** The address of ten simulated minutes with a thousand samples in each second. */
function longCoin(models) {
  const document = JSON.parse(readFileSync(join(models, 'rolling-coin.json'), 'utf8'));
  document.analysis = [{ ...document.analysis[0], endTime: 600, stepSize: 0.001, sensorsWritePeriod: 0.001 }];
  return `#m=1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;
}

/** What the page's program holds while the run goes on (the most of it) and after it, in bytes, and how it says that samples are left out. */
async function remembered(page, address) {
  const client = await page.context().newCDPSession(page);
  const held = async () => {
    const { usedSize, backingStorageSize = 0 } = await client.send('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  };
  await page.goto(address);
  let most = 0;
  while (!(await page.evaluate(() => 'finished' in window.since))) {
    most = Math.max(most, await held());
    await page.waitForTimeout(500);
  }
  const finished = await reached(page, 'finished');
  await client.send('HeapProfiler.collectGarbage');
  return { seconds: finished / 1000, most, after: await held(), sentence: await page.locator('.run-sentence').innerText() };
}

const round = (value) => Math.round(value);
const taskText = ({ wall, computing }) => `${round(wall)} ms, of which ${round(computing)} ms computing, the rest waiting`;
const memoryText = ({ seconds, most, after, sentence }) =>
  `${round(seconds)} s; ${megabytes(most)} at most, ${megabytes(after)} afterwards; ${sentence}`;
const megabytes = (bytes) => `${round(bytes / 1e6)} MB`;
