// Measures the built page in a browser as a new visitor experiences it: every visit begins with an empty cache.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { timeDrags } from './drag.mjs';
import { spheres } from './peers/models.mjs';

const playTime = 5000; // ms for which the belt is watched
const patience = 600_000; // ms
const grainCount = 2000;
const [wide, narrow] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const tracing = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Milliseconds until something is visible and until it moves, the longest tasks of the main thread, seconds until the stability chart is
 * complete, and the delay of a mechanism behind the pointer.
 * `browser`: of Playwright; `url`: of the built site. `drawing`: also spheres and dragging. `longRun`: also the memory after ten simulated
 * minutes of the coin.
 */
export async function timePage(browser, url, models, { drawing = false, longRun = false } = {}) {
  return {
    coin: await visit(browser, url, '', opening),
    belt: await visit(browser, url, '#g=belt-two-pulleys', busiest),
    stability: await visit(browser, url, '#g=bicycle', surveyed),
    grains: drawing ? await timeGrains(browser, url) : [],
    drags: drawing ? await timeDrags(browser, url, models) : [],
    memory: longRun ? await visit(browser, url, longCoin(models), remembered) : null,
  };
}

/** The measurements as readable lines. */
export function pageReport({ coin, belt, stability, grains, drags, memory }) {
  const lines = [
    ['first contentful paint', `${round(coin.firstPaint)} ms`],
    ['first moving picture (coin)', `${round(coin.moving)} ms`],
    ['longest main-thread task, opening the belt drive', taskText(belt.opening)],
    ['longest main-thread task, while the belt runs', taskText(belt.playing)],
    [`stability chart with ${stability.found} speeds`, `${round(stability.done)} ms from the page's start`],
  ];
  for (const { width, height, running, playing } of grains)
    lines.push([`${grainCount} spheres at ${width} × ${height}`, `${rate(running)} frames/s while they run, ${rate(playing)} afterwards`]);
  for (const { name, pictures, whole, computing } of drags)
    lines.push([
      `dragging in Build: ${name}`,
      `${rate(pictures)} pictures/s, ${spread(whole)} after the move, ${spread(computing)} of it computing`,
    ]);
  if (memory) lines.push(['ten minutes of the coin', memoryText(memory)]);
  return ['', 'page', ...lines.map(([name, value]) => `${name.padEnd(52)}${value}`)].join('\n');
}

/** Frames per second of spheres that fall into a box, on a large and on a small screen. */
export async function timeGrains(browser, url) {
  const document = spheres(grainCount);
  document.analysis = [{ ...document.analysis[0], endTime: 0.4, numberOfSteps: 4000, sensorsWritePeriod: 0.005 }];
  const [screens, rows] = [[wide, narrow], []];
  for (const viewport of screens) rows.push({ ...viewport, ...(await visit(browser, url, linkOf(document), drawn, viewport)) });
  return rows;
}

async function visit(browser, url, hash, measure, viewport = { width: 1280, height: 800 }) {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    await page.addInitScript(watch);
    return await measure(page, `${url}${hash}`);
  } finally {
    await context.close();
  }
}

/** In the page: the time when it first fulfils a condition, in ms since its start. */
function watch() {
  const conditions = {
    moving: () => Number(document.querySelector('slip-scene')?.dataset.time) > 0,
    surveyed: () => document.querySelector('slip-stability [data-state=done][data-found]:not([data-found="0"])') !== null,
    finished: () => document.querySelector('.model-page[data-phase=finished]') !== null,
  };
  window.since = {};
  window.frames3d = [];
  window.addEventListener('drawn', () => window.frames3d.push(performance.now()), true);
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

/** Times of the page's main thread in ms: `wall` includes waiting (graphics card, other threads), `computing` does not. */
function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`));
  const longest = (of) => tasks.reduce((most, task) => Math.max(most, (task[of] ?? 0) / 1000), 0);
  return { wall: longest('dur'), computing: longest('tdur') };
}

/** The address of ten simulated minutes with a thousand samples per second. */
function longCoin(models) {
  const document = JSON.parse(readFileSync(join(models, 'rolling-coin.json'), 'utf8'));
  document.analysis = [{ ...document.analysis[0], endTime: 600, stepSize: 0.001, sensorsWritePeriod: 0.001 }];
  return linkOf(document);
}

const linkOf = (document) => `#m=1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;

/** Frames per second from the first one until the run is finished, and during playback. */
async function drawn(page, address) {
  const framesPerSecond = (from, to) =>
    page.evaluate(
      ([start, end]) => {
        const frames = window.frames3d.filter((time) => time >= start && time <= end).length;
        return frames > 0 ? (1000 * frames) / (end - Math.max(start, window.frames3d[0])) : 0;
      },
      [from, to],
    );
  await page.goto(address);
  const running = await framesPerSecond(0, await reached(page, 'finished'));
  await page.evaluate(() => {
    const { cursor } = document.querySelector('slip-scene');
    cursor.set({ speed: 0.1, loop: true });
    cursor.toStart();
    cursor.play();
  });
  const start = await page.evaluate(() => performance.now() + 1000);
  await page.waitForTimeout(playTime + 1000);
  return { running, playing: await framesPerSecond(start, start + playTime) };
}

/** The memory of the page's program in bytes: the maximum during the run and the value after it, and the notice about omitted samples. */
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
const spread = ([median, most]) => `${median.toFixed(1)} ms (95 %: ${most.toFixed(1)})`;
const rate = (value) => (value < 20 ? value.toFixed(1) : round(value));
const taskText = ({ wall, computing }) => `${round(wall)} ms, of which ${round(computing)} ms computing, the rest waiting`;
const memoryText = ({ seconds, most, after, sentence }) =>
  `${round(seconds)} s; ${megabytes(most)} at most, ${megabytes(after)} afterwards; ${sentence}`;
const megabytes = (bytes) => `${round(bytes / 1e6)} MB`;
