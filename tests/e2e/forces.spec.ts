import type { Page } from '@playwright/test';
import { emptySheet, keptModel, outlineOf } from './drawing-hand';
import { documentHash, enter, expect, finished, openStill, plotValue, test } from './page';

const form = (page: Page) => page.getByRole('region', { name: 'Selected item' });
const act = async (page: Page, name: string) => {
  await form(page).getByRole('button', { name, exact: true }).click();
  await page.locator(finished).waitFor();
};
const choose = (page: Page, name: string) => outlineOf(page).getByRole('button', { name }).click();

/** A block of 2 kg on a level guide with an initial velocity of 1 m/s. */
const block = {
  slipstick: 1,
  title: 'Block',
  create: [
    {
      type: 'RigidBody2D',
      name: 'block',
      inertia: { shape: 'cuboid', sideLengths: [0.1, 0.1, 0.1], density: 2000 },
      gravity: [0, -9.81, 0],
      initialVelocity: [1, 0, 0],
      visualization: { graphics: [{ type: 'box', size: [0.1, 0.1, 0.1] }] },
    },
    { type: 'PrismaticJoint', name: 'slide', bodies: [null, 'block'], position: [0, 0, 0], axis: [1, 0, 0] },
  ],
  sensors: [{ type: 'Body', name: 'way', bodyNumber: 'block', outputVariableType: 'Position' }],
  analysis: { type: 'dynamic', endTime: 1, stepSize: 0.001, sensorsWritePeriod: 0.005 },
};

test('Friction at a slide brakes a block by F/m', async ({ page }) => {
  await openStill(page, documentHash(block));
  await page.getByRole('tab', { name: 'Build' }).click();
  await choose(page, 'slide PrismaticJoint');
  await act(page, 'Add friction');
  const dry = form(page).getByRole('textbox', { name: 'Dry friction force' });
  await enter(dry, '5 kg');
  await enter(dry, '');
  await expect(form(page).getByRole('alert').first()).toContainText('Enter a number');
  await enter(dry, '5');
  await expect.poll(async () => JSON.stringify((await keptModel(page)).create)).toContain('(5)*tanh');
  await page.locator(finished).waitFor();
  // From 1 m/s with 5 N/2 kg it is at rest after 0.4 s and 1²/(2·2.5) m = 0.2 m.
  await page.getByRole('slider', { name: 'Time', exact: true }).focus();
  await page.keyboard.press('End');
  await expect.poll(async () => Number.parseFloat(await plotValue(page, 0, 0))).toBeCloseTo(0.2, 3);

  await page.getByRole('button', { name: 'Make a slider: Dry friction force' }).click();
  await expect(dry).toHaveValue('friction');
  await expect(page.getByRole('slider', { name: /friction of slide: dry friction force/ })).toHaveAttribute('max', '10');
});

