import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { findings } from './axe';
import { emptySheet, handOn, keptModel, keptText, outlineOf, type Place, type Point } from './drawing-hand';
import { choose, databaseOf, documentHash, enter, expect, finished, openStill, pictures, test } from './page';

/** The photos that the browser has stored. */
const keptPhotos = async (page: Page): Promise<{ url: string; width: number }[]> =>
  (await databaseOf(page, 'slipstick-photos')).map((text) => JSON.parse(text as string));

/** A picture of white and black stripes, as a PNG with one bit per pixel. */
function pngOf(width: number, height: number, rows = height): Buffer {
  const part = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0b11110000);
  row[0] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.concat(new Array<Buffer>(rows).fill(row)))),
    part('IEND', Buffer.alloc(0)),
  ]);
}

/** The screen position of the middle of a body, m. */
const shownAt = (page: Page, body: string): Promise<number[]> =>
  page.locator('slip-scene').evaluate((view, object) => {
    const { picture } = view as unknown as { picture: { gripPoint(grip: object): { toArray(): number[] } } };
    return picture.gripPoint({ object, link: null, at: [0, 0, 0] }).toArray();
  }, body);

test.describe('Build by mouse', () => {
  test('draws a pendulum in five steps; a reload keeps it', async ({ page }) => {
    const hand = await emptySheet(page);
    await expect(page.getByText('An empty sheet: choose Bar, and drag here.')).toBeVisible();
    await hand.tool('Bar');
    await hand.drag([0, 0], [0.2, 0]);
    await expect(outlineOf(page).getByRole('button', { name: 'bar RigidBody2D' })).toHaveAttribute('aria-current', 'true');
    await hand.tool('Hinge');
    // A press near its end snaps to the end, and a mark shows it.
    await page.mouse.move(...(await hand.pixel([0.004, 0.003])));
    await expect(page.locator('.draw-snap')).toBeVisible();
    await expect(page.locator('.draw-place')).toContainText('end of bar');
    await hand.press([0.004, 0.003]);
    await expect(outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
    expect(hand.steps).toBe(5);
    const { create } = await keptModel(page);
    expect(create).toEqual([
      expect.objectContaining({ type: 'RigidBody2D', name: 'bar', referencePosition: [0.1, 0, 0] }),
      { type: 'RevoluteJoint', name: 'hinge', bodies: [null, 'bar'], position: [0, 0, 0] },
    ]);
    await page.locator(finished).waitFor();
    const text = await keptText(page);
    await page.reload();
    await page.locator('slip-scene[data-drawn]').waitFor();
    await page.getByRole('tab', { name: 'Build' }).click();
    await expect(outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
    expect(await keptText(page)).toBe(text);
  });

  test('draws a cart on four wheels down a slope in 23 steps', async ({ page }) => {
    const hand = await emptySheet(page);
    const made = async (count: number) => expect.poll(async () => (await keptModel(page)).create.length).toBe(count);
    await hand.tool('Ground line');
    await hand.drag([-0.3, 0.05], [0.3, -0.15]);
    await made(1);
    // Their rims come near the line, and then touch it.
    for (const [i, [x, y]] of [
      [-0.2, 0.06],
      [-0.1, 0.02],
      [0, 0],
      [0.1, -0.04],
    ].entries()) {
      await hand.tool('Wheel');
      await hand.drag([x, y], [x, y - 0.04]);
      await made(3 + 2 * i);
    }
    const { create } = await keptModel(page);
    const wheels = create.filter(({ name }: { name: string }) => /^wheel/.test(name));
    const centres: Point[] = wheels.map(({ referencePosition: [x, y] }: { referencePosition: number[] }) => [x, y]);
    await hand.tool('Bar');
    await hand.drag(centres[0], centres[3]);
    await made(10);
    for (const [i, centre] of centres.entries()) {
      await hand.tool('Hinge');
      await hand.press(centre);
      await made(11 + i);
    }
    await page.locator(finished).waitFor();
    await hand.press([(centres[1][0] + centres[2][0]) / 2, (centres[1][1] + centres[2][1]) / 2]);
    await hand.click('Plot this');
    await page.locator(finished).waitFor();
    expect(hand.steps).toBe(23);
    const joints = (await keptModel(page)).create.filter(({ type }: { type: string }) => type === 'RevoluteJoint');
    expect(joints.map(({ bodies }: { bodies: string[] }) => bodies.toSorted())).toEqual(
      ['wheel', 'wheel 2', 'wheel 3', 'wheel 4'].map((wheel) => ['bar', wheel]),
    );
    await expect(page.locator('slip-plot')).toContainText('position of bar');
  });

  test('moves a mechanism whole with Shift, keeping all other bytes, and a body as its joints permit', async ({ page }) => {
    const hand = await emptySheet(page);
    await hand.tool('Bar');
    await hand.drag([0, 0], [0.2, 0]);
    await hand.tool('Hinge');
    await hand.press([0, 0]);
    await expect.poll(async () => (await keptModel(page)).create.length).toBe(2);
    await page.locator(finished).waitFor();
    const before = await keptText(page);
    await page.keyboard.down('Shift');
    await hand.drag([0.1, 0], [0.1, 0.06], () => expect.poll(async () => (await shownAt(page, 'bar'))[1]).toBeCloseTo(0.06, 9));
    await page.keyboard.up('Shift');
    await expect
      .poll(() => keptText(page))
      .toBe(
        before
          .replace('"referencePosition": [0.1, 0, 0]', '"referencePosition": [0.1, 0.06, 0]')
          .replace('"position": [0, 0, 0]', '"position": [0, 0.06, 0]'),
      );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => keptText(page)).toBe(before);
    await page.locator(finished).waitFor();
    await hand.drag([0.2, 0], [0, 0.2], () => expect.poll(async () => (await shownAt(page, 'bar'))[1]).toBeCloseTo(0.1, 4));
    await expect.poll(async () => (await keptModel(page)).create[0].referenceRotationMatrix).toMatch(/^rotZ\(radians\((90|89\.99|90\.00)/);
    const [bar, hinge] = (await keptModel(page)).create;
    expect(bar.referencePosition[0]).toBeCloseTo(0, 4);
    expect(bar.referencePosition[1]).toBeCloseTo(0.1, 4);
    expect(hinge.position).toEqual([0, 0, 0]);
  });

  test('shows errors at the items; the picture and the text are unchanged', async ({ page }) => {
    const hand = await emptySheet(page);
    await expect(page.getByRole('button', { name: 'Hinge', exact: true })).toBeDisabled();
    await hand.tool('Bar');
    await hand.press([0, 0]);
    await hand.press([0, 0]);
    await expect(page.locator('.draw-note')).toContainText('A bar needs two ends.');
    await hand.drag([0, 0], [0.2, 0]);
    await hand.tool('Hinge');
    await hand.press([0.3, 0.1]);
    await expect(page.locator('.draw-note')).toContainText('No body is there that it could hold.');
    await hand.press([0, 0]);
    await outlineOf(page).getByRole('button', { name: 'bar RigidBody2D' }).click();
    await hand.form.getByRole('button', { name: 'Delete' }).click();
    await expect(outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint ! error' })).toBeVisible();
    await expect(page.locator('slip-scene canvas')).toBeVisible();
    const text = await keptText(page);
    await page.reload();
    await page.getByRole('tab', { name: 'Build' }).click();
    await expect(outlineOf(page).getByRole('button', { name: 'hinge RevoluteJoint ! error' })).toBeVisible();
    expect(await keptText(page)).toBe(text);
  });
});

test.describe('Build in space', () => {
  const choosePlane = async (page: Page, hand: ReturnType<typeof handOn>, label: string) => {
    hand.steps++;
    await page.getByRole('combobox', { name: 'Plane' }).selectOption({ label });
    await still(page, hand);
  };
  /** Waits until the camera rests. */
  const still = async (page: Page, hand: ReturnType<typeof handOn>) => {
    let before = '';
    await expect
      .poll(async () => {
        await pictures(page, 5);
        const [last, now] = [before, String(await hand.pixel([0.1, 0.2, 0.3]))];
        before = now;
        return now === last;
      })
      .toBe(true);
  };

  test("draws Bricard's mechanism in three planes, in 27 steps, and leads it by hand", async ({ page }) => {
    const hand = await emptySheet(page);
    const made = async (count: number) => {
      await expect.poll(async () => (await keptModel(page)).create?.length).toBe(count);
      await page.locator(finished).waitFor();
      await still(page, hand);
    };
    const bar = async (from: Place, to: Place) => {
      await hand.tool('Bar');
      await hand.drag(from, to);
    };
    const hinge = async (at: Place) => {
      await hand.tool('Hinge');
      await hand.press(at);
    };
    await choosePlane(page, hand, 'x, y in space');
    await bar([0, 0, 0], [0.3, 0, 0]);
    await made(1);
    await bar([0.3, 0, 0], [0.3, -0.3, 0]);
    await made(2);
    await hinge([0.3, 0, 0]);
    await made(3);
    await choosePlane(page, hand, 'x, z');
    // A body that begins at an end gets the depth of that end.
    await bar([0.3, -0.3, 0], [0.3, -0.3, 0.3]);
    await made(4);
    await bar([0.3, -0.3, 0.3], [0, -0.3, 0.3]);
    await made(5);
    await hinge([0.3, -0.3, 0.3]);
    await made(6);
    await hinge([0, 0, 0]);
    await made(7);
    await choosePlane(page, hand, 'y, z');
    await hinge([0.3, -0.3, 0]);
    await made(8);
    await bar([0, -0.3, 0.3], [0, 0, 0.3]);
    await made(9);
    await hinge([0, 0, 0.3]);
    await made(10);
    await choosePlane(page, hand, 'x, y in space');
    await hinge([0, -0.3, 0.3]);
    await made(11);
    expect(hand.steps).toBe(27);
    const { create } = await keptModel(page);
    expect(create.map(({ type }: { type: string }) => type).filter((type: string) => type === 'RevoluteJoint')).toHaveLength(6);
    await page.getByRole('button', { name: 'Close the loops' }).click();
    await expect(page.locator('.build-motion')).toContainText('1 degree of freedom');

    // Its corner follows the pointer, parallel to the screen, and everything else follows; one edit stores this.
    const before = await keptText(page);
    const corner = await shownAt(page, 'bar 4');
    const start = await hand.pixel([0.3, -0.3, 0.3]);
    await page.mouse.move(...start);
    await page.mouse.down();
    for (let i = 1; i <= 20; i++) await page.mouse.move(start[0] - 3 * i, start[1] + i);
    await expect.poll(async () => Math.hypot(...(await shownAt(page, 'bar 4')).map((value, i) => value - corner[i]))).toBeGreaterThan(0.02);
    await expect(page.locator('.draw-arm')).toHaveCount(1);
    expect(await keptText(page)).toBe(before);
    await still(page, hand);
    let there: number[] = [];
    const rests = async () => {
      const last = there;
      there = await shownAt(page, 'bar 2');
      return String(there) === String(last);
    };
    await expect.poll(rests, { intervals: [300] }).toBe(true);
    await page.mouse.up();
    await expect.poll(() => keptText(page)).not.toBe(before);
    await page.locator(finished).waitFor();
    (await shownAt(page, 'bar 2')).forEach((value, i) => expect(value).toBeCloseTo(there[i], 6));
    await page.getByRole('button', { name: 'Close the loops' }).click();
    await expect(page.locator('.build-motion')).toContainText('1 degree of freedom');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => keptText(page)).toBe(before);
  });
});

test.describe('Build in space, by mouse and keys', () => {
  for (const [model, body, key] of [
    ['bricard', 'rod3', 'referencePosition'],
    ['bicycle', 'frame', 'initialCoordinates'],
    ['car', 'car', 'initialCoordinates'],
  ] as const)
    test(`moves a body of ${model} as its joints permit; one step undoes it`, async ({ page }) => {
      await openStill(page, `#g=${model}`);
      await page.getByRole('tab', { name: 'Build' }).click();
      await page.locator('slip-draw[data-ready]').waitFor();
      const hand = handOn(page);
      await pictures(page);
      const [begin, x, y] = [await shownAt(page, body), ...(await hand.pixel((await shownAt(page, body)) as unknown as Place))] as const;
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let i = 1; i <= 10; i++) await page.mouse.move(x + 2 * i, y - 2 * i);
      const moved = async () => Math.hypot(...(await shownAt(page, body)).map((value, i) => value - begin[i]));
      await expect.poll(moved).toBeGreaterThan(0.01);
      expect(await keptText(page)).toBe('');
      await page.mouse.up();
      await expect.poll(() => keptText(page)).toContain(`"${key}"`);
      await page.locator(finished).waitFor();
      const text = await keptText(page);
      expect(await page.locator('.build-error').count()).toBe(0);

      // The keys move it, too: up in the picture, and along the view.
      await page.locator('slip-draw').focus();
      for (const press of ['ArrowUp', 'PageUp']) {
        const before = await keptText(page);
        await page.keyboard.press(press);
        await expect.poll(() => keptText(page)).not.toBe(before);
        await page.locator(finished).waitFor();
      }
      await expect(page.locator('.draw-offer')).toHaveCount(0);
      for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => keptText(page)).toBe(text);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await keptText(page)).includes(`"${key}"`) && key === 'initialCoordinates').toBe(false);
    });

  test('explains where belts work, and that joints hold a body', async ({ page }) => {
    const hand = await emptySheet(page);
    await page.getByRole('combobox', { name: 'Plane' }).selectOption({ label: 'x, z' });
    for (const depth of [-0.2, 0.2]) {
      await hand.tool('Pulley');
      await hand.drag([depth, 0, 0], [depth + 0.05, 0, 0]);
      await expect
        .poll(async () => (await keptModel(page)).create.filter(({ type }: { type: string }) => type === 'RigidBody').length)
        .toBe(depth < 0 ? 1 : 2);
    }
    await hand.tool('Belt');
    await expect(page.locator('.draw-note')).toContainText('Belts and cables are planar: they lie in the plane “x, y”.');
    await page.keyboard.press('Escape');
    await outlineOf(page).getByRole('button', { name: 'pulley RigidBody' }).click();
    await page.locator('slip-draw').focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('.draw-note')).toContainText('Joints hold the middle of pulley there.');
  });
});

