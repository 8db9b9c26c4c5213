import { expect, test } from 'vitest';
import { countsOfPlaywright, countsOfRandom } from '../../scripts/reports.mjs';

test('A flaky test is named, and browsers are counted', () => {
  const spec = (title, status) => ({ title, file: 'a.spec.ts', tests: [{ status, projectName: 'chromium' }] });
  const report = {
    stats: { expected: 3, flaky: 2, unexpected: 1 },
    suites: [
      {
        specs: [
          spec('passes', 'expected'),
          {
            title: 'elsewhere',
            file: 'b.spec.ts',
            tests: [
              { status: 'expected', projectName: 'firefox' },
              { status: 'skipped', projectName: 'webkit' },
            ],
          },
          spec('passes at the second try', 'flaky'),
        ],
        suites: [{ specs: [spec('fails', 'unexpected'), spec('within a group', 'flaky'), spec('too', 'expected')] }],
      },
    ],
  };
  expect(countsOfPlaywright(report)).toEqual({
    passed: 5,
    failed: 1,
    flaky: ['a.spec.ts: passes at the second try', 'a.spec.ts: within a group'],
    where: 'chromium 4, firefox 1, webkit none',
  });
});

test('An incomplete program of random cases has no counts', () => {
  expect(countsOfRandom('crashed: random_documents --from 3 --count 1\n{"documents":9,"crashed":1,"faults":1}\n').faults).toBe(1);
  for (const output of ['', 'terminate called\n', 'hung: random_documents --from 3 --count 1\n', '{"documents":9}\n', '{"documents":9,'])
    expect(countsOfRandom(output)).toBe(null);
});
