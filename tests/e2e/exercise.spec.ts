import type { Page } from '@playwright/test';
import { emptySheet, keptModel, keptText, outlineOf } from './drawing-hand';
import { enter, expect, finished, saved, test } from './page';

/** A hand that draws, presses buttons of the chosen item and fills its fields; each counts as one action. */
async function author(page: Page, byTouch = false) {
  const hand = await emptySheet(page, byTouch);
  /** The texts of the model after each action. */
  const texts = [await keptText(page)];
  const settled = async () => {
    await expect.poll(() => keptText(page)).not.toBe(texts.at(-1));
    await page.locator(finished).waitFor();
    texts.push(await keptText(page));
  };
  const made = async (item: string) => {
    await expect(outlineOf(page).getByRole('button', { name: item })).toBeVisible();
    await settled();
  };
  return {
    ...hand,
    texts,
    get steps() {
      return hand.steps;
    },
    set steps(count: number) {
      hand.steps = count;
    },
    made,
    async choose(item: string) {
      hand.steps++;
      await hand.use(outlineOf(page).getByRole('button', { name: item }));
    },
    async act(button: string) {
      hand.steps++;
      await hand.use(hand.form.getByRole('button', { name: button, exact: true }).first());
      await settled();
    },
    async fill(label: string, value: string) {
      hand.steps++;
      await enter(hand.form.getByRole('textbox', { name: label }), value);
      await settled();
    },
    async offer(bodies: string, button: string) {
      hand.steps++;
      await page
        .getByRole('group', { name: `Where ${bodies} meet` })
        .getByRole('button', { name: button })
        .click();
      await settled();
    },
  };
}

/** The whole exercise runs, and its tasks have answers. */
async function holds(page: Page, tasks: number): Promise<void> {
  await expect(page.locator('slip-run-status')).toContainText('ran 3 s');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await expect(page.locator('slip-tasks').getByRole('button', { name: 'Check', exact: true })).toHaveCount(tasks);
}

test('makes a slider-crank with friction, sliders, plots and questions by hand', async ({ page }) => {
  test.setTimeout(480_000);
  const hand = await author(page);
  await hand.tool('Bar');
  await hand.drag([0, 0], [0.06, 0.08]);
  await hand.made('bar RigidBody2D');
  await hand.tool('Bar');
  await hand.drag([0.06, 0.08], [0.3, 0]);
  await hand.made('bar 2 RigidBody2D');
  await hand.offer('bar and bar 2', 'Hinge');
  await hand.tool('Box');
  await hand.press([0.3, 0]);
  await hand.made('box RigidBody2D');
  await hand.offer('bar 2 and box', 'Hinge');
  await hand.tool('Hinge');
  await hand.press([0, 0]);
  await hand.made('hinge 3 RevoluteJoint');
  await hand.tool('Slide');
  await hand.press([0.3, 0]);
  await hand.made('slide PrismaticJoint');
  await hand.tool('Motor');
  await hand.press([0, 0]);
  await hand.made('motor TorsionalSpringDamper');
  expect(hand.steps).toBe(15);
  const mechanism = await keptModel(page);
  const joints = mechanism.create.filter(({ bodies }: { bodies?: unknown }) => bodies);
  expect(joints.map(({ name, bodies }: Record<string, unknown>) => [name, bodies])).toEqual([
    ['hinge', ['bar', 'bar 2']],
    ['hinge 2', ['bar 2', 'box']],
    ['hinge 3', [null, 'bar']],
    ['slide', [null, 'box']],
    ['motor', [null, 'bar']],
  ]);

  await hand.tool('Spring');
  await hand.drag([0.35, 0], [0.42, 0]);
  await hand.made('spring SpringDamper');
  await hand.act('Make a slider: Stiffness');
  await hand.act('Make a slider: Damping');
  await hand.act('Ask for it in a task');
  await hand.tool('Friction');
  await hand.press([0.3, 0]);
  await hand.made('friction of slide');
  await hand.fill('Dry friction force', '0.5');
  await hand.press([0.3, 0.03]);
  await expect(outlineOf(page).getByRole('button', { name: 'box RigidBody2D' })).toHaveAttribute('aria-current', 'true');
  await hand.act('Plot this');
  await expect(page.locator('slip-plot').last()).toContainText('position of box');
  await hand.choose('hinge 3 RevoluteJoint');
  await hand.act('Plot its force');
  await hand.act('Ask for it in a task');
  const { create, parameters, display } = await keptModel(page);
  expect(create.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['SpringDamper', 'RigidBodySpringDamper', 'PrismaticJoint']),
  );
  expect(Object.keys(parameters)).toHaveLength(2);
  expect(display.plots.map(({ title }: { title: string }) => title)).toEqual([
    'force of spring', // shown since the question was asked
    'position of box',
    'force of hinge 3 on bar',
  ]);
  await holds(page, 2);
  await hand.click('Share');
  await hand.click('For students');
  hand.steps++;
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  hand.steps++;
  expect((await saved(page.getByRole('button', { name: 'Download SCORM package', exact: true }))).name).toMatch(/\.zip$/);
  expect(hand.steps).toBeLessThanOrEqual(45);

  // Each action is one to undo.
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Build' }).click();
  for (const text of hand.texts.slice(0, -1).toReversed()) {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => keptText(page)).toBe(text);
  }
});

const devices = [
  { device: 'a laptop with a mouse', byTouch: false, use: {} },
  { device: 'a tablet by touch', byTouch: true, use: { viewport: { width: 820, height: 1180 }, hasTouch: true } },
];

for (const { device, byTouch, use } of devices)
  test.describe(`On ${device}`, () => {
    test.use(use);

    test('makes a belt between two pulleys by hand', async ({ page }) => {
      const hand = await author(page, byTouch);
      await hand.tool('Pulley');
      await hand.drag([-0.15, 0], [-0.1, 0]);
      await hand.made('pulley RigidBody2D');
      await hand.tool('Pulley');
      await hand.drag([0.15, 0], [0.22, 0]);
      await hand.made('pulley 2 RigidBody2D');
      await hand.tool('Belt');
      await hand.drag([-0.15, 0], [0.15, 0]);
      await hand.press([-0.15, 0]);
      await hand.made('belt Belt');
      await hand.tool('Motor');
      await hand.press([-0.15, 0]);
      await hand.made('motor TorsionalSpringDamper');
      await hand.act('Ask for it in a task');
      await hand.tool('Torque');
      await hand.press([0.15, 0]);
      await hand.made('torque Torque');
      await hand.choose('pulley 2 RigidBody2D');
      await hand.act('Plot this');
      expect(hand.steps).toBe(15);
      expect((await keptModel(page)).create[4]).toMatchObject({ type: 'Belt', circles: [{ body: 'pulley' }, { body: 'pulley 2' }] });
      await hand.tool('Friction');
      await hand.press([0.15, 0]);
      await hand.made('friction of bearing of pulley 2');
      // A press on the belt selects the belt.
      await hand.press([0, 0.061]);
      await expect(outlineOf(page).getByRole('button', { name: 'belt Belt' })).toHaveAttribute('aria-current', 'true');
      await holds(page, 1);
    });
  });
