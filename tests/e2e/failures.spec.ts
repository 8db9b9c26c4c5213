import { brass, documentHash, expect, fallingMass, finished, load, openModel, openStill, seen, test } from './page';

const long = fallingMass({ endTime: 1000, stepSize: 1e-5, sensorsWritePeriod: 0.01 });

test('A long run shows its progress and is cancelled; its samples are kept', async ({ page }) => {
  await page.goto(`./${documentHash(long)}`);
  await expect(page.getByText('its run may take a long time')).toBeVisible(); // a foreign model does not start it automatically
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('.run-sentence')).toContainText('Running');
  await expect.poll(() => page.locator('.model-page').getAttribute('data-samples').then(Number)).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.run-sentence')).toContainText('Cancelled; showing the run up to');
  await page.locator('slip-plot .plot-area').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('slip-scene').getAttribute('data-time').then(Number)).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
});

test('All errors of a model are listed with their places', async ({ page }) => {
  const wrong = fallingMass({}, { loads: [{ type: 'ForceVector', markerNumber: 'mess', loadVector: [0, 0] }] });
  await page.goto(`./${documentHash(wrong)}`);
  const panel = page.getByRole('alert', { name: 'Errors of the model' });
  await expect(panel).toContainText('/loads/0/markerNumber');
  await expect(panel).toContainText('/loads/0/loadVector');
  await expect(panel).toContainText('2 things in this model need correction.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falling mass');
});

test('The address of an unknown item shows a message above the list', async ({ page }) => {
  for (const item of ['object.Wheel', 'Wheel']) {
    await page.goto(`./#i=${item}`);
    await expect(page.getByRole('alert')).toHaveText(`There is no page “${item}”.`);
    await expect(page.getByRole('alert')).toBeInViewport();
  }
});

test('A run that cannot begin reports once that it stopped', async ({ page }) => {
  const rod = (name: string) => ({ type: 'ConnectorDistance', name, markerNumbers: ['wall', 'mass'], distance: 1 });
  const rods = fallingMass(
    { endTime: 1, redundantConstraints: 'stop' },
    {
      nodes: [{ type: 'Point', name: 'mass', referenceCoordinates: [1, 0, 0] }],
      objects: [
        { type: 'MassPoint', name: 'mass', physicsMass: 1, nodeNumber: 'mass' },
        { type: 'Ground', name: 'wall' },
        rod('rod'),
        rod('spare'),
      ],
      markers: [
        { type: 'BodyPosition', name: 'wall', bodyNumber: 'wall' },
        { type: 'NodePosition', name: 'mass', nodeNumber: 'mass' },
      ],
    },
  );
  await page.goto(`./${documentHash(rods)}`);
  await page.locator('.model-page[data-phase=stopped]').waitFor();
  const sentence = await page.locator('.run-sentence').innerText();
  expect(sentence).toContain("'spare' follows from 'rod'");
  expect(sentence.match(/stopped/gi)).toHaveLength(1);
});

test('A run that stops early reports time and reason, and keeps its results', async ({ page }) => {
  const diverging = fallingMass(
    { adaptiveStep: false },
    {
      loads: [
        {
          type: 'ForceVector',
          markerNumber: 'mass',
          loadVector: [0, 0, -1],
          loadVectorUserFunction: ['0', '0', 't < 0.5 ? -1 : exp(1e6*t)'],
        },
      ],
    },
  );
  await page.goto(`./${documentHash(diverging)}`);
  await page.locator('.model-page[data-phase=stopped]').waitFor();
  await expect(page.locator('.run-sentence')).toContainText('0.5');
  expect(Number(await page.locator('.model-page').getAttribute('data-samples'))).toBeGreaterThan(490);
  await page.locator('slip-scene[data-drawn]').waitFor();
});

test('A link that cannot be opened is explained, and the models are offered', async ({ page }) => {
  const offer = page.getByRole('link', { name: /A coin rolls, turns into its tilt/ });
  for (const [hash, message] of [
    ['#g=rolling-stone', 'There is no model “rolling-stone”.'],
    ['#g=rolling-coin&weight=2', 'has no parameter “weight”'],
    ['#m=1.AAAA', 'This link is damaged'],
    ['#m=2.AAAA', 'This link is damaged'],
    ['#m=3.AAAA', 'version 3'],
    ['#nonsense', 'not a Slipstick link'],
  ]) {
    await load(page, `./${hash}`);
    await expect(page.getByRole('alert')).toContainText(message);
    await expect(offer).toHaveAttribute('href', '#g=rolling-coin');
  }
  await offer.click();
  await page.locator(finished).waitFor();
});

