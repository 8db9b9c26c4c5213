import { describe, expect, test } from 'vitest';
import { plotSpecs } from '../../../web/src/plots/spec';
import { modelOf } from '../../support/recording';

const { sensors } = modelOf({
  sensors: [
    { name: 'force', components: ['x', 'y', 'z'], unit: 'N' },
    { name: 'trail', components: ['x', 'y', 'z'], unit: 'm' },
  ],
});

function specOf(plot: object) {
  return plotSpecs({ sensors, display: { plots: [plot] } })[0];
}

describe('A plot', () => {
  test('over time has its curves with unit and label', () => {
    const spec = specOf({
      title: 'contact force',
      x: 't',
      curves: [{ sensor: 'force', component: 2, label: 'normal', profile: -1 }, { sensor: 'force' }],
      min: 0,
    });
    expect(spec).toMatchObject({ title: 'contact force', x: null, xUnit: 's', yUnit: 'N', min: 0, max: null, equal: false, problem: '' });
    expect(spec.curves).toEqual([
      { sensor: 'force', component: 2, label: 'normal', profile: -1 },
      { sensor: 'force', component: 0, label: 'x', profile: -1 },
    ]);
  });

  test('of one component over another has both units', () => {
    const spec = specOf({ x: { sensor: 'trail', component: 0 }, curves: [{ sensor: 'trail', component: 1 }], equal: true });
    expect(spec).toMatchObject({ x: { sensor: 'trail', component: 0 }, xLabel: 'x', xUnit: 'm', yUnit: 'm', equal: true });
  });

  test('of different units shows none for the axis', () => {
    expect(specOf({ curves: [{ sensor: 'force' }, { sensor: 'trail' }] })).toMatchObject({ yUnit: '' });
  });

  test('says what it cannot show', () => {
    expect(specOf({ curves: [{ sensor: 'forse' }, { sensor: 'force', component: 3 }] }).problem).toBe(
      'There is no sensor “forse”. Sensor “force” has no component 3.',
    );
    expect(specOf({ map: 'belt', outputVariableType: 'ForceLocal' }).problem).toContain('not recorded along “belt”');
  });

  test('keeps reference curves that make sense', () => {
    const good = { label: 'measured', source: 'book', x: [0, 1], y: [2, 3] };
    expect(specOf({ curves: [], reference: [good, { x: [1], y: [] }, { x: ['a'], y: [1] }] }).references).toEqual([good]);
  });
});

test('Without plots, every sensor has one', () => {
  const specs = plotSpecs({ sensors, display: {} });
  expect(specs.map((spec) => [spec.title, spec.curves.length])).toEqual([
    ['force', 3],
    ['trail', 3],
  ]);
});
