import type { SlipstickModel } from '../../web/src/embed/slipstick-model';
import { documentHash, expect, fallingMass, finished, openModel, openStill, share, test } from './page';

test('Ten models on a page are pictures until used; four work at a time and answer the page', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('./embedding.html');
  const models = page.locator('slipstick-model');
  await expect(models).toHaveCount(10);
  await expect(page.locator('iframe')).toHaveCount(0);

  // On request of the page, the first one starts, sets its parameter and answers.
  await page.getByLabel('friction').fill('0.3');
  await expect(page.locator('#coin')).toHaveAttribute('data-phase', 'finished', { timeout: 90_000 });
  await expect(page.frameLocator('#coin iframe').getByLabel('friction μ, number')).toHaveValue('0.3');
  await page.getByRole('button', { name: 'Read the sensors' }).click();
  await expect(page.locator('#readings')).toContainText('contact');

  for (const name of ['Bicycle', 'Slider-crank', 'Double pendulum', 'Mecanum car'])
    await page.getByRole('button', { name: `▶ ${name}`, exact: true }).click();
  await expect(page.locator('iframe')).toHaveCount(4);
  await expect(page.getByRole('button', { name: '▶ Rolling coin' })).toBeVisible();
  await expect(page.frameLocator('slipstick-model[model=car] iframe').locator(finished)).toBeVisible({
    timeout: 90_000,
  });

  // The unloaded one returns to its previous state.
  await page.getByRole('button', { name: '▶ Rolling coin' }).click();
  await expect(page.frameLocator('#coin iframe').getByLabel('friction μ, number')).toHaveValue('0.3', { timeout: 90_000 });
});

test('A page sets valid parameters, and supplies an own model, which waits if it is heavy and returns after it was unloaded', async ({
  page,
}) => {
  await page.goto('./embedding.html');
  const answers = await page.evaluate(async () => {
    const model = document.getElementById('coin') as HTMLElement & { setParameters(parameters: object): Promise<unknown> };
    const refusalOf = (parameters: object) =>
      model.setParameters(parameters).then(
        () => 'done',
        (error: Error) => error.message,
      );
    return [
      await refusalOf({ mu: 7 }),
      await refusalOf({ nu: 1 }),
      await refusalOf({ mu: 'much' }),
      await refusalOf({ tilt: 3, mu: -1 }),
      await refusalOf({ tilt: 4 }),
    ];
  });
  expect(answers).toEqual([
    'mu: must be between 0 and 1, got 7',
    "nu: no parameter is called 'nu'; did you mean 'mu'?",
    'mu: must be a finite number, got much',
    'mu: must be between 0 and 1, got -1',
    'done',
  ]);
  const frame = page.frameLocator('#coin iframe');
  await expect(frame.getByLabel('tilt φ, number')).toHaveValue('4');
  await expect(frame.getByLabel('friction μ, number')).toHaveValue('0.8');

  const phases = await page.evaluate(
    async ([light, heavy]) => {
      interface Model extends HTMLElement {
        loadModel(model: object): Promise<unknown>;
        run(): Promise<unknown>;
        read(): Promise<{ sensors: Record<string, unknown> }>;
      }
      const model = document.getElementById('coin') as Model;
      const phases: string[] = [];
      const phase = (wanted: string) =>
        new Promise<void>((resolve) => {
          model.addEventListener('slipstick-run', ({ detail }: CustomEventInit<{ phase: string }>) => {
            phases.push(detail?.phase ?? '');
            if (detail?.phase === wanted) resolve();
          });
        });
      const waits = phase('waiting');
      await model.loadModel(heavy);
      await waits;
      const ends = phase('finished');
      await model.loadModel(light);
      await ends;
      return [phases.includes('waiting'), Object.keys((await model.read()).sensors)];
    },
    [fallingMass({}), fallingMass({ endTime: 1000, stepSize: 1e-5, sensorsWritePeriod: 1 })],
  );
  expect(phases).toEqual([true, ['position']]);

  for (const name of ['Slider-crank', 'Double pendulum', 'Coin on a joint', 'Slippery coin'])
    await page.getByRole('button', { name: `▶ ${name}`, exact: true }).click();
  const poster = page.getByRole('button', { name: '▶ Rolling coin' });
  await poster.focus();
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Falling mass', { timeout: 90_000 });
  await frame.locator(finished).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('coin');
  await page.keyboard.press('Tab');
  expect(await frame.locator(':focus').count()).toBe(1);
});

