import type { Page } from '@playwright/test';
import { mapPlot, overPlot } from '../support/recording';
import { beltRecording } from '../web/scene/fake_belt';
import { documentHash, expect, openStill, seen, shownTime, test } from './page';

/** A worker that answers every request with the recording of a belt whose tension is known. */
async function openBelt(page: Page): Promise<void> {
  const { model, history } = beltRecording(({ display }) => {
    display.plots = [
      { ...overPlot('belt', 0, 'tension'), title: 'along the belt' },
      { ...mapPlot('belt', 0, 'ForceLocal 0'), title: 'over length and time' },
    ];
  });
  const columns = history.columns.map((column) => [...column]);
  await page.addInitScript(
    ({ model, columns }) => {
      const end = model.analysis[0].endTime;
      const chunk = {
        samples: columns[0].length,
        progress: { analysisStep: 0, analysisSteps: 1, time: end, startTime: 0, endTime: end, fraction: 1 },
        statistics: {
          steps: 1,
          newtonIterations: 1,
          discontinuousIterations: 0,
          jacobians: 1,
          rejectedSteps: 0,
          sharedLoads: '',
          advice: 'The cables stretch without damping.',
          ended: '',
          wallSeconds: 0.01,
        },
      };
      class BeltWorker {
        onmessage: ((event: { data: unknown }) => void) | null = null;
        postMessage({ id, request }: { id: number; request: string }): void {
          const results: Record<string, unknown> = { load: { version: 'belt' }, check: { model, issues: [] }, start: model };
          const say = (data: unknown) => setTimeout(() => this.onmessage?.({ data }), 0);
          say({ id, result: results[request] ?? null });
          if (request !== 'start') return;
          say({ event: 'chunk', data: { ...chunk, columns: { width: columns.length, values: Float64Array.from(columns.flat()) } } });
          say({ event: 'ended', data: { status: 'finished', error: null, eigenvalues: [], modes: [] } });
        }
        terminate(): void {}
      }
      Object.assign(window, { Worker: BeltWorker });
    },
    { model, columns },
  );
  await openStill(page, documentHash({ slipstick: 1, title: 'Belt' }));
}

/** The two ends of the colour scale, in light and shade. */
const yellow = (r: number, g: number, b: number) => r > 120 && g > 0.75 * r && b < 0.5 * g;
const purple = (r: number, g: number, b: number) => r > 1.5 * g && b > 1.5 * g && b > 50;

test('A belt is drawn in the colours of its tension, has curves along it, read by keyboard, and a map that seeks', async ({ page }) => {
  await openBelt(page);
  await expect(page.locator('.scene-legend')).toContainText(/tension\s*39.*100 N/);
  await expect(page.locator('.scene-legend')).toContainText('slips');
  await expect(page.getByText('The cables stretch without damping.')).toBeVisible();
  const [tight, slack] = [await seen(page, yellow), await seen(page, purple)];
  expect(tight.count).toBeGreaterThan(50);
  expect(slack.count).toBeGreaterThan(50);
  expect(tight.y).toBeLessThan(slack.y - 20); // the upper span pulls

  const plot = page.getByRole('group', { name: 'Plot: along the belt' });
  const area = plot.locator('.plot-area');
  await expect(plot.locator('output[data-curve="0"]')).toHaveText('39.0 … 100.0');
  await area.focus();
  await page.keyboard.press('ArrowUp'); // a hundredth of the length from the start, in the upper span
  await expect(plot.locator('output[data-curve="0"]')).toHaveText('100.0');
  await expect(area).toHaveAttribute('aria-valuetext', /^0\ss at 0\.01428\sm, tension 100\.0\sN$/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shownTime(page)).toBeCloseTo(0.1, 9);
  await expect(plot.locator('output[data-time]')).toHaveText(/^0\.1\ss$/);

  const map = page.getByRole('group', { name: 'Map: over length and time' });
  await map.scrollIntoViewIfNeeded();
  const box = (await map.locator('.u-over').boundingBox())!;
  await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
  await expect.poll(() => shownTime(page)).toBeCloseTo(0.5, 1);
  await expect(map.locator('output[data-curve]')).toHaveText(/^\d+\.\d\sN at s = 0\.7\d+\sm$/);
  const colors = await map
    .locator('.uplot canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d')!;
      const at = (x: number, y: number) => [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data].slice(0, 3);
      return { start: at(0.5, 0.8), middle: at(0.5, 0.45) };
    });
  expect(colors.start).toEqual([250, 228, 33]); // tight: the brightest
  expect(colors.middle).toEqual([117, 53, 132]); // slack: the darkest
});
