import type { Page } from '@playwright/test';
import { emptySheet, outlineOf } from './drawing-hand';
import { expect, finished, test } from './page';

/** A hand that draws, presses buttons of the chosen item and fills its fields; each counts as one action. */
async function author(page: Page) {
  const hand = await emptySheet(page);
  const form = page.getByRole('region', { name: 'Selected item' });
  const settled = async () => {
    await page.locator(finished).waitFor();
  };
  const made = async (item: string) => {
    await expect(outlineOf(page).getByRole('button', { name: item })).toBeVisible();
    await settled();
  };
  return {
    ...hand,
    get steps() {
      return hand.steps;
    },
    made,
    async choose(item: string) {
      hand.steps++;
      await outlineOf(page).getByRole('button', { name: item }).click();
    },
    async act(button: string) {
      hand.steps++;
      await form.getByRole('button', { name: button, exact: true }).first().click();
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

test('makes a pendulum on a cable by hand', async ({ page }) => {
  test.setTimeout(240_000);
  const hand = await author(page);
  await hand.tool('Cable');
  await hand.drag([0, 0.1], [0.2, 0.1]);
  await hand.made('cable Cable2D');
  await hand.tool('Ball');
  await hand.press([0.2, 0.1]);
  await hand.made('ball MassPoint');
  await hand.act('Make a slider: Mass');
  await hand.offer('cable and ball', 'Join');
  await hand.act('Plot this');
  await hand.choose('cable at end joint JointSpherical');
  await hand.act('Plot its force');
  await hand.act('Ask for it in a task');
  expect(hand.steps).toBeLessThanOrEqual(45);
  await expect(page.locator('slip-plot')).toHaveCount(2);
  await holds(page, 1);
});
