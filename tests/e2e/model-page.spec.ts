import {
  brass,
  cameraOffset,
  documentHash,
  enter,
  expect,
  fallingMass,
  finished,
  openModel,
  openStill,
  pictures,
  plotValue,
  saved,
  seen,
  shownTime,
  test,
} from './page';

test('The rolling coin runs as soon as its page is visible, and plays', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openModel(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rolling coin');
  await expect(page.locator('.run-sentence')).toHaveText(/^ran 1\.5\ss in \d/);
  await page.locator('slip-scene[data-drawn]').waitFor();
  const before = await shownTime(page);
  await expect.poll(() => shownTime(page)).not.toBe(before);
});

test('With reduced motion, the coin plays only on request; it is explained, rolls and exerts its weight', async ({ page }) => {
  await openStill(page);
  await pictures(page);
  expect(await shownTime(page)).toBe(0);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(page.getByRole('tabpanel').locator('.katex').first()).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('Rolling friction slows it down');
  const first = await seen(page, brass);
  expect(first.count).toBeGreaterThan(100);
  await page.locator('.scrubber').fill('0.3');
  expect(Number(await plotValue(page, 0))).toBeGreaterThan(9);
  expect(Number(await plotValue(page, 0))).toBeLessThan(10.5);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(() => shownTime(page)).toBeCloseTo(1.5, 6);
  const last = await seen(page, brass);
  expect(last.count).toBeGreaterThan(100);
  expect(Math.hypot(last.x - first.x, last.y - first.y)).toBeGreaterThan(30); // pixels that it has rolled
});

