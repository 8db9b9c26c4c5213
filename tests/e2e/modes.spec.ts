import { findings } from './axe';
import { brass, documentHash, expect, fallingMass, finished, openStill, saved, seen, test } from './page';

const bar = (name: string, y: number) => ({
  type: 'RigidBody2D',
  name,
  referencePosition: [0, y, 0],
  inertia: { mass: 1, inertia6D: [0, 0, 0.08, 0, 0, 0] },
  gravity: [0, -9.81, 0],
});
const hinge = (bodies: (string | null)[], y: number) => ({ type: 'RevoluteJoint', bodies, position: [0, y, 0], axis: [0, 0, 1] });
const pendulum = {
  slipstick: 1,
  title: 'Double pendulum, hanging',
  create: [bar('upper', -0.5), bar('lower', -1.5), hinge([null, 'upper'], 0), hinge(['upper', 'lower'], -1)],
  analysis: [{ type: 'eigenvalues' }],
};

test('A model with only eigenvalues shows its modes, and nothing of the previous model', async ({ page }) => {
  await openStill(page, documentHash(fallingMass({ endTime: 0.1 })));
  await expect(page.locator('slip-plot').first()).toBeVisible();
  await page.goto(`./${documentHash(pendulum)}`);
  await expect(page.getByRole('heading', { name: 'Double pendulum, hanging' })).toBeVisible();
  await page.locator(finished).waitFor();
  await expect(page.locator('slip-plot')).toHaveCount(0);
  await expect(page.locator('.mode-name')).toContainText('Mode 1 of 2');
  await expect(page.locator('slip-scene[data-drawn]')).toBeVisible();
  await page.getByRole('tab', { name: 'Eigenvalues' }).click();
  const rows = page.locator('.modes-table tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('img', { name: 'Eigenvalues in the complex plane' }).locator('circle')).toHaveCount(4);

  // In the first mode both bars swing to one side, in the second one in opposite directions; the amplitude grows with the distance.
  const upperAt = async () => (await seen(page, brass)).x;
  await expect.poll(upperAt).toBeGreaterThan(0);
  const first = await upperAt();
  await page.getByRole('button', { name: 'Show mode 2' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show mode 2' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.mode-name')).toContainText('Mode 2 of 2');
  await expect.poll(upperAt).not.toBeCloseTo(first, 0);
  await page.getByLabel('Swing').focus();
  await page.keyboard.press('Home');
  await expect(page.getByLabel('Swing')).toHaveAttribute('aria-valuetext', '0.1 times the usual swing');
  await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => page.locator('slip-scene').getAttribute('data-time')).not.toBe('0');
  expect(await findings(page)).toEqual([]);

  expect((await saved(page.getByRole('button', { name: 'Save as CSV' }))).name).toBe('double-pendulum-hanging-eigenvalues.csv');
});

test('A run keeps its picture until a mode is chosen, and gets it back', async ({ page }) => {
  const analysis = [{ type: 'eigenvalues' }, { endTime: 0.2, stepSize: 0.01 }];
  await openStill(page, documentHash({ ...pendulum, analysis }));
  await expect(page.locator('slip-transport')).toBeVisible();
  await page.getByRole('tab', { name: 'Eigenvalues' }).click();
  await page.getByRole('button', { name: 'Show mode 1' }).click();
  await expect(page.locator('.mode-name')).toContainText('Mode 1 of 2');
  await page.getByRole('button', { name: 'Back to the run' }).click();
  await expect(page.locator('slip-transport')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show mode 1' })).toHaveAttribute('aria-pressed', 'false');
});
