import { expect, test } from 'vitest';
import { strokeCurve } from '../../../web/src/plots/stroke';

/** The polylines of a drawn curve, each as its points. */
function drawn(xs: number[], ys: number[], toY = (y: number) => y) {
  const lines: [number, number][][] = [];
  const context = {
    beginPath() {},
    stroke() {},
    moveTo: (x: number, y: number) => lines.push([[x, y]]),
    lineTo: (x: number, y: number) => lines[lines.length - 1].push([x, y]),
  };
  strokeCurve(context as unknown as CanvasRenderingContext2D, xs, ys, (x) => 10 + 100 * x, toY);
  return lines;
}

const count = 200_000;
const xs = Array.from({ length: count }, (_, i) => i / count);

test('A curve of many points is drawn with a few per pixel, including its peaks', () => {
  const ys = xs.map((x) => Math.sin(2 * Math.PI * x));
  ys[123_456] = 50;
  ys[77_777] = -50;
  const [line, ...others] = drawn(xs, ys);
  expect(others).toEqual([]);
  expect(line.length).toBeLessThanOrEqual(4 * 101);
  expect(Math.max(...line.map(([, y]) => y))).toBe(50);
  expect(Math.min(...line.map(([, y]) => y))).toBe(-50);
  expect(line[0]).toEqual([10, 0]);
  expect(line[line.length - 1][1]).toBe(ys[count - 1]);
  const column = line.filter(([x]) => x >= 71 && x < 72).map(([, y]) => y);
  expect(column.indexOf(50)).toBeGreaterThan(0); // in its position between the others
});

test('Infinite numbers, and numbers outside a logarithmic axis, interrupt it', () => {
  const ys = xs.map((x) => (x > 0.25 && x < 0.5 ? Number.NaN : 1 + x));
  expect(drawn(xs, ys)).toHaveLength(2);
  expect(drawn([0, 1, 2], [1, Number.NaN, 1])).toHaveLength(2);
  const signed = xs.map((x) => x - 0.5);
  const lines = drawn(xs, signed, (y) => (y > 0 ? Math.log10(y) : Number.NaN));
  expect(lines).toHaveLength(1);
  expect(lines[0][0][0]).toBeGreaterThanOrEqual(59);
});

test('A curve of few points is drawn unchanged', () => {
  expect(drawn([0, 0.001, 0.5, 1], [0, 0, 3, 1])).toEqual([
    [
      [10, 0],
      [60, 3],
      [110, 1],
    ],
  ]);
});