test('A frame shows the parts in its address, and reports missing ones', async ({ page }) => {
  await openModel(page, 'embed.html?show=scene,time,plots&start=0.5&theme=dark#g=rolling-coin&mu=0.3');
  await expect(page.locator('output.time')).toContainText('0.500');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('.parameters-part')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Rolling coin: open in Slipstick' })).toHaveAttribute('href', './#g=rolling-coin&mu=0.3');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.goto('./embed.html#g=nothing');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('There is no model “nothing”');
});

test('Frames redraw after a lost graphics context; one unloaded meanwhile shows its last picture', async ({ page }) => {
  await page.goto('./embedding.html');
  const names = ['Rolling coin', 'Bicycle', 'Slider-crank', 'Double pendulum'];
  const canvases = names.map((name) => page.frameLocator(`iframe[title="${name}"]`).locator('slip-scene canvas'));
  const troubles = names.map((name) => page.frameLocator(`iframe[title="${name}"]`).locator('.scene-trouble'));
  for (const name of names) {
    await page.getByRole('button', { name: `▶ ${name}`, exact: true }).click();
    const frame = page.frameLocator(`iframe[title="${name}"]`);
    await frame.locator(finished).waitFor();
    await frame.locator('slip-scene[data-drawn]').waitFor();
  }

  for (const canvas of canvases)
    await canvas.evaluate((canvas: HTMLCanvasElement) => {
      const extension = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
      extension.loseContext();
      addEventListener('restore', () => extension.restoreContext());
    });
  for (const trouble of troubles) await expect(trouble).toContainText('comes back');

  await page.getByRole('button', { name: '▶ Mecanum car', exact: true }).click();
  await expect(page.locator('#coin img')).toHaveAttribute('src', /pictures\/rolling-coin\.png$/);

  for (const [i, canvas] of canvases.entries()) {
    if (i === 0) continue; // unloaded
    await canvas.evaluate(() => dispatchEvent(new Event('restore')));
    await expect(troubles[i]).toHaveCount(0);
    await expect.poll(() => canvas.evaluate(painted)).toBeGreaterThan(0.01);
  }
});

test('The snippet of an own model contains its picture, which is shown before a run', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({})));
  await share(page);
  const field = page.getByLabel('In another page');
  // It becomes shorter when the dictionary has arrived.
  await expect(async () => {
    const short = await field.inputValue();
    expect(short.length).toBeLessThan(1500);
    await expect(page.getByText(`${short.length} characters`.replace(/^(\d)(\d{3}) /, '$1\u2009$2 '))).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('checkbox', { name: 'With a picture until it is used' }).check();
  const snippet = await field.inputValue();
  expect(snippet.length).toBeLessThan(60_000);
  const format = page.getByLabel('For', { exact: true });
  await format.selectOption('markdown');
  await expect(field).toHaveValue(/^\[Falling mass\]\(http.*#m=2\..*\)$/);
  await format.selectOption('pretext');
  await expect(field).toHaveValue(/<interactive iframe="http.*embed\.html\?show=/);
  await page.goto('./embedding.html');
  await page.evaluate((html) => document.body.insertAdjacentHTML('afterbegin', html), snippet);
  const model = page.locator('slipstick-model').first();
  await expect(model.getByRole('button', { name: '▶ Falling mass' })).toBeVisible();
  const shades = await model.locator('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const copy = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
    copy.drawImage(image, 0, 0);
    const { data } = copy.getImageData(0, 0, image.naturalWidth, image.naturalHeight);
    return new Set(data.filter((_, i) => i % 4 === 0)).size;
  });
  expect(shades).toBeGreaterThan(20); // ground and mass, no empty sheet
  await expect(page.locator('iframe')).toHaveCount(0);
});

for (const show of ['scene,time,parameters', 'title,scene,time,parameters'])
  test(`At 672 by 420 no slider is cut: ${show}`, async ({ page }) => {
    await page.setViewportSize({ width: 672, height: 420 });
    await openModel(page, `embed.html?show=${show}#g=rolling-coin`);
    const sliders = page.locator('.parameter input[type=range]');
    await expect(sliders).toHaveCount(6);
    for (const slider of await sliders.all()) await expect(slider).toBeInViewport({ ratio: 1 });
    await expect(page.locator('slip-transport')).toBeInViewport({ ratio: 1 });
    const picture = (await page.locator('.scene-part').boundingBox())!;
    expect(picture.height).toBeGreaterThan(240);
    const labels = page.locator('.parameter-label');
    const heights = await labels.evaluateAll((all) => all.map((label) => label.getClientRects().length));
    expect(heights).toEqual([1, 1, 1, 1, 1, 1]); // a line each
    const gaps = await page
      .locator('.parameter')
      .evaluateAll((all) =>
        all.map(
          (parameter) =>
            parameter.querySelector('.typed')!.getBoundingClientRect().left -
            parameter.querySelector('.parameter-label')!.getBoundingClientRect().right,
        ),
      );
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
  });

/** The opaque part of a picture. */
function painted(canvas: HTMLCanvasElement): number {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, i) => i % 4 === 3 && value > 0).length / (data.length / 4);
}