test('A parameter that is typed runs the model again, compares, and enters the address', async ({ page }) => {
  await openStill(page);
  await page.locator('.scrubber').fill('1.2');
  const before = await plotValue(page, 2);
  const friction = page.getByLabel('friction μ, number');
  await enter(friction, '0.05');
  await expect.poll(() => plotValue(page, 2)).not.toBe(before);
  await page.locator(finished).waitFor();
  await expect(page.locator('slip-runs')).toContainText('last run');
  await expect(page).toHaveURL(/#g=rolling-coin&mu=0\.05$/);

  // An invalid number is reported, and nothing runs.
  const error = page.locator('[data-parameter=mu] .parameter-error');
  await enter(friction, 'abc');
  await expect(error).toHaveText('must be a number, got “abc”');
  await expect(friction).toHaveValue('abc'); // to be corrected
  await expect(page.locator(finished)).toBeVisible();
  await enter(friction, '0.3');
  await expect(error).toHaveCount(0);
  await expect(page).toHaveURL(/mu=0\.3/);
  await enter(friction, '0.3 kg');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(friction).toHaveValue('0.8');
  await expect(error).toHaveCount(0);
});

test('A parameter follows the keyboard on its slider, a double click resets it, and a wrong value keeps the last run', async ({ page }) => {
  await openStill(page);
  const slider = page.getByRole('slider', { name: 'tilt φ' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tilt=5\.5$/);
  await slider.dblclick();
  await expect(page).toHaveURL(/#g=rolling-coin$/);
  await expect(slider).toHaveValue('5');

  // The message is at its field.
  await enter(page.getByLabel('radius r, number'), '-10');
  await expect(page.locator('[data-parameter=radius] .parameter-error')).toContainText('got -0.01');
  await expect(page.locator('.run-sentence')).toContainText('showing the previous run');
  await expect(page.locator('.issues')).toHaveCount(0);
  await enter(page.getByLabel('radius r, number'), '10');
  await page.locator(finished).waitFor();
  await expect(page.locator('.parameter-error')).toHaveCount(0);
});

test.describe('A value that the model refuses', () => {
  test('is in no link; a reload shows the last accepted one', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openStill(page, '#g=rolling-coin&mu=0.3');
    await enter(page.getByLabel('friction μ, number'), '7');
    await expect(page.locator('[data-parameter=mu] .parameter-error')).toContainText('got 7');
    await expect(page).toHaveURL(/#g=rolling-coin&mu=0\.3$/);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/#g=rolling-coin&mu=0\.3(&~|$)/);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator(finished).waitFor();
    await expect(page.getByLabel('friction μ, number')).toHaveValue('0.3');
  });

  test('in a link is replaced by the nearest valid one, with a message', async ({ page }) => {
    await openStill(page, '#g=rolling-coin&mu=7&radius=0.02');
    await expect(page.locator('.link-note')).toHaveText('friction μ cannot be 7, as in the link; it is set to 1.');
    await expect(page.getByLabel('friction μ, number')).toHaveValue('1');
    await expect(page.getByLabel('radius r, number')).toHaveValue('20');
    await expect(page).toHaveURL(/#g=rolling-coin&mu=1&radius=0\.02$/);
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect(page.getByLabel('friction μ, number')).toHaveValue('0.8');
    await expect(page.getByLabel('radius r, number')).toHaveValue('10');
  });

  test('of a model without limits does not move the sliders', async ({ page }) => {
    const document = fallingMass({}, { parameters: { weight: { value: 1, label: 'weight' } } }) as { objects: object[] };
    Object.assign(document.objects[0], { physicsMass: 'weight' });
    await openStill(page, documentHash(document));
    await enter(page.getByLabel('weight, number'), '-1');
    await expect(page.locator('.issues')).toContainText('/objects/0/physicsMass');
    // The tab may keep the refused value for a moment: its history is written 200 ms after a change.
    await expect.poll(() => page.evaluate(() => history.state?.values ?? {})).toEqual({});
    await page.reload();
    await page.locator(finished).waitFor();
    await enter(page.getByLabel('weight, number'), '-1');
    await page.getByRole('button', { name: '/objects/0/physicsMass' }).click();
    await expect(page.getByRole('tab', { name: 'Model' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('textbox', { name: /Model document/ })).toBeFocused();
    await page.getByRole('button', { name: 'Reset all' }).click();
    await page.locator(finished).waitFor();
  });
});

test('The time cursor follows presses and drags on plots and trails, and keys; values are shown under the pointer', async ({ page }) => {
  await openStill(page);
  const plot = page.locator('slip-plot').nth(1);
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.locator('.u-over').boundingBox())!;
  const before = await plotValue(page, 1);
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await expect.poll(() => plotValue(page, 1)).not.toBe(before);
  const seenThere = await plotValue(page, 1);
  expect(await shownTime(page)).toBe(0);
  await page.mouse.down();
  await expect.poll(() => shownTime(page)).toBeCloseTo(0.75, 1);
  expect(await plotValue(page, 1)).toBe(seenThere); // as before the press
  await page.mouse.move(box.x + box.width * 0.8, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => shownTime(page)).toBeCloseTo(1.2, 1);

  // A press sets it in all views.
  const over = page.locator('slip-plot').first().locator('.u-over');
  await over.scrollIntoViewIfNeeded();
  const first = (await over.boundingBox())!;
  await page.mouse.click(first.x + first.width / 3, first.y + first.height / 2);
  await expect.poll(() => shownTime(page)).toBeGreaterThan(0.48);
  await expect.poll(() => shownTime(page)).toBeLessThan(0.52);
  await expect(page.locator('output.time')).toContainText('0.5');

  // A trail leads to its nearest point. It begins at the top; its axes have equal scales, in another size, too.
  const trail = page.locator('slip-plot').nth(3);
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => shownTime(page)).toBeGreaterThan(1.4);
    await trail.scrollIntoViewIfNeeded();
    const area = (await trail.locator('.u-over').boundingBox())!;
    await page.mouse.click(area.x + area.width / 2, area.y + 2);
    await expect.poll(() => shownTime(page)).toBeLessThan(0.3);
  }

  await page.locator('slip-plot .plot-area').first().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shownTime(page)).toBeCloseTo(0.001, 6);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => shownTime(page)).toBeCloseTo(0.011, 6);
  await page.keyboard.press('End');
  await expect.poll(() => shownTime(page)).toBeCloseTo(1.5, 6);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('Everything can be reached using only the keyboard', async ({ page }) => {
  await openStill(page);
  const seen = new Set<string>();
  for (let i = 0; i < 100; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      return (
        element.getAttribute('aria-label') ?? ((element as HTMLInputElement).labels?.[0]?.textContent || element.textContent || '').trim()
      );
    });
    seen.add(name);
  }
  for (const name of [
    'Gallery',
    'Colours: as the system',
    'Follow',
    'Play',
    'Time',
    'Speed',
    'Repeat',
    'tilt φ',
    'tilt φ, number',
    'About',
    'Time in plot trail',
  ])
    expect([...seen]).toContain(name);
  await page.getByRole('tab', { name: 'About' }).focus();
  for (const name of ['Tasks', 'Model', 'Build', 'Statistics']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
  }
  await expect(page.getByRole('tabpanel')).toContainText('Newton iterations');
});

test('The 3D view turns by keyboard and uses the given direction', async ({ page }) => {
  await openStill(page);
  /** The direction from the target to the camera: degrees around the vertical, and above the horizon. */
  const direction = async () => {
    const [x, y, z] = (await cameraOffset(page))!;
    return { around: (Math.atan2(y, x) * 180) / Math.PI, above: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI };
  };
  const coin = await seen(page, brass);
  await page.locator('slip-scene canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => cameraOffset(page)).not.toBeNull();
  await pictures(page);
  const first = await direction();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => Math.abs((await direction()).around - first.around)).toBeGreaterThan(3);
  expect((await direction()).above).toBeCloseTo(first.above, 1);
  await page.getByRole('button', { name: 'Top' }).click();
  await expect.poll(async () => (await direction()).above).toBeGreaterThan(85);
  const fromAbove = await seen(page, brass); // the coin is upright: it is narrower from above
  expect(fromAbove.count).toBeGreaterThan(10);
  expect(fromAbove.count).toBeLessThan(coin.count);
});

test('The model is saved as its text, once the editor has it; sliders change it by “Use as start values”', async ({ page }) => {
  let letEditorCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letEditorCome = resolve;
  });
  await page.route(/codemirror/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await openStill(page, '#g=rolling-coin&mu=0.3');
  await page.getByRole('tab', { name: 'Model' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  letEditorCome();
  const save = async () => JSON.parse((await saved(page.getByRole('button', { name: 'Save' }))).content.toString());
  expect((await save()).parameters.mu.value).toBe(0.8);
  await page.getByRole('button', { name: 'Use as start values' }).click();
  await expect.poll(async () => (await save()).parameters.mu.value).toBe(0.3);
  await openStill(page, documentHash(await save()));
  await expect(page.getByLabel('friction μ, number')).toHaveValue('0.3');
});

test('The colours are chosen and remembered', async ({ page }) => {
  await openStill(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: /Colours/ }).click();
  await page.getByRole('button', { name: 'Colours: light' }).click();
  expect(await background()).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Colours: dark' })).toBeVisible();
  expect(await background()).not.toBe(light);
});

test.describe('On a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('nothing scrolls sideways, the time bar stays visible, and controls are large enough', async ({ page }) => {
    await openStill(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const tab of ['Model', 'Statistics', 'Data']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(390);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const play = (await page.getByRole('button', { name: 'Play' }).boundingBox())!;
    expect(play.y + play.height).toBeGreaterThan(780);
    expect(play.y + play.height).toBeLessThanOrEqual(844);
    const small = await page.locator('button:visible, input:visible, select:visible, a:visible').evaluateAll((controls) =>
      controls
        .filter((control) => !control.closest('.prose'))
        .map((control) => ({
          name: control.getAttribute('aria-label') ?? control.textContent?.trim(),
          height: (control.closest('label') ?? control).getBoundingClientRect().height,
        }))
        .filter(({ height }) => height < 43.5),
    );
    expect(small).toEqual([]);
  });

  test('a long address in the text is broken', async ({ page }) => {
    const address = `https://example.org/${'multibody'.repeat(12)}/`;
    await openStill(page, documentHash(fallingMass({ endTime: 0.1 }, { description: `After ${address}` })));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('one press leads to the text below all plots', async ({ page }) => {
    await openStill(page);
    await expect(page.locator('.prose p').first()).not.toBeInViewport();
    await page.getByRole('button', { name: 'Text' }).click();
    await expect(page.locator('.prose p').first()).toBeInViewport();
  });
});
