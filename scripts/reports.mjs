// Counts of tests from the reports of their runners.

/** Counts of a Playwright report. `flaky`: titles of tests that failed first and passed when repeated; they count as passed. */
export function countsOfPlaywright({ stats, suites }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky: suites.flatMap(flakyIn) };
}

function flakyIn({ suites = [], specs = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyIn)];
}