test.describe('Build by keys', () => {
  test('draws, joins and moves', async ({ page }) => {
    const hand = await emptySheet(page);
    await hand.tool('Bar');
    await expect(page.locator('slip-draw')).toBeFocused();
    for (const key of ['ArrowLeft', 'Enter', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
    await expect(outlineOf(page).getByRole('button', { name: 'bar RigidBody2D' })).toBeVisible();
    await hand.tool('Hinge');
    for (const key of ['n', 'n', 'Enter']) await page.keyboard.press(key);
    await expect.poll(async () => (await keptModel(page)).create.length).toBe(2);
    const { create } = await keptModel(page);
    const [bar, hinge] = create;
    const length = bar.inertia.sideLengths[0];
    expect(hinge.bodies).toEqual([null, 'bar']);
    expect(hinge.position[0]).toBeCloseTo(bar.referencePosition[0] - length / 2, 9);
    await outlineOf(page).getByRole('button', { name: 'bar RigidBody2D' }).click();
    await page.locator('slip-draw').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await keptModel(page)).create[0].referencePosition[1]).toBeGreaterThan(0);
    await hand.tool('Bar');
    await page.keyboard.press('Escape');
    await expect(page.locator('.draw-note')).toHaveCount(0);
    await hand.tool('Ball');
    await page.getByRole('button', { name: 'Add without drawing' }).click();
    await expect(outlineOf(page).getByRole('button', { name: 'ball MassPoint' })).toBeVisible();
  });
});

