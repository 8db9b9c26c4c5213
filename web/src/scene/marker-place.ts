import type { ModelInfo } from '../../../wasm/engine/types';
import { type Point, point } from './shape';

/** The position of a marker in the frame of its body: a point; on a mesh, relative to the mean of its undeformed nodes. */
export function markerPlace({ markers, objects }: ModelInfo, number: number): Point {
  const marker = markers[number];
  const place = [...(point(marker?.drawnAs?.position) ?? [0, 0, 0])] as Point;
  const { meshNodes = [], weights = [] } = marker?.drawnAs ?? {};
  const positions = objects[marker?.objects[0] ?? -1]?.drawnAs?.positions ?? [];
  meshNodes.forEach((node, i) => {
    for (let axis = 0; axis < 3; axis++) place[axis] += (weights[i] ?? 0) * (positions[3 * node + axis] ?? 0);
  });
  return place;
}
