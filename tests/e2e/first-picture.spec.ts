import { documentHash, expect, finished, test } from './page';

/** Delays samples and the end of a run until `release`, as if the first sample took long. */
const slow = `
  const holds = (data) => data.event === 'ended' || (data.event === 'chunk' && data.data.samples > 0);
  const onmessage = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  Object.defineProperty(Worker.prototype, 'onmessage', {
    set(listener) {
      onmessage.set.call(this, (event) => {
        if (holds(event.data) && !window.goOn) (window.held ??= []).push(() => listener.call(this, event));
        else listener.call(this, event);
      });
    },
  });
  window.release = () => {
    window.goOn = true;
    for (const act of window.held ?? []) act();
  };
`;

test('A model is drawn before its run has samples', async ({ page }) => {
  await page.addInitScript(slow);
  await page.goto('./#g=belt-two-pulleys');
  await page.locator('slip-scene[data-drawn]').waitFor();
  await expect(page.locator('.model-page')).toHaveAttribute('data-phase', 'running');
  await expect(page.locator('.model-page')).toHaveAttribute('data-samples', '0');
  await page.evaluate(() => (window as unknown as { release(): void }).release());
  await page.locator(finished).waitFor();
  expect(Number(await page.locator('.model-page').getAttribute('data-samples'))).toBeGreaterThan(10);
});

test('A model that waits for its reader is drawn', async ({ page }) => {
  const heavy = {
    slipstick: 1,
    title: 'Many steps',
    create: [{ type: 'MassPoint', physicsMass: 1, referencePosition: [0, 0, 0] }],
    analysis: [{ type: 'dynamic', endTime: 1000, stepSize: 1e-5 }],
  };
  await page.goto(`./${documentHash(heavy)}`);
  await expect(page.getByText(/takes 100.000.000 steps/)).toBeVisible();
  await page.locator('slip-scene[data-drawn]').waitFor();
});
