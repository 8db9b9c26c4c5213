import type { Page } from '@playwright/test';
import { enter, expect, finished, openStill, pixelsOf, saved, test } from './page';

const file = (page: Page, name: string) => saved(page.getByRole('button', { name, exact: true }).filter({ visible: true }));

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** The fraction of pixels in a part of a picture (x, y, width, height as fractions) that differ from the pixel in its upper left corner. */
async function drawnIn(page: Page, png: Buffer, [x, y, width, height]: [number, number, number, number]): Promise<number> {
  const { colors, ...whole } = await pixelsOf(page, png);
  const [left, top, columns, rows] = [x * whole.width, y * whole.height, width * whole.width, height * whole.height].map(Math.floor);
  const at = (column: number, row: number) => 4 * ((top + row) * whole.width + left + column);
  let other = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const pixel = at(column, row);
      if (colors[pixel] !== colors[at(0, 0)] || colors[pixel + 1] !== colors[at(0, 0) + 1]) other++;
    }
  return other / (columns * rows);
}

test('The 3D view is saved in the chosen size, with its legend, even during playback', async ({ page }) => {
  await openStill(page, '#g=rolling-coin');
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Play' }).click();
  const full = await file(page, '3D view (PNG)');
  expect(full.name).toMatch(/^rolling-coin.*\.png$/);
  expect(sizeOf(full.content)).toEqual([1920, 1080]);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByLabel('Size of pictures').selectOption('1080 × 1080');
  const square = await file(page, '3D view (PNG)');
  expect(sizeOf(square.content)).toEqual([1080, 1080]);
  for (const { content } of [full, square]) {
    expect(await drawnIn(page, content, [0.7, 0.85, 0.3, 0.14]), 'the legend of the arrows').toBeGreaterThan(0.02);
    expect(await drawnIn(page, content, [0.01, 0.92, 0.2, 0.06]), 'scale and time').toBeGreaterThan(0.02);
  }
  // The view on the page is unchanged.
  await expect
    .poll(() => page.locator('slip-scene canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.clientWidth))
    .toBeCloseTo(2, 1); // at rest, without the graphics card that tests lack

  // The picture has a ground, a grid and a time only if selected.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByText('Colours of the page, with time and legend').click();
  await page.getByLabel('Background of the 3D picture').selectOption('White');
  for (const name of ['Grid', 'Time and legend']) await page.getByLabel(name, { exact: true }).uncheck();
  const white = (await file(page, '3D view (PNG)')).content;
  expect(await cornerOf(page, white)).toEqual([255, 255, 255, 255]);
  expect(await drawnIn(page, white, [0.01, 0.92, 0.2, 0.06])).toBe(0);
  expect(await drawnIn(page, white, [0.2, 0.2, 0.6, 0.6]), 'the coin').toBeGreaterThan(0.005);
  await page.getByLabel('Background of the 3D picture').selectOption('Transparent');
  expect((await cornerOf(page, (await file(page, '3D view (PNG)')).content))[3]).toBe(0);
});

test('Plots are saved as drawings and as sharp pictures, with the values and names of their runs', async ({ page }) => {
  await openStill(page, '#g=rolling-coin');
  await page.getByRole('button', { name: 'Keep this run' }).click();
  for (const value of ['0.3', '0.2']) {
    await enter(page.getByLabel('friction μ, number'), value);
    await expect(page).toHaveURL(new RegExp(`mu=${value}`));
    await page.locator(finished).waitFor();
  }
  await enter(page.getByLabel('Name of the kept run original values'), 'rough & dry');
  await expect(page.getByRole('button', { name: 'last run' })).toBeVisible();
  await page.getByRole('tab', { name: 'Data' }).click();
  const svg = (await file(page, 'Plots (SVG)')).content.toString();
  const read = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      error: drawing.querySelector('parsererror')?.textContent ?? '',
      texts: [...drawing.querySelectorAll('text')].map((element) => element.textContent?.replaceAll('\u00a0', ' ')).join('\n'),
      paths: drawing.querySelectorAll('path').length,
    };
  }, svg);
  expect(read.error).toBe('');
  for (const text of [
    'Rolling coin',
    'contact force [N]',
    'trail [mm]',
    't [s]',
    'normal',
    'friction μ = 0.2',
    'last run (friction μ = 0.3)',
  ])
    expect(read.texts).toContain(text);
  expect(read.texts).toContain('rough & dry (friction μ = 0.8)');
  expect(read.paths).toBeGreaterThan(15);

  const all = await file(page, 'Plots (PNG)');
  expect(all.name).toMatch(/^rolling-coin.*\.png$/);
  const width = await page
    .locator('slip-plot .plot-area')
    .first()
    .evaluate((area) => area.clientWidth);
  expect(sizeOf(all.content)[0]).toBeGreaterThanOrEqual(3 * width);
  expect(await drawnIn(page, all.content, [0, 0, 1, 1])).toBeGreaterThan(0.02);

  const height = page.getByRole('group', { name: 'Plot: height of the centre' });
  await height.getByRole('button', { name: /^Tools/ }).click();
  const one = await file(page, 'Save as PNG');
  expect(one.name).toBe('rolling-coin-height-of-the-centre.png');
  const area = ([width, height]: number[]) => width * height;
  expect(area(sizeOf(one.content))).toBeLessThan(0.6 * area(sizeOf(all.content)));
  const single = (await file(page, 'Save as SVG')).content.toString();
  expect(single).toContain('height of the centre');
  expect(single).not.toContain('contact force');
});

