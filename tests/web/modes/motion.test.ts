import { expect, test } from 'vitest';
import type { ModelInfo } from '../../../wasm/engine/types';
import { modeMotion, poseShape, usualFactor } from '../../../web/src/modes/motion';

/** A frame and a point after a time and a sensor. */
const model = {
  width: 1 + 1 + 7 + 3,
  sensors: [{ name: 'sensor', column: 1, components: ['x'] }],
  profiles: [],
  solver: [],
  display: { arrows: [1], trails: ['sensor'], contour: {} },
  poses: [
    { kind: 'frame', object: 0, column: 2, size: 7 },
    { kind: 'point', object: 1, column: 9, size: 3 },
  ],
} as unknown as ModelInfo;
const still = [1, 0, 0, 1, 0, 0, 0, 0, 2, 0];
// The frame rotates about z, and the point moves along y a quarter of a period later.
const real = [0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0];
const imaginary = [0, 0, 0, 0, 0, 0, 0, 0, -1, 0];
const modes = new Float64Array([...still, ...real, ...imaginary]);

test('A mode is displayed at the state of its computation', () => {
  expect(poseShape(model, modes, 0)?.real).toEqual(new Float64Array(real));
  expect(poseShape(model, modes, 1)).toBeNull();
  expect(poseShape(model, undefined, 0)).toBeNull();
  expect(poseShape({ ...model, poses: [] }, new Float64Array(0), 0)).toBeNull();
});

test('A mode oscillates once per period, and rotations remain rotations', () => {
  const { history, model: quiet } = modeMotion(model, poseShape(model, modes, 0)!, 0.2, 0.5);
  const { time } = history;
  const last = history.samples - 1;
  expect([time[0], time[last]]).toEqual([0, 0.5]);
  const [, , , w, , , z] = history.poseColumns(0);
  expect(w[0] ** 2 + z[0] ** 2).toBeCloseTo(1, 15);
  expect(z[0] / w[0]).toBeCloseTo(0.1, 15);
  expect(z[last / 2]).toBeCloseTo(-z[0], 15);
  const y = history.poseColumns(1)[1];
  expect([y[0], y[last / 4], y[(3 * last) / 4], y[last]]).toEqual([2, 2.2, 1.8, 2].map((value) => expect.closeTo(value, 12)));
  // Sensor values of the run do not apply to the mode.
  expect(quiet.display).toEqual({ arrows: [], trails: [], contour: null });
});

test('The default amplitude is small compared with the model, with moderate rotations', () => {
  const shape = poseShape(model, modes, 0)!;
  expect(usualFactor(model, shape, 1)).toBeCloseTo(0.12, 12);
  expect(usualFactor(model, shape, 100)).toBeCloseTo(0.35, 12);
  expect(usualFactor(model, { ...shape, real: shape.poses.map(() => 0), imaginary: shape.poses.map(() => 0) }, 1)).toBe(1);
});
