import { createContext } from '@lit/context';
import type { Part } from '../ui/part';
import type { SceneView } from './scene-view';

/** The 3D view of the page, for exports and hands. */
export type SceneOnPage = Part<SceneView>;
export const sceneContext = createContext<SceneOnPage>(Symbol('scene'));
