import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { createEngine } from '../../wasm/engine/direct';
import type { GivenRun } from '../../web/src/state/given-run';
import { expect, fallingMass, finished, test } from './page';
import { Site } from './site';

/** A notebook's page, with the module that anywidget provides for a model: `add` shows a widget with these traits, as a cell does. */
const notebook = `<!doctype html><title>Notebook</title><link rel="icon" href="data:,">
<script type="module">
import widget from './widget.js';
class Model {
  handlers = [];
  saved = [];
  constructor(traits) { this.traits = traits; }
  widget_manager = { get_model: async (id) => id === 'viewer' ? { get: () => window.viewer } : Promise.reject(new Error(id)) };
  get(name) { return this.traits[name]; }
  set(name, value) {
    if (JSON.stringify(this.traits[name]) === JSON.stringify(value)) return;
    this.traits = { ...this.traits, [name]: value };
    for (const [event, then] of this.handlers) if (event === 'change:' + name) then();
  }
  save_changes() { this.saved.push(this.traits); }
  on(event, then) { this.handlers.push([event, then]); }
  off(event, then) { this.handlers = this.handlers.filter((handler) => handler[0] !== event || handler[1] !== then); }
}
const models = [];
window.add = async (traits, number = models.length) => {
  const model = models[number] ??= new Model({ show: ['scene', 'time', 'parameters'], height: 420, _run: null, _site: '', _viewer: 'IPY_MODEL_viewer', ...traits });
  const el = document.body.appendChild(document.createElement('div'));
  await widget.render({ model, el });
};
window.models = models;
window.viewer = await (await fetch('./single.html')).text();
</script>`;

interface Notebook {
  add(traits: object, number?: number): Promise<void>;
  viewer?: string;
  models: {
    traits: { parameters: Record<string, number>; _run: object | null };
    saved: object[];
    set(name: string, value: unknown): void;
  }[];
}
declare const window: Notebook & typeof globalThis.window;

const site = new Site('dist', '/notebook/');
test.beforeAll(() => site.start());
test.afterAll(() => site.stop());

/** A mass that falls under a force F, which a slider changes. */
const model = fallingMass(
  {},
  {
    parameters: { F: { value: -1, min: -4, max: 0, step: 0.5, unit: 'N', label: 'force' } },
    loads: [{ type: 'ForceVector', markerNumber: 'mass', loadVector: [0, 0, 'F'] }],
  },
);
const traits = { _document: JSON.stringify(model), _defaults: { F: -1 }, parameters: { F: -1 } };

async function openNotebook(page: Page): Promise<void> {
  site.changes.set('notebook.html', notebook);
  await page.goto(`${site.address}notebook.html`);
  await page.waitForFunction(() => window.viewer !== undefined);
}

/** The height of the mass at the end of the displayed run. */
function height(page: Page): Promise<number | undefined> {
  return page.evaluate(async () => {
    const element = document.querySelector('slipstick-widget') as unknown as {
      seek(time: number): Promise<void>;
      read(): Promise<{ sensors: Record<string, { values: number[] }> }>;
    };
    await element.seek(1);
    return (await element.read()).sensors.position?.values[2];
  });
}

const parameters = (page: Page) => page.evaluate(() => window.models[0].traits.parameters);

