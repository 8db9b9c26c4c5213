// Estimates the cost of a study with a million runs on many cores, from runs measured on this computer one after another.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, isMain, main, root } from './tools.mjs';

const [fewRuns, manyRuns] = [2, 12];
const models = [
  { name: 'belt-two-pulleys', vary: 'mu', from: 0.2, to: 0.6 },
  { name: 'rolling-coin', vary: 'mu', from: 0.1, to: 0.8 },
];

/**
 * Time and bytes of a study with this many runs in equal parts: `run` seconds per run, `start` seconds and `head` bytes per part, `row`
 * bytes per run. The part with the most runs ends last.
 */
export function cost({ run: seconds, start, row, head }, runs, cores) {
  return {
    hours: (start + Math.ceil(runs / cores) * seconds) / 3600,
    coreHours: (cores * start + runs * seconds) / 3600,
    bytes: cores * head + runs * row,
  };
}

/** A part of `runs` runs on one core, computed by the program: its processor time, which other work does not affect, and its file. */
function measured({ name, vary, from, to }, runs, folder) {
  const [study, rows] = [join(folder, 'study.json'), join(folder, `${name}-${runs}.csv`)];
  writeFileSync(study, JSON.stringify({ vary: { [vary]: { from, to, points: runs } } }));
  const program = join(root, 'build', 'native-release', 'slipstick');
  const args = ['study', join(root, 'web', 'models', `${name}.json`), '--study', study, '--jobs', '1', '--output', rows];
  const { stderr, status } = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$@" > /dev/null 2>&1', 'time', program, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Failure(`${program} ${args.join(' ')} ended with status ${status}. Is it built?`);
  return { seconds: Number(stderr.replace(',', '.')), bytes: readFileSync(rows).length };
}

/** Costs per run and per part, from two parts of which one has more runs. */
function rates(model, folder) {
  const [few, many] = [fewRuns, manyRuns].map((runs) => measured(model, runs, folder));
  const slope = (key) => (many[key] - few[key]) / (manyRuns - fewRuns);
  const [run, row] = [slope('seconds'), slope('bytes')];
  return { run, row, start: Math.max(0, few.seconds - fewRuns * run), head: few.bytes - fewRuns * row };
}

function table() {
  const folder = mkdtempSync(join(tmpdir(), 'scaling-'));
  try {
    for (const model of models) {
      const found = rates(model, folder);
      console.log(
        `${model.name}: ${(1000 * found.run).toFixed(0)} ms a run, ${(1000 * found.start).toFixed(0)} ms a part besides, ${found.row.toFixed(0)} bytes a row`,
      );
      for (const cores of [1, 16, 1000]) {
        const { hours, coreHours, bytes } = cost(found, 1e6, cores);
        console.log(
          `  1000000 runs on ${cores} cores: ${Number(hours.toPrecision(3))} h, ${coreHours.toFixed(1)} core hours, ${(bytes / 1e6).toFixed(0)} MB`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (isMain(import.meta.url)) await main(table);
