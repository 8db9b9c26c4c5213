import {
  BoxGeometry,
  BufferGeometry,
  CanvasTexture,
  CatmullRomCurve3,
  CircleGeometry,
  type Color,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  RingGeometry,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  TorusGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import { mergeVertices, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { short } from '../format/short';
import type { Point, Shape } from './shape';

const slim = 0.012; // radius of lines and points without one, relative to the size of the scene

/**
 * A solid as a group of meshes in the frame of its body. `size`: size of the scene, for solids without a size. `detail`: fraction of the
 * default number of triangles, for one of many.
 */
export function buildSolid(shape: Shape, color: string, size: number, detail = 1): Group {
  const group = new Group();
  const material = matt(shape.color ?? color, shape.opacity);
  switch (shape.type) {
    case 'box':
      group.add(new Mesh(new BoxGeometry(...shape.size), material));
      group.position.set(...shape.center);
      break;
    case 'sphere':
      group.add(ball(shape, shape.radius ?? 2 * slim * size * (shape.share ?? 1), material, detail));
      group.position.set(...shape.center);
      break;
    case 'cylinder':
    case 'line':
      group.add(rod(shape.from, shape.to, shape.radius ?? slim * 0.5 * size, material, detail));
      break;
    case 'arrow': {
      const radius = shape.radius ?? slim * 0.5 * size;
      group.add(arrowBetween(shape.from, shape.to, radius, material));
      break;
    }
    case 'polyline':
      outline(shape).forEach(([from, to]) => {
        group.add(rod(from, to, shape.radius ?? slim * 0.5 * size, material, detail));
      });
      break;
    case 'disc':
      group.add(shape.innerRadius === null ? disc(shape, material) : spokedWheel(shape, shape.innerRadius, material));
      group.position.set(...shape.center);
      break;
    case 'mesh':
      material.side = DoubleSide; // a simplified surface may have holes
      group.add(new Mesh(surface(shape), material));
      break;
    case 'text':
      group.add(label(shape.text, shape.color ?? color, shape.height ?? 0.06 * size));
      group.position.set(...shape.center);
      break;
  }
  const placed = frameOf(shape);
  if (placed) group.applyMatrix4(placed);
  group.traverse((part) => {
    if (part instanceof Mesh) {
      part.castShadow = shape.opacity > 0.5;
      part.receiveShadow = false;
    }
  });
  return group;
}

/** The frame of a solid relative to its body; null: the same. */
export function frameOf({ position, rotation }: Pick<Shape, 'position' | 'rotation'>): Matrix4 | null {
  if (!position && !rotation) return null;
  const [[a, b, c], [d, e, f], [g, h, i]] = rotation ?? [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const [x, y, z] = position ?? [0, 0, 0];
  return new Matrix4().set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
}

/** The segments of a polyline. */
function outline({ points, closed }: Extract<Shape, { type: 'polyline' }>): [Point, Point][] {
  const lines = points.slice(1).map((point, i): [Point, Point] => [points[i], point]);
  return closed && points.length > 2 ? [...lines, [points[points.length - 1], points[0]]] : lines;
}

/** Triangles with smooth shading across edges of less than 40°. */
function surface({ points, triangles }: Extract<Shape, { type: 'mesh' }>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
  geometry.setIndex(triangles);
  return toCreasedNormals(geometry, (40 / 180) * Math.PI);
}

/** Frees a group's memory on the graphics card. */
export function disposeSolids(group: Group): void {
  group.traverse((part) => {
    if (part instanceof Mesh) {
      (part.geometry as BufferGeometry).dispose();
      if (part instanceof InstancedMesh) part.dispose();
      (part.material as MeshStandardMaterial).dispose();
    } else if (part instanceof Sprite) {
      part.material.map?.dispose();
      part.material.dispose();
    }
  });
}

export function matt(color: string, opacity = 1): MeshStandardMaterial {
  return new MeshStandardMaterial({ color, roughness: 0.72, metalness: 0, transparent: opacity < 1, opacity });
}

/** Of a mark, which stays dark because it is seen against its body. */
function markMaterial(): MeshStandardMaterial {
  const material = matt('#2b3642');
  material.userData.isMark = true;
  return material;
}

/** A ball; with a mark, a dark ring around it and a spot on top show its rotation. */
function ball(
  { mark, opacity }: Extract<Shape, { type: 'sphere' }>,
  radius: number,
  material: MeshStandardMaterial,
  detail: number,
): Group {
  const group = new Group();
  material.depthWrite = opacity >= 1;
  group.add(new Mesh(detail < 1 ? roughBall(radius, detail) : new SphereGeometry(radius, 48, 32), material));
  if (!mark) return group;
  const dark = markMaterial();
  const ring = new Mesh(new CylinderGeometry(1.004 * radius, 1.004 * radius, 0.1 * radius, 64, 1, true), dark);
  const spot = new Mesh(new SphereGeometry(1.004 * radius, 32, 8, 0, 2 * Math.PI, 0, 0.22), dark);
  group.add(ring, spot);
  return group;
}

/** A ball of equal triangles. `detail`: their number relative to a smooth ball. */
function roughBall(radius: number, detail: number): BufferGeometry {
  const splits = Math.max(1, Math.round(Math.sqrt((48 * 64 * detail) / 20) - 1));
  const triangles = new IcosahedronGeometry(1, splits);
  for (const name of ['uv', 'normal']) triangles.deleteAttribute(name); // merge common corners, so that each is computed once
  const ball = mergeVertices(triangles);
  ball.setAttribute('normal', ball.getAttribute('position').clone());
  ball.userData.ballRadius = radius;
  return ball.scale(radius, radius, radius);
}

/**
 * A spring of length 1 along y, to be stretched: a coil between two straight ends. `detail` as in `buildSolid`; in large crowds it is a
 * rod.
 */
export function coil(radius: number, color: string, detail = 1): Mesh {
  if (detail < 0.1) return rod([0, 0, 0], [0, 1, 0], 0.2 * radius, matt(color), detail);
  const [turns, straight] = [9, 0.12];
  const [around, sides] = [Math.round(24 * Math.sqrt(detail)), detail < 1 ? 4 : 6];
  const steps = around * turns;
  const points = Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps;
    const within = Math.min(1, Math.max(0, (share - straight) / (1 - 2 * straight)));
    const angle = 2 * Math.PI * turns * within;
    const reach = radius * Math.min(1, 12 * within, 12 * (1 - within));
    return new Vector3(reach * Math.cos(angle), share, reach * Math.sin(angle));
  });
  const mesh = new Mesh(new TubeGeometry(new CatmullRomCurve3(points), steps, 0.16 * radius, sides), matt(color));
  mesh.castShadow = true;
  return mesh;
}

export function rod(from: Point, to: Point, radius: number, material: MeshStandardMaterial, detail = 1): Mesh {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const length = a.distanceTo(b);
  const sides = Math.max(6, Math.round((radius > 0.2 * length ? 96 : 24) * detail));
  const mesh = new Mesh(new CylinderGeometry(radius, radius, length, sides), material);
  mesh.position.copy(a).add(b).multiplyScalar(0.5);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), b.clone().sub(a).normalize());
  return mesh;
}

