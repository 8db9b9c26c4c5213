import type { Profile } from '../state/profiles';

/** The value of a quantity at an arc length, interpolated linearly between the points at one time. */
export function lineValue({ info }: Pick<Profile, 'info'>, values: ArrayLike<number>, length: number): number {
  const { positions, closed } = info;
  const count = positions.length;
  let after = 0;
  let high = count;
  while (after < high) {
    const middle = (after + high) >> 1;
    if (positions[middle] < length) after = middle + 1;
    else high = middle;
  }
  if (!closed && (after === 0 || after === count)) return values[after === 0 ? 0 : count - 1];
  const before = (after + count - 1) % count;
  const next = after % count;
  const from = positions[before] - (after === 0 ? info.length : 0);
  const to = positions[next] + (after === count ? info.length : 0);
  const [a, b] = [values[before], values[next]];
  if (!Number.isFinite(a)) return b;
  if (!Number.isFinite(b) || !(to > from)) return a;
  return a + ((length - from) / (to - from)) * (b - a);
}
