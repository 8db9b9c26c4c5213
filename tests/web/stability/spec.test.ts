import { expect, test } from 'vitest';
import type { Stability } from '../../../wasm/engine/types';
import { stabilitySpec } from '../../../web/src/stability/spec';
import { parameterOf, plainDisplay } from '../../support/recording';

const chart: Stability = {
  parameter: 'v',
  title: 'stability',
  from: 0,
  to: 1,
  steps: 11,
  values: { w: 0 },
  min: null,
  max: null,
  reference: [],
  limits: [],
};
const parameters = [parameterOf({ name: 'v' }), parameterOf({ name: 'w' })];

test('A stability chart has round values of its parameter', () => {
  const spec = stabilitySpec({ parameters, display: { ...plainDisplay, stability: chart } });
  expect(spec?.values).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  expect(spec).toMatchObject({ parameter: { name: 'v' }, set: { w: 0 } });
});

test('A document without a stability chart gives none', () => {
  expect(stabilitySpec({ parameters, display: plainDisplay })).toBeNull();
});
