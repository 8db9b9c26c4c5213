import { msg } from '@lit/localize';
/** Surfaces of triangles in files: the engine reads STL and OBJ, three.js reads glTF. */
import { type Engine, SimulationError } from '../../../wasm/engine/types';
import { load } from '../ui/load';
import { mostTriangles, ShapeProblem } from './shape-problem';

/** Triangles as coordinates of their corners, nine numbers each. */
export type Triangles = Float64Array;

export async function trianglesIn(file: File, engine: () => Promise<Engine>): Promise<Triangles> {
  const ending = /\.(\w+)$/.exec(file.name.toLowerCase())?.[1];
  if (ending === 'glb' || ending === 'gltf') {
    const { trianglesOfGltf } = await load(() => import('./gltf-file'));
    return trianglesOfGltf(await file.arrayBuffer(), ending === 'glb');
  }
  if (ending !== 'stl' && ending !== 'obj') throw new ShapeProblem(msg('Shapes come from STL, OBJ, glTF or GLB files.'));
  try {
    return await (await engine()).readMesh(new Uint8Array(await file.arrayBuffer()), file.name, mostTriangles);
  } catch (error) {
    throw error instanceof SimulationError ? new ShapeProblem(error.message) : error;
  }
}

/** Mostly millimetres, except for glTF, which specifies metres. */
export const usualUnit = (name: string): 'mm' | 'm' => (/\.(glb|gltf)$/i.test(name) ? 'm' : 'mm');
