import {
  type BufferAttribute,
  type BufferGeometry,
  Color,
  InstancedBufferGeometry,
  InstancedMesh,
  Matrix3,
  Matrix4,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
  type PerspectiveCamera,
  Vector3,
} from 'three';

/** Red, green, blue (linear, premultiplied) and opacity of every pixel, row by row from the top. */
export interface Pixels {
  width: number;
  height: number;
  data: Float32Array;
}

/** A plane of the picture that takes shadows and shows a grid. */
export interface Floor {
  origin: Vector3;
  normal: Vector3;
  /** Metres between two grid lines. */
  cell: number;
  /** Distance from `centre` at which the grid has faded, in metres. */
  reach: number;
  centre: Vector3;
}

/** A line of this width in pixels. */
export interface Line {
  points: Vector3[];
  color: Color;
  width: number;
}

export interface Picture {
  root: Object3D;
  camera: PerspectiveCamera;
  /** Towards the sun. */
  sun: Vector3;
  floor: Floor | null;
  lines: Line[];
}

const sunlight = 2.4 / Math.PI;
const skylight = 2.3 / Math.PI;
const shadowSize = 384; // pixels along an edge of the shadow map
const gridOpacity = 0.3;
const shadowOpacity = 0.24;

/** Draws a scene without a graphics card, with the light of the 3D view, on a transparent background. Sizes in pixels. */
export function rasterize(picture: Picture, width: number, height: number): Pixels {
  const data = new Float32Array(4 * width * height);
  const depth = new Float32Array(width * height).fill(Infinity);
  const { camera, root } = picture;
  camera.updateMatrixWorld();
  root.updateMatrixWorld();
  const triangles = trianglesOf(root);
  const project = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  const target = { width, height, data, depth };
  if (picture.floor) drawFloor(target, picture.floor, camera, shadowOf(triangles, picture.floor, picture.sun));
  const onScreen = (point: Vector3) => toScreen(point, project, width, height);
  for (const line of picture.lines) for (const quad of lineQuads(line, onScreen)) fill(target, quad, line.color, 1, true);
  const solid = triangles.filter(({ look }) => look.opacity >= 1 && look.depthTest);
  const clear = triangles.filter(({ look }) => look.opacity < 1 && look.depthTest);
  const above = triangles.filter(({ look }) => !look.depthTest);
  for (const triangle of solid) fill(target, triangle.corners.map(onScreen), lit(triangle, picture.sun), 1, true);
  const far = ({ corners }: Triangle) => -onScreen(corners[0]).z;
  for (const triangle of clear.sort((a, b) => far(a) - far(b)))
    fill(target, triangle.corners.map(onScreen), lit(triangle, picture.sun), triangle.look.opacity, false);
  depth.fill(Infinity);
  for (const { corners, look } of above) fill(target, corners.map(onScreen), look.color, 1, false);
  return { width, height, data };
}

interface Look {
  color: Color;
  opacity: number;
  /** false: visible through the objects in front of it. */
  depthTest: boolean;
  lit: boolean;
}

interface Triangle {
  corners: Vector3[];
  normal: Vector3;
  look: Look;
}

interface Target extends Pixels {
  depth: Float32Array;
}

function trianglesOf(root: Object3D): Triangle[] {
  const triangles: Triangle[] = [];
  const normalMatrix = new Matrix3();
  root.traverseVisible((part) => {
    if (!(part instanceof Mesh) || part.geometry instanceof InstancedBufferGeometry) return;
    const geometry = part.geometry as BufferGeometry;
    const { position, normal } = geometry.attributes;
    const material = part.material as MeshStandardMaterial;
    const look = { color: material.color, opacity: material.opacity, depthTest: material.depthTest, lit: 'roughness' in material };
    const count = Math.min(geometry.drawRange.count, geometry.index ? geometry.index.count : position.count);
    for (const place of placesOf(part)) {
      normalMatrix.getNormalMatrix(place);
      for (let i = 0; i + 2 < count; i += 3) {
        const indices = [0, 1, 2].map((k) => geometry.index?.getX(i + k) ?? i + k);
        const corners = indices.map((index) => new Vector3().fromBufferAttribute(position, index).applyMatrix4(place));
        const mean = meanNormal(normal, indices) ?? faceNormal(indices.map((index) => new Vector3().fromBufferAttribute(position, index)));
        const own = geometry.attributes.color;
        const color = own ? new Color().fromBufferAttribute(own as BufferAttribute, indices[0]) : look.color;
        triangles.push({ corners, normal: mean.applyMatrix3(normalMatrix).normalize(), look: own ? { ...look, color } : look });
      }
    }
  });
  return triangles;
}

function meanNormal(normals: BufferGeometry['attributes'][string] | undefined, indices: readonly number[]): Vector3 | null {
  if (!normals) return null;
  const mean = new Vector3();
  for (const index of indices) mean.add(new Vector3().fromBufferAttribute(normals, index));
  return mean;
}

