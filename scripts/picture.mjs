// Creates the pictures of README.md from the built page: an animation of a model of the gallery, and stills of other parts.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildEngine, buildSite } from './build.mjs';
import { Failure, find, firstExisting, isMain, main, readOptions, root } from './tools.mjs';

const usage = `npm run picture [-- options] [model]
Plays a model of the gallery (rolling-coin) in Chromium and writes docs/picture.webp; --stills writes the other pictures of README.md.

  --output FILE       writes another file
  --seconds 5         how long the picture lasts
  --from 0, --to 1.5  the part of the run that it shows, in s; without them all of it
  --stills            writes docs/picture-belt.webp, -build.webp and -tasks.webp
  --built             takes dist/ as it is
  --help              this text`;
const size = { width: 1120, height: 760 }; // pixels
const rate = 12; // frames per second
const quality = 0.82; // of the lossy compression, 0 to 1
const whole = 12; // frames between two complete frames, which remove the artefacts of lossy ones
const mostBytes = 1.5e6; // because a text page must load quickly

/** Stills: the model, the time (s) and the tab that is open. */
const stills = {
  belt: { model: 'belt-two-pulleys', time: 1 },
  build: { model: 'slider-crank', time: 0.6, tab: 'Build' },
  tasks: { model: 'slider-crank', time: 0.6, tab: 'Tasks' },
};

/** A page with the finished run of a model, at rest. */
async function openModel(browser, address, model) {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce' }); // no automatic animation
  await page.goto(`${address}#g=${model}`);
  await page.locator('.model-page[data-phase=finished]').waitFor({ timeout: 300_000 });
  await page.locator('slip-scene[data-drawn]').waitFor();
  return page;
}

/** Moves the time cursor, and waits until the view shows that time. */
async function showTime(page, time) {
  await page.locator('slip-transport .scrubber').evaluate((input, value) => {
    input.value = String(value);
    input.dispatchEvent(new Event('input'));
  }, time);
  await page.waitForFunction((shown) => {
    const scene = document.querySelector('slip-scene');
    const canvas = scene?.querySelector('canvas');
    return scene?.getAttribute('data-time') === String(shown) && canvas.width >= canvas.clientWidth; // at full resolution or more, as at rest
  }, time);
}

/** Plays the model and passes each screenshot, a PNG, to `take` in order. `times(start, end)`: the times to show, in s. */
async function play(browser, address, model, times, take) {
  const page = await openModel(browser, address, model);
  const [start, end] = await page.locator('slip-transport .scrubber').evaluate(({ min, max }) => [Number(min), Number(max)]);
  for (const time of times(start, end)) {
    await showTime(page, time);
    await take(await page.screenshot());
  }
  await page.close();
}

/**
 * Runs in an empty page. The changed area of a screenshot compared with the one before, or the complete screenshot if `whole`, as {x, y,
 * width, height, webp}; null: no change.
 */
async function compress({ png, quality, whole }) {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  const image = context.getImageData(0, 0, width, height);
  const now = new Uint32Array(image.data.buffer);
  const before = globalThis.before;
  globalThis.before = now.slice();
  let [left, top, right, bottom] = [0, 0, width, height];
  if (before && !whole) {
    [left, top, right, bottom] = [width, height, 0, 0];
    for (let i = 0; i < now.length; i++) {
      if (now[i] === before[i]) {
        now[i] = 0; // transparent: keep the previous pixel
        continue;
      }
      const [x, y] = [i % width, Math.floor(i / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
    if (left >= right) return null;
    [left, top] = [left - (left % 2), top - (top % 2)]; // coordinates in the file are even
  }
  const part = new OffscreenCanvas(right - left, bottom - top);
  part.getContext('2d').putImageData(image, -left, -top);
  const bytes = new Uint8Array(await (await part.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
  let webp = '';
  for (const byte of bytes) webp += String.fromCharCode(byte);
  return { x: left, y: top, width: part.width, height: part.height, webp: btoa(webp) };
}

/** An animated WebP (RFC 9649) from still ones: {x, y, width, height, webp, duration}, the duration in ms. */
export function animate({ width, height }, frames) {
  const canvas = chunk('VP8X', [0x12, 0, 0, 0, ...bytes(width - 1, 3), ...bytes(height - 1, 3)]); // with animation and transparency
  const loop = chunk('ANIM', [...bytes(0xffffffff, 4), ...bytes(0, 2)]); // loop for ever
  const parts = frames.map((frame) => {
    const place = [bytes(frame.x / 2, 3), bytes(frame.y / 2, 3), bytes(frame.width - 1, 3), bytes(frame.height - 1, 3)];
    return chunk('ANMF', Buffer.concat([Buffer.from([...place.flat(), ...bytes(frame.duration, 3), 0]), pixelsOf(frame.webp)]));
  });
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), canvas, loop, ...parts]));
}

/** The chunks of a still WebP that hold its pixels. */
function pixelsOf(webp) {
  const kept = [];
  for (let at = 12; at < webp.length; ) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    const next = end + (end % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(webp.toString('latin1', at, at + 4))) kept.push(webp.subarray(at, next));
    at = next;
  }
  return Buffer.concat(kept);
}

