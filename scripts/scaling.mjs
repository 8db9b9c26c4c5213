// What a study of a million runs costs on many cores: computed from runs measured here, one after the other.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMain, main, root, run } from './tools.mjs';

const measuredRuns = 12;
const models = [
  { name: 'belt-two-pulleys', vary: 'mu', from: 0.2, to: 0.6 },
  { name: 'rolling-coin', vary: 'mu', from: 0.1, to: 0.8 },
];

/**
 * Time and bytes of a study of so many runs, in equal parts: `run` seconds a run, `start` seconds and `head` bytes a part, `row` bytes a run.
 * The part with the most runs ends last.
 */
export function cost({ run: seconds, start, row, head }, runs, cores) {
  return {
    hours: (start + Math.ceil(runs / cores) * seconds) / 3600,
    coreHours: (cores * start + runs * seconds) / 3600,
    bytes: cores * head + runs * row,
  };
}

/** A part of `runs` runs on one core, as the program computes it. */
async function measured({ name, vary, from, to }, runs, folder) {
  const [study, rows] = [join(folder, 'study.json'), join(folder, `${name}.csv`)];
  writeFileSync(study, JSON.stringify({ vary: { [vary]: { from, to, points: runs } } }));
  const begin = performance.now();
  const program = join(root, 'build', 'native-release', 'slipstick');
  await run(
    program,
    ['study', join(root, 'web', 'models', `${name}.json`), '--study', study, '--jobs', '1', '--seconds', '--output', rows],
    { capture: true },
  );
  const wall = (performance.now() - begin) / 1000;
  const [first, second, ...lines] = readFileSync(rows, 'utf8').trimEnd().split('\n');
  const seconds = lines.reduce((sum, line) => sum + Number(line.split(',').at(-1)), 0);
  return { wall, seconds, head: first.length + second.length + 2, bytes: lines.reduce((sum, line) => sum + line.length + 1, 0) };
}

async function table() {
  const folder = mkdtempSync(join(tmpdir(), 'scaling-'));
  try {
    for (const model of models) {
      const { wall, seconds, head, bytes } = await measured(model, measuredRuns, folder);
      const rates = { run: seconds / measuredRuns, start: wall - seconds, row: bytes / measuredRuns, head };
      console.log(
        `${model.name}: ${(1000 * rates.run).toFixed(1)} ms a run, ${(1000 * rates.start).toFixed(0)} ms a part besides, ${rates.row.toFixed(0)} bytes a row`,
      );
      for (const cores of [1, 16, 1000]) {
        const { hours, coreHours, bytes } = cost(rates, 1e6, cores);
        console.log(
          `  1000000 runs on ${cores} cores: ${hours.toFixed(2)} h, ${coreHours.toFixed(1)} core hours, ${(bytes / 1e6).toFixed(0)} MB`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (isMain(import.meta.url)) await main(table);
