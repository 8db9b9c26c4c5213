import { type Group, Quaternion } from 'three';
import { type SamplePlace, valueAt } from '../state/samples';

const turned = new Quaternion();

/** Moves a group to a pose given by its columns: position, and Euler parameters if there are any. */
export function poseGroup(group: Group, columns: Float64Array[], place: SamplePlace): void {
  group.position.set(valueAt(columns[0], place), valueAt(columns[1], place), valueAt(columns[2], place));
  group.quaternion.identity();
  if (columns.length < 7) return;
  const at = (column: number, index: number) => columns[column][index];
  const { index, fraction } = place;
  group.quaternion.set(at(4, index), at(5, index), at(6, index), at(3, index));
  if (fraction > 0) group.quaternion.slerp(turned.set(at(4, index + 1), at(5, index + 1), at(6, index + 1), at(3, index + 1)), fraction);
}
