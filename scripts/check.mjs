// Everything that must hold, cheapest first; stops at the first failure. Ends with "N passed, N failed", the tests of all kinds.
// `npm test -- --without asan,e2e` leaves steps out while working.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEngine, buildPreset, buildSite } from './build.mjs';
import { checkElementary } from './elementary.mjs';
import { format } from './format.mjs';
import { checkTypes, lintCpp, lintTypeScript } from './lint.mjs';
import { checkOrder } from './order.mjs';
import { testPython } from './python.mjs';
import { setUp } from './setup.mjs';
import { bold, cores, Failure, green, inCi, red, root, run, runTool } from './tools.mjs';

const reports = join(root, 'build', 'reports');
const report = (name) => join(reports, `${name}.json`);
const readReport = (name) => (existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : null);

/** Name, what it is, what it does. A step of tests answers with {passed, failed}. */
const steps = [
  ['setup', 'set up', () => setUp('everything')],
  ['format', 'format', () => format({ write: false })],
  ['lint', 'order of rooms', checkOrder],
  ['lint', 'elementary functions', checkElementary],
  ['lint', 'types', checkTypes],
  ['lint', 'lint', () => lintTypeScript().then(lintCpp)],
  ['native', 'native build', () => buildPreset('native-release', ['slipstick', 'core_tests'])],
  ['native', 'native tests', () => coreTests('native-release')],
  ['wasm', 'WebAssembly build', buildEngine],
  ['unit', 'engine and unit tests', unitTests],
  ['e2e', 'production build', buildSite],
  ['python', 'Python package', () => testPython()],
  ['e2e', 'tests in Chromium', endToEndTests],
  ['asan', 'build with sanitizers', () => buildPreset('native-asan', ['slipstick', 'core_tests'])],
  // The same tests once more: they are not counted twice.
  ['asan', 'native tests with sanitizers', () => coreTests('native-asan'), { again: true }],
];

/** The tests of the core, spread over all cores. */
async function coreTests(preset) {
  const shards = Array.from({ length: cores }, (_, i) => `${preset}-${i}`);
  const statuses = await Promise.all(
    shards.map((name, i) =>
      run(join(root, 'build', preset, 'core_tests'), ['--gtest_brief=1', `--gtest_output=json:${report(name)}`], {
        env: { GTEST_TOTAL_SHARDS: String(cores), GTEST_SHARD_INDEX: String(i) },
        allowFailure: true,
      }),
    ),
  );
  const results = shards.map((name, i) => {
    const tests = readReport(name)?.testsuites.flatMap((suite) => suite.testsuite) ?? [];
    const ran = tests.filter((test) => test.status === 'RUN' && test.result === 'COMPLETED');
    const failed = ran.filter((test) => test.failures).length;
    const crashed = statuses[i] !== 0 && failed === 0 ? 1 : 0;
    return { passed: ran.length - failed, failed: failed + crashed };
  });
  return sum(results);
}

async function unitTests() {
  const status = await runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`], {
    allowFailure: true,
  });
  const result = readReport('vitest');
  return counted(status, { passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0 });
}

async function endToEndTests() {
  const status = await runTool('playwright', ['test', '--reporter=line,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright') },
    allowFailure: true,
  });
  const stats = readReport('playwright')?.stats;
  return counted(status, { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 });
}

/** A run that failed without a failing test (it did not start, say) counts as one. */
function counted(status, { passed, failed }) {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

function sum(results) {
  return results.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

const { values } = parseArgs({ options: { without: { type: 'string', default: '' } } });
const without = values.without.split(',').filter(Boolean);
const summary = [];
const totals = { passed: 0, failed: 0 };
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

for (const [name, title, work, { again = false } = {}] of steps) {
  if (without.includes(name)) continue;
  console.log(bold(`\n▸ ${title}`));
  if (inCi) console.log(new Date().toISOString());
  const start = performance.now();
  let counts = null;
  let problem = null;
  try {
    counts = (await work()) ?? null;
    if (counts?.failed) problem = `${counts.failed} failed`;
    else if (counts && counts.passed === 0) problem = 'no test ran';
  } catch (error) {
    problem = error instanceof Failure ? error.message : error.stack;
  }
  const seconds = (performance.now() - start) / 1000;
  const text = counts ? `${counts.passed} passed${again ? ' again' : ''}` : 'ok';
  summary.push(`${problem ? red('✗') : green('✓')} ${title.padEnd(30)} ${seconds.toFixed(1).padStart(7)} s   ${problem ?? text}`);
  if (counts && !again) totals.passed += counts.passed;
  if (problem) {
    totals.failed += Math.max(1, counts?.failed ?? 0);
    console.error(red(`\n${title}: ${problem}`));
    break;
  }
}

console.log(`\n${summary.join('\n')}`);
if (totals.failed > 0) process.exitCode = 1;
console.log(`${totals.passed} passed, ${totals.failed} failed`);
