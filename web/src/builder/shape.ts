import { msg, str } from '@lit/localize';
import type { Engine } from '../../../wasm/engine/types';
import { formatNumber } from '../format/quantity';
import { trianglesIn, usualUnit } from './mesh-files';
import type { Entry } from './outline';
import { ShapeProblem } from './shape-problem';
import { contentOf, openEdges, type Surface, welded } from './solid';

const mostBytes = 2 ** 26;

/** A body's shape: its surface, and its mass properties if the surface is closed. */
export interface Shape {
  graphic: Entry;
  inertia: Entry | null;
  /** Edges without a neighbour. */
  holes: number;
  summary: string;
}

/**
 * Reads a shape from a file and places it around its centre of mass; `scale`: m per unit of the file, null for the default. Or an error.
 */
export async function shapeOf(
  file: File,
  { scale, density }: { scale: number | null; density: number },
  engine: () => Promise<Engine>,
): Promise<Shape | string> {
  if (file.size > mostBytes)
    return msg(
      str`The file has ${Math.round(file.size / 2 ** 20)} MiB; shapes of up to ${mostBytes / 2 ** 20} are read. Simplify it first.`,
    );
  try {
    const corners = await trianglesIn(file, engine);
    return shapeIn(welded(corners, scale ?? (usualUnit(file.name) === 'mm' ? 1e-3 : 1)), density);
  } catch (error) {
    return error instanceof ShapeProblem
      ? error.message
      : msg('The file cannot be read: it is damaged, or of another kind than its ending says.');
  }
}

function shapeIn(surface: Surface, density: number): Shape | string {
  const { points, triangles } = surface;
  if (triangles.length === 0) return msg('All its triangles are points or lines.');
  const holes = openEdges(surface);
  const content = holes === 0 ? contentOf(surface) : null;
  const usable = content !== null && content.volume > 0;
  const centre = usable ? content.centre : middleOf(points);
  const graphic = {
    type: 'mesh',
    points: points.map((point) => point.map((value, i) => short(value - centre[i]))),
    triangles: triangles.flat(),
  };
  const size = msg(str`${triangles.length} triangles`);
  if (!usable) {
    const why =
      holes > 0
        ? msg(str`The surface has holes: ${holes} edges belong to one triangle only or to too many.`)
        : msg('The surface holds nothing.');
    return {
      graphic,
      inertia: null,
      holes: Math.max(1, holes),
      summary: msg(str`${why} It is drawn (${size}); the mass is unchanged.`),
    };
  }
  const mass = density * content.volume;
  const inertiaTensor = content.tensor.map((row) => row.map((value) => short(density * value)));
  const summary = msg(str`${size}, ${formatNumber(mass, 4)} kg; the body's point is the centre of mass.`);
  return { graphic, inertia: { mass: short(mass), inertiaTensor }, holes: 0, summary };
}

const middleOf = (points: readonly number[][]) =>
  [0, 1, 2].map((i) => {
    const values = points.map((point) => point[i]);
    return (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  });
const short = (value: number) => Number(value.toPrecision(6)) + 0;