test.describe('After a crash of the worker', () => {
  test.use({ allowedErrors: [/killed/] });

  test('the page reports it and runs again', async ({ page }) => {
    await page.addInitScript(() => {
      const workers: Worker[] = [];
      const Original = window.Worker;
      window.Worker = class extends Original {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          workers.push(this);
        }
      };
      Object.assign(window, { workers });
    });
    await page.goto(`./${documentHash(long)}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.locator('.run-sentence')).toContainText('Running');
    await page.evaluate(() => {
      for (const worker of (window as unknown as { workers: Worker[] }).workers)
        worker.dispatchEvent(new ErrorEvent('error', { message: 'killed', cancelable: true }));
    });
    await expect(page.locator('.run-sentence')).toContainText('The engine stopped');
    await page.getByRole('button', { name: 'Run again' }).click();
    await expect(page.locator('.run-sentence')).toContainText('Running');
  });
});

test.describe('Without WebGL', () => {
  test.use({ scene: false });

  test('the plots still work', async ({ page }) => {
    await openModel(page);
    await expect(page.locator('.scene-trouble')).toContainText('cannot show 3D');
    const plot = page.locator('slip-plot').first();
    await plot.scrollIntoViewIfNeeded();
    const box = (await plot.locator('.u-over').boundingBox())!;
    await page.mouse.click(box.x + box.width / 3, box.y + box.height / 2);
    await expect(page.locator('output.time')).toContainText('0.5');
  });
});

test('A picture returns after a lost graphics context', async ({ page }) => {
  await openStill(page);
  await page.locator('slip-scene canvas').evaluate((canvas: HTMLCanvasElement) => {
    const card = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
    card.loseContext();
    Object.assign(window, { card });
  });
  await expect(page.locator('.scene-trouble')).toContainText('comes back');
  await page.evaluate(() => (window as unknown as { card: WEBGL_lose_context }).card.restoreContext());
  await expect(page.locator('.scene-trouble')).toHaveCount(0);
  await expect.poll(async () => (await seen(page, brass)).count).toBeGreaterThan(100);
  const restored = await seen(page, brass);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(async () => Math.abs((await seen(page, brass)).x - restored.x)).toBeGreaterThan(10);
});

test('A description from a link cannot run code or load pictures', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const description =
    '<script>window.harm = 1</script> <img src=x onerror="window.harm=1"> [link](javascript:window.harm=1) ![p](https://example.org/p.png) $x^2$';
  await openStill(page, documentHash(fallingMass({}, { description })));
  await expect(page.locator('.katex')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { harm?: number }).harm)).toBeUndefined();
  expect(requests.filter((url) => url.includes('example.org'))).toEqual([]);
  await expect(page.locator('.prose a[href^="javascript"], .prose img, .prose script')).toHaveCount(0);
});

test('A browser that cannot run the engine gets a list of browsers that can', async ({ page }) => {
  const damaged = Buffer.from([0, 0x61, 0x73, 0x6d, 9, 9, 9, 9]); // as SIMD is to an old one
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: damaged }));
  await page.goto('./');
  await expect(page.locator('slip-run-status')).toContainText('This browser cannot run the engine');
  await expect(page.locator('slip-run-status')).toContainText('Safari 16.4 or newer');
  await expect(page.locator('.prose p').first()).toBeVisible();
});

test('A run that diverges beyond all bounds plays without stopping the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openModel(
    page,
    documentHash({
      slipstick: 1,
      create: [
        { type: 'MassPoint', name: 'mass', referencePosition: [1, 0, 0], initialDisplacement: [0.1, 0, 0], physicsMass: 1 },
        { type: 'SpringDamper', name: 'spring', bodies: [null, 'mass'], stiffness: 1e5 },
      ],
      sensors: [{ type: 'Body', name: 'displacement', bodyNumber: 'mass', outputVariableType: 'Displacement' }],
      analysis: { endTime: 1, stepSize: 0.01, solver: 'RK44' },
    }),
  );
  const scrubber = page.getByRole('slider', { name: 'Time', exact: true });
  for (const time of ['0.3', '0.5', '0.7', '1']) {
    await scrubber.fill(time);
    await expect(page.locator('slip-scene')).toHaveAttribute('data-time', time);
  }
});

test('An older browser gets a list of suitable browsers, even if it can read nothing else of the page', async ({ page }) => {
  await page.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...args: [string]) => !args[0].includes(':has') && supports.apply(CSS, args);
  });
  await page.route(/assets\/index-.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('./');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(
    /^This browser is too old for Slipstick\. It lacks :has\(\)\. Please use Chrome or Edge \d+, .* or newer\.$/,
  );
  await expect(alert).toBeInViewport();
});

test.describe('Without the engine', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });
  test('the editor edits, and reports that it did not check', async ({ page }) => {
    await page.route(/assets\/slipstick-.*\.js/, (route) => route.abort());
    await page.goto('./#g=slider-crank');
    await page.getByRole('tab', { name: 'Model' }).click();
    await expect(page.locator('.editor-note')).toContainText('not checked: the engine could not be loaded');
    await expect(page.locator('slip-run-status')).toContainText('The engine stopped unexpectedly');
    await expect(page.locator('.cm-content')).toContainText('slipstick');
  });
});
