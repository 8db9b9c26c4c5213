import { expect, finished, openStill, plotValue, shownTime, test } from './page';

test.describe('The bicycle', () => {
  test('balances without control between weave and capsize speed, starts at the pressed speed, and rides a manoeuvre', async ({ page }) => {
    await openStill(page, '#g=bicycle');
    const chart = page.getByRole('group', { name: 'Chart: stability of straight running' });
    await page.locator('slip-stability [data-state=done][data-found="101"]').waitFor();
    await expect(chart.locator('.stable-sentence')).toHaveText(/^stable: 4\.292 … 6\.02\d\sm\/s$/);

    const over = chart.locator('.u-over');
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    await page.mouse.click(box.x + 0.55 * box.width, box.y + box.height / 2);
    await expect(page.getByLabel('speed v₀, number')).toHaveValue('5.5');
    await page.locator(finished).waitFor();
    await expect(page).toHaveURL(/#g=bicycle&v0=5\.5$/);

    // Manoeuvre M1, as in the benchmark.
    await page.getByRole('button', { name: 'M1' }).click();
    await expect(page).toHaveURL(/v0=4&rollRate=0\.05$/);
    await page.locator('.plot-legend', { hasText: 'M1' }).first().waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(async () => plotValue(page, 0)).toBe('−0.0047'); // −0.00465915 rad
    await expect.poll(async () => plotValue(page, 0, 1)).toBe('0.0450'); // 0.0449584 rad
  });

  test('ends its run after a fall, and keeps riding at another speed', async ({ page }) => {
    await openStill(page, '#g=bicycle&v0=0');
    const sentence = page.locator('.run-sentence');
    await expect(sentence).toHaveText(/^Ended at \d\.\d+ s: The bicycle has fallen\. Computed in .+\sm?s\.$/);
    const fallen = Number((await sentence.innerText()).match(/at (\d\.\d+) s/)?.[1]);
    expect(fallen).toBeLessThan(4);
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => shownTime(page)).toBeCloseTo(fallen, 6);
    const roll = Number((await plotValue(page, 0)).replace('−', '-'));
    expect(Math.abs(roll)).toBeGreaterThan(1.2);
    expect(Math.abs(roll)).toBeLessThan(1.4);
    await expect(page.locator('.time-end')).toHaveText(new RegExp(`^${fallen}`));

    // The run that ended in a fall is kept for comparison; the next one reaches its end time.
    await page.getByRole('button', { name: 'M2' }).click();
    await expect(sentence).toHaveText(/^ran 5\s?s in /);
    await expect(page.locator('.time-end')).toHaveText(/^5\s?s$/);
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => shownTime(page)).toBe(5);
  });
});
