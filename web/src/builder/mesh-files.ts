/** Surfaces of triangles in files: STL, OBJ and glTF. */

/** Triangles as coordinates of their corners, nine numbers each. */
export type Triangles = Float64Array;

/** Above it, a file is not read. */
export const mostTriangles = 20_000;

/** A file that cannot be a shape; the message says why. */
export class ShapeProblem extends Error {}

export function trianglesIn(name: string, bytes: ArrayBuffer): Triangles {
  const ending = /\.(\w+)$/.exec(name.toLowerCase())?.[1];
  if (ending === 'stl') return isText(bytes) ? textStl(textOf(bytes)) : binaryStl(new DataView(bytes));
  if (ending === 'obj') return obj(textOf(bytes));
  if (ending === 'glb') return glb(bytes);
  if (ending === 'gltf') return gltf(JSON.parse(textOf(bytes)) as Gltf, null);
  throw new ShapeProblem('Shapes come from STL, OBJ, glTF or GLB files.');
}

/** In millimetres mostly, except glTF, which says metres. */
export const usualUnit = (name: string): 'mm' | 'm' => (/\.(glb|gltf)$/i.test(name) ? 'm' : 'mm');

function checked(count: number): number {
  if (count > mostTriangles)
    throw new ShapeProblem(
      `The shape has ${count.toLocaleString('en')} triangles; at most ${mostTriangles.toLocaleString('en')} are kept in a model. Simplify it first.`,
    );
  if (count === 0) throw new ShapeProblem('The file has no triangles.');
  return count;
}

const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

/** Text begins with "solid", as some binary files do too; those have the length that their count says. */
function isText(bytes: ArrayBuffer): boolean {
  const isBinary = bytes.byteLength >= 84 && bytes.byteLength === 84 + 50 * new DataView(bytes).getUint32(80, true);
  return !isBinary && textOf(bytes.slice(0, 5)) === 'solid';
}

function binaryStl(view: DataView): Triangles {
  if (view.byteLength < 84) throw new ShapeProblem('The STL file is too short.');
  const count = checked(view.getUint32(80, true));
  if (view.byteLength < 84 + 50 * count) throw new ShapeProblem('The STL file ends before its last triangle.');
  return Float64Array.from({ length: 9 * count }, (_, i) => view.getFloat32(84 + 50 * Math.floor(i / 9) + 12 + 4 * (i % 9), true));
}

function textStl(text: string): Triangles {
  const corners = [...text.matchAll(/vertex\s+(\S+)\s+(\S+)\s+(\S+)/g)];
  checked(Math.floor(corners.length / 3));
  return numbers(corners.flatMap(([, ...point]) => point.map(Number)));
}

function obj(text: string): Triangles {
  const points: number[][] = [];
  const out: number[] = [];
  for (const line of text.split('\n')) {
    const [key, ...words] = line.trim().split(/\s+/);
    if (key === 'v') points.push(words.slice(0, 3).map(Number));
    if (key !== 'f') continue;
    const corners = words.map((word) => {
      const number = Number.parseInt(word, 10);
      return points[number < 0 ? points.length + number : number - 1] ?? [Number.NaN, Number.NaN, Number.NaN];
    });
    for (let i = 2; i < corners.length; i++) out.push(...corners[0], ...corners[i - 1], ...corners[i]);
  }
  checked(out.length / 9);
  return numbers(out);
}

function numbers(list: readonly number[]): Triangles {
  if (list.length % 9 !== 0 || !list.every(Number.isFinite)) throw new ShapeProblem('The file has corners that are no numbers.');
  return Float64Array.from(list);
}

interface Gltf {
  scene?: number;
  scenes?: { nodes?: number[] }[];
  nodes?: { mesh?: number; children?: number[]; matrix?: number[]; translation?: number[]; rotation?: number[]; scale?: number[] }[];
  meshes?: { primitives: { attributes: { POSITION?: number }; indices?: number; mode?: number; extensions?: object }[] }[];
  accessors?: { bufferView?: number; byteOffset?: number; componentType: number; count: number }[];
  bufferViews?: { buffer: number; byteOffset?: number; byteLength: number; byteStride?: number }[];
  buffers?: { uri?: string }[];
}