/** Normal of a mesh with flat faces, which stores no normals. */
function faceNormal([a, b, c]: readonly Vector3[]): Vector3 {
  return b.clone().sub(a).cross(c.clone().sub(a));
}

/** The places of a mesh: one, or one for each instance. */
function placesOf(mesh: Mesh): Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, i) => {
    const place = new Matrix4();
    mesh.getMatrixAt(i, place);
    return place.premultiply(mesh.matrixWorld);
  });
}

/** Colour of a face in the sun under the sky; both sides are lit alike. */
function lit({ normal, look }: Triangle, sun: Vector3): Color {
  if (!look.lit) return look.color;
  const facing = Math.max(0, normal.dot(sun));
  const light = sunlight * facing + skylight * (0.9 + 0.1 * normal.z);
  return look.color.clone().multiplyScalar(light);
}

function toScreen(point: Vector3, project: Matrix4, width: number, height: number): Vector3 {
  const clip = point.clone().applyMatrix4(project);
  return clip.set((clip.x * 0.5 + 0.5) * width, (0.5 - clip.y * 0.5) * height, clip.z);
}

function lineQuads({ points, width }: Line, onScreen: (point: Vector3) => Vector3): Vector3[][] {
  const places = points.map(onScreen);
  return places.slice(1).flatMap((to, i) => {
    const from = places[i];
    const along = new Vector3(to.x - from.x, to.y - from.y, 0).normalize();
    const across = new Vector3(-along.y, along.x, 0).multiplyScalar(width / 2);
    const [a, b, c, d] = [from.clone().add(across), to.clone().add(across), to.clone().sub(across), from.clone().sub(across)];
    return [
      [a, b, c],
      [a, c, d],
    ];
  });
}

/** Fills a triangle given in pixels and depth. */
function fill(target: Target, [a, b, c]: Vector3[], color: Color, opacity: number, writeDepth: boolean): void {
  const { width, height, data, depth } = target;
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (!(Math.abs(area) > 1e-12) || [a, b, c].some(({ z }) => !(z > -1 && z < 1))) return;
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x)));
  const right = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x)));
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y)));
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const u = ((b.x - px) * (c.y - py) - (b.y - py) * (c.x - px)) / area;
      const v = ((c.x - px) * (a.y - py) - (c.y - py) * (a.x - px)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const z = u * a.z + v * b.z + w * c.z;
      const pixel = y * width + x;
      if (z >= depth[pixel]) continue;
      if (writeDepth) depth[pixel] = z;
      blend(data, 4 * pixel, color.r, color.g, color.b, opacity);
    }
}

function blend(data: Float32Array, at: number, r: number, g: number, b: number, opacity: number): void {
  const rest = 1 - opacity;
  data[at] = opacity * Math.min(1, r) + rest * data[at];
  data[at + 1] = opacity * Math.min(1, g) + rest * data[at + 1];
  data[at + 2] = opacity * Math.min(1, b) + rest * data[at + 2];
  data[at + 3] = opacity + rest * data[at + 3];
}

/** A function of coordinates in the floor. */
type Shadow = (u: number, v: number) => number;

/** Darkness of a point of the floor: the softened projection of the triangles along the sun's direction. */
function shadowOf(triangles: Triangle[], floor: Floor, sun: Vector3): Shadow {
  const [right, up] = axesOf(floor);
  const thrown = triangles
    .filter(({ look }) => look.depthTest && look.opacity > 0.5)
    .map(({ corners }) =>
      corners.map((corner) => {
        const height = corner.clone().sub(floor.origin).dot(floor.normal);
        const point = corner.clone().addScaledVector(sun, -height / Math.max(0.2, sun.dot(floor.normal)));
        point.sub(floor.origin);
        return new Vector3(point.dot(right), point.dot(up), 0);
      }),
    );
  let [low, high] = [new Vector3(Infinity, Infinity, 0), new Vector3(-Infinity, -Infinity, 0)];
  for (const corner of thrown.flat()) [low, high] = [low.min(corner), high.max(corner)];
  const span = 1.2 * Math.max(high.x - low.x, high.y - low.y);
  if (!(span > 0)) return () => 0;
  const centre = low.clone().add(high).multiplyScalar(0.5);
  const toMap = (x: number, middle: number) => ((x - middle) / span + 0.5) * shadowSize;
  const map: Target = {
    width: shadowSize,
    height: shadowSize,
    data: new Float32Array(4 * shadowSize ** 2),
    depth: new Float32Array(shadowSize ** 2).fill(Infinity),
  };
  const dark = { r: 0, g: 0, b: 0 } as Color;
  for (const corners of thrown)
    fill(
      map,
      corners.map(({ x, y }) => new Vector3(toMap(x, centre.x), toMap(y, centre.y), 0)),
      dark,
      1,
      true,
    );
  const cover = blurred(
    Float32Array.from({ length: shadowSize ** 2 }, (_, i) => map.data[4 * i + 3]),
    shadowSize,
    4,
  );
  return (u, v) => sample(cover, shadowSize, toMap(u, centre.x) - 0.5, toMap(v, centre.y) - 0.5);
}

