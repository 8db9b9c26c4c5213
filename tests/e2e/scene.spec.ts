import type { Page } from '@playwright/test';
import {
  brass,
  documentHash,
  enter,
  expect,
  fallingMass,
  finished,
  openModel,
  openStill,
  pictures,
  pixelsOf,
  seen,
  shownTime,
  test,
} from './page';

/** Waits until the camera no longer moves. */
async function cameraAtRest(page: Page): Promise<void> {
  let last = '';
  const moved = async () => {
    const before = last;
    last = await page.locator('slip-scene').evaluate((scene) => JSON.stringify((scene as unknown as { shot: object }).shot));
    return last !== before;
  };
  await expect.poll(moved).toBe(false);
}

test('A mechanism without graphics is visible', async ({ page }) => {
  const inertia = { mass: 1, inertia6D: [0, 0, 0.08, 0, 0, 0] };
  const bar = { type: 'RigidBody2D', name: 'bar', referencePosition: [0.5, 0, 0], inertia, gravity: [0, -9.81, 0] };
  const hinge = { type: 'RevoluteJoint', bodies: [null, 'bar'], position: [0, 0, 0], axis: [0, 0, 1] };
  await openStill(page, documentHash({ slipstick: 1, create: [bar, hinge], analysis: { endTime: 0.1, stepSize: 0.01 } }));
  expect((await seen(page, brass)).count).toBeGreaterThan(1000);
});

test('Follow keeps its body in the middle when the next run is far larger and the time jumps', async ({ page }) => {
  const force = { value: 1, min: 0, max: 1000, label: 'force', unit: 'N' };
  const loads = [{ type: 'ForceVector', markerNumber: 'mass', loadVector: ['force', 0, 0] }];
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openModel(page, documentHash(fallingMass({ stepSize: 0.01, sensorsWritePeriod: 0.01 }, { parameters: { force }, loads })));
  await page.locator('slip-scene[data-drawn]').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Follow' }).click();
  await page.locator('.scrubber').fill('1');
  await cameraAtRest(page);
  // The largest distance of the body from the centre in any frame, as a fraction of the camera's distance.
  await page.evaluate(() => {
    const view = document.querySelector('slip-scene') as unknown as { shot: { offset: number[]; target: number[] } | null };
    const watched = window as unknown as { farthest: number };
    watched.farthest = 0;
    const look = () => {
      const { shot } = view;
      if (shot) watched.farthest = Math.max(watched.farthest, Math.hypot(...shot.target) / Math.hypot(...shot.offset));
      requestAnimationFrame(look);
    };
    look();
  });
  await enter(page.getByLabel('force, number'), '500');
  await expect(page.getByRole('button', { name: 'last run' })).toBeVisible();
  await page.locator(finished).waitFor();
  await cameraAtRest(page);
  for (const time of ['0', '1', '0.3']) {
    await page.locator('.scrubber').fill(time);
    await pictures(page, 3);
  }
  expect(await page.evaluate(() => (window as unknown as { farthest: number }).farthest)).toBeLessThan(0.05);
});

