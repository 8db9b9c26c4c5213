import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../web/src/builder/shape';
import { mostTriangles } from '../../../web/src/builder/shape-problem';
import { testEngine } from '../../support/engine';

/** A box with a corner at a position: the corners of twelve triangles, anticlockwise seen from outside. */
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

const gltf = (json: object) => new File([JSON.stringify(json)], 'part.gltf');
const dataUrl = (numbers: ArrayLike<number> & ArrayBufferView) =>
  `data:application/octet-stream;base64,${Buffer.from(numbers.buffer, 0, numbers.byteLength).toString('base64')}`;
/** A tetrahedron with edges of 1 m along the axes, as a strip with indices in a second buffer. */
const strip = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ children: [1], scale: [2, 1, 1] }, { mesh: 0 }],
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
  images: [{ uri: 'https://example.org/wood.png' }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 5, material: 0 }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' },
    { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
  ],
  bufferViews: [
    { buffer: 0, byteOffset: 0, byteLength: 48 },
    { buffer: 1, byteOffset: 4, byteLength: 12 },
  ],
  buffers: [
    { byteLength: 48, uri: dataUrl(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)) },
    { byteLength: 16, uri: dataUrl(Uint16Array.of(9, 9, 0, 1, 3, 2, 0, 1)) },
  ],
};

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

const engine = await testEngine();
const steel = { scale: null, density: 8000 };
const read = (file: File, options: Parameters<typeof shapeOf>[1] = steel) => shapeOf(file, options, async () => engine);
const shape = async (...given: Parameters<typeof read>) => {
  const found = await read(...given);
  if (typeof found === 'string') expect.fail(found);
  return found;
};
const inertia = async (...given: Parameters<typeof shape>) =>
  (await shape(...given)).inertia as { mass: number; inertiaTensor: number[][] };

describe('A shape from a file', () => {
  const block = box([5, -7, 11], [20, 30, 40]); // mm

  test('gets the mass of a box about its centre, from each kind of file', async () => {
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
    const { graphic, summary } = await shape(stl(block));
    expect(graphic).toMatchObject({ type: 'mesh', points: expect.arrayContaining([[-0.01, -0.015, -0.02]]) });
    expect((graphic.points as unknown[]).length).toBe(8);
    expect(summary).toContain('12 triangles, 0.192 kg');
  });

  test('has a mass even if it is inside out, hollow or in another unit', async () => {
    const inward = (triangles: readonly number[][]) => triangles.map(([a, b, c, d, e, f, g, h, i]) => [a, b, c, g, h, i, d, e, f]);
    expect((await inertia(stl(inward(block)))).mass).toBeCloseTo(0.192, 5);
    const hollow = [...block, ...inward(box([10, -2, 16], [10, 20, 30]))];
    expect((await inertia(stl(hollow))).mass).toBeCloseTo(8000 * (24e-6 - 6e-6), 5);
    expect((await inertia(stl(block), { scale: 1, density: 1 })).mass).toBeCloseTo(24000, 0);
  });

  test('with holes is drawn without a mass; unreadable files have a reason', async () => {
    const open = await shape(stl(block.slice(1)));
    expect(open).toMatchObject({ inertia: null, holes: 3 });
    expect(open.summary).toBe(
      'The surface has holes: 3 edges belong to one triangle only or to too many. It is drawn (11 triangles); the mass is unchanged.',
    );
    const many = new DataView(new ArrayBuffer(84 + 50 * (mostTriangles + 1)));
    many.setUint32(80, mostTriangles + 1, true);
    expect(await read(new File([many.buffer], 'x.stl'))).toBe(
      'x.stl: the surface has 20001 triangles; at most 20000 are read: simplify it first',
    );
    many.setUint32(80, 1e9, true);
    expect(await read(new File([many.buffer], 'x.stl'))).toMatch(/1000000000 triangles, but has room for 20001/);
    expect(await read(new File(['solid x\nendsolid'], 'x.stl'))).toBe('x.stl: the file has no triangles');
    expect(await read(new File(['v 0 0 0\nf 1 2 9'], 'x.obj'))).toBe("x.obj:2: there is no point '2' among the 1 before");
    expect(await read(new File(['hello'], 'x.glb'))).toBe('This is no GLB file.');
    expect(await read(new File(['{'], 'x.gltf'))).toContain('cannot be read');
    expect(await read(new File(['?'], 'x.step'))).toContain('STL, OBJ, glTF or GLB');
  });

  test('in glTF may have strips, moved nodes and several buffers; textures are not loaded', async () => {
    const { summary } = await shape(gltf(strip), { scale: null, density: 1 });
    expect(summary).toContain('4 triangles, 0.3333 kg');
    const { scene, scenes, ...withoutScenes } = strip;
    expect((await shape(gltf(withoutScenes), { scale: null, density: 1 })).summary).toBe(summary);
  });

  test('in damaged glTF has a reason', async () => {
    const changed = (change: (file: typeof strip) => void) => {
      const file = structuredClone(strip);
      change(file);
      return read(gltf(file));
    };
    const tree = 'The nodes of the glTF file do not form a tree, or a very deep one.';
    expect(await changed(({ nodes }) => Object.assign(nodes[1], { children: [0] }))).toBe(tree);
    expect(await changed(({ nodes }) => Object.assign(nodes[0], { children: [1, 1] }))).toBe(tree);
    const deep = Array.from({ length: 5000 }, (_, i) => ({ children: [i + 1] }));
    expect(await changed((file) => Object.assign(file, { nodes: [...deep, {}] }))).toBe(tree);
    expect(await changed(({ bufferViews }) => Object.assign(bufferViews[1], { byteLength: 14 }))).toBe('The glTF file ends too early.');
    expect(await changed(({ accessors }) => Object.assign(accessors[0], { count: 1e9 }))).toContain(
      '333\u2009333\u2009333 triangles; at most',
    );
    expect(await changed(({ accessors }) => Object.assign(accessors[0], { count: 50 }))).toContain('damaged');
    expect(await changed(({ buffers }) => Object.assign(buffers[1], { uri: 'part.bin' }))).toContain('save it as GLB');
    expect(await changed((file) => Object.assign(file, { extensionsUsed: ['KHR_draco_mesh_compression'] }))).toContain('Export it without');
    expect(await changed(({ nodes }) => Object.assign(nodes[1], { mesh: 7 }))).toContain('damaged');
    expect(await changed(({ buffers }) => Object.assign(buffers[0], { uri: dataUrl(new Float32Array(12).fill(Number.NaN)) }))).toBe(
      'The file has corners that are no numbers.',
    );
  });
});