function glb(bytes: ArrayBuffer): Triangles {
  const view = new DataView(bytes);
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== 0x46546c67) throw new ShapeProblem('This is no GLB file.');
  const length = view.getUint32(12, true);
  const rest = 20 + length;
  const binary = rest + 8 <= bytes.byteLength ? bytes.slice(rest + 8, rest + 8 + view.getUint32(rest, true)) : null;
  return gltf(JSON.parse(textOf(bytes.slice(20, rest))) as Gltf, binary);
}

type Matrix = readonly number[]; // 4×4, by columns
const unmoved: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function gltf(file: Gltf, binary: ArrayBuffer | null): Triangles {
  const out: number[] = [];
  const visit = (number: number, above: Matrix, depth: number): void => {
    const node = file.nodes?.[number];
    if (!node || depth > 100) return;
    const matrix = times(above, matrixOf(node));
    for (const { attributes, indices, mode = 4 } of file.meshes?.[node.mesh ?? -1]?.primitives ?? []) {
      if (mode !== 4 || attributes.POSITION === undefined) continue;
      const points = read(file, binary, attributes.POSITION, 3);
      const corners = indices === undefined ? points.map((_, i) => i) : read(file, binary, indices, 1).map(([i]) => i);
      checked(out.length / 9 + Math.ceil(corners.length / 3));
      for (const corner of corners) out.push(...moved(matrix, points[corner] ?? [Number.NaN, 0, 0]));
    }
    for (const child of node.children ?? []) visit(child, matrix, depth + 1);
  };
  const roots = file.scenes?.[file.scene ?? 0]?.nodes ?? (file.nodes ?? []).map((_, i) => i);
  for (const root of roots) visit(root, unmoved, 0);
  checked(Math.floor(out.length / 9));
  return numbers(out);
}

/** The entries of an accessor. */
function read({ accessors, bufferViews, buffers }: Gltf, binary: ArrayBuffer | null, number: number, size: number): number[][] {
  const accessor = accessors?.[number];
  const view = bufferViews?.[accessor?.bufferView ?? -1];
  if (!accessor || !view) throw new ShapeProblem('The glTF file is compressed or incomplete.');
  checked(accessor.count / 3 + 1);
  const { uri } = buffers?.[view.buffer] ?? {};
  const data = uri === undefined ? binary : fromDataUrl(uri);
  if (!data) throw new ShapeProblem('The glTF file keeps its numbers in another file; save it as GLB.');
  const bytes = new DataView(data);
  const width = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 }[accessor.componentType];
  if (!width) throw new ShapeProblem('The glTF file has numbers of a type that is not read.');
  const one = (at: number) =>
    accessor.componentType === 5126
      ? bytes.getFloat32(at, true)
      : width === 4
        ? bytes.getUint32(at, true)
        : width === 2
          ? bytes.getUint16(at, true)
          : bytes.getUint8(at);
  const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
  const stride = view.byteStride ?? width * size;
  if (start + stride * (accessor.count - 1) + width * size > data.byteLength) throw new ShapeProblem('The glTF file ends too early.');
  return Array.from({ length: accessor.count }, (_, i) => Array.from({ length: size }, (_, k) => one(start + i * stride + k * width)));
}

function fromDataUrl(url: string): ArrayBuffer | null {
  const [, text] = /^data:[^,]*;base64,(.*)$/.exec(url) ?? [];
  return text === undefined ? null : Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
}

function matrixOf({
  matrix,
  translation = [0, 0, 0],
  rotation = [0, 0, 0, 1],
  scale = [1, 1, 1],
}: NonNullable<Gltf['nodes']>[number]): Matrix {
  if (matrix) return matrix;
  const [x, y, z, w] = rotation;
  const turn = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  return [...turn.flatMap((column, i) => [...column.map((value) => value * scale[i]), 0]), ...translation, 1];
}

const times = (a: Matrix, b: Matrix): Matrix =>
  b.map((_, at) => [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (at % 4)] * b[4 * Math.floor(at / 4) + k], 0));
const moved = (m: Matrix, [x, y, z]: readonly number[]) => [0, 1, 2].map((i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i]);
