// Runs the published benchmarks of tests/benchmarks/table.mjs in the native program and writes docs/benchmarks.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groups, sources } from '../tests/benchmarks/table.mjs';
import { buildPreset } from './build.mjs';
import { bold, Failure, isMain, main, readOptions, red, root, run } from './tools.mjs';

const usage = `npm run benchmarks [-- words]
Runs the published benchmarks and writes docs/benchmarks.md. With words, runs those whose name contains one and leaves the page as it is.

  --help   this text`;
const scratch = join(root, 'build', 'benchmarks');
const header =
  '| benchmark | what | compared with | expected | found | difference | tolerance |\n| --- | --- | --- | --- | --- | --- | --- |';

if (isMain(import.meta.url)) {
  await main(async () => {
    const { positionals: words } = readOptions(usage, { allowPositionals: true });
    await buildPreset('native-release', ['slipstick']);
    const parts = [];
    const missed = [];
    for (const { title, text, benchmarks } of groups) {
      const lines = [];
      for (const benchmark of benchmarks) {
        if (words.length > 0 && !words.some((word) => benchmark.name.includes(word))) continue;
        console.log(bold(benchmark.name));
        const { rows, seconds } = await measure(benchmark);
        for (const row of rows) {
          const kept = row.difference <= row.tolerance;
          if (!kept) missed.push(`${benchmark.name}: ${row.quantity}`);
          const line = `${row.quantity}: ${number(row.found, 9)} ${row.unit}, ${row.difference.toExponential(1)} of ${row.tolerance.toExponential(0)}`;
          console.log(`  ${kept ? line : red(line)}`);
        }
        lines.push(...rows.map((row, i) => tableLine(benchmark, row, i === 0, seconds)));
      }
      parts.push(`## ${title}\n\n${text}\n\n${header}\n${lines.join('\n')}\n`);
    }
    if (words.length === 0) writeFileSync(join(root, 'docs', 'benchmarks.md'), page(parts));
    if (missed.length > 0) throw new Failure(`beyond the tolerance: ${missed.join(', ')}`);
  });
}

/** The rows of one benchmark, and how long the run took. */
async function measure({ model, parameters = {}, rows }) {
  mkdirSync(scratch, { recursive: true });
  const output = join(scratch, 'result.json');
  const chosen = Object.entries(parameters).flatMap(([name, value]) => ['--parameter', `${name}=${value}`]);
  await run(join(root, 'build', 'native-release', 'slipstick'), ['run', join(root, model), '--output', output, ...chosen]);
  const { sensors, eigenvalues = [], statistics } = JSON.parse(readFileSync(output, 'utf8'));
  return { rows: rows(Object.fromEntries(sensors.map((sensor) => [sensor.name, sensor])), eigenvalues), seconds: statistics.wallSeconds };
}

function tableLine({ name, source, model }, row, first) {
  const unit = row.unit && ` ${row.unit}`;
  const by =
    row.by === 'published'
      ? `published [${order(source)}]`
      : row.by === 'closed form'
        ? `closed form [${order(source)}]`
        : `${row.by} [${order(source)}]`;
  const digits = row.expected === 0 ? 2 : 7;
  return `| ${first ? `[${name}](../${model})` : ''} | ${row.quantity} | ${by} | ${number(row.expected, 7)}${unit} | ${number(row.found, digits)}${unit} | ${row.difference.toExponential(0)} | ${row.tolerance.toExponential(0)} |`;
}

function order(source) {
  return Object.keys(sources).indexOf(source) + 1;
}

function number(value, digits) {
  if (value === 0) return '0';
  return String(Number(value.toPrecision(digits)));
}

function page(parts) {
  const list = Object.values(sources).map((source, i) => `${i + 1}. ${source}.`);
  return `# Published benchmarks

\`npm run benchmarks\` runs these models in the native program and writes this page; \`tests/scripts/benchmarks.test.mjs\` checks the
WebAssembly engine with the same tolerances. \`tests/benchmarks/table.mjs\` contains the numbers and their sources. Differences are
relative to the expected value, but absolute for an expected 0 and for restitutions. If a source describes a problem without numbers,
the table compares with a closed-form solution or another program and names it.

${parts.join('\n')}
## Sources

${list.join('\n')}

## Not in the table

- A05, the stiff flyball governor: data available, but the solution only as a curve.
- The flexible slider-crank of the multibody benchmark library: neither data nor numbers available.
`;
}
