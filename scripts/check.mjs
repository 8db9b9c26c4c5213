// All checks, cheapest first; stops at the first failure. Ends with "N passed, N failed" for the tests of all kinds.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildEngine, buildPreset, buildSite } from './build.mjs';
import { checkElementary } from './elementary.mjs';
import { format } from './format.mjs';
import { checkTypes, lint } from './lint.mjs';
import { checkMessages } from './messages.mjs';
import { checkOrder } from './order.mjs';
import { checkProse } from './prose.mjs';
import { testPython } from './python.mjs';
import { countsOfPlaywright, countsOfRandom } from './reports.mjs';
import { setUp } from './setup.mjs';
import { checkSize } from './size.mjs';
import { checkTexts } from './texts.mjs';
import { bold, cores, Failure, green, holdOutput, inCi, main, readOptions, red, root, run, runTool } from './tools.mjs';

const reports = join(root, 'build', 'reports');
const report = (name) => join(reports, `${name}.json`);
const readReport = (name) => (existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : null);

/** tests/random: programs that run cases generated from seeds. */
const randomPrograms = ['random_documents', 'random_inputs'];

/**
 * Name, title, function. The function of a test step returns {passed, failed}. `beside`: runs in parallel with the test step, because each
 * uses one core.
 */
const steps = [
  ['setup', 'set up', () => setUp('tests')],
  ['format', 'format', () => format({ write: false })],
  ['lint', 'order of rooms', checkOrder],
  ['lint', 'elementary functions', checkElementary],
  ['lint', 'phrases', checkProse],
  ['lint', 'messages', checkMessages],
  ['lint', 'texts of the page', checkTexts],
  ['lint', 'types', checkTypes],
  ['lint', 'lint', lint],
  ['native', 'native build', () => buildPreset('native-release', ['slipstick', 'core_tests'])],
  ['native', 'native tests', () => coreTests('native-release')],
  ['random', 'build of random inputs', () => buildPreset('native-release', randomPrograms)],
  ['random', 'random inputs', () => randomCases('native-release')],
  ['wasm', 'WebAssembly build', buildEngine],
  ['unit', 'engine and unit tests', unitTests],
  ['e2e', 'production build', buildSite],
  ['python', 'Python package', () => testPython(), { beside: 'production build' }],
  ['e2e', 'size', checkSize],
  ['e2e', 'tests in browsers', endToEndTests],
  ['asan', 'set up sanitizers', () => setUp('check')],
  ['asan', 'build with sanitizers', () => buildPreset('native-asan', ['slipstick', 'core_tests', ...randomPrograms])],
  // Repeats the same tests, which are not counted twice.
  ['asan', 'native tests with sanitizers', () => coreTests('native-asan'), { again: true }],
  ['asan', 'random inputs with sanitizers', () => randomCases('native-asan'), { again: true }],
];

/** Runs the tests of the core, distributed over all cores. */
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

/** Runs the cases of the first seeds, distributed over all cores. Each program counts as one test; the counts of its cases are shown. */
async function randomCases(preset) {
  const results = [];
  const shown = [];
  for (const [program, count] of [
    ['random_documents', 10_000],
    ['random_inputs', 30_000],
  ]) {
    const share = Math.ceil(count / cores);
    const outputs = await Promise.all(
      Array.from({ length: cores }, (_, i) =>
        run(join(root, 'build', preset, program), ['--from', String(i * share), '--count', String(share)], {
          capture: true,
          allowFailure: true,
        }),
      ),
    );
    const counts = outputs.map(countsOfRandom);
    const faults = counts.some((each) => each === null || each.faults > 0);
    for (const output of faults ? outputs : []) process.stderr.write(output);
    results.push({ passed: faults ? 0 : 1, failed: faults ? 1 : 0 });
    if (!faults) shown.push(`${share * cores} ${program.replace('random_', '')}`);
  }
  return { ...sum(results), where: shown.join(', ') };
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
  const result = readReport('playwright');
  return counted(status, result ? countsOfPlaywright(result) : { passed: 0, failed: 0 });
}

/** A run that failed without a failing test, for example because it did not start, counts as one failure. */
function counted(status, { passed, failed, flaky = [], where = '' }) {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed, flaky, where };
}

function sum(results) {
  return results.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0,
  });
}

/** Runs a step; returns the line of the summary, its counts and its problem, or null. */
async function perform([, title, work, { again = false } = {}]) {
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
  const where = counts?.where ? ` (${counts.where})` : '';
  const text = counts ? `${counts.passed} passed${again ? ' again' : ''}${where}` : 'ok';
  const flaky = (counts?.flaky ?? []).map((name) => red(`\n  flaky: ${name}`)).join('');
  const line = `${problem ? red('✗') : green('✓')} ${title.padEnd(30)} ${seconds.toFixed(1).padStart(7)} s   ${problem ?? text}${flaky}`;
  return { title, line, counts: again ? null : counts, problem };
}

/** Runs steps in parallel. The output of the first appears at once, the output of the others when all have ended. */
async function performTogether([first, ...beside]) {
  const held = beside.map((step) => holdOutput(() => perform(step)));
  const outcomes = [await perform(first)];
  for (const [i, work] of held.entries()) {
    const { result, output } = await work;
    console.log(bold(`\n▸ ${beside[i][1]}`));
    process.stdout.write(output);
    outcomes.push(result);
  }
  return outcomes;
}

const usage = `npm test [-- options]        runs every check, cheapest first, and stops at the first failure
npm run check [-- options]   the same, then the native tests again with sanitizers

  --without e2e,wasm   leaves steps out: ${[...new Set(steps.map(([name]) => name))].join(' ')}
  --help               this text`;

await main(async () => {
  const { without } = readOptions(usage, { options: { without: { type: 'string', default: '' } } }).values;
  const left = steps.filter(([name]) => !without.split(',').includes(name));
  const summary = [];
  const totals = { passed: 0, failed: 0 };
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  while (left.length > 0) {
    const group = [left.shift()];
    const title = group[0][1];
    while (left[0]?.[3]?.beside === title) group.push(left.shift());
    console.log(bold(`\n▸ ${title}`));
    if (inCi) console.log(new Date().toISOString());
    for (const { title, line, counts, problem } of await performTogether(group)) {
      summary.push(line);
      totals.passed += counts?.passed ?? 0;
      if (!problem) continue;
      totals.failed += Math.max(1, counts?.failed ?? 0);
      console.error(red(`\n${title}: ${problem}`));
    }
    if (totals.failed > 0) break;
  }

  console.log(`\n${summary.join('\n')}`);
  if (totals.failed > 0) process.exitCode = 1;
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
});
