import { describe, expect, test } from 'vitest';
import type { ProfileInfo } from '../../../wasm/engine/types';
import { pointOfRow, profileAt, profileIn, profileRange } from '../../../web/src/state/profiles';
import { placeOf } from '../../../web/src/state/samples';
import { colorPlace, colorScale } from '../../../web/src/ui/colors';
import { recordingOf } from '../../support/recording';

const tension: ProfileInfo = {
  over: 'belt',
  of: 'cable',
  outputVariableType: 'ForceLocal',
  component: 0,
  formula: '',
  unit: 'N',
  positions: [0.1, 0.4, 0.9],
  objects: [0, 0, 1],
  length: 1,
  closed: true,
  column: 1,
};
const recording = () =>
  recordingOf({ profiles: [tension] }, [
    [0, 1],
    [10, 20],
    [30, Number.NaN],
    [50, -60],
  ]);

describe('A profile', () => {
  test('is interpolated linearly between two samples', () => {
    const profile = profileIn(recording(), tension)!;
    expect([...profileAt(profile, { index: 0, fraction: 0.5 })]).toEqual([15, Number.NaN, -5]);
    expect(profileRange([profile, null])).toEqual([-60, 50]);
  });

  test('follows a run that grows', () => {
    const growing = recording();
    const profile = profileIn(growing, tension)!;
    growing.history.append({ samples: 1, columns: [2, 40, 70, 90].map((value) => Float64Array.of(value)) });
    expect([...profileAt(profile, placeOf(growing.history.time, 2))]).toEqual([40, 70, 90]);
  });

  test('of another model is found by its meaning, not by its number', () => {
    const second = { ...tension, formula: 's', outputVariableType: '' };
    const both = recordingOf(
      { profiles: [second, tension] },
      Array.from({ length: 7 }, (_, i) => [i]),
    );
    expect(profileIn(both, tension)?.columns.map(([value]) => value)).toEqual([4, 5, 6]);
    expect(profileIn(recording(), second)).toBeNull();
  });

  test('colours the whole length, with its start at the bottom', () => {
    expect([...pointOfRow(tension, [0, 1], 5)]).toEqual([2, 2, 1, 1, 0]);
  });
});

describe('A scale of colours', () => {
  test('is uniform if the sign does not matter, and otherwise white at zero', () => {
    expect(colorScale([5, 50], false)).toMatchObject({ low: 5, high: 50 });
    const scale = colorScale([-60, 50], false);
    expect(scale).toMatchObject({ low: -60, high: 60 });
    const white = colorPlace(scale, 0);
    for (let channel = 0; channel < 3; channel++) expect(scale.table[white + channel]).toBeGreaterThan(240);
  });

  test('is dark at zero on a dark background, and no lighter than its ends', () => {
    const scale = colorScale([-60, 50], true);
    const lightness = (value: number) => {
      const at = colorPlace(scale, value);
      return scale.table[at] + scale.table[at + 1] + scale.table[at + 2];
    };
    expect(lightness(0)).toBeLessThan(3 * 90);
    for (let value = 10; value <= 60; value += 10) {
      expect(lightness(value)).toBeGreaterThan(lightness(value - 10));
      expect(lightness(-value)).toBeGreaterThan(lightness(10 - value));
    }
  });

  test('is clamped at its ends, and a constant has the middle colour', () => {
    const scale = colorScale([0, 1], false);
    expect([colorPlace(scale, -3), colorPlace(scale, 0), colorPlace(scale, 7)]).toEqual([0, 0, 765]);
    expect(colorPlace(colorScale([4, 4], false), 4)).toBe(3 * 128);
  });
});