function arrowBetween(from: Point, to: Point, radius: number, material: MeshStandardMaterial): Group {
  const group = new Group();
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const head = Math.min(8 * radius, 0.6 * a.distanceTo(b));
  const neck = b.clone().addScaledVector(b.clone().sub(a).normalize(), -head);
  group.add(rod(from, neck.toArray() as Point, radius, material));
  const cone = new Mesh(new ConeGeometry(2.6 * radius, head, 24), material);
  cone.position.copy(neck).add(b).multiplyScalar(0.5);
  cone.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), b.clone().sub(a).normalize());
  group.add(cone);
  return group;
}

/** A wheel or coin: a raised rim around a recessed face, and a bar and a notch that show its rotation. */
function disc({ axis, radius, width, mark }: Extract<Shape, { type: 'disc' }>, material: MeshStandardMaterial): Group {
  const group = new Group();
  const [inner, deep] = [0.86 * radius, 0.4 * width];
  const faceColor = shade(material.color, 1.12);
  const face = material.clone();
  face.color.copy(faceColor);
  const side = new Mesh(new CylinderGeometry(radius, radius, width, 128, 1, true), material);
  group.add(side);
  for (const sign of [1, -1]) {
    const turn = (-sign * Math.PI) / 2; // from the xy plane to face ±y
    const rim = new Mesh(new RingGeometry(inner, radius, 128), material);
    rim.rotation.x = turn;
    rim.position.y = (sign * width) / 2;
    const plate = new Mesh(new CircleGeometry(inner, 128), face);
    plate.rotation.x = turn;
    plate.position.y = sign * deep;
    const step = new Mesh(new CylinderGeometry(inner, inner, width / 2 - deep, 128, 1, true), material.clone());
    step.material.side = 1; // visible from inside
    step.position.y = (sign * (width / 2 + deep)) / 2;
    group.add(rim, plate, step);
  }
  if (mark) {
    const dark = markMaterial();
    const bar = new Mesh(new BoxGeometry(0.13 * radius, 2 * deep + 0.08 * width, 0.62 * radius), dark);
    bar.position.z = 0.5 * radius;
    const notch = new Mesh(new BoxGeometry(0.13 * radius, 1.02 * width, 0.03 * radius), dark);
    notch.position.z = 0.995 * radius;
    const hub = new Mesh(new CylinderGeometry(0.09 * radius, 0.09 * radius, 2 * deep + 0.08 * width, 48), dark);
    group.add(bar, notch, hub);
  }
  group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...axis).normalize());
  return group;
}

