import { InstancedMesh, Matrix4, Mesh, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { Solid } from '../../../wasm/engine/types';
import { Content } from '../../../web/src/scene/content';
import { describeScene, type SceneLink } from '../../../web/src/scene/description';
import { itemOf, recordingOf } from '../../support/recording';

/** Balls of 0.1 m at (i, 0, 0) that move by (0, 2, 0) within a second. */
function balls(count: number, radius: number | ((i: number) => number) = 0.1) {
  const radiusOf = typeof radius === 'number' ? () => radius : radius;
  const ball = (radius: number): Solid => ({
    type: 'sphere',
    radius,
    center: [0, 0, 0.5],
    mark: false,
    color: null,
    opacity: 1,
    position: null,
    rotation: null,
  });
  const visualization = (i: number) => ({ color: '#808080', graphics: [ball(radiusOf(i))] });
  const objects = Array.from({ length: count }, (_, i) =>
    itemOf({ name: `ball${i}`, drawnAs: { as: 'point' as const }, visualization: visualization(i) }),
  );
  const poses = objects.map(({ name }, object) => ({ kind: 'point' as const, object, name }));
  const columns = objects.flatMap((_, i) => [
    [i, i],
    [0, 2],
    [0, 0],
  ]);
  const recording = recordingOf({ objects, poses }, [[0, 1], ...columns]);
  return { recording, description: describeScene(recording.model) };
}

function contentOf({ recording, description }: ReturnType<typeof balls>, time: number) {
  const content = new Content(description, 10);
  content.pose(recording, time);
  const meshes: Mesh[] = [];
  content.group.traverse((part) => {
    if (part instanceof Mesh) meshes.push(part);
  });
  return { content, meshes };
}

test('A thousand equal bodies are one mesh with a thousand instances', () => {
  const { content, meshes } = contentOf(balls(1000), 0.5);
  expect(meshes.filter(({ visible }) => visible)).toHaveLength(1);
  const [mesh] = meshes as InstancedMesh[];
  expect(mesh.count).toBe(1000);
  const place = new Matrix4();
  for (const i of [0, 1, 999]) {
    mesh.getMatrixAt(i, place);
    expect(new Vector3().setFromMatrixPosition(place).toArray()).toEqual([i, 1, 0.5]);
  }
  expect(content.bodies).toHaveLength(1000); // each can be followed
  expect(content.bodies[7].group.position.toArray()).toEqual([7, 1, 0]);
});

test('Balls of a crowd are painted on squares if frames come too slowly', () => {
  const { recording, description } = balls(1000);
  const { content, meshes } = contentOf({ recording, description }, 0);
  const [mesh, painted] = meshes;
  const corners = painted.geometry.getAttribute('ball');
  const ball = (corner: number) => [corners.getX(corner), corners.getY(corner), corners.getZ(corner), corners.getW(corner)];
  expect([mesh.visible, painted.visible]).toEqual([true, false]);
  expect(content.simplify(true)).toBe(true);
  expect([mesh.visible, painted.visible]).toEqual([false, true]);
  expect(painted.geometry.getIndex()!.count / 3).toBe(2 * 1000);
  content.pose(recording, 0.5);
  for (const corner of [0, 1, 2, 3]) expect(ball(4 * 7 + corner)).toEqual([7, 1, 0.5, Math.fround(0.1)]);
  expect(content.simplify(false)).toBe(false);
  expect([mesh.visible, painted.visible]).toEqual([true, false]);
});

test('Without a crowd, nothing is simplified', () => {
  expect(contentOf(balls(10), 0).content.simplify(true)).toBe(false);
});

test('A few bodies, and bodies of different shapes, have separate meshes', () => {
  expect(contentOf(balls(10), 0).meshes).toHaveLength(10);
  const different = contentOf(
    balls(50, (i) => 0.1 + 0.001 * i),
    0,
  );
  expect(different.meshes).toHaveLength(50);
  expect(different.meshes.some((mesh) => mesh instanceof InstancedMesh)).toBe(false);
});

test('A body too large for the numbers of a graphics card is left out and named', () => {
  const { description } = balls(2, (i) => (i === 0 ? 1e300 : 0.1));
  expect(description.problems).toEqual(['“ball0” is larger than 1e15 m, too large to draw.']);
  expect(description.bodies.map(({ shapes }) => shapes.length)).toEqual([0, 1]);
});

test('Balls of different sizes are one mesh', () => {
  const made = balls(20, (i) => 0.1 * (i + 1));
  for (const [shape] of made.description.bodies.map(({ shapes }) => shapes)) if (shape.type === 'sphere') shape.center = [0, 0, 0];
  const [mesh, ...others] = contentOf(made, 0).meshes.filter(({ visible }) => visible) as InstancedMesh[];
  expect(others).toEqual([]);
  const place = new Matrix4();
  mesh.getMatrixAt(4, place);
  expect(new Vector3().setFromMatrixScale(place).x).toBeCloseTo(0.5);
});

test('A thousand springs are one mesh; one without length is invisible', () => {
  const { recording } = balls(1000);
  const description = describeScene(recording.model);
  const link = (pose: number): SceneLink => ({
    kind: 'spring',
    ends: [
      { pose, point: [0, 0, 0], cable: null },
      { pose: null, point: [pose, 2, 0], cable: null },
    ],
    radius: null,
    color: null,
  });
  const content = new Content({ ...description, bodies: [], links: Array.from({ length: 1000 }, (_, pose) => link(pose)) }, 10);
  content.pose(recording, 0.25);
  const [mesh, ...others] = content.group.children as InstancedMesh[];
  expect(others).toEqual([]);
  const place = new Matrix4();
  mesh.getMatrixAt(7, place);
  mesh.geometry.computeBoundingBox();
  const { min, max } = mesh.geometry.boundingBox!.clone().applyMatrix4(place);
  expect([min.y, max.y]).toEqual([0.5, 2]);
  expect((min.x + max.x) / 2).toBeCloseTo(7);
  content.pose(recording, 1);
  mesh.getMatrixAt(7, place);
  expect(place.determinant()).toBe(0);
});
