import { describe, expect, test } from 'vitest';
import { mostTriangles } from '../../../web/src/builder/mesh-files';
import { shapeOf } from '../../../web/src/builder/shape';

/** A box with a corner at a place, as the corners of twelve triangles that turn left seen from outside. */
function box([x, y, z]: readonly number[], [a, b, c]: readonly number[]): number[][] {
  const corner = (i: number) => [x + (i & 1 ? a : 0), y + (i & 2 ? b : 0), z + (i & 4 ? c : 0)];
  const faces = ['0264', '1573', '0451', '2376', '0132', '4675'];
  return faces.flatMap((face) => {
    const [p, q, r, s] = [...face].map((digit) => corner(Number(digit)));
    return [
      [...p, ...q, ...r],
      [...p, ...r, ...s],
    ];
  });
}

const stl = (triangles: readonly number[][]) => {
  const view = new DataView(new ArrayBuffer(84 + 50 * triangles.length));
  view.setUint32(80, triangles.length, true);
  triangles.forEach((triangle, i) => {
    triangle.forEach((value, k) => view.setFloat32(84 + 50 * i + 12 + 4 * k, value, true));
  });
  return new File([view.buffer], 'part.STL');
};
const textStl = (triangles: readonly number[][]) => {
  const vertex = (t: readonly number[], k: number) => `vertex ${t[3 * k]} ${t[3 * k + 1]} ${t[3 * k + 2]}`;
  const facets = triangles.map(
    (t) => `facet normal 0 0 0\nouter loop\n${[0, 1, 2].map((k) => vertex(t, k)).join('\n')}\nendloop\nendfacet`,
  );
  return new File([`solid part\n${facets.join('\n')}\nendsolid part`], 'part.stl');
};
const obj = `v 0 0 0\nv 20 0 0\nv 20 30 0\nv 0 30 0\nv 0 0 40\nv 20 0 40\nv 20 30 40\nv 0 30 40
f 4 3 2 1\nf 5 6 7 8\nf 1/1/1 2/2/1 6/3/1 5/4/1\nf 3 4 8 7\nf 2 3 7 6\nf -8 -4 -1 -5`;

function glb(triangles: readonly number[][], node: object): File {
  const points = Float32Array.from(triangles.flat());
  const json = {
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...node }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: points.length / 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: points.byteLength }],
    buffers: [{ byteLength: points.byteLength }],
  };
  const text = JSON.stringify(json).padEnd(Math.ceil(JSON.stringify(json).length / 4) * 4);
  const bytes = new DataView(new ArrayBuffer(20 + text.length + 8));
  [0x46546c67, 2, bytes.byteLength + points.byteLength, text.length, 0x4e4f534a].forEach((value, i) => {
    bytes.setUint32(4 * i, value, true);
  });
  new Uint8Array(bytes.buffer).set(new TextEncoder().encode(text), 20);
  bytes.setUint32(20 + text.length, points.byteLength, true);
  return new File([bytes.buffer, points.buffer], 'part.glb');
}

const steel = { scale: null, density: 8000 };
const shape = async (file: File, options: Parameters<typeof shapeOf>[1] = steel) => {
  const found = await shapeOf(file, options);
  if (typeof found === 'string') expect.fail(found);
  return found;
};
const inertia = async (...given: Parameters<typeof shape>) =>
  (await shape(...given)).inertia as { mass: number; inertiaTensor: number[][] };

describe('A shape from a file', () => {
  const block = box([5, -7, 11], [20, 30, 40]); // mm

  test('weighs as its box, about its centre, in each kind of file', async () => {
    const mass = 8000 * 0.02 * 0.03 * 0.04;
    const moments = [0.03 ** 2 + 0.04 ** 2, 0.02 ** 2 + 0.04 ** 2, 0.02 ** 2 + 0.03 ** 2].map((square) => (mass / 12) * square);
    const metres = block.map((triangle) => triangle.map((value) => value / 1000));
    const turned = { translation: [3, 2, 1], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: [1, 1, 1] };
    const [x, y, z] = moments;
    for (const [file, expected] of [
      [stl(block), moments],
      [textStl(block), moments],
      [new File([obj], 'part.obj'), moments],
      [glb(metres, {}), moments],
      [glb(metres, turned), [y, x, z]],
    ] as const) {
      const found = await inertia(file);
      expect(found.mass, file.name).toBeCloseTo(mass, 5);
      for (let i = 0; i < 3; i++)
        for (let k = 0; k < 3; k++)
          expect(Math.abs(found.inertiaTensor[i][k] - (i === k ? expected[i] : 0)), file.name).toBeLessThan(2e-4 * z);
    }
    const { graphic, says } = await shape(stl(block));
    expect(graphic).toMatchObject({ type: 'mesh', points: expect.arrayContaining([[-0.01, -0.015, -0.02]]) });
    expect((graphic.points as unknown[]).length).toBe(8);
    expect(says).toContain('12 triangles, 0.192 kg');
  });

  test('is heavy too where it is inside out, hollow or in another unit', async () => {
    const inward = (triangles: readonly number[][]) => triangles.map(([a, b, c, d, e, f, g, h, i]) => [a, b, c, g, h, i, d, e, f]);
    expect((await inertia(stl(inward(block)))).mass).toBeCloseTo(0.192, 5);
    const hollow = [...block, ...inward(box([10, -2, 16], [10, 20, 30]))];
    expect((await inertia(stl(hollow))).mass).toBeCloseTo(8000 * (24e-6 - 6e-6), 5);
    expect((await inertia(stl(block), { scale: 1, density: 1 })).mass).toBeCloseTo(24000, 0);
  });

  test('with holes is drawn without a mass; what cannot be read has a reason', async () => {
    const open = await shape(stl(block.slice(1)));
    expect(open).toMatchObject({ inertia: null, holes: 3 });
    expect(open.says).toBe(
      'The surface has holes: 3 edges belong to one triangle only or to too many. It is drawn (11 triangles), and the mass stays as it was.',
    );
    const many = new DataView(new ArrayBuffer(84));
    many.setUint32(80, 1e7, true);
    expect(await shapeOf(new File([many.buffer], 'x.stl'), steel)).toContain(
      `10,000,000 triangles; at most ${mostTriangles.toLocaleString('en')}`,
    );
    expect(await shapeOf(new File(['solid x\nendsolid'], 'x.stl'), steel)).toBe('The file has no triangles.');
    expect(await shapeOf(new File(['v 0 0 0\nf 1 2 9'], 'x.obj'), steel)).toBe('The file has corners that are no numbers.');
    expect(await shapeOf(new File(['hello'], 'x.glb'), steel)).toBe('This is no GLB file.');
    expect(await shapeOf(new File(['{'], 'x.gltf'), steel)).toContain('cannot be read');
    expect(await shapeOf(new File(['?'], 'x.step'), steel)).toContain('STL, OBJ, glTF or GLB');
  });
});