/** A disc with an inner radius: tyre, rim and spokes; a thick spoke in another colour shows its rotation. */
function spokedWheel(
  { axis, radius, width, mark }: Extract<Shape, { type: 'disc' }>,
  innerRadius: number,
  material: MeshStandardMaterial,
): Group {
  const group = new Group();
  const tyre = 0.5 * (radius - innerRadius);
  const ring = new Mesh(new TorusGeometry(radius - tyre, tyre, 16, 96), material);
  ring.rotation.x = Math.PI / 2;
  const metal = matt('#98a2ac');
  const rim = new Mesh(new TorusGeometry(innerRadius, 0.4 * tyre, 12, 96), metal);
  rim.rotation.x = Math.PI / 2;
  group.add(ring, rim, rod([0, -width, 0], [0, width, 0], 0.07 * radius, metal));
  const count = 24;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const marked = mark && i === 0;
    const side = i % 2 === 0 ? 0.6 * width : -0.6 * width;
    const end: Point = [innerRadius * Math.cos(angle), 0, innerRadius * Math.sin(angle)];
    group.add(rod([0, marked ? 0 : side, 0], end, (marked ? 0.03 : 0.007) * radius, marked ? matt('#d55e00') : metal));
  }
  group.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...axis).normalize());
  return group;
}

function shade(color: Color, factor: number): Color {
  return color.clone().multiplyScalar(factor);
}

const longestLabel = 100; // characters; the size of a texture is limited

function label(whole: string, color: string, height: number): Sprite {
  const text = short(whole, longestLabel);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const font = '600 64px system-ui, sans-serif';
  context.font = font;
  canvas.width = Math.max(1, Math.ceil(context.measureText(text).width) + 8);
  canvas.height = 88;
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = 'middle';
  context.fillText(text, 4, 44);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false, transparent: true }));
  sprite.scale.set((height * canvas.width) / canvas.height, height, 1);
  return sprite;
}
