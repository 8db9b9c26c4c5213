import { describe, expect, test } from 'vitest';
import { boundsOf } from '../../../web/src/scene/bounds';
import { Content } from '../../../web/src/scene/content';
import type { SceneArrow, SceneDescription, SceneLink } from '../../../web/src/scene/description';
import { recordingOf } from '../../support/recording';

const empty: SceneDescription = {
  bodies: [],
  cables: [],
  flexibles: [],
  contours: [],
  bands: [],
  links: [],
  arrows: [],
  loads: [],
  rays: [],
  trails: [],
  ground: null,
  background: null,
  problems: [],
  camera: { follow: null, direction: null, up: [0, 0, 1], zoom: 1 },
};
const sensors = [
  { name: 'place', components: ['x', 'y', 'z'], unit: 'm' },
  { name: 'force', components: ['x', 'y', 'z'], unit: 'N' },
];
const samples = 1000;
const constant = (value: number) => new Float64Array(samples).fill(value);
/** A force of 1 N along x, for a twentieth of the time 20 N along z, and for a moment 30 N. */
const [along, up] = [constant(1), constant(0)];
along.fill(0, 700, 750);
up.fill(20, 700, 750);
up.fill(30, 720, 725);
const time = Float64Array.from({ length: samples }, (_, i) => 0.001 * i);
const recording = recordingOf({ sensors }, [time, constant(2), constant(0), constant(0), along, constant(0), up]);

describe('The visible region', () => {
  test('includes the tips of arrows, but not of short peaks', () => {
    const arrow: SceneArrow = {
      label: 'force',
      at: 'place',
      vector: 'force',
      frame: null,
      components: [0, 1, 2],
      scale: 0.1,
      color: '#000',
      unit: 'N',
    };
    const content = new Content({ ...empty, arrows: [arrow] }, 4);
    content.measure(recording);
    const { min, max } = boundsOf(content.reachBalls(recording));
    expect(max[0]).toBeCloseTo(2.1, 9);
    expect(min[0]).toBeCloseTo(2, 9);
    expect(max[2]).toBeCloseTo(2, 9);
  });

  test('includes the ends of springs, with the radius of their coils', () => {
    const end = (x: number) => ({ pose: null, point: [x, 0, 0] as [number, number, number], cable: null });
    const link: SceneLink = { kind: 'spring', ends: [end(-3), end(5)], radius: 0.2, color: null };
    const content = new Content({ ...empty, links: [link] }, 4);
    const { min, max } = boundsOf(content.reachBalls(recording));
    expect([min[0], max[0], max[1]]).toEqual([expect.closeTo(-3.2, 9), expect.closeTo(5.2, 9), expect.closeTo(0.2, 9)]);
  });
});
