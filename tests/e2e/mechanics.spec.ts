import type { Page } from '@playwright/test';
import { keptModel, outlineOf } from './drawing-hand';
import { documentHash, expect, finished, openModel, openStill, share, test } from './page';

test('Energy plots the energies of a run and reports the unexplained part, without a second engine', async ({ page }) => {
  const engines: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) engines.push(request.url());
  });
  await openStill(page, '#g=slider-crank');
  const button = page.getByRole('button', { name: 'Energy', exact: true });
  await button.click();
  const energy = page.locator('slip-energy');
  await expect(energy).toContainText(/[\d.]+ % of the exchanged energy of [\d.]+ J is unexplained\./);
  const kinetic = energy.locator('output[data-curve="0"]');
  await expect(kinetic).not.toBeEmpty();
  const before = await kinetic.innerText();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(kinetic).not.toHaveText(before);
  await expect(energy.getByText(/is unexplained/)).toBeInViewport();
  expect(engines).toHaveLength(1);
  await button.click();
  await expect(energy).toHaveCount(0);
});

/** A cuboid of 8 kg that swings about a hinge, released level. */
const pendulum = {
  slipstick: 1,
  title: 'Pendulum',
  create: [
    { type: 'Ground', name: 'wall', visualization: { graphics: [{ type: 'box', size: [0.1, 0.1, 0.1] }] } },
    {
      type: 'RigidBody2D',
      name: 'bob',
      inertia: { shape: 'cuboid', sideLengths: [0.2, 0.2, 0.2], density: 1000 },
      referencePosition: [0.5, 0, 0],
      gravity: [0, -9.81, 0],
      visualization: { graphics: [{ type: 'box', size: [0.2, 0.2, 0.2] }] },
    },
    { type: 'RevoluteJoint', name: 'hinge', bodies: [null, 'bob'], position: [0, 0, 0] },
  ],
  sensors: [{ type: 'Body', name: 'position', bodyNumber: 'bob', outputVariableType: 'Position' }],
  analysis: { type: 'dynamic', endTime: 1, stepSize: 0.002, sensorsWritePeriod: 0.01 },
};

/** Makes the open model the visitor's own, by an item that changes nothing. */
async function own(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Build' }).click();
  await page.getByRole('button', { name: 'Slider', exact: true }).click();
  await page.locator(finished).waitFor();
  await page.getByRole('tab', { name: 'About' }).click();
}

test('A row of a free body and the plot of energies ask for their numbers in tasks of an own model', async ({ page }) => {
  await openStill(page, `${documentHash(pendulum)}&~f=force,global,bob`);
  const card = page.locator('.body-card');
  await expect(card.getByRole('table', { name: 'Forces on bob' })).toBeVisible();
  await expect(card.getByRole('button', { name: /Ask for it in a task/ })).toHaveCount(0);
  await own(page);
  await card.getByRole('button', { name: 'Ask for it in a task: hinge' }).click();
  await expect(card).toContainText('The question was added: see Tasks.');
  await page.locator(finished).waitFor();
  await page.getByRole('button', { name: 'Energy', exact: true }).click();
  await page.getByRole('button', { name: 'Ask for the dissipated energy in a task' }).press('Enter');
  await expect(page.locator('slip-energy')).toContainText('The question was added');
  const { sensors, measures, tasks } = await keptModel(page);
  expect(sensors.slice(1)).toEqual([
    { type: 'ForceOnBody', name: 'force of hinge on bob', bodyNumber: 'bob', objectNumber: 'hinge', outputVariableType: 'Force' },
    { type: 'Dissipation', name: 'dissipated energy', outputVariableType: 'Energy' },
  ]);
  expect(measures.largest_force_of_hinge_on_bob.formula).toBe('max(norm(sensor("force of hinge on bob")))');
  expect(measures.energy_dissipated.formula).toBe('final(sensor("dissipated energy"))');
  expect(tasks.map(({ answer }: { answer: { unit: string } }) => answer.unit)).toEqual(['N', 'J']);
  await page.locator(finished).waitFor();
  await expect(page.locator('slip-issues')).toHaveCount(0);
});

test('Reaction in Build shows the force of a joint on its body', async ({ page }) => {
  await openStill(page, documentHash(pendulum));
  await page.getByRole('tab', { name: 'Build' }).click();
  await outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint' }).click();
  const reaction = page.getByRole('button', { name: 'Reaction' });
  await reaction.press('Enter');
  const table = page.getByRole('table', { name: 'Forces on bob' });
  await expect(table.getByRole('rowheader')).toHaveText(['hinge']);
  // The cuboid is released level: I α = m g d with I = m (a²/6 + d²), and the hinge carries m (g − α d) = 8·9.81·(1 − 0.25/0.256667) N.
  const [, vertical] = await table.getByRole('row', { name: 'hinge' }).getByRole('cell').allInnerTexts();
  expect(Number(vertical)).toBeCloseTo(8 * 9.81 * (1 - 0.25 / (0.04 / 6 + 0.25)), 1);
  await reaction.press('Enter');
  await expect(table).toHaveCount(0);
});

