import { Group } from 'three';
import type { Recording } from '../state/recording';
import { placeOf } from '../state/samples';
import { largestArrow } from './arrow';
import { Arrows } from './arrows';
import type { SceneArrow } from './description';
import { disposeSolids } from './solids';
import { Torques } from './torques';

/** Forces or torques of one scale whose sensors are in the recording of another run. */
export interface Forces {
  recording: Recording;
  kind: 'force' | 'torque';
  arrows: readonly Omit<SceneArrow, 'scale'>[];
}

const longest = { force: 0.3, torque: 0.12 }; // length of an arrow and radius of an arc, of the size of the scene

/** Forces as arrows, or torques as arcs, that another run of the model has measured, over its picture. */
export class ForceArrows {
  readonly group = new Group();
  private forces: Forces | null = null;
  private arrows: Arrows | Torques | null = null;
  private size = 0;

  take(forces: Forces | null): void {
    this.forces = forces;
    this.drop();
  }

  /** `size`: of the scene, m; `distance`: from the camera to its target. */
  pose(time: number, size: number, distance: number): void {
    const { forces } = this;
    if (!forces) return;
    if (!this.arrows || this.size !== size) this.build(forces, size);
    this.arrows?.pose(forces.recording, placeOf(forces.recording.history.time, time));
    if (this.arrows instanceof Arrows) this.arrows.fit(distance);
  }

  private build({ recording, kind, arrows }: Forces, size: number): void {
    this.drop();
    const largest = Math.max(0, ...arrows.map((arrow) => largestArrow(recording, { ...arrow, scale: null })));
    const scale = largest > 0 ? (longest[kind] * size) / largest : 0;
    const scaled = arrows.map((arrow) => ({ ...arrow, scale }));
    this.size = size;
    this.arrows = kind === 'force' ? new Arrows(scaled, size) : new Torques(scaled);
    this.group.add(...this.arrows.solids);
  }

  private drop(): void {
    disposeSolids(this.group);
    this.group.clear();
    this.arrows = null;
  }
}
