import { OrthographicCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import type { Solid } from '../../../wasm/engine/types';
import { Content } from '../../../web/src/scene/content';
import { describeScene, type SceneBody } from '../../../web/src/scene/description';
import { allGrips, gripUnder, lineOfGrip, placeOfGrip } from '../../../web/src/scene/grip';
import { plain } from '../../../web/src/scene/shape';
import { itemOf, recordingOf } from '../../support/recording';
import { belt, beltLength, beltRecording, onBelt } from './fake_belt';

const start = { index: 0, fraction: 0 };

describe('A belt', () => {
  const recording = beltRecording();
  const scene = describeScene(recording.model);
  const content = new Content(scene, 0.6);
  content.pose(recording, 0);
  const length = beltLength / belt.elements;

  test('is grabbed at the pointer, and its element is shown from end to end', () => {
    // 1 mm per pixel, with the origin in the middle.
    const camera = new OrthographicCamera(-0.5, 0.5, 0.5, -0.5, 0.1, 10);
    camera.position.set(0, 0, 5);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const size = { width: 1000, height: 1000 };
    const under = (x: number, y: number) => gripUnder({ x: 500 + 1000 * x, y: 500 - 1000 * y }, 8, size, camera, content, recording, start);
    const grip = under(0.2, 0.105)!;
    const middle = placeOfGrip(grip, content, recording, start)!;
    expect(middle.x).toBeCloseTo(0.2, 1);
    expect(middle.y).toBeCloseTo(0.1, 3);
    expect(grip).toMatchObject({ link: null, flat: true });
    expect(under(0.2, 0.05)).toBeNull();

    const line = lineOfGrip(grip, content, recording, start)!;
    const number = Number(grip.object.split('.')[1]);
    const [first, last] = [onBelt(number * length), onBelt((number + 1) * length)];
    expect(line).toHaveLength(9);
    expect(line[0].toArray()).toEqual([expect.closeTo(first.x, 9), expect.closeTo(first.y, 9), 0]);
    expect(line[8].toArray()).toEqual([expect.closeTo(last.x, 9), expect.closeTo(last.y, 9), 0]);
    expect(Math.min(...line.map((point) => point.distanceTo(middle)))).toBeLessThan(1e-9);
  });

  test('offers several points to the keyboard, and its pulleys at their middle', () => {
    const grips = allGrips(content, 40);
    expect(grips.map(({ object }) => object)).toEqual(['pulley0', 'pulley1', ...[0, 5, 10, 15, 20, 25, 30, 35].map((i) => `belt.${i}`)]);
    expect(grips[0].at).toEqual([0, 1, 2].map(() => expect.closeTo(0, 12)));
    expect(grips[2].at).toEqual([length / 2, 0, 0]);
  });

  test('has only a line', () => {
    expect(lineOfGrip({ object: 'pulley0', link: null, at: [0, 0, 0] }, content, recording, start)).toBeNull();
  });
});

test('A cable in space is shown at its position', () => {
  const rope = [1, 2, 3, 0, 0, -1, 1, 2, 1, 0, 0, -1]; // straight down
  const pose = { kind: 'cable' as const, object: 0, name: 'rope' };
  const recording = recordingOf({ objects: [itemOf({ name: 'rope', drawnAs: { as: 'cable', length: 2 } })] }, [[0]]);
  const model = { ...recording.model, poses: [{ ...pose, column: 1, size: 12 }] };
  const shown = {
    model,
    history: { poseColumns: () => rope.map((value) => Float64Array.of(value)), samples: 1, time: Float64Array.of(0) },
  };
  const content = new Content(describeScene(model), 2);
  const line = lineOfGrip({ object: 'rope', link: null, at: [1, 0, 0] }, content, shown as never, start)!;
  expect(line[0]).toEqual(new Vector3(1, 2, 3));
  expect(line[4]).toEqual(new Vector3(1, 2, 2));
  expect(line[8]).toEqual(new Vector3(1, 2, 1));
});

test('A beam is grabbed and marked at positions measured from its middle', () => {
  const beam = [0, 0, 1, 0, 2, 0, 1, 0]; // along x
  const recording = recordingOf({ objects: [itemOf({ name: 'beam', drawnAs: { as: 'beam', length: 2 } })] }, [[0]]);
  const model = { ...recording.model, poses: [{ kind: 'cable' as const, object: 0, name: 'beam', column: 1, size: 8 }] };
  const shown = {
    model,
    history: { poseColumns: () => beam.map((value) => Float64Array.of(value)), samples: 1, time: Float64Array.of(0) },
  };
  const content = new Content(describeScene(model), 2);
  const [middle] = allGrips(content, 1);
  expect(middle.at).toEqual([0, 0, 0]);
  expect(placeOfGrip(middle, content, shown as never, start)!.x).toBeCloseTo(1, 12);
  expect(placeOfGrip({ ...middle, at: [0.5, 0, 0] }, content, shown as never, start)!.x).toBeCloseTo(1.5, 12);
});

describe('The keyboard grabs', () => {
  const sphere = (radius: number, center: [number, number, number]): Solid => plain({ type: 'sphere', radius, center, mark: false });
  const placeOf = (...shapes: Solid[]) => {
    const body: SceneBody = { name: 'body', object: 'body', link: null, pose: 0, position: [0, 0, 0], color: null, shapes };
    const content = new Content({ ...describeScene(recordingOf({}, [[0]]).model), bodies: [body] }, 1);
    return allGrips(content, 1)[0].at;
  };
  const string: Solid = plain({ type: 'polyline', radius: 0.001, points: [[0, 0.5, -0.1], [0, 0, 0], [0, 0.5, 0.1]], closed: false }); // biome-ignore format: a V

  test('a ball on a string at the ball', () => {
    expect(placeOf(sphere(0.02, [0, 0, 0]), string)).toEqual([0, 0, 0]);
    expect(placeOf(sphere(0.02, [0, -0.01, 0]))).toEqual([0, -0.01, 0]);
  });

  test('anything else in its middle', () => {
    const rod: Solid = plain({ type: 'cylinder', from: [0, 0, 0], to: [0, 0, -1], radius: 0.02 });
    const block: Solid = plain({ type: 'box', center: [0.2, 0, 0], size: [1, 0.2, 0.1] });
    const near = (point: number[]) => point.map((value) => expect.closeTo(value, 12));
    expect(placeOf(rod)).toEqual(near([0, 0, -0.5]));
    expect(placeOf(block, sphere(0.04, [0.6, 0, 0]))).toEqual(near([0.2, 0, 0]));
    expect(placeOf(sphere(0.1, [0, 0, 0]), sphere(0.1, [1, 0, 0]))).toEqual(near([0.5, 0, 0]));
  });
});