test('A link to the free body of no body says why, and new links omit it', async ({ page }) => {
  await openStill(page, '#g=slider-crank&~f=force,global,nobody');
  const note = page.locator('.link-note');
  await expect(note).toHaveText('This model has no body “nobody”, so there is no free body to show.');
  const link = (await share(page)).getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#g=slider-crank/);
  await expect(link).not.toHaveValue(/~f=/);
  await page.keyboard.press('Escape');
  await openStill(page, `${documentHash(pendulum)}&~f=force,global,wall`);
  await expect(note).toHaveText('“wall” does not move, so it has no free-body diagram.');
});

test.describe('Without 3D', () => {
  test.use({ scene: false });

  test('A caution names the spring that long steps damp, and leads to the plot of energies', async ({ page }) => {
    const document = {
      slipstick: 1,
      create: [
        { type: 'Ground', name: 'ground' },
        { type: 'MassPoint', name: 'mass', physicsMass: 1, initialVelocity: [1, 0, 0] },
        { type: 'CartesianSpringDamper', name: 'stiff spring', bodies: ['ground', 'mass'], stiffness: [4000, 4000, 4000] },
      ],
      sensors: [{ type: 'Body', name: 'position', bodyNumber: 'mass', outputVariableType: 'Position' }],
      analysis: [{ type: 'dynamic', endTime: 2, stepSize: 0.02, sensorsWritePeriod: 0.02, generalizedAlpha: { spectralRadius: 0.5 } }],
    };
    await openModel(page, documentHash(document));
    const caution = page.locator('slip-balance-note');
    await expect(caution).toContainText(/is unexplained\. Most of it arises at .* “stiff spring” .* numerical damping/);
    await caution.getByRole('button', { name: 'Energy' }).press('Enter');
    await expect(page.locator('slip-energy')).toContainText('stiff spring');
    await expect(caution).not.toContainText('unexplained');
  });
});

test('A link keeps the free body of a crank with its torques', async ({ page }) => {
  await openStill(page, '#g=slider-crank&~f=torque,body,crank');
  const card = page.locator('.body-card');
  await expect(card.getByRole('table', { name: 'Torques on crank' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Axes of the body' })).toHaveAttribute('aria-pressed', 'true');
  await card.getByRole('button', { name: 'Forces' }).click();
  await expect((await share(page)).getByRole('textbox', { name: 'Link' })).toHaveValue(/&~f=force,body,crank/);
});

test('On a phone the names of the forces leave room for the mechanism until the table is opened', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStill(page, '#g=slider-crank&~f=force,global,crank');
  const card = page.locator('.body-card');
  const summary = card.locator('summary');
  await expect(summary).toContainText('main bearing');
  const scene = await page.locator('slip-scene').boundingBox();
  expect((await card.boundingBox())!.height).toBeLessThan(0.4 * scene!.height);
  await summary.press('Enter');
  await expect(card.getByRole('table', { name: 'Forces on crank' })).toBeVisible();
});

test('The free body of a crank shows the forces of its hinges, and their sum is m a', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.locator('slip-scene canvas').focus();
  const card = page.locator('.body-card');
  await page.keyboard.press('b');
  await expect(card).toBeVisible();
  for (let i = 0; i < 4 && (await card.getByRole('heading').innerText()) !== 'crank'; i++) await page.keyboard.press('b');
  await card.getByRole('button', { name: 'Free body' }).press('Enter');
  const table = card.getByRole('table', { name: 'Forces on crank' });
  await expect(table.getByRole('rowheader')).toHaveText([
    'main bearing',
    'crank pin',
    'drive',
    'flywheel shaft',
    'Sum',
    'm a',
    'Difference',
  ]);
  await page.getByRole('button', { name: 'To the end' }).click();
  const cells = async (row: string) =>
    (await table.getByRole('row', { name: row }).getByRole('cell').allInnerTexts()).map((text) => Number(text.replace('−', '-')));
  await expect.poll(async () => Math.hypot(...(await cells('m a')))).toBeGreaterThan(1);
  const [bearing, pin, sum, inertia] = [await cells('main bearing'), await cells('crank pin'), await cells('Sum'), await cells('m a')];
  for (const i of [0, 1, 2]) {
    expect(Math.abs(bearing[i] + pin[i] - sum[i])).toBeLessThan(0.016); // three rounded numbers
    expect(sum[i]).toBe(inertia[i]);
  }
  expect(pin[3]).toBeGreaterThan(1);
  expect(Math.abs(pin[3] - Math.hypot(...pin.slice(0, 3)))).toBeLessThan(0.016);
  expect(await cells('Difference')).toEqual([0, 0, 0, 0]);
  // In the axes of a crank that turns steadily, its inertia points towards the hinge.
  await card.getByRole('button', { name: 'Axes of the body' }).click();
  await expect.poll(async () => Math.abs((await cells('m a'))[1])).toBeLessThan(0.05);
  await card.getByRole('button', { name: 'Torques' }).click();
  await expect(card.getByRole('table', { name: 'Torques on crank' })).toBeVisible();
  await page.locator('slip-scene canvas').focus();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});

test('Response shows how an output follows an input at each frequency', async ({ page }) => {
  await page.goto('/#g=bicycle');
  await page.getByRole('tab', { name: 'Response' }).click();
  const response = page.locator('slip-response');
  await response.getByRole('button', { name: 'Compute' }).click();
  await expect(response).toContainText('Linear model at 0 s with 12 states.');
  await expect(response.getByRole('table', { name: 'Natural frequencies' })).toBeInViewport();
  await expect(response).toContainText('The model is unstable, with a pole at');
  await expect(response.getByText(/^Magnitude: /)).toBeVisible();
});