function chunk(name, content) {
  const odd = content.length % 2 === 1 ? [0] : [];
  return Buffer.concat([Buffer.from([...Buffer.from(name), ...bytes(content.length, 4)]), Buffer.from(content), Buffer.from(odd)]);
}

/** A number in little-endian order. */
function bytes(value, count) {
  return Array.from({ length: count }, (_, i) => Math.floor(value / 256 ** i) % 256);
}

/** Calls `work(browser, address, maker)` with the served site; `maker` is an empty page that compresses screenshots. */
async function withPage(work) {
  const { preview } = await import('vite');
  const { chromium } = await import('@playwright/test');
  const executablePath = firstExisting(process.env.CHROMIUM) ?? find('chromium', 'chromium-browser', 'google-chrome') ?? undefined;
  const server = await preview({ configFile: join(root, 'vite.config.ts'), preview: { host: '127.0.0.1', port: 0 }, logLevel: 'warn' });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await work(browser, server.resolvedUrls.local[0], await browser.newPage());
  } finally {
    await browser.close();
    await server.close();
  }
}

async function makePicture(model, { output, seconds, from, to }) {
  const frames = [];
  const count = Math.round(seconds * rate);
  const times = (start, end) => {
    const [first, last] = [from ?? start, to ?? end];
    return Array.from({ length: count }, (_, i) => Number((first + ((last - first) * i) / (count - 1)).toFixed(6)));
  };
  await withPage((browser, address, maker) =>
    play(browser, address, model, times, async (screenshot) => {
      const frame = await maker.evaluate(compress, { png: screenshot.toString('base64'), quality, whole: frames.length % whole === 0 });
      if (frame) frames.push({ ...frame, webp: Buffer.from(frame.webp, 'base64'), duration: 0 });
      frames[frames.length - 1].duration += Math.round(1000 / rate);
    }),
  );
  frames[frames.length - 1].duration += 1000; // a pause before the animation repeats
  const picture = animate(size, frames);
  if (picture.length > mostBytes) throw new Failure(`The picture has ${picture.length} bytes, more than ${mostBytes}.`);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, picture);
  console.log(`${output}: ${frames.length} pictures, ${Math.round(picture.length / 1000)} kB`);
}

async function makeStills() {
  await withPage(async (browser, address, maker) => {
    for (const [name, { model, time, tab }] of Object.entries(stills)) {
      const page = await openModel(browser, address, model);
      if (tab) await page.getByRole('tab', { name: tab }).click();
      await showTime(page, time);
      const png = (await page.screenshot()).toString('base64');
      const { webp } = await maker.evaluate(compress, { png, quality, whole: true });
      writeFileSync(join(root, 'docs', `picture-${name}.webp`), Buffer.from(webp, 'base64'));
      await page.close();
    }
  });
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const text = { type: 'string' };
    const options = {
      output: text,
      seconds: { ...text, default: '5' },
      from: text,
      to: text,
      stills: { type: 'boolean' },
      built: { type: 'boolean' },
    };
    const { values, positionals } = readOptions(usage, { options, allowPositionals: true });
    const [model = 'rolling-coin', ...others] = positionals;
    if (others.length > 0 || !existsSync(join(root, 'web', 'models', `${model}.json`))) {
      throw new Failure(`There is no model ${positionals.join(' ')} in web/models.`);
    }
    const number = (name) => {
      if (values[name] !== undefined && !Number.isFinite(Number(values[name]))) throw new Failure(`--${name} must be a number of seconds`);
      return values[name] === undefined ? undefined : Number(values[name]);
    };
    if (!values.built) {
      await buildEngine();
      await buildSite();
    }
    if (values.stills) return makeStills();
    const output = values.output ?? join(root, 'docs', 'picture.webp');
    await makePicture(model, { output, seconds: number('seconds'), from: number('from'), to: number('to') });
  });
}
