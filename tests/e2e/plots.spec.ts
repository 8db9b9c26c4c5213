import { cameraOffset, documentHash, drawn, enter, expect, fallingMass, fingers, finished, openStill, plotValue, test } from './page';

test.describe('A plot', () => {
  test('fills the screen with the key F and from its tools, and returns', async ({ page }) => {
    await openStill(page, '#g=slider-crank');
    const area = page.locator('slip-plot .plot-area').first();
    const height = () => area.evaluate((element) => element.clientHeight);
    const usual = await height();
    await area.focus();
    await page.keyboard.press('f');
    await expect.poll(height).toBeGreaterThan(2 * usual);
    await page.keyboard.press('f');
    await expect.poll(height).toBe(usual);
    const plot = page.locator('figure.plot').first();
    await plot.getByRole('button', { name: /^Tools/ }).click();
    await plot.getByRole('button', { name: 'Full screen' }).click();
    await expect.poll(height).toBeGreaterThan(2 * usual);
  });

  test('has no difference beyond the end of the previous run', async ({ page }) => {
    await openStill(page, documentHash(fallingMass({ endTime: 'end' }, { parameters: { end: { value: 0.5, min: 0.1, max: 2 } } })));
    await enter(page.getByLabel('end, number'), '1');
    const difference = page.locator('output[data-difference]').first();
    await page.locator('.scrubber').fill('0.4');
    await expect(difference).toHaveText(/^Δ/);
    await page.locator('.scrubber').fill('0.8');
    await expect(difference).toHaveText('');
  });

  test('is zoomed together with all others over time: by keyboard, by a drag, by the wheel; its axis is dragged', async ({ page }) => {
    await openStill(page);
    const area = page.locator('slip-plot .plot-area');
    await page.locator('.scrubber').fill('0.5');
    const all = await drawn(page, 0);
    const numbers = async () => (await drawn(page, 0)).x;
    /** The numbers at the time axis are in this range and fill a good part of it. */
    const shows = async (from: number, to: number) => {
      await expect.poll(async () => (await numbers()).every((time) => time >= from && time <= to)).toBe(true);
      expect(Math.max(...(await numbers())) - Math.min(...(await numbers()))).toBeGreaterThan(0.5 * (to - from));
    };
    expect(all.x[0]).toBe(0);
    expect(all.x.at(-1)).toBe(1.4);
    await area.nth(1).focus();
    await page.keyboard.press('+');
    await shows(0.5 - 0.5 / 1.6, 0.5 + 1 / 1.6); // the time of the cursor does not change
    for (const plot of [1, 2]) expect((await drawn(page, plot)).x).toEqual(await numbers());
    await expect(page.locator('.plot-tool.whole')).toHaveCount(3); // the trail is not over time
    await page.keyboard.press('0');
    await expect.poll(numbers).toEqual(all.x);
    const box = (await page.locator('slip-plot .u-over').first().boundingBox())!;
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + 0.2 * box.width, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 40, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await shows(0.29, 0.91);
    await page.mouse.move(box.x + 0.5 * box.width, box.y + box.height + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.7 * box.width, box.y + box.height + 10, { steps: 3 }); // the axis is dragged
    await page.mouse.up();
    await shows(0.17, 0.79);
    const dragged = await numbers();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 30);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    const span = (times: number[]) => Math.max(...times) - Math.min(...times);
    await expect.poll(async () => span(await numbers())).toBeLessThan(span(dragged));
    expect((await numbers()).every((time) => time >= 0.17 && time <= 0.79)).toBe(true);
    await page.locator('.plot-tool.whole').first().click();
    await expect.poll(numbers).toEqual(all.x);
    await expect(page.locator('.plot-tool.whole')).toHaveCount(0);
  });

  test('hides a curve by its legend, has a logarithmic axis, shows the difference from the last run, and is switched on in the table', async ({
    page,
  }) => {
    await openStill(page);
    const first = page.locator('slip-plot').first();
    const before = await drawn(page, 0);
    expect(before.y).toContain(0);
    await first.getByRole('button', { name: 'normal' }).click();
    await expect(first.getByRole('button', { name: 'normal' })).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(async () => (await drawn(page, 0)).curves).toEqual(before.curves.slice(1));
    await first.getByRole('button', { name: /^Tools/ }).click();
    await first.getByRole('button', { name: 'Log' }).click();
    await expect.poll(async () => (await drawn(page, 0)).y.every((number) => Number.isInteger(Math.log10(number)))).toBe(true);

    await page.locator('.scrubber').fill('0.3');
    const height = Number(await plotValue(page, 2));
    await enter(page.getByLabel('drop height, number'), '5');
    const difference = page.locator('slip-plot').nth(2).locator('output[data-difference="0"]');
    await expect(difference).toHaveText(/^Δ [+−]/);
    await page.locator(finished).waitFor();
    const shown = Number((await difference.innerText()).slice(2).replace('−', '-'));
    expect(Number(await plotValue(page, 2)) - height).toBeCloseTo(shown, 2); // mm

    // The table of sensors has a plot for each.
    await page.getByRole('tab', { name: 'Data' }).click();
    await expect(page.locator('slip-plot')).toHaveCount(4);
    await page.getByRole('checkbox', { name: 'Plot contact frame' }).check();
    await expect(page.locator('slip-plot')).toHaveCount(5);
    await expect(page.getByRole('group', { name: 'Plot: contact frame' }).locator('.legend-curve')).toHaveCount(9);
    await page.getByRole('checkbox', { name: 'Plot contact frame' }).uncheck();
    await expect(page.locator('slip-plot')).toHaveCount(4);
  });

  test('shows the spectrum of its curves, with their peaks, and a link keeps it', async ({ page }) => {
    const model = {
      slipstick: 1,
      sensors: [{ type: 'UserFunction', name: 'wave', sensorUserFunction: '2 + 0.3*sin(2*pi*2.5*t) + 0.05*sin(2*pi*7*t)' }],
      analysis: { endTime: 10, stepSize: 0.01, sensorsWritePeriod: 0 },
    };
    await openStill(page, documentHash(model));
    const plot = page.locator('.plot-grid > *').first();
    await plot.getByRole('button', { name: /^Tools/ }).click();
    await plot.getByRole('button', { name: 'Spectrum' }).click();
    const peaks = page.getByRole('list', { name: 'Peaks in wave' }).getByRole('listitem');
    await expect(peaks).toHaveText([/^2\.5\sHz 0\.3$/, /^7\sHz 0\.05$/]);
    await expect(plot.getByRole('button', { name: 'Spectrum' })).toBeFocused();
    const frequency = page.getByRole('slider', { name: 'Frequency in plot wave' });
    await frequency.press('Home');
    for (let i = 0; i < 24; i++) await frequency.press('ArrowRight');
    await expect(frequency).toHaveAttribute('aria-valuetext', /^2\.5\sHz, .*0\.3$/);
    await plot.getByLabel('Segments averaged').selectOption('4');
    await expect(peaks.first()).toHaveText(/^2\.5\d*\sHz 0\.3$/);
    await plot.getByLabel('Quantity').selectOption('density');
    await expect(peaks.first()).toHaveText(/\/Hz$/);
    const look = await page.locator('slip-spectrum-plot').evaluate((element) => (element as HTMLElement & { look: object }).look);
    expect(look).toEqual({ spectrum: { window: 'hann', segments: 4, quantity: 'density', logarithmic: false } });
    await openStill(page, `${documentHash(model)}&~u=0.flatTop.1.amplitude.0`);
    await expect(peaks).toHaveText([/^2\.5\sHz 0\.3$/, /^7\sHz 0\.05$/]);
  });
});

