import { expect, test } from 'vitest';
import { Sharpness } from '../../../web/src/scene/sharpness';

/** The sharpness for frames with these intervals in milliseconds. */
function shares(interval: number, pictures: number): number[] {
  const sharpness = new Sharpness();
  return Array.from({ length: pictures }, (_, i) => {
    const share = sharpness.moving(1000 + i * interval);
    sharpness.drawn(1000 + i * interval + 16);
    return share;
  });
}

test('Frames in time have full sharpness', () => {
  expect(new Set(shares(17, 500))).toEqual(new Set([1]));
});

test('Slow frames lose sharpness step by step, down to half', () => {
  const slow = shares(100, 200);
  expect(slow[0]).toBe(1);
  expect([...new Set(slow)]).toEqual([1, 0.875, 0.75, 0.625, 0.5]);
});

test('Very slow frames have the least sharpness from the third on', () => {
  expect(shares(249, 4)).toEqual([1, 1, 0.875, 0.875]);
  const sharpness = new Sharpness();
  const slow = [0, 600, 1200, 1800].map((time) => {
    const share = sharpness.moving(time, time - 10);
    sharpness.drawn(time + 590);
    return share;
  });
  expect(slow).toEqual([1, 1, 0.5, 0.5]);
});

test('Long and consecutive frames lose sharpness, too', () => {
  const sharpness = new Sharpness();
  const slow = Array.from({ length: 20 }, (_, i) => {
    const share = sharpness.moving(2000 * i, 2000 * i - 20);
    sharpness.drawn(2000 * i + 1950);
    return share;
  });
  expect(slow.at(-1)).toBe(0.5);
});

test('A frame that is displayed for long does not make the next one late', () => {
  const sharpness = new Sharpness();
  const seldom = Array.from({ length: 100 }, (_, i) => {
    sharpness.drawn(1000 * i);
    const share = sharpness.moving(1000 * i, 1000 * i - 10);
    sharpness.drawn(1000 * i + 16);
    return share;
  });
  expect(new Set(seldom)).toEqual(new Set([1]));
});

test('One late frame, or occasional frames, change nothing', () => {
  expect(new Set(shares(1000, 100))).toEqual(new Set([1]));
  const sharpness = new Sharpness();
  const times = [0, 17, 34, 234, 251, 268, 285];
  expect(times.map((time) => sharpness.moving(time))).toEqual(times.map(() => 1));
});