test('The tool Friction finds slides and hinges by pointing', async ({ page }) => {
  await openStill(page, documentHash(block));
  await page.getByRole('tab', { name: 'Build' }).click();
  await page.locator('slip-draw[data-ready]').waitFor();
  await page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name: 'Friction', exact: true }).click();
  await page.getByRole('button', { name: 'Add without drawing' }).click();
  await expect(outlineOf(page).getByRole('button', { name: 'friction of slide RigidBodySpringDamper' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(page.getByRole('textbox', { name: 'Dry friction force' })).toHaveValue('1');
});

test('A press chooses a joint; its force is plotted, shown as an arrow and asked for', async ({ page }) => {
  const hand = await emptySheet(page);
  await hand.tool('Bar');
  await hand.drag([0, 0], [0.2, 0]);
  await hand.tool('Hinge');
  await hand.press([0, 0]);
  await expect(outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
  await page.locator(finished).waitFor();
  await outlineOf(page).getByRole('button', { name: 'Title and text' }).click();
  await hand.press([0, 0]);
  await expect(outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint' })).toHaveAttribute('aria-current', 'true');
  await act(page, 'Plot its force');
  // The bar hangs on the hinge: the force on it points up. At the start it falls like a free rod, so the hinge carries a quarter of its
  // weight.
  await expect(page.locator('slip-plot')).toContainText('force of hinge on bar');
  const weight = 0.2 * 0.02 * 0.01 * 7800 * 9.81;
  expect(Number.parseFloat(await plotValue(page, 0, 1))).toBeCloseTo(weight / 4, 1);
  await act(page, 'Show its force as an arrow');
  await expect(page.locator('.scene-legend')).toContainText('force of hinge');
  await act(page, 'Ask for it in a task');
  const { sensors, measures, tasks, display } = await keptModel(page);
  expect(sensors.map(({ name }: { name: string }) => name)).toEqual([
    'force of hinge on the ground',
    'force of hinge on bar',
    'place of hinge',
  ]);
  expect(display.arrows).toEqual([{ at: 'place of hinge', vector: 'force of hinge on bar', label: 'force of hinge [N]' }]);
  expect(measures.hinge_largest_force.formula).toBe('max(norm(sensor("force of hinge on bar")))');
  expect(tasks[0].answer).toMatchObject({ type: 'number', unit: 'N', value: 'hinge_largest_force' });
  // At its lowest point, a swinging rod pulls with 2.5 times its weight.
  await page.getByRole('tab', { name: 'Tasks' }).click();
  const card = page.locator('slip-tasks');
  await card
    .getByRole('textbox')
    .first()
    .fill(`${(2.5 * weight).toFixed(3)} N`);
  await card.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(card).toContainText(/right/i);
});

test('Springs, contacts and loads have a force too; bodies have none', async ({ page }) => {
  const hand = await emptySheet(page);
  await hand.tool('Bar');
  await hand.drag([0, 0], [0.2, 0]);
  await hand.tool('Spring');
  await hand.drag([0.2, 0], [0.2, 0.1]);
  await expect(outlineOf(page).getByRole('button', { name: 'spring SpringDamper' })).toBeVisible();
  await page.locator(finished).waitFor();
  await act(page, 'Plot its force');
  await expect(page.locator('slip-plot')).toContainText('force of spring');
  await hand.tool('Force');
  await hand.drag([0, 0], [0, 0.1]);
  await expect(outlineOf(page).getByRole('button', { name: 'force Force' })).toBeVisible();
  await page.locator(finished).waitFor();
  await expect(form(page).getByRole('button', { name: 'Show its force as an arrow' })).toBeVisible();
  await choose(page, 'bar RigidBody2D');
  await expect(form(page).getByRole('button', { name: 'Plot its force' })).toHaveCount(0);
  // A press on the spring, next to the bar, selects it.
  await hand.press([0.2, 0.06]);
  await expect(outlineOf(page).getByRole('button', { name: 'spring SpringDamper' })).toHaveAttribute('aria-current', 'true');
});

test('A plot is named after its body, and automatic plots stay', async ({ page }) => {
  const hand = await emptySheet(page);
  await hand.tool('Bar');
  await hand.drag([0, 0], [0.2, 0]);
  await hand.tool('Bar');
  await hand.drag([0, 0.1], [0.2, 0.1]);
  await hand.tool('Velocity');
  await hand.press([0.1, 0]);
  await expect(page.locator('slip-plot')).toContainText('velocity');
  await page.locator(finished).waitFor();
  await choose(page, 'bar 2 RigidBody2D');
  await form(page).getByRole('button', { name: 'Plot this' }).click();
  await expect(page.locator('slip-plot')).toHaveCount(2);
  await expect(page.locator('slip-plot').first()).toContainText('velocity');
  await expect(page.locator('slip-plot').last()).toContainText('position of bar 2');
  // A sensor measures bodies, so joints are not offered.
  await hand.tool('Hinge');
  await hand.press([0, 0]);
  await expect(outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
  await choose(page, 'velocity Body');
  const offered = await form(page).locator('select[id*=bodyNumber] option').allInnerTexts();
  expect(offered).toContain('bar 2');
  expect(offered).not.toContain('hinge');
});

test('A torque with its default size turns a crank without stopping the run', async ({ page }) => {
  const hand = await emptySheet(page);
  await hand.tool('Bar');
  await hand.drag([0, 0], [0.1, 0]);
  await hand.tool('Hinge');
  await hand.press([0, 0]);
  await hand.tool('Torque');
  await hand.press([0.05, 0]);
  await expect(outlineOf(page).getByRole('button', { name: 'torque Torque' })).toBeVisible();
  await page.locator(finished).waitFor();
  await expect(page.locator('slip-run-status')).toContainText('ran 3 s');
  const torque = (await keptModel(page)).create[2].loadVector[2];
  expect(torque).toBeGreaterThan(0);
  expect(torque).toBeLessThan(0.1);
});

test('A cable that was drawn first takes a ball that is drawn at its end', async ({ page }) => {
  const hand = await emptySheet(page);
  const hint = page.getByText('An empty sheet: choose Bar, and drag here.');
  await expect(hint).toBeVisible();
  await hand.tool('Cable');
  await hand.drag([0, 0.1], [0.2, 0.1]);
  await expect(outlineOf(page).getByRole('button', { name: 'cable Cable2D' })).toBeVisible();
  await expect(hint).toBeHidden();
  await hand.tool('Ball');
  await page.mouse.move(...(await hand.pixel([0.203, 0.098])));
  await expect(page.locator('.draw-place')).toContainText('end of cable');
  await hand.press([0.203, 0.098]);
  await page.getByRole('group', { name: 'Where cable and ball meet' }).getByRole('button', { name: 'Join' }).click();
  await expect.poll(async () => (await keptModel(page)).objects?.length).toBe(1);
  await page.locator(finished).waitFor();
  await expect(page.locator('slip-run-status')).toContainText('ran 3 s');
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
});