test('A widget and Python set the same parameters, without a network', async ({ page, context }) => {
  await openNotebook(page);
  await context.setOffline(true);
  await page.evaluate((given) => window.add(given), traits);
  const frame = page.frameLocator('slipstick-widget iframe');
  await frame.locator(finished).waitFor();
  await expect(page.locator('slipstick-widget iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-popups allow-downloads');
  await expect.poll(() => height(page)).toBeCloseTo(-0.5, 6);
  expect(await page.evaluate(() => window.models[0].saved)).toEqual([]); // nothing has changed

  const slider = frame.locator('.parameter input[type=range]');
  await slider.focus();
  await slider.press('ArrowLeft');
  await expect.poll(() => parameters(page)).toEqual({ F: -1.5 });
  expect(await page.evaluate(() => window.models[0].saved.length)).toBeGreaterThan(0);
  await expect.poll(() => height(page)).toBeCloseTo(-0.75, 6);

  await page.evaluate(() => window.models[0].set('parameters', { F: -3 }));
  await expect(slider).toHaveValue('-3');
  await expect.poll(() => height(page)).toBeCloseTo(-1.5, 6);
  await page.evaluate(() => window.models[0].set('parameters', { F: -1 })); // the value of the document
  await expect(slider).toHaveValue('-1');
  await expect.poll(() => height(page)).toBeCloseTo(-0.5, 6);
  expect(await parameters(page)).toEqual({ F: -1 });

  await page.evaluate((other) => window.models[0].set('_document', other), JSON.stringify({ ...model, title: 'Another mass' }));
  await expect(page.frameLocator('iframe[title="Another mass"]').locator(finished)).toBeVisible();
});

/** A run as sent by Python; the mass is a metre higher than in a run of the page. */
async function runOfPython(F: number): Promise<Omit<GivenRun, 'samples'> & { bytes: string }> {
  const engine = await createEngine(readFileSync('build/wasm-release/slipstick.wasm'));
  const run = engine.start(JSON.stringify(model), { parameters: { F } });
  for await (const _ of run);
  const { sensors, poses, solver } = await run.model;
  const columns = run.history.columns.slice(0, -solver.length).map((column) => column.slice());
  for (const { column } of [sensors[0], poses[0]]) columns[column + 2] = columns[column + 2].map((z) => z + 1);
  const bytes = deflateSync(Buffer.concat(columns.map((column) => Buffer.from(column.buffer))));
  const measures = [...(await run.measures())];
  engine.dispose();
  return {
    parameters: { F },
    count: run.history.samples,
    bytes: bytes.toString('base64'),
    statistics: run.statistics,
    measures,
    problem: '',
  };
}

/** Passes a run of Python to the first widget. */
function draw(page: Page, run: object): Promise<void> {
  return page.evaluate((given) => {
    const { bytes, ...rest } = given as { bytes: string; parameters: object };
    const samples = new DataView(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer);
    window.models[0].set('parameters', rest.parameters);
    window.models[0].set('_run', { ...rest, samples });
  }, run);
}

test('A widget draws a run of Python until a slider moves, and again when it is displayed again', async ({ page }) => {
  await openNotebook(page);
  await page.evaluate((given) => window.add(given), traits);
  const frame = page.frameLocator('slipstick-widget iframe');
  await frame.locator(finished).waitFor();
  await draw(page, await runOfPython(-2));
  await expect.poll(() => height(page)).toBeCloseTo(0, 6); // 1 − 2/2
  const slider = frame.locator('.parameter input[type=range]');
  await expect(slider).toHaveValue('-2');

  // As when a saved notebook is opened: the run comes first, and nothing else runs.
  await page.evaluate(async () => {
    document.querySelector('slipstick-widget')?.remove();
    await window.add({}, 0);
  });
  await frame.locator(finished).waitFor();
  await expect.poll(() => height(page)).toBeCloseTo(0, 6);

  await slider.focus();
  await slider.press('ArrowLeft');
  await expect.poll(() => height(page)).toBeCloseTo(-1.25, 6);
  expect(await page.evaluate(() => window.models[0].traits)).toMatchObject({ parameters: { F: -2.5 }, _run: null });
});

test('Of ten widgets on a page only visible ones run, at most four, and the others on a press', async ({ page }) => {
  await openNotebook(page);
  await page.evaluate(async (given) => {
    for (let i = 0; i < 10; i++) await window.add(given);
  }, traits);
  const frames = page.locator('slipstick-widget iframe');
  await expect(page.locator('slipstick-widget')).toHaveCount(10);
  await expect(frames).toHaveCount(2); // of 800 pixels in height
  await page.mouse.wheel(0, 10_000);
  await expect(frames).toHaveCount(4);
  await page.getByRole('button', { name: '▶ Falling mass' }).last().click();
  await expect(frames).toHaveCount(4);
});

test('A page without a kernel shows a widget with the attributes of the element', async ({ page }) => {
  await page.goto('./embedding.html');
  await page.evaluate(async () => {
    const { default: widget } = await import(new URL('slipstick-widget.js', location.href).href);
    const traits: Record<string, unknown> = { link: '#g=rolling-coin&mu=0.3', title: 'Coin', fit: true, autoplay: true };
    const el = document.createElement('div');
    el.id = 'cell';
    document.body.prepend(el);
    await widget.render({ model: { get: (name: string) => traits[name] }, el });
  });
  const model = page.locator('#cell slipstick-model');
  await expect(model).toHaveAttribute('fit', '');
  await model.locator('iframe').waitFor();
  const frame = page.frameLocator('#cell slipstick-model iframe');
  await frame.locator(finished).waitFor();
  await expect(frame.getByLabel('friction μ, number')).toHaveValue('0.3');
});
