import type { BufferAttribute, Group, Mesh } from 'three';
import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../wasm/engine/types';
import { boundsOf, motionBalls } from '../../../web/src/scene/bounds';
import { Content } from '../../../web/src/scene/content';
import { describeScene, showsNothing } from '../../../web/src/scene/description';
import { markerPlace } from '../../../web/src/scene/marker-place';
import { itemOf, plainDisplay } from '../../support/recording';
import { belt } from './fake_belt';

/** A triangle of three nodes that moves along x and rotates by half a turn about z; its mode lifts the last node. */
const drawnAs = {
  as: 'flexible' as const,
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
  modes: [[0], [0], [0], [0], [0], [0], [0], [0], [1]],
};
const model = {
  ...belt,
  loads: [],
  rays: [],
  objects: [itemOf({ name: 'sheet', drawnAs, visualization: { triangleMesh: [[0, 1, 2]], color: '#ff0000' } })],
  markers: [
    itemOf({
      name: 'edge',
      objects: [0],
      drawnAs: { as: 'marker' as const, position: [0, 0, 3], meshNodes: [1, 2], weights: [0.25, 0.75] },
    }),
  ],
  poses: [{ kind: 'flexible', object: 0, name: 'sheet', column: 0, size: 8 }],
  profiles: [],
  display: plainDisplay,
} as unknown as ModelInfo;
const columns = [
  [5, 7],
  [0, 0],
  [0, 0],
  [0, 0],
  [0, 0],
  [0, 0],
  [1, 1],
  [0.2, 0.4],
].map((values) => Float64Array.from(values));
const recording = {
  model,
  history: { poseColumns: () => columns, samples: 2, time: Float64Array.of(0, 1) },
} as unknown as Parameters<Content['pose']>[0];

describe('A flexible body', () => {
  test('is drawn as a mesh that moves and deforms', () => {
    const scene = describeScene(model);
    expect(scene.flexibles).toMatchObject([{ pose: 0, triangles: [0, 1, 2], color: '#ff0000' }]);
    expect(showsNothing(scene)).toBe(false);
    expect(showsNothing({ ...scene, flexibles: [] })).toBe(true);
    const content = new Content(scene, 1);
    content.pose(recording, 0.5);
    const group = content.group.children.find(({ children }) => (children[0] as Mesh)?.geometry?.index?.count === 3) as Group;
    expect(group.position.toArray()).toEqual([6, 0, 0]);
    const position = (group.children[0] as Mesh).geometry.getAttribute('position') as BufferAttribute;
    expect([position.getX(2), position.getY(2)]).toEqual([0, 1]);
    expect(position.getZ(2)).toBeCloseTo(0.3, 6);
    const [, second] = content.balls();
    expect(second.centre[0]).toBeCloseTo(5, 6); // rotated about the origin at x = 6
    content.dispose();
  });

  test('is part of the picture, and nodes that do not exist are not drawn', () => {
    const { min, max } = boundsOf(motionBalls(describeScene(model), recording));
    expect([min[0], max[0]].map((x) => Math.round(1000 * x) / 1000)).toEqual([4, 7]);
    const [object] = model.objects;
    const wrong = { ...model, objects: [{ ...object, visualization: { triangleMesh: [[0, 1, 3]] } }] } as ModelInfo;
    expect(describeScene(wrong).flexibles[0].triangles).toEqual([]);
  });

  test('has markers at the mean of their nodes', () => {
    expect(markerPlace(model, 0)).toEqual([0.25, 0.75, 3]);
  });
});

describe('A surface', () => {
  const numbers = [0, 0, 0, 1, 0, 0, 0, ...Array.from({ length: 9 }, (_, i) => [i % 3, 2 * Math.floor(i / 3), i]).flat()];
  const plate = {
    ...model,
    objects: [itemOf({ name: 'plate', drawnAs: { as: 'surface' as const } })],
    markers: [itemOf({ name: 'corner', objects: [0] })],
    loads: [{ name: 'force', markers: [0], drawnAs: { as: 'force', vector: [1, 0, 0], fixed: false, varies: false } }],
    poses: [{ kind: 'flexible', object: 0, name: 'plate', column: 0, size: 34 }],
  } as unknown as ModelInfo;
  const moved = {
    ...recording,
    model: plate,
    history: { ...recording.history, poseColumns: () => numbers.map((x) => Float64Array.of(x, x)) },
  };

  test('is drawn through its nine points', () => {
    const content = new Content(describeScene(plate), 1);
    content.pose(moved as unknown as Parameters<Content['pose']>[0], 0);
    expect(content.balls().map(({ centre }) => centre)).toEqual(Array.from({ length: 9 }, (_, i) => [i % 3, 2 * Math.floor(i / 3), i]));
    const group = content.group.children.find(({ children }) => (children[0] as Mesh)?.geometry?.index?.count === 24);
    expect(group).toBeDefined();
    content.dispose();
  });

  test('is part of the picture, and shows no loads, because its coordinates have no unit', () => {
    const scene = describeScene(plate);
    expect(boundsOf(motionBalls(scene, moved as unknown as Parameters<typeof motionBalls>[1]))).toMatchObject({
      min: [0, 0, 0],
      max: [2, 4, 8],
    });
    expect(scene.loads).toEqual([]);
  });
});
