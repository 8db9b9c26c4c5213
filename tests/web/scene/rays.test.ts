import { readFileSync } from 'node:fs';
import type { BufferGeometry } from 'three';
import { expect, test } from 'vitest';
import { describeScene } from '../../../web/src/scene/description';
import { Rays } from '../../../web/src/scene/rays';
import { testEngine } from '../../support/engine';
import { recordingOf } from '../../support/recording';

const sensor = { name: 'd', components: ['value'], unit: 'm' };
const body = { kind: 'frame', object: 0, name: 'body' } as const;
/** A body at x = 5 that is rotated by a quarter turn about z, and a sensor that measures 2 m, then 4 m, then nothing. */
const recording = recordingOf({ sensors: [sensor], poses: [body] }, [
  [0, 1, 2],
  [2, 4, 9],
  ...[5, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2].map((value) => [value, value, value]),
]);
const ray = { sensor: 0, from: { pose: 0, point: [1, 0, 0], cable: null }, direction: [2, 0, 0], turns: true, most: 9 } as const;

/** The drawn points of a geometry in sequence. */
function drawn({ attributes, drawRange }: BufferGeometry): number[][] {
  return Array.from({ length: drawRange.count }, (_, i) =>
    [0, 1, 2].map((axis) => Math.round(1e6 * attributes.position.getComponent(i, axis)) / 1e6),
  );
}

function shown(given: object, place: { index: number; fraction: number }) {
  const rays = new Rays([{ ...ray, from: { ...ray.from, point: [1, 0, 0] }, direction: [2, 0, 0], ...given }]);
  rays.pose(recording, place);
  return rays.solids.map(({ geometry }) => drawn(geometry));
}

test('Rays reach from a body to the first surface, and rotate with it', () => {
  expect(shown({}, { index: 0, fraction: 0 })).toEqual([
    [
      [5, 1, 0],
      [5, 3, 0],
    ],
    [[5, 3, 0]],
  ]);
  expect(shown({}, { index: 0, fraction: 0.5 })[1]).toEqual([[5, 4, 0]]);
  expect(shown({ turns: false }, { index: 1, fraction: 0 })[1]).toEqual([[9, 1, 0]]);
});

test('Rays without a hit are not drawn, and are never interpolated with a hit', () => {
  expect(shown({}, { index: 2, fraction: 0 })).toEqual([[], []]);
  expect(shown({}, { index: 1, fraction: 0.75 })).toEqual([[], []]);
  expect(shown({}, { index: 1, fraction: 0.25 })[1]).toEqual([[5, 5, 0]]);
});

test('A scene has a ray for each distance sensor', async () => {
  const text = readFileSync(new URL('../../data/items/sensors/Distance.json', import.meta.url), 'utf8');
  const document = JSON.parse(text) as { sensors: object[] };
  document.sensors.push({ type: 'Distance', objectNumber: 'wall', position: [1, 2, 3], dirSensor: [0, -1, 0], maxDistance: 7 });
  const { model, issues } = await (await testEngine()).check(JSON.stringify(document));
  expect(issues).toEqual([]);
  expect(describeScene(model!).rays).toEqual([
    { sensor: 0, from: { pose: 0, point: [0, 0, 0], cable: null }, direction: [1, 0, 0], turns: false, most: 10 },
    { sensor: 2, from: { pose: 0, point: [0, 0, 0], cable: null }, direction: [-1, 0, 0], turns: false, most: 10 },
    { sensor: 3, from: { pose: null, point: [1, 2, 3], cable: null }, direction: [0, -1, 0], turns: false, most: 7 },
  ]);
});
