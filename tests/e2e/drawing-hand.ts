import type { Locator, Page } from '@playwright/test';
import { databaseOf, expect, fingers } from './page';

export type Point = [x: number, y: number];
export type Place = readonly [x: number, y: number, z: number];

/** A hand on the drawing plane, with a mouse or, if `byTouch`, with a finger; it counts the user's actions. */
export function handOn(page: Page, byTouch = false) {
  const scene = page.locator('slip-scene');
  const pixel = async (point: Point | Place, plane: 'xy' | 'xz' = 'xy'): Promise<Point> => {
    const { left, top } = await scene.locator('canvas').evaluate((canvas) => canvas.getBoundingClientRect());
    const { x, y } = await scene.evaluate(
      (view, [px, py, pz]) =>
        (view as unknown as { picture: { pixelOf(at: number[]): { x: number; y: number } } }).picture.pixelOf([px, py, pz]),
      point.length === 3 ? [...point] : plane === 'xy' ? [...point, 0] : [point[0], 0, point[1]],
    );
    return [left + x, top + y];
  };
  const hand = {
    steps: 0,
    pixel,
    /** The form of the selected item. */
    form: page.getByRole('region', { name: 'Selected item' }),
    use: (control: Locator) => (byTouch ? control.tap() : control.click()),
    async tool(name: string) {
      hand.steps++;
      await hand.use(page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name, exact: true }));
      await expect(page.locator('.draw-note')).toBeVisible();
    },
    async add(name: string) {
      await hand.tool(name);
      await hand.click('Add without drawing');
    },
    async press(point: Point | Place) {
      hand.steps++;
      const at = await pixel(point);
      if (byTouch) await page.touchscreen.tap(...at);
      else await page.mouse.click(...at);
    },
    async drag(from: Point | Place, to: Point | Place, onTheWay = async () => {}, plane: 'xy' | 'xz' = 'xy') {
      hand.steps++;
      const [start, end] = [await pixel(from, plane), await pixel(to, plane)];
      const middle: Point = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
      if (byTouch) {
        const touch = await fingers(page);
        await touch('touchStart', start);
        for (const point of [middle, end]) await touch('touchMove', point);
        await touch('touchEnd');
        return;
      }
      await page.mouse.move(...start);
      await page.mouse.down();
      await page.mouse.move(...middle);
      await page.mouse.move(...end);
      await onTheWay();
      await page.mouse.up();
    },
    async click(name: string) {
      hand.steps++;
      await hand.use(page.getByRole('button', { name, exact: true }));
    },
  };
  return hand;
}

export async function emptySheet(page: Page, byTouch = false) {
  await page.goto('./#gallery');
  const hand = handOn(page, byTouch);
  await hand.click('Empty sheet');
  await page.locator('slip-draw[data-ready]').waitFor();
  return hand;
}

/** The stored text of the user's model, or ''. What localStorage still holds is on its way to the database. */
export async function keptText(page: Page): Promise<string> {
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('slipstick.draft.')));
  const [draft] = (await databaseOf(page, 'slipstick')) as { text: string }[];
  return draft?.text ?? '';
}

/** The stored model, as soon as there is one. */
export async function keptModel(page: Page) {
  await expect.poll(() => keptText(page)).not.toBe('');
  return JSON.parse(await keptText(page));
}

export const outlineOf = (page: Page) => page.getByRole('navigation', { name: 'Items of the model' });
