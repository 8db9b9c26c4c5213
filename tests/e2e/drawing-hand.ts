import type { Page } from '@playwright/test';
import { databaseOf, expect } from './page';

export type Point = readonly [x: number, y: number];
export type Place = readonly [x: number, y: number, z: number];

/** A hand on the drawing plane; it counts the user's actions. */
export function handOn(page: Page) {
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
    async tool(name: string) {
      hand.steps++;
      await page.getByRole('toolbar', { name: 'Build' }).getByRole('button', { name, exact: true }).click();
      await expect(page.locator('.draw-note')).toBeVisible();
    },
    async press(point: Point | Place) {
      hand.steps++;
      await page.mouse.click(...(await pixel(point)));
    },
    async drag(from: Point | Place, to: Point | Place, onTheWay = async () => {}, plane: 'xy' | 'xz' = 'xy') {
      hand.steps++;
      const [start, end] = [await pixel(from, plane), await pixel(to, plane)];
      await page.mouse.move(...start);
      await page.mouse.down();
      await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
      await page.mouse.move(...end);
      await onTheWay();
      await page.mouse.up();
    },
    async click(name: string) {
      hand.steps++;
      await page.getByRole('button', { name, exact: true }).click();
    },
  };
  return hand;
}

export async function emptySheet(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#gallery');
  const hand = handOn(page);
  await hand.click('Empty sheet');
  await page.locator('slip-draw[data-ready]').waitFor();
  return hand;
}

/** The text of the user's model. */
export const keptText = async (page: Page): Promise<string> =>
  ((await databaseOf(page, 'slipstick'))[0] as { text: string } | undefined)?.text ?? '';
export const keptModel = async (page: Page) => JSON.parse(await keptText(page));

export const outlineOf = (page: Page) => page.getByRole('navigation', { name: 'Items of the model' });
