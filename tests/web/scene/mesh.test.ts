import type { BufferGeometry, Mesh } from 'three';
import { expect, test } from 'vitest';
import { shapeRadius } from '../../../web/src/scene/extent';
import { plain } from '../../../web/src/scene/shape';
import { buildSolid } from '../../../web/src/scene/solids';

const roof = plain({
  type: 'mesh',
  points: [[0, 0, 1], [3, 0, 0], [3, 4, 0], [0, 4, 1], [-3, 0, 0], [-3, 4, 0]], // biome-ignore format: a ridge and two eaves
  triangles: [0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4],
});

test('a mesh has its triangles, with an edge where they meet at an angle', () => {
  const [mesh] = buildSolid(roof, '#888888', 1).children as Mesh<BufferGeometry>[];
  const positions = mesh.geometry.getAttribute('position');
  const normals = mesh.geometry.getAttribute('normal');
  expect(positions.count).toBe(12);
  const [left, right] = [normals.getX(0), normals.getX(6)]; // both at the ridge
  expect(Math.abs(left - right)).toBeLessThan(0.01); // 37°: it looks smooth
  expect(shapeRadius(roof)).toBeCloseTo(5, 12);
});
