import { msg, str } from '@lit/localize';
/** The triangles of glTF and GLB files, read by three.js. */
import { type Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { mostTriangles, ShapeProblem, tooManyTriangles } from './shape-problem';

/** The part of a file that describes shapes. */
interface Gltf {
  extensionsUsed?: string[];
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: Node[];
  meshes?: { primitives: Primitive[] }[];
  accessors?: { count: number }[];
  bufferViews?: { buffer: number; byteOffset?: number; byteLength: number }[];
  buffers?: { uri?: string }[];
}
interface Node {
  mesh?: number;
  children?: number[];
  matrix?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
}
interface Primitive {
  attributes: { POSITION?: number };
  indices?: number;
  mode?: number;
}

const magic = 0x46546c67;
const chunk = { json: 0x4e4f534a, binary: 0x004e4942 };
const deepest = 200;

export async function trianglesOfGltf(bytes: ArrayBuffer, isBinary: boolean): Promise<Float64Array> {
  const [text, binary] = isBinary ? chunksOf(bytes) : [new Uint8Array(bytes), null];
  const file = JSON.parse(new TextDecoder().decode(text)) as Gltf;
  const unsupported = file.extensionsUsed?.find((name) => /draco|meshopt|instancing/i.test(name));
  if (unsupported) throw new ShapeProblem(msg(str`The glTF file uses ${unsupported}, which is not read. Export it without.`));
  const { scene } = await new GLTFLoader().parseAsync(packed(...shapesOf(file, binary)), '');
  scene.updateMatrixWorld();
  const corners: number[] = [];
  scene.traverse((object) => {
    if ((object as Mesh).isMesh) addCorners(object as Mesh, corners);
  });
  if (corners.length === 0) throw new ShapeProblem(msg('The file has no triangles.'));
  return Float64Array.from(corners);
}

function chunksOf(bytes: ArrayBuffer): [Uint8Array, Uint8Array | null] {
  const view = new DataView(bytes);
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== magic) throw new ShapeProblem(msg('This is no GLB file.'));
  const rest = 20 + view.getUint32(12, true);
  if (rest + 8 > bytes.byteLength) return [new Uint8Array(bytes).subarray(20, rest), null];
  return [new Uint8Array(bytes).subarray(20, rest), new Uint8Array(bytes).subarray(rest + 8, rest + 8 + view.getUint32(rest, true))];
}

/**
 * The file reduced to its shapes, with a single buffer: three.js would fetch textures and buffers, which the page's security policy
 * forbids.
 */
function shapesOf(file: Gltf, binary: Uint8Array | null): [object, Uint8Array] {
  const nodes = (file.nodes ?? []).map(({ mesh, children, matrix, translation, rotation, scale }) => ({
    ...{ mesh, children, matrix, translation, rotation, scale },
  }));
  const roots =
    file.scenes?.[file.scene ?? 0]?.nodes ?? nodes.map((_, i) => i).filter((i) => !nodes.some((node) => node.children?.includes(i)));
  checkTree(nodes, roots);
  const meshes = (file.meshes ?? []).map(({ primitives }) => ({ primitives: primitives.map((each) => shapeOf(each, file)) }));
  const [buffer, starts] = joined((file.buffers ?? []).map(({ uri }, i) => (uri === undefined && i === 0 ? binary : fromDataUrl(uri))));
  const bufferViews = (file.bufferViews ?? []).map((view) => {
    const { buffer: number, byteOffset = 0, byteLength } = view;
    if (!(byteOffset + byteLength <= starts[number + 1] - starts[number])) throw new ShapeProblem(msg('The glTF file ends too early.'));
    return { ...view, buffer: 0, byteOffset: starts[number] + byteOffset };
  });
  const { accessors, extensionsUsed } = file;
  const buffers = [{ byteLength: buffer.length }];
  return [
    { asset: { version: '2.0' }, extensionsUsed, scene: 0, scenes: [{ nodes: roots }], nodes, meshes, accessors, bufferViews, buffers },
    buffer,
  ];
}

/** Rejects cycles, because three.js traverses nodes by unlimited recursion. */
function checkTree(nodes: readonly Node[], roots: readonly number[]): void {
  const seen = new Set<number>();
  let level = roots;
  for (let depth = 0; level.length > 0; depth++) {
    for (const node of level) {
      if (seen.has(node) || depth > deepest)
        throw new ShapeProblem(msg('The nodes of the glTF file do not form a tree, or a very deep one.'));
      seen.add(node);
    }
    level = level.flatMap((node) => nodes[node]?.children ?? []);
  }
}

/** The triangles of a primitive without its material, unless there are too many. */
function shapeOf({ attributes: { POSITION }, indices, mode }: Primitive, { accessors = [] }: Gltf): Primitive {
  const corners = [POSITION, indices].map((number) => (number === undefined ? 0 : (accessors[number]?.count ?? Number.NaN)));
  for (const count of corners) if (!(count <= 3 * mostTriangles)) throw tooManyTriangles(Math.floor(count / 3));
  return { attributes: POSITION === undefined ? {} : { POSITION }, indices, mode };
}

/** The buffers joined, and the offset of each; the last number is the total length. */
function joined(buffers: readonly (Uint8Array | null)[]): [Uint8Array, number[]] {
  const starts = [0];
  for (const buffer of buffers) {
    if (!buffer) throw new ShapeProblem(msg('The glTF file keeps its numbers in another file; save it as GLB.'));
    starts.push(starts[starts.length - 1] + 4 * Math.ceil(buffer.length / 4));
  }
  const all = new Uint8Array(starts[starts.length - 1]);
  buffers.forEach((buffer, i) => {
    all.set(buffer as Uint8Array, starts[i]);
  });
  return [all, starts];
}

function fromDataUrl(url = ''): Uint8Array | null {
  const [, text] = /^data:[^,]*;base64,(.*)$/.exec(url) ?? [];
  return text === undefined ? null : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** As a GLB file. */
function packed(file: object, buffer: Uint8Array): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(file));
  const length = 4 * Math.ceil(text.length / 4);
  const bytes = new Uint8Array(28 + length + buffer.length).fill(0x20);
  const view = new DataView(bytes.buffer);
  [magic, 2, bytes.length, length, chunk.json].forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  bytes.set(text, 20);
  view.setUint32(20 + length, buffer.length, true);
  view.setUint32(24 + length, chunk.binary, true);
  bytes.set(buffer, 28 + length);
  return bytes.buffer;
}

function addCorners(mesh: Mesh, corners: number[]): void {
  const { index, attributes } = mesh.geometry;
  const points = attributes.position;
  if (!points) return;
  const count = index ? index.count : points.count;
  const point = new Vector3();
  for (let i = 0; i < count - (count % 3); i++) {
    point.fromBufferAttribute(points, index ? index.getX(i) : i).applyMatrix4(mesh.matrixWorld);
    if (!Number.isFinite(point.x + point.y + point.z)) throw new ShapeProblem(msg('The file has corners that are no numbers.'));
    corners.push(point.x, point.y, point.z);
  }
  if (corners.length > 9 * mostTriangles) throw tooManyTriangles(Math.ceil(corners.length / 9));
}