test.describe('Build', () => {
  test('makes a pendulum from an empty sheet with forms, undoes and keeps it', async ({ page }) => {
    await openStill(page, '#g=rolling-coin');
    await page.getByRole('tab', { name: 'Model' }).click();
    await page.getByLabel('New model from').selectOption('Empty sheet');
    const hand = handOn(page);
    await page.locator('slip-draw[data-ready]').waitFor();
    const outline = outlineOf(page);

    await hand.add('Bar');
    await expect(outline.getByRole('button', { name: 'bar RigidBody2D' })).toHaveAttribute('aria-current', 'true');
    await enter(hand.form.getByRole('textbox', { name: 'Position x' }), '0.2, 0, 0');
    await hand.add('Hinge');
    await outline.getByRole('button', { name: 'bar RigidBody2D' }).click();
    await hand.form.getByRole('button', { name: 'Plot this' }).click();
    await page.locator(finished).waitFor();
    await expect(page.locator('slip-plot, slip-plots').first()).toBeVisible();

    // A formula has its value next to it; a wrong one has its error, and the other fields are unchanged.
    const value = hand.form.locator('output').filter({ hasText: '=' });
    await enter(hand.form.getByRole('textbox', { name: 'Position x' }), '0.4/2');
    await expect(value).toHaveText('= 0.2, 0, 0');
    await enter(hand.form.getByRole('textbox', { name: 'Position x' }), '0.4/oops');
    await expect(hand.form.getByRole('alert')).toContainText('oops');
    await expect(outline.getByRole('button', { name: 'bar RigidBody2D ! error' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(value).toHaveText('= 0.2, 0, 0');

    await outline.getByRole('button', { name: 'hinge RevoluteJoint' }).click();
    await hand.form.getByRole('button', { name: 'Delete' }).click();
    await expect(outline.getByRole('button', { name: 'hinge RevoluteJoint' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(outline.getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
    await page.reload();
    await page.locator(finished).waitFor();
    await page.getByRole('tab', { name: 'Build' }).click();
    await expect(outline.getByRole('button', { name: 'hinge RevoluteJoint' })).toBeVisible();
  });

  test('picks bodies in the view, and edits the parts for readers', async ({ page }) => {
    const hand = await emptySheet(page);
    await hand.tool('Bar');
    await hand.drag([-0.1, 0], [0.1, 0]);
    await hand.tool('Disc');
    await hand.drag([0.2, 0.05], [0.24, 0.05]);
    await hand.tool('Force');
    await hand.drag([0.2, 0.05], [0.2, 0.1]);
    await expect(hand.form.getByRole('combobox', { name: 'Body' })).toHaveValue('disc');
    await hand.form.getByRole('button', { name: 'Pick in the view: Body' }).click();
    await expect(page.locator('.draw-note')).toContainText('Press on the body.');
    await hand.press([0.05, 0]);
    await expect(hand.form.getByRole('combobox', { name: 'Body' })).toHaveValue('bar');

    await outlineOf(page).getByRole('button', { name: 'Title and text' }).click();
    await enter(hand.form.getByLabel('title'), 'Seesaw');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seesaw');
    await hand.form.getByLabel('description').fill('It *swings*.');
    await hand.form.getByLabel('description').blur();
    await expect.poll(async () => (await keptModel(page)).description).toBe('It *swings*.');

    await hand.click('Slider');
    await expect(page.getByRole('slider', { name: 'a', exact: true })).toBeVisible();
    await outlineOf(page).getByRole('button', { name: 'First view' }).click();
    await hand.form.getByRole('button', { name: 'Look from here' }).click();
    await expect.poll(async () => (await keptModel(page)).display.camera).toEqual({ position: [0, -0.001, 1] });
    await hand.click('Task');
    await expect(page.getByRole('tab', { name: 'Tasks' })).toBeVisible();
    await hand.form.getByRole('textbox', { name: 'Text', exact: true }).fill('How long is the bar?');
    await hand.form.getByRole('textbox', { name: 'Text', exact: true }).blur();
    await expect.poll(async () => (await keptModel(page)).tasks[0].text).toBe('How long is the bar?');
    await page.locator(finished).waitFor();
    expect((await keptModel(page)).create).toHaveLength(3);
  });

  test('gives each new slider and task a different name', async ({ page }) => {
    const hand = await emptySheet(page);
    for (let i = 0; i < 4; i++) await hand.click('Slider');
    for (let i = 0; i < 4; i++) await hand.click('Task');
    await expect.poll(async () => (await keptModel(page)).tasks?.length).toBe(4);
    const { parameters, tasks } = await keptModel(page);
    expect(Object.keys(parameters)).toEqual(['a', 'a2', 'a3', 'a4']);
    expect(tasks.map(({ id }: { id: string }) => id)).toEqual(['task', 'task-2', 'task-3', 'task-4']);
  });

  test('closes the loops of a mechanism, and reports its mobility', async ({ page }) => {
    const bar = { type: 'RigidBody2D', name: 'bar', referencePosition: [0.15, 0, 0], inertia: { shape: 'rod', mass: 1, length: 0.2 } };
    const open = {
      slipstick: 1,
      title: 'A gap',
      create: [{ type: 'Ground', name: 'wall' }, bar],
      markers: [
        { type: 'BodyRigid', name: 'a', bodyNumber: 'wall' },
        { type: 'BodyRigid', name: 'b', bodyNumber: 'bar', localPosition: [-0.1, 0, 0] },
      ],
      objects: [{ type: 'JointRevolute2D', name: 'hinge', markerNumbers: ['a', 'b'] }],
      analysis: [{ type: 'dynamic', endTime: 0.01, numberOfSteps: 10 }],
    };
    await page.goto(`./${documentHash(open)}`);
    await page.getByRole('tab', { name: 'Build' }).click();
    await page.getByRole('button', { name: 'Close the loops' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'degree of freedom' })).toHaveText("1 degree of freedom: 'bar' turns about z.");
    expect((await keptModel(page)).create[1].referencePosition[0]).toBeCloseTo(0.1, 9);
  });

  test('shows the type of each item, and keeps the camera in front of spatial beams', async ({ page }) => {
    const document = JSON.parse(readFileSync('tests/data/items/objects/BeamGeometricallyExact3D.json', 'utf8'));
    await openStill(page, documentHash(document));
    await page.getByRole('tab', { name: 'Build' }).click();
    await page.locator('slip-draw[data-ready]').waitFor();
    await expect(outlineOf(page).getByRole('button', { name: 'first BeamGeometricallyExact3D' }).locator('svg path')).not.toHaveAttribute(
      'd',
      '',
    );
    await pictures(page);
    expect(await page.locator('slip-scene').evaluate((view) => (view as unknown as { shot: unknown }).shot)).toBeNull();
    expect(await findings(page)).toEqual([]);
  });

  test('chooses the same item in the outline and in the text', async ({ page }) => {
    await openStill(page, '#g=slider-crank');
    await page.getByRole('tab', { name: 'Build' }).click();
    await outlineOf(page).getByRole('button').nth(8).click();
    const name = await outlineOf(page).locator('[aria-current="true"] span').first().textContent();
    await page.getByRole('tab', { name: 'Model' }).click();
    const text = page.getByRole('textbox', { name: /Model document/ });
    await expect(page.locator('.cm-selectionBackground').first()).toBeInViewport();
    await expect(text).toContainText(`"${name}"`);
    await text.getByText('"title"').first().scrollIntoViewIfNeeded();
    await text.getByText('"title"').first().click();
    await page.getByRole('tab', { name: 'Build' }).click();
    await expect(outlineOf(page).getByRole('button', { name: 'Title and text' })).toHaveAttribute('aria-current', 'true');
  });

  test('takes a photo to trace, a shape from a file, and another plane', async ({ page }) => {
    const hand = await emptySheet(page);
    await page.getByRole('combobox', { name: 'Plane' }).selectOption('x, z');
    await hand.tool('Bar');
    await hand.drag([-0.1, 0], [0.1, 0], undefined, 'xz');
    await expect(outlineOf(page).getByRole('button', { name: 'bar RigidBody' })).toHaveAttribute('aria-current', 'true');

    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
    await choose(page.getByRole('button', { name: 'Photo…', exact: true }), { 'photo.png': picture });
    await enter(page.getByLabel('width, m'), '0.5');
    await expect.poll(async () => (await keptPhotos(page))[0]?.width).toBe(0.5);
    expect(await keptText(page)).not.toContain('data:');

    await hand.form.getByText('Shape from a file').click();
    const corners = 'v 0 0 0\nv 60 0 0\nv 0 60 0\nv 0 0 60\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
    await choose(hand.form.getByRole('button', { name: /Choose STL/ }), { 'corner.obj': corners });
    await expect(hand.form.getByRole('status').filter({ hasText: 'triangles' })).toContainText('4 triangles, 0.2808 kg');
    const [bar] = (await keptModel(page)).create;
    expect(bar.inertia.mass).toBeCloseTo(0.2808, 6);
    expect(bar.visualization.graphics[0].triangles).toHaveLength(12);
    await page.locator(finished).waitFor();
    expect(await findings(page)).toEqual([]);

    await page.reload();
    await page.getByRole('tab', { name: 'Build' }).click();
    await expect(page.getByLabel('width, m')).toHaveValue('0.5');
    await page.getByRole('group', { name: 'Photo' }).getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => keptPhotos(page)).toEqual([]);
  });

  test('keeps a photo with each model, even with 100 megapixels', async ({ page }) => {
    await emptySheet(page);
    const first = page.url();
    const button = page.getByRole('button', { name: 'Photo…', exact: true });
    await choose(button, { 'sky.png': pngOf(30_000, 30_000, 1) });
    await expect(page.getByText('The photo has 900 megapixels; this browser can take up to')).toBeVisible();
    await choose(button, { 'plan.png': pngOf(10_000, 10_000) });
    await expect(page.getByLabel('width, m')).toHaveValue('1', { timeout: 60_000 });
    await expect(page.getByText(/Links and files leave it out/)).toBeVisible();
    const [{ url }] = await keptPhotos(page);
    expect(url.length).toBeLessThanOrEqual(400_000);
    const size = await page.evaluate(async (source) => {
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, url);
    expect(size).toEqual([1400, 1400]);
    expect(await findings(page)).toEqual([]);

    await emptySheet(page);
    expect(page.url()).not.toBe(first);
    await expect(button).toBeVisible();
    await expect(page.getByLabel('width, m')).toBeHidden();
    await page.goto(first);
    await page.getByRole('tab', { name: 'Build' }).click();
    await expect(page.getByLabel('width, m')).toHaveValue('1');
  });

  test('draws wheels side by side on an axle in space', async ({ page }) => {
    const hand = await emptySheet(page);
    await expect(page.getByLabel('Depth, m')).toBeHidden();
    await page.getByRole('combobox', { name: 'Plane' }).selectOption('x, z');
    for (const depth of ['0.2', '-0.2']) {
      await enter(page.getByLabel('Depth, m'), depth);
      await hand.tool('Wheel');
      await hand.drag([0, -Number(depth), 0.1], [0.1, -Number(depth), 0.1]);
      await expect(outlineOf(page).getByRole('button', { name: /^wheel.* RigidBody/ })).toHaveCount(depth === '0.2' ? 1 : 2);
    }
    const { create } = await keptModel(page);
    const wheels = (create as { type: string; referencePosition: number[] }[]).filter(({ type }) => type === 'RigidBody');
    expect(wheels.map(({ referencePosition }) => referencePosition)).toEqual([
      [0, -0.2, 0.1],
      [0, 0.2, 0.1],
    ]);
    expect(await findings(page)).toEqual([]);
  });

  test('turns a number into a slider, and leads to its place in the text', async ({ page }) => {
    await openStill(page, '#g=bushings');
    await page.getByRole('tab', { name: 'Build' }).click();
    const hand = handOn(page);
    await hand.add('Ball');
    await page.getByRole('button', { name: 'Make a slider: Mass' }).click();
    await expect(page.getByRole('slider', { name: 'ball: mass' })).toBeVisible();
    await page.getByRole('button', { name: 'Show in the text' }).click();
    await expect(page.getByRole('textbox', { name: /Model document/ })).toContainText('"physicsMass": "physicsMass"');
  });

  test('gives the mass of a body by its shape, a mass or numbers, in any unit', async ({ page }) => {
    const hand = await emptySheet(page);
    const inertia = async () => (await keptModel(page)).create[0].inertia;
    await hand.add('Bar');
    await expect(hand.form.getByLabel('Given by')).toHaveValue('density');
    await hand.form.getByLabel('Given by').selectOption('Mass and shape');
    await expect.poll(async () => (await inertia()).mass).toBeCloseTo(1.404, 9);
    await enter(hand.form.getByRole('textbox', { name: 'Mass kg' }), '2500 g');
    await expect.poll(inertia).toEqual({ shape: 'cuboid', sideLengths: [0.4, 0.03, 0.015], mass: 2.5 });
    // A wrong unit is refused at the field; the text and the model stay.
    await enter(hand.form.getByRole('textbox', { name: 'Mass kg' }), '2 N');
    await expect(hand.form.getByRole('alert')).toContainText('does not fit');
    await expect(hand.form.getByRole('textbox', { name: 'Mass kg' })).toHaveValue('2 N');
    await hand.form.getByLabel('Given by').selectOption('Mass and moments of inertia');
    await expect.poll(async () => (await inertia()).inertia6D?.[2]).toBeCloseTo((2.5 * (0.4 ** 2 + 0.03 ** 2)) / 12, 9);
    await hand.form.getByLabel('Given by').selectOption('Shape and density');
    await expect.poll(async () => (await inertia()).density).toBeGreaterThan(7000);
    await hand.form.getByRole('combobox', { name: 'Shape' }).selectOption('Ball');
    await expect.poll(async () => (await inertia()).shape).toBe('sphere');
    await hand.form.getByRole('button', { name: 'As text: Mass and inertia' }).click();
    await expect(hand.form.getByRole('textbox', { name: 'Mass and inertia' })).toHaveValue(/"shape": "sphere"/);
  });

  test('makes sliders of an angle and of parts of a vector, and renames them everywhere', async ({ page }) => {
    const hand = await emptySheet(page);
    await hand.add('Bar');
    await hand.form.getByRole('button', { name: 'Make a slider: Position x' }).click();
    await expect(page.getByRole('slider', { name: 'bar: position x' })).toBeVisible();
    await hand.form.getByText(/more with their defaults/).click();
    await enter(hand.form.getByRole('textbox', { name: 'Rotation °', exact: true }), '0,5 rad');
    await expect(hand.form.getByRole('textbox', { name: 'Rotation °', exact: true })).toHaveValue(/^28\.647/);
    await hand.form.getByRole('button', { name: 'Make a slider: Rotation', exact: true }).click();
    await expect.poll(async () => (await keptModel(page)).create[0].referenceRotationMatrix).toBe('rotZ(radians(angle))');

    await outlineOf(page).getByRole('button', { name: 'referencePosition_x' }).click();
    await enter(hand.form.getByRole('textbox', { name: 'Name', exact: true }), 'angle');
    await expect(hand.form.getByRole('alert')).toHaveText('“angle” is already taken.');
    await enter(hand.form.getByRole('textbox', { name: 'Name', exact: true }), 'sin');
    await expect(hand.form.getByRole('alert')).toContainText('reserved');
    await enter(hand.form.getByRole('textbox', { name: 'Name', exact: true }), 'x0');
    await expect.poll(async () => (await keptModel(page)).create[0].referencePosition).toEqual(['x0', 0, 0]);
    expect(Object.keys((await keptModel(page)).parameters)).toEqual(['x0', 'angle']);
    await page.locator(finished).waitFor();
    // A body takes what refers to it along.
    await outlineOf(page).getByRole('button', { name: 'bar RigidBody2D' }).click();
    await hand.form.getByRole('button', { name: 'Plot this' }).click();
    await outlineOf(page).getByRole('button', { name: 'bar RigidBody2D' }).click();
    await enter(hand.form.getByRole('textbox', { name: 'Name', exact: true }), 'rocker');
    await expect.poll(async () => (await keptModel(page)).sensors[0].bodyNumber).toBe('rocker');
    await page.locator(finished).waitFor();
  });

  test('asks for choices with feedback, and for a number that follows the sliders', async ({ page }) => {
    const hand = await emptySheet(page);
    const answer = async () => (await keptModel(page)).tasks[0].answer;
    await hand.add('Bar');
    await hand.form.getByRole('button', { name: 'Plot this' }).click();
    await page.locator(finished).waitFor();
    await hand.click('Task');
    await hand.form.getByLabel('Kind').selectOption('One or more of several choices');
    const second = hand.form.getByRole('group', { name: 'Choice 2' });
    await enter(second.getByRole('textbox', { name: 'Feedback' }), 'Gravity pulls it.');
    await hand.form.getByRole('button', { name: 'Add a choice' }).click();
    await hand.form.getByRole('button', { name: 'Remove choice 1' }).click();
    await expect
      .poll(answer)
      .toEqual({ type: 'choice', choices: [{ text: 'another answer', feedback: 'Gravity pulls it.' }, { text: 'Text' }] });
    await hand.form.getByRole('checkbox', { name: 'Right' }).first().check();
    await expect.poll(async () => (await answer()).choices[0].correct).toBe(true);

    await hand.form.getByLabel('Kind').selectOption('A number with a unit');
    await hand.form.getByLabel('Number of the run').selectOption('smallest value');
    await hand.form.getByLabel('Sensor and component').selectOption('position of bar, y');
    await hand.form.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(answer).toEqual({ type: 'number', unit: 'm', value: 'min_position_of_bar', tolerance: 0.1 });
    expect((await keptModel(page)).measures.min_position_of_bar.formula).toBe('min(sensor("position of bar")[1])');
    await enter(hand.form.getByRole('textbox', { name: 'Tolerance' }), '5 mm');
    await expect.poll(async () => (await answer()).tolerance).toBe(0.005);
    await page.locator(finished).waitFor();
    await expect(hand.form.getByRole('alert')).toHaveCount(0);
  });

  test('chooses the curves of a plot and its horizontal axis by name', async ({ page }) => {
    const hand = await emptySheet(page);
    const plot = async () => (await keptModel(page)).display.plots[0];
    await hand.add('Bar');
    await hand.form.getByRole('button', { name: 'Plot this' }).click();
    await page.locator(finished).waitFor();
    await outlineOf(page).getByRole('button', { name: 'position of bar', exact: true }).click();
    await hand.form.getByRole('button', { name: 'Remove curve 1' }).click();
    await hand.form.getByText(/more with their defaults/).click();
    await hand.form.getByRole('combobox', { name: 'Horizontal axis' }).selectOption('One component of a sensor');
    await expect.poll(async () => (await plot()).x).toEqual({ sensor: 'position of bar' });
    await hand.form.getByRole('button', { name: 'Add a curve' }).click();
    const added = hand.form.getByRole('group', { name: 'Curve 2' });
    await added.getByLabel('Component').selectOption('y');
    await expect
      .poll(async () => (await plot()).curves)
      .toEqual([
        { sensor: 'position of bar', component: 1, label: 'y' },
        { sensor: 'position of bar', component: 1 },
      ]);
    await page.locator(finished).waitFor();
  });

  test('says in words what each field is, on a phone too, by keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const hand = await emptySheet(page);
    await hand.add('Bar');
    await expect(hand.form.getByRole('textbox', { name: 'Position x' })).toHaveAccessibleDescription('Position of the reference point.');
    await expect(hand.form.getByText('Position of the reference point.')).toBeVisible();
    await expect(hand.form.getByText('referencePosition', { exact: true })).toBeVisible();
    await hand.form.getByRole('textbox', { name: 'Position x' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('30 mm');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await keptModel(page)).create[0].referencePosition).toEqual([0.2, 0.03, 0]);
    await expect(hand.form.getByRole('textbox', { name: 'Position y' })).toBeFocused();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('has no barriers in any window, light or dark', async ({ page }) => {
    await openStill(page, '#g=slider-crank');
    await page.getByRole('tab', { name: 'Build' }).click();
    for (const width of [390, 820, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await outlineOf(page).getByRole('button').nth(3).click();
        expect(await findings(page), `${width} ${colorScheme}, an item`).toEqual([]);
        await page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name: 'Bar', exact: true }).click();
        await expect(page.locator('.draw-note')).toBeInViewport();
        expect(await findings(page), `${width} ${colorScheme}, a tool`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.keyboard.press('Escape');
      }
  });
});