function axesOf({ normal }: Floor): [Vector3, Vector3] {
  const right = new Vector3(Math.abs(normal.x) > 0.9 ? 0 : 1, Math.abs(normal.x) > 0.9 ? 1 : 0, 0);
  right.addScaledVector(normal, -right.dot(normal)).normalize();
  return [right, normal.clone().cross(right)];
}

/** Box-blurred three times, which is nearly a Gaussian. */
function blurred(values: Float32Array<ArrayBuffer>, size: number, radius: number): Float32Array<ArrayBuffer> {
  let source = values;
  for (let pass = 0; pass < 6; pass++) {
    const [step, line] = pass % 2 === 0 ? [1, size] : [size, 1];
    const result = new Float32Array(source.length);
    for (let row = 0; row < size; row++)
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let k = -radius; k <= radius; k++) sum += i + k >= 0 && i + k < size ? source[row * line + (i + k) * step] : 0;
        result[row * line + i * step] = sum / (2 * radius + 1);
      }
    source = result;
  }
  return source;
}

function sample(values: Float32Array, size: number, x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  if (i < 0 || j < 0 || i >= size - 1 || j >= size - 1) return 0;
  const [u, v] = [x - i, y - j];
  const at = (column: number, row: number) => values[row * size + column];
  return (1 - v) * ((1 - u) * at(i, j) + u * at(i + 1, j)) + v * ((1 - u) * at(i, j + 1) + u * at(i + 1, j + 1));
}

/** Draws grid and shadow at the point of the floor that is visible through each pixel. */
function drawFloor({ width, height, data }: Pixels, floor: Floor, camera: PerspectiveCamera, shadow: Shadow): void {
  const axes = axesOf(floor);
  const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  const ray = (x: number, y: number) => new Vector3((2 * x) / width - 1, 1 - (2 * y) / height, 0.5).unproject(camera).sub(eye);
  const corner = ray(0.5, 0.5);
  const [perColumn, perRow] = [ray(1.5, 0.5).sub(corner), ray(0.5, 1.5).sub(corner)];
  const from = eye.clone().sub(floor.origin);
  const [down, rightward, upward] = [floor.normal, ...axes].map((vector) => {
    const [a, b, c] = [corner.dot(vector), perColumn.dot(vector), perRow.dot(vector)];
    return (x: number, y: number) => a + x * b + y * c;
  });
  const [height0, u0, v0] = [from.dot(floor.normal), from.dot(axes[0]), from.dot(axes[1])];
  /** Coordinates in the floor of the point visible at a pixel; NaN above the horizon. */
  const place = (x: number, y: number, into: [number, number]) => {
    const distance = -height0 / down(x, y);
    into[0] = distance > 0 ? u0 + distance * rightward(x, y) : Number.NaN;
    into[1] = v0 + distance * upward(x, y);
  };
  const centre = floor.centre.clone().sub(floor.origin);
  const middle = [centre.dot(axes[0]), centre.dot(axes[1])];
  const [at, beside, below]: [number, number][] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      place(x, y, at);
      place(x + 1, y, beside);
      place(x, y + 1, below);
      if (!Number.isFinite(at[0] + beside[0] + below[0])) continue;
      const fade = Math.min(1, (1 - Math.hypot(at[0] - middle[0], at[1] - middle[1]) / floor.reach) / 0.7);
      const dark = shadow(at[0], at[1]);
      const pixel = 4 * (y * width + x);
      if (fade > 0) {
        let cover = 0;
        for (const axis of [0, 1]) {
          const spread = Math.max(Math.abs(beside[axis] - at[axis]), Math.abs(below[axis] - at[axis]));
          cover = Math.max(cover, 0.5 * lineCover(at[axis], spread, floor.cell), lineCover(at[axis], spread, 5 * floor.cell));
        }
        blend(data, pixel, 0.28, 0.34, 0.4, gridOpacity * fade * cover);
      }
      if (dark > 0) blend(data, pixel, 0, 0, 0, shadowOpacity * dark);
    }
}

/** The share of a pixel of width `spread` that is covered by a line at a multiple of `step`; lines closer than a pixel fade out. */
function lineCover(at: number, spread: number, step: number): number {
  const size = spread / step;
  const near = Math.abs(at / step - Math.round(at / step)) / Math.max(size, 1e-9);
  return Math.max(0, Math.min(1, 1.6 - near)) * Math.max(0, Math.min(1, (0.4 - size) / 0.3));
}
