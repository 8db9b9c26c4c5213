import { Group, Quaternion, Vector3 } from 'three';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { cableEnds, cablePoint } from './cable';
import type { AnchorPoint } from './description';
import { poseGroup } from './pose';

const posed = new Group();

/** The position of an anchor. */
export function anchorPlace({ pose, point, cable }: AnchorPoint, recording: Recording, place: SamplePlace): Vector3 {
  const local = new Vector3(...point);
  if (pose === null) return local;
  if (cable !== null) {
    const ends = cableEnds(recording, pose, place);
    const { x, y, z, dx, dy } = cablePoint(ends, cable, point[0] / cable);
    if (ends.length === 12) return local.set(x, y, z);
    const off = point[1] / (Math.hypot(dx, dy) || 1);
    return local.set(x - off * dy, y + off * dx, point[2]);
  }
  poseGroup(posed, recording.history.poseColumns(pose), place);
  return local.applyQuaternion(posed.quaternion).add(posed.position);
}

/** The rotation of the body of an anchor. */
export function anchorTurn({ pose, cable }: AnchorPoint, recording: Recording, place: SamplePlace): Quaternion {
  if (pose === null || cable !== null) return new Quaternion();
  poseGroup(posed, recording.history.poseColumns(pose), place);
  return posed.quaternion.clone();
}
