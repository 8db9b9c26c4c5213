// Measures how often the estimates of `slipstick run --accuracy` cover the error: compares each model of the gallery with a run whose steps
// are 32 times smaller, and prints a table. `node scripts/accuracy.mjs [MODEL…]`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Failure, isMain, main, root } from './tools.mjs';

const program = join(root, 'build/native-release/slipstick');
const folder = join(root, 'web/models');
const finer = 32;

/** Models whose tight run takes minutes, or which have recorded actions, which are tied to its steps. */
const left = ['angle-of-repose', 'brazil-nut', 'hopper', 'belt-comparison', 'brake-belt', 'cradle-by-hand', 'drive-car', 'flick-coin'];

const solverOf = (path, options, output) => {
  try {
    execFileSync(program, ['run', path, '--no-progress', ...options, '--output', output, '--force'], { stdio: 'pipe' });
  } catch (error) {
    if (error.status !== 1) throw new Failure(`${path}: ${error.stderr}`);
  }
  return JSON.parse(readFileSync(output, 'utf8'));
};

/** The document with smaller steps and tighter tolerances. Formulas stay formulas. */
function tight(expanded) {
  const document = structuredClone(expanded);
  for (const step of [document.analysis ?? {}].flat()) {
    if ((step.type ?? 'dynamic') !== 'dynamic') continue;
    if (step.stepSize !== undefined) step.stepSize = `(${step.stepSize})/${finer}`;
    else step.numberOfSteps = `(${step.numberOfSteps ?? 100})*${finer}`;
    step.sensorsWritePeriod = `(${step.sensorsWritePeriod ?? 0.01})/4`;
    step.newton = { ...step.newton, relativeTolerance: 1e-12, absoluteTolerance: 1e-12 };
    step.absoluteTolerance = step.relativeTolerance = 1e-13;
  }
  return document;
}

/** The value of a tight curve at a time, of the polynomial through four samples unless a sample is there; null outside. */
function at({ time: times, values }, component, time) {
  let low = 0;
  let high = times.length - 1;
  if (time > times[high] + 1e-9) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  for (const sample of [low, high]) if (Math.abs(times[sample] - time) < 1e-10) return values[sample][component];
  const first = Math.max(0, Math.min(low - 1, times.length - 4));
  const samples = [0, 1, 2, 3].map((i) => first + i);
  const weight = (i) => samples.reduce((all, k) => (k === i ? all : (all * (time - times[k])) / (times[i] - times[k])), 1);
  return samples.reduce((sum, i) => sum + weight(i) * values[i][component], 0);
}

function compared(run, reference) {
  const count = { values: 0, covered: 0, without: 0, over: [], sensors: 0, estimated: 0, orders: [], measures: 0, measuresCovered: 0 };
  const { accuracy } = run;
  accuracy.sensors.forEach((sensor, s) => {
    ++count.sensors;
    if (sensor.source !== 'none') ++count.estimated;
    if (sensor.order !== null) count.orders.push(sensor.order);
    let seen = 0;
    let good = 0;
    sensor.bands.forEach((band, component) => {
      band.forEach((width, sample) => {
        const exact = at(reference.sensors[s], component, accuracy.time[sample]);
        const value = run.sensors[s].values[sample]?.[component];
        if (width === null || exact === null || value === null) return ++count.without;
        const error = Math.abs(value - exact);
        ++seen;
        if (error <= width * (1 + 1e-9)) ++good;
        if (error > 1e-12 * sensor.largest) count.over.push(width / error);
      });
    });
    count.values += seen;
    count.covered += good;
    if (process.env.DETAILS && seen > 0 && good < 0.9 * seen)
      console.log(`   ${sensor.sentence} covers ${((100 * good) / seen).toFixed(1)} %`);
  });
  accuracy.measures.forEach((measure, i) => {
    const exact = reference.measures[i].value;
    if (measure.error === null || exact === null) return;
    ++count.measures;
    const good = Math.abs(measure.value - exact) <= measure.error * (1 + 1e-9);
    if (good) ++count.measuresCovered;
    else if (process.env.DETAILS) console.log(`   ${measure.sentence} but ${exact}`);
  });
  return count;
}

const percent = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)}` : '–');
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const rounded = (value) => (value === undefined ? '–' : value.toPrecision(2));

export function table(names) {
  const own = mkdtempSync(join(tmpdir(), 'accuracy-'));
  console.log('| model | sensors with an estimate | order, median | values covered, % | band/error, median | measures covered |');
  console.log('|---|---|---|---|---|---|');
  for (const name of names) {
    const path = join(folder, `${name}.json`);
    const expanded = JSON.parse(execFileSync(program, ['expand', path], { maxBuffer: 1 << 28 }));
    if ([expanded.analysis ?? {}].flat().every((step) => (step.type ?? 'dynamic') !== 'dynamic')) continue;
    writeFileSync(join(own, 'tight.json'), JSON.stringify(tight(expanded)));
    const run = solverOf(path, ['--accuracy'], join(own, 'a.json'));
    if (run.accuracy.problem) {
      console.log(`| ${name} | ${run.accuracy.problem} |`);
      continue;
    }
    const found = compared(run, solverOf(join(own, 'tight.json'), [], join(own, 'b.json')));
    const cells = [
      `${found.estimated} of ${found.sensors}`,
      rounded(median(found.orders)),
      percent(found.covered, found.values),
      rounded(median(found.over)),
      `${found.measuresCovered} of ${found.measures}`,
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  rmSync(own, { recursive: true });
}

if (isMain(import.meta.url))
  main(() => {
    const given = process.argv.slice(2);
    const all = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => basename(file, '.json'));
    table(given.length > 0 ? given : all.filter((name) => !left.includes(name)));
  });
