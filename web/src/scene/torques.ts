import { type Group, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { arrowVector, pointAt } from './arrow';
import type { SceneArrow } from './description';
import { buildTorque, towards } from './loads';

const wider = 0.1; // of the radius from one arc to the next, so that equal torques do not cover each other

/** Torques that change with time, as arcs around their axes; the radius is proportional to the torque. */
export class Torques {
  private readonly arcs: { arrow: SceneArrow; group: Group }[];

  constructor(arrows: readonly SceneArrow[]) {
    this.arcs = arrows.map((arrow) => ({ arrow, group: buildTorque(arrow, 1) }));
  }

  get solids(): Group[] {
    return this.arcs.map(({ group }) => group);
  }

  pose(recording: Recording, place: SamplePlace): void {
    this.arcs.forEach(({ arrow, group }, i) => {
      const vector = new Vector3(...arrowVector(recording, arrow, place));
      const radius = vector.length() * (arrow.scale ?? 0) * (1 + wider * i);
      group.visible = radius > 1e-6 && Number.isFinite(radius);
      if (!group.visible) return;
      group.position.set(...pointAt(recording, arrow.at, place));
      group.quaternion.copy(towards(vector.normalize()));
      group.scale.setScalar(radius);
    });
  }
}
