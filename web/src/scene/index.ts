/** The interface of the 3D view for other rooms. */
import type { Recording } from '../state/recording';
import { load } from '../ui/load';

export { connectedBodies } from './about-body';
export type { Grip, Pixel } from './grip';
export type { Paper } from './ground';
export { type SceneElement, SceneOnPage, sceneContext } from './on-page';
export type { Picker } from './picker';
export type { Places } from './placed';
export type { Pointers } from './pointers';
export type { Recorder, SceneStyle } from './recorder';
export { sceneSize } from './size';

/** A GLB file of a recording with its motion. */
export const glbOf = (recording: Recording): Promise<ArrayBuffer> => load(() => import('./glb')).then((glb) => glb.glbOf(recording));

/** Loads `slip-reaction`. */
export const loadReaction = () => load(() => import('./reaction-view'));