test.describe('An element with a file', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('loads its model, gives whole curves, and reports files that it cannot read', async ({ page, baseURL }) => {
    const elements = ['model.json', 'missing.json', 'https://elsewhere.example/model.json'].map(
      (src, i) => `<slipstick-model id="model${i}" src="${src}" title="Model ${i}"></slipstick-model>`,
    );
    const body = `<!doctype html><title>Course</title><script type="module" src="../slipstick-model.js"></script>${elements.join('')}`;
    await page.route('**/course/index.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.route('**/course/model.json', (route) => route.fulfill({ json: fallingMass({}) }));
    await page.route('**/course/missing.json', (route) => route.fulfill({ status: 404 }));
    await page.route('https://elsewhere.example/**', (route) => route.abort()); // as for a server without permission
    await page.goto('./course/index.html');

    const seen = await page.evaluate(async () => {
      const element = document.getElementById('model0') as SlipstickModel;
      const { time, sensors } = await element.series(['position']);
      const { unit, components, values } = sensors.position;
      const all = await element.series();
      return {
        arrays: [time, ...values].every((column) => column instanceof Float64Array),
        ends: [time[0], time.at(-1)],
        samples: [time.length, ...values.map((column) => column.length)],
        unit,
        components,
        names: Object.keys(all.sensors),
        wrong: await element.series(['speed']).catch((error: Error) => error.message),
      };
    });
    expect(seen).toMatchObject({ arrays: true, unit: 'm', components: ['x', 'y', 'z'], names: ['position'] });
    expect(seen.ends).toEqual([0, 1]);
    expect(new Set(seen.samples).size).toBe(1);
    expect(seen.wrong).toBe('There is no sensor “speed”. The model has: “position”.');

    const missing = page.getByRole('button', { name: /^▶ Model 1/ });
    await missing.click();
    await expect(missing).toContainText(`The model ${baseURL}course/missing.json did not load: the server answered 404.`);
    const elsewhere = await page.evaluate(() =>
      (document.getElementById('model2') as SlipstickModel).series().catch((error: Error) => error.message),
    );
    expect(elsewhere).toContain('The model https://elsewhere.example/model.json did not load.');
    expect(elsewhere).toContain('Access-Control-Allow-Origin');
  });
});

test('In a frame that does not grow, the tasks follow the plots', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 445 });
  await openModel(page, 'embed.html?show=title,scene,time,parameters,plots,tasks#g=belt-two-pulleys&~a=student');
  const edge = (selector: string, side: 'top' | 'bottom') =>
    page.locator(selector).evaluate((element, key) => element.getBoundingClientRect()[key as 'top'], side);
  await page.locator('slip-plot').last().waitFor();
  expect(await edge('.tasks-part', 'top')).toBeGreaterThanOrEqual(await edge('slip-plots', 'bottom'));
});
