import { Matrix4, Quaternion } from 'three';
import type { Recording } from '../state/recording';
import { placeOf } from '../state/samples';
import type { PosedBody } from './bodies';

type Three = readonly [number, number, number];
/** The given poses of bodies, by the names of their objects: origins, and rotations by rows. */
export type Places = ReadonlyMap<string, { position: Three; rotation: readonly [Three, Three, Three] }>;

/** A recording in which bodies have other poses at a time; connected springs and similar items follow. */
export function placedIn(recording: Recording, bodies: readonly PosedBody[], places: Places, time: number): Recording {
  const { index } = placeOf(recording.history.time, time);
  const moved = new Map<number, Float64Array[]>();
  for (const { object, link, pose } of bodies) {
    const place = link === null ? places.get(object) : undefined;
    if (!place) continue;
    const [a, b, c] = place.rotation;
    const { x, y, z, w } = new Quaternion().setFromRotationMatrix(new Matrix4().set(...a, 0, ...b, 0, ...c, 0, 0, 0, 0, 1));
    const numbers = [...place.position, w, x, y, z].slice(0, recording.model.poses[pose].size);
    moved.set(
      pose,
      numbers.map((value) => new Float64Array(index + 2).fill(value)),
    );
  }
  const history = new Proxy(recording.history, {
    get(whole, key) {
      if (key === 'poseColumns') return (pose: number) => moved.get(pose) ?? whole.poseColumns(pose);
      const value: unknown = Reflect.get(whole, key);
      return typeof value === 'function' ? value.bind(whole) : value;
    },
  });
  return { ...recording, history };
}
