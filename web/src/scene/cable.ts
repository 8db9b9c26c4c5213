import { BufferAttribute, BufferGeometry, Color, Mesh, MeshBasicMaterial, type MeshStandardMaterial, SRGBColorSpace } from 'three';
import type { Recording } from '../state/recording';
import { type SamplePlace, valueAt } from '../state/samples';
import { type ColorScale, colorPlace } from '../ui/colors';
import type { SizedCable } from './description';
import type { Point } from './shape';
import { matt } from './solids';

/** A point of a cable, with derivatives with respect to the fraction of the element's length; z is 0 in the plane. */
export interface CablePoint {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
  /** Curvature in the xy plane, positive where the cable turns to the left; 1/m. */
  curvature: number;
}

/**
 * Cubic interpolation between position and slope of both ends (x, y, x', y' each, in space x, y, z, x', y', z'). `share`: 0 at the first
 * end, 1 at the second.
 */
export function cablePoint(ends: ArrayLike<number>, length: number, share: number): CablePoint {
  const [s, t] = [share, share * share];
  const value = [1 - 3 * t + 2 * t * s, length * (s - 2 * t + t * s), 3 * t - 2 * t * s, length * (t * s - t)];
  const first = [6 * t - 6 * s, length * (1 - 4 * s + 3 * t), 6 * s - 6 * t, length * (3 * t - 2 * s)];
  const second = [12 * s - 6, length * (6 * s - 4), 6 - 12 * s, length * (6 * s - 2)];
  const axes = ends.length / 4;
  const sum = (weights: number[], axis: number) => weights.reduce((total, weight, k) => total + weight * ends[axes * k + axis], 0);
  const [dx, dy] = [sum(first, 0), sum(first, 1)];
  const speed = Math.hypot(dx, dy);
  const curvature = speed > 0 ? (dx * sum(second, 1) - dy * sum(second, 0)) / speed ** 3 : 0;
  const [z, dz] = axes > 2 ? [sum(value, 2), sum(first, 2)] : [0, 0];
  return { x: sum(value, 0), y: sum(value, 1), z, dx, dy, dz, curvature };
}

/** The 8 numbers of a cable element, 12 in space, at a place in time. */
export function cableEnds(recording: Recording, pose: number, place: SamplePlace): number[] {
  return recording.history.poseColumns(pose).map((column) => valueAt(column, place));
}

/**
 * Unit vectors of a cross section. In the plane, the first is the normal of the cable; in space, it rotates as little as possible from
 * `last`.
 */