/** The colour of the pixel in the upper left corner: red, green, blue, opacity. */
async function cornerOf(page: Page, png: Buffer): Promise<number[]> {
  return [...(await pixelsOf(page, png)).colors.subarray(0, 4)];
}

test('Pictures of plots fit a paper: in its width, on white or transparent, without a cursor, with units at the axes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByText(/^as wide as on the page, /).click();
  const svg = async () => (await file(page, 'Plots (SVG)')).content.toString();
  await page.getByLabel('Cursor', { exact: true }).check();
  const withCursor = (await svg()).match(/<path/g)!.length;
  await page.getByLabel('Cursor', { exact: true }).uncheck();
  const plain = await svg();
  expect(plain.match(/<path/g)!.length).toBeLessThan(withCursor);
  expect(plain).toMatch(/<rect width="100%" height="100%" fill="#fff(fff)?"/); // white although the page is dark
  await page.getByLabel('Width of the picture').selectOption('85\u2009mm');
  const column = await svg();
  expect(column).toMatch(/^<svg [^>]*width="85mm"/);
  expect(column).toContain('>slider acceleration [m/s²]</text>');
  expect(column).not.toContain('Slider-crank');
  const png = (await file(page, 'Plots (PNG)')).content;
  expect(sizeOf(png)[0]).toBe(Math.round((85 / 25.4) * 300));
  const at = png.indexOf('pHYs');
  expect([png.readUInt32BE(at + 4), png.readUInt32BE(at + 8), png[at + 12]]).toEqual([11811, 11811, 1]); // 300 dots per inch
  expect(await cornerOf(page, png)).toEqual([255, 255, 255, 255]);
  await page.getByLabel('Background of the plots').selectOption('Transparent');
  expect((await cornerOf(page, (await file(page, 'Plots (PNG)')).content))[3]).toBe(0);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('The chart of stability is also saved', async ({ page }) => {
  await openStill(page, '#g=bicycle');
  await page.locator('slip-stability [data-state=done]').waitFor();
  await page.getByRole('tab', { name: 'Data' }).click();
  const svg = (await file(page, 'Plots (SVG)')).content.toString();
  for (const text of ['Re λ of a pair', 'stable: ', 'weave']) expect(svg).toContain(text);
  const png = await file(page, 'Plots (PNG)');
  expect(await drawnIn(page, png.content, [0, 0, 1, 0.1])).toBeGreaterThan(0.02);
});

test('The run is recorded as a video, which can be cancelled; an incapable browser reports it', async ({ page }) => {
  await openStill(page, '#g=rolling-coin');
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByLabel('Size of pictures').selectOption('1280 × 720');
  await page.getByLabel('Speed', { exact: true }).selectOption('0.03×');
  await page.getByRole('button', { name: 'Video of the run' }).click();
  await expect(page.locator('.export-message')).toContainText(/Recording, \d+ of 50 s/);
  await page.getByRole('button', { name: 'Cancel the video' }).click();
  await expect(page.locator('.export-message')).toHaveText('The video was cancelled.');
  await page.getByLabel('Speed', { exact: true }).selectOption('1×');
  const video = await file(page, 'Video of the run');
  expect(video.name).toMatch(/^rolling-coin\.(mp4|webm)$/);
  const seen = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const element = document.createElement('video');
    element.muted = true;
    element.src = URL.createObjectURL(new Blob([bytes]));
    await new Promise((resolve, reject) => {
      element.onloadeddata = resolve;
      element.onerror = () => reject(new Error(element.error?.message));
    });
    // Without an index in the file, a browser finds its duration only by playing.
    for (let attempt = 0; attempt < 20 && element.currentTime !== 1; ++attempt) {
      element.currentTime = 1;
      await new Promise((resolve) => {
        element.onseeked = resolve;
      });
    }
    return { width: element.videoWidth, height: element.videoHeight, time: element.currentTime };
  }, video.content.toString('base64'));
  expect(seen).toEqual({ width: 1280, height: 720, time: 1 });
  await expect
    .poll(() =>
      page
        .locator('slip-scene canvas')
        .evaluate((canvas: HTMLCanvasElement) => (canvas.width / canvas.height) * (canvas.clientHeight / canvas.clientWidth)),
    )
    .toBeCloseTo(1, 2);

  await page.evaluate(() => {
    (window as unknown as { MediaRecorder: unknown }).MediaRecorder = undefined;
  });
  await page.getByRole('button', { name: 'Video of the run' }).click();
  await expect(page.locator('.export-message')).toContainText('this browser cannot record videos');
});
