import { readFileSync } from 'node:fs';
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { deflateSync, strToU8 } from 'fflate';

/** Browsers without WebGL. */
const plain = new WeakSet<BrowserContext>();

/**
 * A page that fails its test if the console shows an error or the security policy was violated.
 * Without a graphics card the 3D view takes most of the time. `scene: false` omits it, as in a browser without WebGL, for tests that do not
 * need it.
 */
export const test = base.extend<{ page: Page; allowedErrors: RegExp[]; scene: boolean }>({
  allowedErrors: [[], { option: true }],
  scene: [true, { option: true }],
  context: async ({ context, scene }, use) => {
    if (!scene) {
      plain.add(context);
      await context.addInitScript(() => {
        const { getContext } = HTMLCanvasElement.prototype;
        Object.assign(HTMLCanvasElement.prototype, {
          getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
            return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, ...rest]);
          },
        });
      });
    }
    await use(context);
  },
  page: async ({ page, allowedErrors }, use) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
    });
    await use(page);
    expect(problems.filter((problem) => !allowedErrors.some((allowed) => allowed.test(problem)))).toEqual([]);
  },
});

export { expect };

export const finished = '.model-page[data-phase=finished]';

/** Opens a hash and waits for the end of the run. */
export async function openModel(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  await page.locator(finished).waitFor();
}

/** Loads an address, even if it differs from the present one only behind the #. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
}

/** The same, until the 3D picture is drawn, too. */
export async function openStill(page: Page, hash = ''): Promise<void> {
  await openModel(page, hash);
  await page.locator(plain.has(page.context()) ? '.scene-trouble' : 'slip-scene[data-drawn]').waitFor();
}

export function shownTime(page: Page): Promise<number> {
  return page.locator('slip-scene').evaluate((scene) => Number(scene.getAttribute('data-time')));
}

/** Waits until the browser has drawn this many frames. */
export function pictures(page: Page, count = 15): Promise<void> {
  return page.evaluate(
    (all) =>
      new Promise<void>((resolve) => {
        let left = all;
        const next = () => (--left < 0 ? resolve() : requestAnimationFrame(next));
        next();
      }),
    count,
  );
}

/** The colours of a picture: red, green, blue and opacity of every pixel, row by row. */
export async function pixelsOf(page: Page, png: Buffer): Promise<{ width: number; height: number; colors: Buffer }> {
  const { width, height, pixels } = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const bytes = context.getImageData(0, 0, image.width, image.height).data;
    let letters = '';
    for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return { width: image.width, height: image.height, pixels: btoa(letters) };
  }, png.toString('base64'));
  return { width, height, colors: Buffer.from(pixels, 'base64') };
}

/** Pixels of the 3D view with a colour accepted by `is`, given red, green and blue between 0 and 255: their number and centre. */
export async function seen(page: Page, is: (r: number, g: number, b: number) => boolean): Promise<{ count: number; x: number; y: number }> {
  const { width, height, colors } = await pixelsOf(page, await page.locator('slip-scene canvas').screenshot());
  const found = { count: 0, x: 0, y: 0 };
  for (let i = 0; i < width * height; i++) {
    if (!is(colors[4 * i], colors[4 * i + 1], colors[4 * i + 2])) continue;
    found.count++;
    found.x += i % width;
    found.y += Math.floor(i / width);
  }
  return { count: found.count, x: found.x / found.count, y: found.y / found.count };
}

/** The colour of the rolling coin; arrows are redder. */
export const brass = (r: number, g: number, b: number): boolean => g > b && r - b > 40 && r > g && r - g < 70;

interface Drawn {
  /** The numbers at the axes. */
  x: number[];
  y: number[];
  /** The colours of the curves, with the number of lines of each. */
  curves: string[];
  lines: Record<string, number>;
}

