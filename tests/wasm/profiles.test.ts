import { expect, test } from 'vitest';
import { findProfile } from '../../wasm/engine/profiles';
import type { ProfileInfo } from '../../wasm/engine/types';

const shared = { over: 'belt', unit: '', positions: [0.5], objects: [0], length: 1, closed: false, column: 1 };
const profiles: ProfileInfo[] = [
  { ...shared, of: 'cable', outputVariableType: 'ForceLocal', component: 0, formula: '' },
  { ...shared, of: 'contact', outputVariableType: 'ForceLocal', component: 0, formula: '' },
  { ...shared, of: 'cable', outputVariableType: '', component: 0, formula: '2*s' },
];

test.each([
  [{ outputVariableType: 'ForceLocal' }, 0],
  [{ outputVariableType: 'ForceLocal', component: 0, label: 'tension', sensor: 'x' }, 0],
  [{ outputVariableType: 'ForceLocal', of: 'contact' }, 1],
  [{ formula: '2*s' }, 2],
  [{ formula: '3*s' }, -1],
  [{ outputVariableType: 'ForceLocal', component: 1 }, -1],
  [{}, -1],
])('%j is profile %i', (query, expected) => {
  expect(findProfile({ profiles }, 'belt', query)).toBe(expected);
  expect(findProfile({ profiles }, 'rope', query)).toBe(-1);
});
