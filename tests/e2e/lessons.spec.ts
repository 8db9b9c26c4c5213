import type { Page } from '@playwright/test';
import { expect, finished, tabTo, test } from './page';

/** Typed, chosen or drawn answers; for a run, a parameter by its label, and its value. */
type Step = [
  id: string,
  answer: { choice: number } | { number: string } | { parameter: string; value: string } | { curve: (t: number) => number },
];
const lessons: Record<string, Step[]> = {
  'stick-slip': [
    ['sticking', { choice: 0 }],
    ['limit', { number: '4.41 N' }],
    ['slower', { choice: 0 }],
    ['period', { number: '934 ms' }],
    ['quiet', { parameter: 'damper d', value: '5' }],
  ],
  bicycle: [
    ['predict', { choice: 0 }],
    ['steer', { choice: 0 }],
    ['weave', { number: '4.29' }],
    ['capsize', { number: '21.7 km/h' }],
    ['ride', { parameter: 'speed v₀', value: '4.9' }],
  ],
  'bouncing-balls': [
    ['rise', { choice: 1 }],
    ['draw', { curve: bounces }],
    ['second', { number: '0.328 m' }],
    ['still', { number: '0,96' }],
    ['measured', { number: '0.66' }],
    ['height', { parameter: 'drop height', value: '0.6' }],
  ],
};

/** The height of a ball with e = 0.7 that falls from 0.5 m. */
function bounces(time: number): number {
  const g = 9.81;
  let speed = Math.sqrt(2 * g * 0.5);
  let t = time - speed / g;
  if (t < 0) return 0.5 - 0.5 * g * time * time;
  for (speed *= 0.7; t > (2 * speed) / g && speed > 0.01; speed *= 0.7) t -= (2 * speed) / g;
  return Math.max(0, speed * t - 0.5 * g * t * t);
}

/** Draws with arrow keys, at every second time up to `until`, and at the end. */
async function draw(page: Page, curve: (t: number) => number, until: number): Promise<void> {
  const [columns, end, top] = [60, 3, 0.6];
  const step = top / 40;
  let here = top / 2; // the initial position of a pen
  const put = async (wanted: number) => {
    const steps = Math.round((wanted - here) / step);
    if (steps === 0) await page.keyboard.press('Space');
    for (let left = Math.abs(steps); left > 0; left -= left >= 5 ? 5 : 1)
      await page.keyboard.press(`${left >= 5 ? 'Page' : 'Arrow'}${steps > 0 ? 'Up' : 'Down'}`);
    here += steps * step;
  };
  for (let column = 0; (column / columns) * end <= until; column += 2) {
    if (column > 0) for (const _ of [1, 2]) await page.keyboard.press('ArrowRight');
    await put(curve((column / columns) * end));
  }
  await page.keyboard.press('End');
  await put(0);
}

for (const [name, steps] of Object.entries(lessons))
  test(`The lesson ${name} can be completed using only the keyboard`, async ({ page }) => {
    await page.goto(`./embed.html?show=time,parameters,tasks#g=${name}`); // as in a course, and quick without picture and plots
    await page.locator(finished).waitFor();
    await expect(page.locator('[data-task]')).toHaveCount(steps.length);
    for (const [id, answer] of steps) {
      const task = page.locator(`[data-task="${id}"]`);
      if ('choice' in answer) {
        await tabTo(page, task.getByRole('radio').first());
        await page.keyboard.press('Space');
        for (let i = 0; i < answer.choice; i++) await page.keyboard.press('ArrowDown');
        await tabTo(page, task.getByRole('button', { name: 'Check' }));
      } else if ('number' in answer) {
        await tabTo(page, task.getByRole('textbox'));
        await page.keyboard.type(answer.number);
      } else if ('curve' in answer) {
        await tabTo(page, task.getByRole('slider'));
        await draw(page, answer.curve, 1.8);
        await tabTo(page, task.getByRole('button', { name: 'Check' }));
      } else {
        await tabTo(page, page.getByRole('textbox', { name: `${answer.parameter}, number` }), 'Shift+Tab');
        await page.keyboard.type(answer.value);
        await page.keyboard.press('Enter');
        await tabTo(page, task.getByRole('button', { name: 'Check this run' }));
      }
      await page.keyboard.press('Enter');
      await expect(task).toHaveAttribute('data-score', '1');
    }
    await expect(page.locator('.tasks-result')).toContainText(`100\u2009%, ${steps.length} of ${steps.length} tasks right`);
  });
