/** The interface of the 3D view for other rooms. */
export type { Grip, Pixel } from './grip';
export { type SceneOnPage, sceneContext } from './on-page';
export type { Picker } from './picker';
export type { Recorder, SceneStyle } from './recorder';
export { sceneSize } from './size';
