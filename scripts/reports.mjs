// Reads the counts of tests from the reports of test runners.

/**
 * Counts of a Playwright report. `flaky`: titles of tests that passed only when repeated; they count as passed. `where`: the number of
 * passed tests in each browser, as text.
 */
export function countsOfPlaywright({ stats, suites }) {
  const projects = suites.flatMap(passedIn);
  const inBrowser = (name) => `${name} ${projects.filter((project) => project === name).length || 'none'}`;
  const where = ['chromium', 'firefox', 'webkit'].map(inBrowser).join(', ');
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky: suites.flatMap(flakyIn), where };
}

/** The browser of each test that passed. */
function passedIn({ suites = [], specs = [] }) {
  const passed = specs.flatMap(({ tests }) => tests).filter(({ status }) => status === 'expected' || status === 'flaky');
  return [...passed.map(({ projectName }) => projectName), ...suites.flatMap(passedIn)];
}

function flakyIn({ suites = [], specs = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyIn)];
}

/** Counts in the last line that a program of tests/random prints, as text; null if it did not finish. */
export function countsOfRandom(output) {
  try {
    const counts = JSON.parse(output.trimEnd().split('\n').at(-1));
    return Number.isInteger(counts.faults) ? counts : null;
  } catch {
    return null;
  }
}
