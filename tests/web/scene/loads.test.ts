import { type Mesh, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Loads } from '../../../web/src/scene/loads';
import { recordingOf } from '../../support/recording';

test('The arc of a torque has the sense of the torque and ends at its head', () => {
  const at = { pose: null, point: [0, 0, 0] as [number, number, number], cable: null };
  const loads = new Loads([{ kind: 'torque', at, vector: [0, 0, 5], fixed: false, color: '#000000' }], 1);
  loads.pose(recordingOf({}, [[0]]), { index: 0, fraction: 0 });
  const [group] = loads.solids;
  group.updateMatrixWorld(true);
  const [arc, head] = group.children as Mesh[];
  const { count } = arc.geometry.attributes.position;
  const pointOf = (i: number) => arc.localToWorld(new Vector3().fromBufferAttribute(arc.geometry.attributes.position, i));
  const angles = Array.from({ length: count }, (_, i) => pointOf(i)).map(({ x, y }) => (Math.atan2(y, x) * 180) / Math.PI);
  // Anticlockwise about z there is a gap from the head, at 270 degrees, to the start of the arc at zero.
  expect(angles.filter((angle) => angle > -85 && angle < -5)).toEqual([]);
  const tip = head.localToWorld(new Vector3(0, 1, 0)).sub(head.getWorldPosition(new Vector3()));
  expect(tip.x).toBeGreaterThan(0.99);
  expect(head.getWorldPosition(new Vector3()).y).toBeLessThan(0);
});
