import { createContext } from '@lit/context';
import type { CameraShot } from '../state/shot';
import { Part } from '../ui/part';
import type { Forces } from './forces';
import type { Paper } from './ground';
import type { Picker } from './picker';
import { Pointers } from './pointers';
import type { Recorder, SceneStyle } from './recorder';

/** The 3D view of the page, as used by other rooms. It fires `drawn` after each frame. */
export interface SceneElement extends HTMLElement {
  /** The picture for picking; null while there is none. */
  readonly picture: Picker | null;
  /** It has not drawn its first picture yet, but will. */
  readonly waiting: boolean;
  /** The camera set by a person, if any. */
  readonly shot: CameraShot | null;
  /** Moves the camera as if a person had done it. */
  look(shot: CameraShot): void;
  /** Scales the scene by its start and shows a drawing plane instead of the ground; null: by its motion, with the ground. */
  draft(paper: Paper | null): void;
  /** Draws forces that another run has measured; null: none. */
  showForces(forces: Forces | null): void;
  /** The current picture; null without one. */
  readonly drawn: HTMLCanvasElement | null;
  /** Prepares pictures of the scene in this size and style; null if nothing can be drawn. */
  pictures(width: number, height: number, style?: SceneStyle): Recorder | null;
}

/** The 3D view of the page, and the pointers over it. */
export class SceneOnPage extends Part<SceneElement> {
  readonly pointers = new Pointers();
}
export const sceneContext = createContext<SceneOnPage>(Symbol('scene'));
