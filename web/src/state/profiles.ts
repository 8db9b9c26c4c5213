import { findProfile } from '../../../wasm/engine/profiles';
import type { ProfileInfo } from '../../../wasm/engine/types';
import type { Range } from '../format/range';
import type { Recording } from './recording';
import { rangeOf, type SamplePlace, valueAt } from './samples';

/** A quantity along a line in one recording. */
export interface Profile {
  info: ProfileInfo;
  /** One column for each point, with the current length of the history, which may grow while the profile is in use. */
  readonly columns: Float64Array[];
  /** Smallest and largest number at any point and time; null without one. */
  range: Range | null;
}

/** The profile for a model's index, in any recording of this or a similar model; null if there is none. */
export function profileIn(recording: Recording | null, asked: ProfileInfo): Profile | null {
  if (!recording) return null;
  const number = findProfile(recording.model, asked.over, { ...asked });
  return number < 0 ? null : profileOf(recording, number);
}

export function profileOf({ model, history }: Recording, number: number): Profile {
  return {
    info: model.profiles[number],
    get columns() {
      return history.profileColumns(number);
    },
    range: history.profileRange(number),
  };
}

/** The values of all points at a place in time. */
export function profileAt({ columns }: Pick<Profile, 'columns'>, place: SamplePlace): Float64Array {
  return Float64Array.from(columns, (column) => valueAt(column, place));
}

/** Smallest and largest number of all profiles. */
export function profileRange(profiles: (Profile | null)[]): Range | null {
  return rangeOf(profiles.flatMap((profile) => (profile?.range ? [profile.range] : [])));
}

/** The point nearest to an arc length. */
export function pointAtLength({ positions }: ProfileInfo, length: number): number {
  let best = 0;
  for (let i = 1; i < positions.length; i++) if (Math.abs(positions[i] - length) < Math.abs(positions[best] - length)) best = i;
  return best;
}

/**
 * For each of `pixels` rows from the far end of the line to its start, the point that determines its colour: the nearest one, so that the
 * whole length is covered.
 */
export function pointOfRow(info: ProfileInfo, [low, high]: Range, pixels: number): Int32Array {
  return Int32Array.from({ length: pixels }, (_, row) => pointAtLength(info, high - ((row + 0.5) / pixels) * (high - low)));
}
