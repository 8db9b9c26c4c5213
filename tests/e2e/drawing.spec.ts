import type { Page } from '@playwright/test';
import { emptySheet, handOn, keptModel, keptText, outlineOf, type Point } from './drawing-hand';
import { documentHash, expect, finished, openStill, test } from './page';

/** Pixels per metre in the middle of the picture. */
const scaleOf = (page: Page): Promise<number> =>
  page.locator('slip-scene').evaluate((view) => {
    const { picture } = view as unknown as { picture: { pixelOf(at: number[]): { x: number } } };
    return picture.pixelOf([1, 0, 0]).x - picture.pixelOf([0, 0, 0]).x;
  });
const gridOf = (page: Page) => page.locator('.scene-scale');

test('A ball on an empty sheet keeps the scale, although it falls far', async ({ page }) => {
  const hand = await emptySheet(page);
  await expect(gridOf(page)).toHaveText('20 mm');
  const scale = await scaleOf(page);
  await hand.tool('Ball');
  await hand.press([0.1, 0.1]);
  await expect(outlineOf(page).getByRole('button', { name: 'ball MassPoint' })).toBeVisible();
  await page.locator(finished).waitFor();
  await hand.tool('Bar');
  await hand.drag([-0.2, 0], [0, 0]);
  await page.locator(finished).waitFor();
  expect(await scaleOf(page)).toBeCloseTo(scale, 6);
  await expect(gridOf(page)).toHaveText('20 mm');
  // The scale covers the drawing, not the fall.
  await page.getByRole('button', { name: 'Whole', exact: true }).click();
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(scale);
});

test('Points snap to the visible grid at every zoom', async ({ page }) => {
  const hand = await emptySheet(page);
  await page.locator('slip-scene canvas').focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('+');
  await expect(gridOf(page)).toHaveText('10 mm');
  await hand.tool('Ball');
  await hand.press([0.0137, 0.0041]);
  await expect.poll(async () => (await keptModel(page)).create[0]?.referencePosition).toEqual([0.01, 0, 0]);
  await page.locator(finished).waitFor();
  await expect(gridOf(page)).toHaveText('10 mm');
});

test('The tools stay in view, and a click low in the list shows its form', async ({ page }) => {
  for (const [width, height] of [
    [1366, 768],
    [820, 1180],
  ]) {
    await page.setViewportSize({ width, height });
    await openStill(page, '#g=slider-crank');
    await page.getByRole('tab', { name: 'Build' }).click();
    await outlineOf(page).getByRole('button').last().click();
    await expect(page.getByRole('region', { name: 'Selected item' }).getByRole('heading')).toBeInViewport();
    await expect(page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name: 'Bar', exact: true })).toBeInViewport();
    await expect(page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name: 'Task', exact: true })).toBeInViewport();
  }
});

test('In a low window Build has room next to the plots', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await emptySheet(page);
  await expect(page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name: 'Task', exact: true })).toBeInViewport();
  const { height } = (await page.locator('.tabs-part').boundingBox())!;
  expect(height).toBeGreaterThan(500);
});

const planarBar = (name: string, referencePosition: number[]) => ({
  type: 'RigidBody2D',
  name,
  referencePosition,
  inertia: { shape: 'cuboid', sideLengths: [0.2, 0.02, 0.02], density: 1000 },
  visualization: { graphics: [{ type: 'box', size: [0.2, 0.02, 0.02] }] },
});

/** Two bars in a line between two posts. */
const twoBars = {
  slipstick: 1,
  title: 'Two bars',
  create: [
    planarBar('left', [0.1, 0, 0]),
    planarBar('right', [0.3, 0, 0]),
    { type: 'RevoluteJoint', name: 'post', bodies: [null, 'left'], position: [0, 0, 0] },
    { type: 'RevoluteJoint', name: 'knee', bodies: ['left', 'right'], position: [0.2, 0, 0] },
    { type: 'RevoluteJoint', name: 'far post', bodies: [null, 'right'], position: [0.4, 0, 0] },
  ],
  analysis: { type: 'dynamic', endTime: 0.1, stepSize: 0.001 },
};

test('An error message disappears with its reason', async ({ page }) => {
  await openStill(page, documentHash(twoBars));
  await page.getByRole('tab', { name: 'Build' }).click();
  await page.locator('slip-draw[data-ready]').waitFor();
  await page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name: 'Hinge', exact: true }).click();
  const drawing = page.getByRole('application');
  await drawing.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.locator('.draw-note')).toHaveAttribute('data-problem', 'true');
  await outlineOf(page).getByRole('button', { name: 'knee RevoluteJoint' }).click();
  await page.getByRole('region', { name: 'Selected item' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.draw-note[data-problem=true]')).toHaveCount(0);
  expect(await keptText(page)).not.toContain('knee');
});

/** A bar that cannot reach both of its bearings, beside a pendulum. */
const gap = {
  slipstick: 1,
  title: 'A gap',
  create: [
    { type: 'Ground', name: 'wall' },
    planarBar('bar', [0.1, 0, 0]),
    planarBar('pendulum', [0.1, -0.2, 0]),
    { type: 'RevoluteJoint', name: 'pivot', bodies: [null, 'pendulum'], position: [0, -0.2, 0] },
  ],
  markers: [
    { type: 'BodyRigid', name: 'left wall', bodyNumber: 'wall' },
    { type: 'BodyRigid', name: 'right wall', bodyNumber: 'wall', localPosition: [0.3, 0, 0] },
    { type: 'BodyRigid', name: 'left', bodyNumber: 'bar', localPosition: [-0.1, 0, 0] },
    { type: 'BodyRigid', name: 'right', bodyNumber: 'bar', localPosition: [0.1, 0, 0] },
  ],
  objects: [
    { type: 'JointRevolute2D', name: 'near', markerNumbers: ['left wall', 'left'] },
    { type: 'JointRevolute2D', name: 'far', markerNumbers: ['right wall', 'right'] },
  ],
  analysis: { type: 'dynamic', endTime: 0.01, stepSize: 0.001 },
};

test('The message that a mechanism does not close disappears after the pull and on undo, and other messages remain', async ({ page }) => {
  await page.goto(`./${documentHash(gap)}`);
  await page.getByRole('tab', { name: 'Build' }).click();
  await page.locator('slip-draw[data-ready]').waitFor();
  const hand = handOn(page);
  const note = page.locator('.draw-note[data-problem=true]');
  const hold = async (from: Point, by: number) => {
    const [x, y] = await hand.pixel(from);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 5; i++) await page.mouse.move(x, y + (by * i) / 5);
  };
  await hold([0.15, 0], 40);
  await expect(note).toContainText('The mechanism does not close');
  await page.mouse.up();
  await expect(note).toHaveCount(0);

  // The pendulum beside it moves.
  const before = await keptText(page);
  await hold([0.15, -0.2], 40);
  await expect(page.locator('.draw-arm')).toHaveCount(1);
  await expect(note).toHaveCount(0);
  await page.mouse.up();
  await expect.poll(() => keptText(page)).not.toBe(before);
  expect((await keptModel(page)).create[2].referencePosition[1]).toBeLessThan(-0.2);
  await expect(note).toHaveCount(0);

  // By keys it stays until the model changes, here by an undo.
  await outlineOf(page).getByRole('button', { name: 'bar RigidBody2D' }).click();
  await page.locator('slip-draw').focus();
  await page.keyboard.press('ArrowUp');
  await expect(note).toContainText('The mechanism does not close');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(note).toHaveCount(0);
});