function sectionAxes({ dx, dy, dz }: CablePoint, inSpace: boolean, last: Point | null): [Point, Point] {
  const size = Math.hypot(dx, dy, dz) || 1;
  if (!inSpace)
    return [
      [-dy / size, dx / size, 0],
      [0, 0, 1],
    ];
  const along: Point = [dx / size, dy / size, dz / size];
  const from: Point = last ?? (Math.abs(along[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]);
  const share = from[0] * along[0] + from[1] * along[1] + from[2] * along[2];
  const [x, y, z] = from.map((value, i) => value - share * along[i]);
  const rest = Math.hypot(x, y, z) || 1;
  const normal: Point = [x / rest, y / rest, z / rest];
  return [normal, cross(along, normal)];
}

function cross([a, b, c]: Point, [x, y, z]: Point): Point {
  return [b * z - c * y, c * x - a * z, a * y - b * x];
}

/** Corners of the cross section with their normals: along the normal of the cable in its plane, and across the plane. */
interface Corner {
  along: number;
  across: number;
  normalAlong: number;
  normalAcross: number;
}

/** Cable elements as one mesh: ribbons, or tubes for round cables. Coloured by a quantity if there is one. */
export class CableMesh {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial | MeshStandardMaterial>;
  private readonly sections: number;
  private readonly corners: Corner[][];
  private readonly position: BufferAttribute;
  private readonly normal: BufferAttribute;
  private readonly color: BufferAttribute | null;
  private scale: ColorScale | null = null;
  private table: Float32Array | null = null;

  constructor(
    readonly cables: SizedCable[],
    color: string,
    coloured: boolean,
  ) {
    this.sections = cables.length > 100 ? 4 : 8;
    this.corners = cables.map(crossSection);
    const perCable = (this.sections + 1) * this.corners[0].length;
    const vertices = cables.length * perCable;
    this.position = new BufferAttribute(new Float32Array(3 * vertices), 3);
    this.normal = new BufferAttribute(new Float32Array(3 * vertices), 3);
    this.color = coloured ? new BufferAttribute(new Float32Array(3 * vertices), 3) : null;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.position);
    geometry.setAttribute('normal', this.normal);
    if (this.color) geometry.setAttribute('color', this.color);
    geometry.setIndex(cables.flatMap((_, i) => faces(i * perCable, this.sections, this.corners[0].length)));
    // An unlit material keeps the colours of the scale.
    const material = coloured ? new MeshBasicMaterial({ vertexColors: true }) : matt(color);
    material.side = 2;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
  }

  setColor(color: string): void {
    this.mesh.material.color.set(color);
  }

  setScale(scale: ColorScale): void {
    this.scale = scale;
    this.table = linearTable(scale);
  }

  /** `values`: the quantity at each cross section of a cable, from its first end to its second. */
  pose(recording: Recording, place: SamplePlace, values: ((cable: SizedCable, share: number) => number) | null): void {
    let vertex = 0;
    this.cables.forEach((cable, i) => {
      const ends = cableEnds(recording, cable.pose, place);
      let last: Point | null = null;
      for (let section = 0; section <= this.sections; section++) {
        const share = section / this.sections;
        const point = cablePoint(ends, cable.length, share);
        const [n, b] = sectionAxes(point, cable.inSpace, last);
        last = n;
        const color = values && this.scale ? colorPlace(this.scale, values(cable, share)) : 0;
        for (const { along, across, normalAlong, normalAcross } of this.corners[i]) {
          this.position.setXYZ(
            vertex,
            point.x + along * n[0] + across * b[0],
            point.y + along * n[1] + across * b[1],
            point.z + along * n[2] + across * b[2],
          );
          this.normal.setXYZ(
            vertex,
            normalAlong * n[0] + normalAcross * b[0],
            normalAlong * n[1] + normalAcross * b[1],
            normalAlong * n[2] + normalAcross * b[2],
          );
          if (this.table) this.color?.setXYZ(vertex, this.table[color], this.table[color + 1], this.table[color + 2]);
          vertex++;
        }
      }
    });
    for (const attribute of [this.position, this.normal, this.color]) if (attribute) attribute.needsUpdate = true;
  }
}

function crossSection({ height, width, round }: SizedCable): Corner[] {
  const [a, b] = [height / 2, width / 2];
  if (round)
    return Array.from({ length: 8 }, (_, i) => {
      const [cos, sin] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      return { along: a * cos, across: a * sin, normalAlong: cos, normalAcross: sin };
    });
  // Every corner twice, once with the normal of either side.
  return [
    [a, b, 0, 1],
    [-a, b, 0, 1],
    [-a, b, -1, 0],
    [-a, -b, -1, 0],
    [-a, -b, 0, -1],
    [a, -b, 0, -1],
    [a, -b, 1, 0],
    [a, b, 1, 0],
  ].map(([along, across, normalAlong, normalAcross]) => ({ along, across, normalAlong, normalAcross }));
}

function faces(first: number, sections: number, corners: number): number[] {
  const indices: number[] = [];
  for (let section = 0; section < sections; section++)
    for (let k = 0; k < corners; k++) {
      const [a, b] = [first + section * corners + k, first + section * corners + ((k + 1) % corners)];
      indices.push(a, a + corners, b, b, a + corners, b + corners);
    }
  return indices;
}

function linearTable({ table }: ColorScale): Float32Array {
  const color = new Color();
  const linear = new Float32Array(table.length);
  for (let i = 0; i < table.length; i += 3)
    color.setRGB(table[i] / 255, table[i + 1] / 255, table[i + 2] / 255, SRGBColorSpace).toArray(linear, i);
  return linear;
}