/** The drawing of the n-th plot. */
export async function drawn(page: Page, plot: number): Promise<Drawn> {
  const svg = await page
    .locator('slip-plot')
    .nth(plot)
    .evaluate((view) => {
      const { figure } = view as unknown as { figure(style: object, size: null): { drawing: { svg: string } } | null };
      return figure.call(view, { letters: 9, cursor: true }, null)?.drawing.svg ?? '';
    });
  const numbers = (anchor: string) =>
    [...svg.matchAll(new RegExp(`text-anchor="${anchor}"[^>]*>([^<]+)<`, 'g'))].map(([, text]) => Number(text.replace('−', '-')));
  const lines: Record<string, number> = {};
  for (const [, color] of svg.matchAll(/<path d="[^"]*L[^"]*" fill="none" stroke="(#[0-9a-f]{3,6})"/g))
    lines[color] = (lines[color] ?? 0) + 1;
  return { x: numbers('middle'), y: numbers('end'), curves: Object.keys(lines), lines };
}

/** A value in the legend of the n-th plot. */
export function plotValue(page: Page, plot: number, curve = 0): Promise<string> {
  return page.locator('slip-plot').nth(plot).locator(`output[data-curve="${curve}"]`).innerText();
}

/** Presses a button that saves a file. */
export async function saved(button: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Presses a button that asks for files, and chooses these: their names with their contents. */
export async function choose(button: Locator, files: Record<string, string | Buffer>): Promise<void> {
  const [chooser] = await Promise.all([button.page().waitForEvent('filechooser'), button.press('Enter')]);
  await chooser.setFiles(Object.entries(files).map(([name, content]) => ({ name, mimeType: '', buffer: Buffer.from(content) })));
}

/** Drops files on an element: their names with their contents. */
export function drop(element: Locator, files: Record<string, string>): Promise<void> {
  return element.first().evaluate((target, given) => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of Object.entries(given)) dataTransfer.items.add(new File([content], name));
    target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

/** Types into a field, with Enter at the end. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

/** Replaces the text in *Model*, in one edit. */
export async function writeText(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Model', exact: true }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Opens the Share dialog. */
export async function share(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  return page.getByRole('dialog', { name: 'Share' });
}

/** The camera's offset from its target; null until it was moved. */
export const cameraOffset = (page: Page): Promise<number[] | null> =>
  page.locator('slip-scene').evaluate((scene) => (scene as unknown as { shot: { offset: number[] } | null }).shot?.offset ?? null);

/** Sends touches of one finger or two, at points of the window. */
export async function fingers(
  page: Page,
): Promise<(type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: [number, number][]) => Promise<unknown>> {
  const client = await page.context().newCDPSession(page);
  return (type, ...at) => client.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
}

/** Presses Tab (backwards with Shift) until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let i = 0; i < 150; i++) {
    if ((await target.count()) > 0 && (await target.evaluate((element) => element === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${key}`);
}

export function documentHash(document: object): string {
  return `#m=1.${Buffer.from(deflateSync(strToU8(JSON.stringify(document)))).toString('base64url')}`;
}

/** A mass that falls, with changes of the analysis and loads. */
export function fallingMass(analysis: object, more: object = {}): object {
  return {
    slipstick: 1,
    title: 'Falling mass',
    nodes: [{ type: 'Point', name: 'mass' }],
    objects: [{ type: 'MassPoint', name: 'mass', physicsMass: 1, nodeNumber: 'mass' }],
    markers: [{ type: 'NodePosition', name: 'mass', nodeNumber: 'mass' }],
    loads: [{ type: 'ForceVector', markerNumber: 'mass', loadVector: [0, 0, -1] }],
    sensors: [{ type: 'Node', name: 'position', nodeNumber: 'mass', outputVariableType: 'Position' }],
    analysis: [{ type: 'dynamic', endTime: 1, stepSize: 0.001, sensorsWritePeriod: 0.001, ...analysis }],
    ...more,
  };
}

/** The link in the Share dialog, with values of the result; closes the dialog again. */
export async function linkWithDigest(page: Page): Promise<string> {
  const dialog = await share(page);
  await dialog.getByRole('checkbox', { name: /Values of the result/ }).check();
  const field = dialog.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#m=2\..*&~r=/);
  const link = await field.inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** The values in a database of the page, in the order of their keys. */
export function databaseOf(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(
    (database) =>
      new Promise<unknown[]>((resolve, reject) => {
        const open = indexedDB.open(database);
        open.onupgradeneeded = () => open.transaction?.abort(); // it does not exist yet
        open.onerror = () => resolve([]);
        open.onsuccess = () => {
          const all = open.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => resolve(all.result);
          all.onerror = () => reject(all.error);
          open.result.close();
        };
      }),
    name,
  );
}