test('A link carries zoom and hidden curves', async ({ page }) => {
  await openStill(page, '#g=rolling-coin&~w=0.2,0.6&~z=3,-0.1,0.1,-0.2,0&~h=0.1');
  const first = page.locator('slip-plot').first();
  await expect(page.locator('.plot-tool.whole')).toHaveCount(4);
  await expect(first.getByRole('button', { name: 'lateral' })).toHaveAttribute('aria-pressed', 'false');
  await expect(first.getByRole('button', { name: 'normal' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/&~w=0\.2,0\.6&~z=3,-0\.1,0\.1,-0\.2,0&~h=0\.1&~v=/);
});

test.describe('Fingers', () => {
  test.use({ hasTouch: true });

  test('zoom with two, seek with one, and show everything after a double tap', async ({ page }) => {
    await openStill(page);
    const area = page.locator('slip-plot .u-over').first();
    await area.scrollIntoViewIfNeeded();
    const box = (await area.boundingBox())!;
    const touch = await fingers(page);
    const at = (share: number): [number, number] => [box.x + share * box.width, box.y + 0.5 * box.height];
    await touch('touchStart', at(0.4));
    await touch('touchStart', at(0.4), at(0.6));
    await touch('touchMove', at(0.2), at(0.8));
    await touch('touchEnd');
    await expect(page.locator('.plot-tool.whole')).toHaveCount(3);
    // At once, because a slow machine must not slow the finger.
    await Promise.all([touch('touchStart', at(0.5)), touch('touchEnd'), touch('touchStart', at(0.5)), touch('touchEnd')]);
    await expect(page.locator('.plot-tool.whole')).toHaveCount(0);
  });

  test('zoom the 3D view with two; one scrolls the page', async ({ page }) => {
    await openStill(page);
    const box = (await page.locator('slip-scene canvas').boundingBox())!;
    const at = (right: number, down = 0): [number, number] => [box.x + box.width / 2 + right, box.y + box.height / 2 + down];
    const touch = await fingers(page);
    const distance = async () => Math.hypot(...((await cameraOffset(page)) ?? []));
    await touch('touchStart', at(-40));
    await touch('touchStart', at(-40), at(40));
    await touch('touchMove', at(-50), at(50));
    const before = await distance();
    await touch('touchMove', at(-100), at(100));
    await touch('touchEnd');
    await expect.poll(distance).toBeLessThan(0.8 * before);

    await touch('touchStart', at(0));
    for (let i = 1; i <= 6; i++) await touch('touchMove', at(0, -20 * i));
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(30);
  });
});
