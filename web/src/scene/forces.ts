import { Group } from 'three';
import type { Recording } from '../state/recording';
import { placeOf } from '../state/samples';
import { largestArrow } from './arrow';
import { Arrows } from './arrows';
import type { SceneArrow } from './description';
import { disposeSolids } from './solids';

/** Arrows of one scale whose sensors are in the recording of another run. */
export interface Forces {
  recording: Recording;
  arrows: readonly Omit<SceneArrow, 'scale'>[];
}

const longest = 0.3; // of the size of the scene

/** Forces that another run of the model has measured, over its picture. */
export class ForceArrows {
  readonly group = new Group();
  private forces: Forces | null = null;
  private arrows: Arrows | null = null;
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
    this.arrows?.fit(distance);
  }

  private build({ recording, arrows }: Forces, size: number): void {
    this.drop();
    const largest = Math.max(0, ...arrows.map((arrow) => largestArrow(recording, { ...arrow, scale: null })));
    const scale = largest > 0 ? (longest * size) / largest : 0;
    this.size = size;
    this.arrows = new Arrows(
      arrows.map((arrow) => ({ ...arrow, scale })),
      size,
    );
    this.group.add(...this.arrows.solids);
  }

  private drop(): void {
    disposeSolids(this.group);
    this.group.clear();
    this.arrows = null;
  }
}