test('Sliders are visible with system colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openModel(page, '#g=slider-crank');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const slider = page.locator('.parameter input[type=range]').first();
    // From top to bottom through the empty end of the track: its lines and their surroundings.
    const { width, height, colors } = await pixelsOf(page, await slider.screenshot());
    const luminances = Array.from({ length: height }, (_, row) => {
      const at = 4 * (row * width + width - 4);
      const [r, g, b] = [...colors.subarray(at, at + 3)].map((value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    const contrast = (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
    expect(contrast, colorScheme).toBeGreaterThan(3);
  }
});

test('Playback is drawn in every frame of the page', async ({ page }) => {
  await openModel(page, documentHash(fallingMass({ stepSize: 0.01, sensorsWritePeriod: 0.01 })));
  await page.locator(finished).waitFor();
  await page.evaluate(() => {
    const scene = document.querySelector('slip-scene') as unknown as {
      cursor: { set(values: object): void; toStart(): void; play(): void };
    };
    scene.cursor.set({ speed: 0.01, loop: true });
    scene.cursor.toStart();
    scene.cursor.play();
  });
  const drawn = (frames: number) =>
    page.evaluate(async (all) => {
      let count = 0;
      const scene = document.querySelector('slip-scene')!;
      const counts = () => ++count;
      scene.addEventListener('drawn', counts);
      for (let i = 0; i < all; ++i) await new Promise(requestAnimationFrame);
      scene.removeEventListener('drawn', counts);
      return count;
    }, frames);
  // A busy machine may lose frames for a moment. A view that draws every second frame never reaches this number.
  await expect.poll(() => drawn(20)).toBeGreaterThan(17);
});

test.describe('While a run is computed that takes long', () => {
  /** Far more steps than this test ever computes, with samples all the time. */
  const endless = { stepSize: 1e-9, sensorsWritePeriod: 1e-6 };
  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).first().click();
  const samples = async (page: Page) => Number(await page.locator('.model-page[data-phase=running]').getAttribute('data-samples'));
  const moreSamples = async (page: Page) => {
    const before = await samples(page);
    await expect.poll(() => samples(page)).toBeGreaterThan(before);
  };

  test('the available part is played, and the user controls the time', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`./${documentHash(fallingMass(endless))}`);
    await run(page);
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await pause.waitFor();
    const later = async (time: number) => expect.poll(() => shownTime(page)).toBeGreaterThan(time);
    await later(0);
    await moreSamples(page);
    await later(await shownTime(page));
    await pause.click();
    const time = await page.locator('.scrubber').inputValue();
    await moreSamples(page);
    await moreSamples(page);
    await expect(page.locator('.scrubber')).toHaveValue(time);
    await page.getByRole('button', { name: 'To the start' }).click();
    await moreSamples(page);
    await expect(page.locator('.scrubber')).toHaveValue('0');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await later(0);
    await expect(page.locator('.model-page')).toHaveAttribute('data-phase', 'running');
  });

  test('nothing is drawn while the view does not change', async ({ page }) => {
    const nodes = [0, 1].map((x) => ({ type: 'Point', name: `mass${x}`, referenceCoordinates: [x, 0, 0] }));
    const objects = nodes.map(({ name }) => ({ type: 'MassPoint', name, physicsMass: 1, nodeNumber: name }));
    await page.goto(`./${documentHash(fallingMass(endless, { nodes, objects, markers: [], loads: [], sensors: [] }))}`);
    await run(page);
    await page.locator('slip-scene[data-drawn]').waitFor();
    await page.evaluate(() => {
      const counted = window as unknown as { pictures: number };
      counted.pictures = 0;
      addEventListener('drawn', () => counted.pictures++, true);
    });
    const pictures = () => page.evaluate(() => (window as unknown as { pictures: number }).pictures);
    const more = async () => {
      const before = await pictures();
      for (let i = 0; i < 3; ++i) await moreSamples(page);
      return (await pictures()) - before;
    };
    await expect.poll(more).toBe(0); // the first frame is as sharp as possible
    expect(await more()).toBe(0);
    const before = await pictures();
    await page.getByRole('button', { name: 'Forward one sample' }).click();
    await expect.poll(pictures).toBeGreaterThan(before);
  });
});

test('A camera button is lit only while the camera has its view', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  const button = (name: string) => page.getByRole('group', { name: 'Camera' }).getByRole('button', { name });
  const canvas = page.locator('slip-scene canvas');
  await expect(button('Whole')).toHaveAttribute('aria-pressed', 'true');
  await canvas.click({ position: { x: 30, y: 300 } });
  await expect(button('Whole')).toHaveAttribute('aria-pressed', 'true');
  await canvas.press('ArrowLeft');
  await expect(button('Whole')).toHaveAttribute('aria-pressed', 'false');
  await button('Top').click();
  await expect(button('Top')).toHaveAttribute('aria-pressed', 'true');
  await button('Whole').click();
  await expect(button('Whole')).toHaveAttribute('aria-pressed', 'true');
});

test('Symbols show joints, supports and loads; the choice stays', async ({ page }) => {
  await openStill(page, '#g=bricard');
  // Ink that only symbols have.
  const ink = async () => (await seen(page, (r, g, b) => r < 30 && g < 40 && b < 50)).count;
  const before = await ink();
  const button = page.getByRole('button', { name: 'Symbols', exact: true });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(ink).toBeGreaterThan(before + 100);
  await page.reload();
  await page.locator('slip-scene[data-drawn]').waitFor();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(ink).toBeGreaterThan(before + 100);
  await button.click();
  await expect.poll(ink).toBeLessThan(before + 100);
});
