import { expect, test } from 'vitest';
import { countsOfPlaywright } from '../../scripts/reports.mjs';

test('A flaky test is named', () => {
  const spec = (title, status) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
  const report = {
    stats: { expected: 2, flaky: 2, unexpected: 1 },
    suites: [
      {
        specs: [spec('passes', 'expected'), spec('passes at the second try', 'flaky')],
        suites: [{ specs: [spec('fails', 'unexpected'), spec('within a group', 'flaky'), spec('too', 'expected')] }],
      },
    ],
  };
  expect(countsOfPlaywright(report)).toEqual({
    passed: 4,
    failed: 1,
    flaky: ['a.spec.ts: passes at the second try', 'a.spec.ts: within a group'],
  });
});
