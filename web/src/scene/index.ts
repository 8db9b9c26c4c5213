/** What other rooms take from the 3D view. */
export type { Grip, Pixel } from './grip';
export type { SceneView } from './scene-view';
