/** What other rooms take from the 3D view. */
export type { SceneView } from './scene-view';
