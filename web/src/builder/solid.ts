import type { Triangles } from './mesh-files';

/** A surface whose triangles share their corners. */
export interface Surface {
  points: number[][]; // m
  triangles: number[][];
}

/** Mass properties of a closed surface with density 1: volume, centre and moments of inertia about the centre. */
export interface Content {
  volume: number;
  centre: number[];
  tensor: number[][];
}

const digits = 1e5; // corners are rounded to this fraction of the size

/** Triangles that share corners; corners closer than can be seen are merged, and triangles without an area are dropped. */
export function welded(corners: Triangles, scale: number): Surface {
  let size = 0;
  for (const value of corners) size = Math.max(size, Math.abs(value));
  const step = 10 ** Math.ceil(Math.log10((size * scale || 1) / digits));
  const found = new Map<string, number>();
  const points: number[][] = [];
  const triangles: number[][] = [];
  for (let i = 0; i < corners.length; i += 9) {
    const triangle = [0, 3, 6].map((k) => {
      const ticks = [0, 1, 2].map((j) => Math.round((corners[i + k + j] * scale) / step) + 0);
      const key = ticks.join();
      let number = found.get(key);
      if (number === undefined) {
        number = points.push(ticks.map((tick) => Number((tick * step).toPrecision(12)))) - 1;
        found.set(key, number);
      }
      return number;
    });
    if (new Set(triangle).size === 3) triangles.push(triangle);
  }
  return { points, triangles };
}

/** The number of edges without a neighbour, or with more than one: 0 for a closed surface. */
export function openEdges({ triangles }: Surface): number {
  const edges = new Map<string, number>();
  for (const triangle of triangles)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangle[k], triangle[(k + 1) % 3]];
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      edges.set(key, (edges.get(key) ?? 0) + (a < b ? 1 : 1e6));
    }
  return [...edges.values()].filter((count) => count % 1e6 !== Math.floor(count / 1e6)).length;
}

/** Sums the tetrahedra between each triangle and an interior point; an inverted surface is treated as its opposite. */
export function contentOf({ points, triangles }: Surface): Content {
  const middle = [0, 1, 2].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  let volume = 0;
  const first = [0, 0, 0];
  const second = [0, 1, 2].map(() => [0, 0, 0]);
  for (const triangle of triangles) {
    const [a, b, c] = triangle.map((corner) => points[corner].map((value, i) => value - middle[i]));
    const six = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    const sum = [0, 1, 2].map((i) => a[i] + b[i] + c[i]);
    volume += six / 6;
    for (let i = 0; i < 3; i++) {
      first[i] += (six / 24) * sum[i];
      for (let k = 0; k < 3; k++) second[i][k] += (six / 120) * (a[i] * a[k] + b[i] * b[k] + c[i] * c[k] + sum[i] * sum[k]);
    }
  }
  const mean = first.map((value) => value / volume);
  const about = second.map((row, i) => row.map((value, k) => value - volume * mean[i] * mean[k]));
  const trace = about[0][0] + about[1][1] + about[2][2];
  const sign = Math.sign(volume);
  const tensor = about.map((row, i) => row.map((value, k) => sign * ((i === k ? trace : 0) - value)));
  return { volume: Math.abs(volume), centre: mean.map((value, i) => value + middle[i]), tensor };
}
