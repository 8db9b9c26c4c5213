import type { Page } from '@playwright/test';
import { cameraOffset, enter, expect, fingers, finished, load, openStill, saved, share, test } from './page';

const task = (page: Page, id: string) => page.locator(`[data-task="${id}"]`);

/** The link that *Share* makes for students. */
async function studentLink(page: Page): Promise<string> {
  const dialog = await share(page);
  await dialog.getByRole('button', { name: 'For students' }).click();
  await expect(dialog.getByText('Solutions are hidden, not protected')).toBeVisible();
  return dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
}

test.describe('A lecturer', () => {
  test.use({ scene: false });

  test('sends students a page with the tasks, without text, building and solutions', async ({ page }) => {
    await openStill(page, '#g=belt-two-pulleys');
    await expect(page.getByRole('tab', { name: 'Build' })).toHaveCount(1);
    const link = await studentLink(page);
    expect(link).toMatch(/#g=belt-two-pulleys&~a=student&~v=[0-9a-z]{6}&~r=[\w.-]+:[\w-]{11}%3A$/);
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('checkbox', { name: /whole model/ }).check();
    const whole = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
    expect(whole).toMatch(/#m=2\.[\w-]+&~a=student&~r=[\w.-]+:[\w-]{11}%3A$/);
    for (const each of [link, whole]) {
      await load(page, each);
      await page.locator(finished).waitFor();
      await expect(page.getByRole('tab', { name: 'Tasks' })).toHaveAttribute('aria-selected', 'true');
      for (const name of ['Build', 'Model']) await expect(page.getByRole('tab', { name })).toHaveCount(0);
      for (const name of ['Share', 'Start from this model', 'Use as start values'])
        await expect(page.getByRole('button', { name })).toHaveCount(0);
      await page.getByRole('tab', { name: 'Data' }).click();
      await expect(page.getByRole('button', { name: 'Data (CSV)' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Model (JSON)' })).toHaveCount(0);
      await page.getByRole('tab', { name: 'Tasks' }).click();
      await task(page, 'limit').getByRole('textbox').fill('3.51');
      await task(page, 'limit').getByRole('button', { name: 'Check' }).click();
      await expect(task(page, 'limit')).toHaveAttribute('data-score', '1');
    }
    await enter(page.getByLabel('friction μ, number'), '0.3');
    await page.locator(finished).waitFor();
    expect(page.url()).toMatch(/&~a=student/);
  });

  test('embeds the tasks with the plots that they need, and nothing is cut off', async ({ page }) => {
    await openStill(page, '#g=belt-two-pulleys');
    const dialog = await share(page);
    const snippet = dialog.getByRole('textbox', { name: 'In another page' });
    await expect(snippet).toHaveValue(
      /link="#g=belt-two-pulleys&amp;~p=8&amp;~a=student&amp;~v=[0-9a-z]{6}&amp;~r=[\w.:-]+%3A" show="scene,time,parameters,plots,tasks".* fit>/s,
    );
    expect((await snippet.inputValue()).length).toBeLessThan(400);
    await dialog.getByText('Preview', { exact: true }).click();
    const frame = dialog.frameLocator('iframe');
    const last = frame.getByRole('button', { name: 'Check this run' });
    await last.waitFor();
    const inside = () =>
      frame
        .locator('body')
        .evaluate((body) => body.ownerDocument.documentElement.scrollHeight - (body.ownerDocument.defaultView?.innerHeight ?? 0));
    await expect.poll(inside).toBeLessThanOrEqual(1);
    await page.goto('./embedding.html');
    const html = `<script type="module" src="slipstick-model.js"></script><slipstick-model link="#g=belt-two-pulleys&~p=8" show="scene,time,parameters,plots,tasks" title="Belt" fit></slipstick-model>`;
    await page.evaluate((text) => document.body.insertAdjacentHTML('afterbegin', text), html);
    const model = page.locator('slipstick-model').first();
    await model.getByRole('button', { name: '▶ Belt' }).click();
    const embedded = page.frameLocator('slipstick-model >> nth=0 >> iframe');
    await embedded.locator(finished).waitFor();
    await expect.poll(async () => (await model.boundingBox())?.height ?? 0).toBeGreaterThan(900);
  });
});

test.describe('A student with a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, scene: false });

  test('opens the link, moves a slider, answers, keeps a run and hands in', async ({ page }) => {
    test.setTimeout(300_000);
    await openStill(page, '#g=belt-two-pulleys&~a=student');
    const parts = page.getByRole('navigation', { name: 'Parts of this page' });
    await parts.getByRole('button', { name: 'Tasks' }).tap();
    const answer = task(page, 'limit').getByRole('textbox');
    await expect(answer).toBeInViewport();

    // With another friction, its answer is recognised, but the try does not count.
    await parts.getByRole('button', { name: 'Sliders' }).tap();
    const friction = page.getByLabel('friction μ, number');
    await expect(friction).toBeInViewport();
    await enter(friction, '0.2');
    await parts.getByRole('button', { name: 'Tasks' }).tap();
    await answer.fill('1,87');
    await task(page, 'limit').getByRole('button', { name: 'Check' }).tap();
    await expect(task(page, 'limit')).toContainText(
      'Right for friction μ = 0.2, as the sliders are now, but the task is about friction μ = 0.4.',
    );
    await task(page, 'limit').getByRole('button', { name: 'Set them back' }).tap();
    await answer.fill('3,51');
    await task(page, 'limit').getByRole('button', { name: 'Check' }).tap();
    await expect(task(page, 'limit')).toContainText('✓ Right.');
    await expect(task(page, 'limit')).toContainText('1 try');

    // A kept run remains the reference while sliders move.
    await page.locator(finished).waitFor();
    await parts.getByRole('button', { name: 'Plots' }).tap();
    await page.getByRole('button', { name: 'Keep this run' }).tap();
    for (const [label, value] of [
      ['load torque T, number', '15'],
      ['drive ω₁, number', '10'],
    ]) {
      await enter(page.getByLabel(label), value);
      await page.locator(finished).waitFor();
    }
    await expect(page.getByText('Δ: difference to “original values”')).toBeVisible();

    // The hint stays under the finger while the run is checked.
    await parts.getByRole('button', { name: 'Tasks' }).tap();
    const carry = task(page, 'carry');
    await carry.getByRole('button', { name: 'Check this run' }).tap();
    await expect(carry).toHaveAttribute('data-score', /[01]/);
    await carry.getByRole('button', { name: 'Show a hint' }).tap();
    await expect(carry.getByText('Creep comes from the stretch')).toBeInViewport();

    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await saved(page.getByRole('button', { name: 'Save for handing in' }));
    await expect(page.getByText('Saved as ada-belt')).toBeInViewport();
  });

  test('reads a value in a plot along the belt, which stays after the finger has left', async ({ page }) => {
    await openStill(page, '#g=belt-two-pulleys&~p=0');
    const plot = page.locator('slip-over-plot').first();
    const value = plot.locator('output[data-curve="0"]');
    await expect(value).toHaveText(/…/); // the range along the belt
    await plot.locator('.plot-area').tap();
    await expect(value).toHaveText(/^−?[\d.]+$/);
  });
});

test.describe('A finger on the view', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('turns a planar model sideways from the first swipe on', async ({ page }) => {
    await openStill(page, '#g=belt-two-pulleys');
    const canvas = page.locator('slip-scene canvas');
    expect(await cameraOffset(page)).toBeNull();
    const box = (await canvas.boundingBox())!;
    const touch = await fingers(page);
    const y = box.y + box.height / 2;
    await touch('touchStart', [box.x + 100, y]);
    for (let x = 110; x <= 220; x += 10) await touch('touchMove', [box.x + x, y]);
    await touch('touchEnd');
    // It looked along z; sideways it now looks along x too.
    await expect.poll(async () => Math.abs(((await cameraOffset(page)) ?? [0])[0])).toBeGreaterThan(0.1);
  });
});
