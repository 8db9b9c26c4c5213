// The same models here and in other programs, in turn, so that what else the machine does strikes all of them alike.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, run } from '../../../scripts/tools.mjs';
import { exudynPython, exudynVersion, folder, withExporter } from '../../peer/programs.mjs';
import { cable, chain, hasUserFunctions, mujocoModels, withoutFormulaSensors } from './models.mjs';
import { timeMujoco } from './mujoco.mjs';

const rounds = 5;
const secondsInTurn = 0.5; // for each program in each round
const mujocoVersion = '3.14.0';
const scratch = join(folder, 'times');

/**
 * Times models here, natively, and in Exudyn: medians of the fastest runs of each round, in CPU time. `words`: names of models that contain
 * one of them; none: all. Null where Exudyn cannot be had.
 */
export async function compareWithExudyn(words) {
  const python = await exudynPython();
  if (!python) return null;
  mkdirSync(scratch, { recursive: true });
  const models = chosenModels(words);
  for (const model of models) Object.assign(model, { here: [], there: [] });
  await withExporter(async (_, script) => {
    for (const model of models)
      try {
        writeFileSync(model.path.replace(/\.json$/, '.py'), await script(JSON.stringify(model.document)));
      } catch (error) {
        model.error = error.message; // of an item that Exudyn does not have
      }
  });
  for (let round = 0; round < rounds; ++round)
    for (const model of models) {
      if (round > 0 && hasUserFunctions(model.document)) continue; // minutes there, most of them in Python
      const here = await timeHere(model.path);
      Object.assign(model, here.counts);
      model.here.push(here.milliseconds);
      if (model.error) continue;
      const { milliseconds, error } = await timeThere(python, model.path.replace(/\.json$/, '.py'));
      if (error) model.error = error;
      else model.there.push(Math.min(...milliseconds));
    }
  return { version: await exudynVersion(python), rows: models.map(row) };
}

function chosenModels(words) {
  const gallery = readdirSync(join(root, 'web', 'models')).map((file) => [
    basename(file, '.json'),
    withoutFormulaSensors(JSON.parse(readFileSync(join(root, 'web', 'models', file), 'utf8'))),
  ]);
  const long = [
    ...[10, 100, 400].map((bodies) => [`chain of ${bodies} bodies`, chain(bodies)]),
    ...[50, 400].map((elements) => [`cable of ${elements} elements`, cable(elements)]),
  ];
  return [...gallery, ...long]
    .filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)))
    .map(([name, document]) => {
      const path = join(scratch, `${name.replaceAll(' ', '-')}.json`);
      writeFileSync(path, JSON.stringify(document));
      return { name, document, path };
    });
}

async function timeHere(path) {
  const program = join(root, 'build', 'native-release', 'benchmarks');
  const [result] = JSON.parse(
    await run(program, ['--benchmark_format=json', `--benchmark_min_time=${secondsInTurn}`, path], { capture: true }),
  ).benchmarks;
  return {
    milliseconds: result.cpu_time,
    counts: { steps: result.steps, iterations: result.newtonIterations / Math.max(1, result.steps) },
  };
}

async function timeThere(python, script) {
  const results = join(scratch, 'results.json');
  const status = await run(python, [join(root, 'tests', 'bench', 'peers', 'exudyn_times.py'), results, String(secondsInTurn), script], {
    allowFailure: true,
  });
  if (status !== 0) return { error: `Exudyn ended with status ${status}` };
  return JSON.parse(readFileSync(results, 'utf8'))[script];
}

function row({ name, document, steps, iterations, here, there, error }) {
  return {
    name,
    steps,
    iterations,
    here: median(here),
    there: there.length > 0 ? median(there) : null,
    fastestHere: Math.min(...here),
    fastestThere: there.length > 0 ? Math.min(...there) : null,
    python: hasUserFunctions(document),
    error,
  };
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Microseconds of a step in WebAssembly in Node, here and in MuJoCo, in turn: the fastest of the rounds. */
export async function compareWithMujoco(timeHereInNode) {
  const place = join(folder, 'mujoco');
  const module = join(place, 'node_modules', '@mujoco', 'mujoco', 'mujoco.js');
  if (!existsSync(module)) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private": true}\n');
    const status = await run('npm', ['install', '--silent', '--prefix', place, `@mujoco/mujoco@${mujocoVersion}`], { allowFailure: true });
    if (status !== 0) return null;
  }
  const rows = [];
  for (const [name, model] of Object.entries(mujocoModels)) {
    const document = JSON.stringify(withoutFormulaSensors(JSON.parse(readFileSync(join(root, 'web', 'models', `${name}.json`), 'utf8'))));
    const [here, there] = [[], []];
    for (let round = 0; round < rounds; ++round) {
      const { milliseconds, steps } = await timeHereInNode(document);
      here.push((1000 * milliseconds) / steps);
      there.push(await timeMujoco(module, model, 2));
    }
    rows.push({ name, here: Math.min(...here), there: Math.min(...there) });
  }
  return { version: `MuJoCo ${mujocoVersion}`, rows };
}

/** Time per unknown and step of models that grow, natively, in microseconds. */
export async function growth() {
  mkdirSync(scratch, { recursive: true });
  const rows = [];
  for (const [name, make, sizes] of [
    ['chain', chain, [10, 30, 100, 300, 1000, 3000]],
    ['cable', cable, [50, 150, 500, 1500, 5000]],
  ])
    for (const size of sizes) {
      const document = make(size);
      document.analysis[0] = { ...document.analysis[0], endTime: document.analysis[0].endTime / 5, numberOfSteps: 40 };
      const path = join(scratch, `${name}-${size}.json`);
      writeFileSync(path, JSON.stringify(document));
      const { milliseconds, counts } = await timeHere(path);
      const unknowns = name === 'chain' ? 13 * size : 4 * (size + 1) + 4;
      rows.push({ name, size, unknowns, microseconds: (1000 * milliseconds) / counts.steps / unknowns, iterations: counts.iterations });
    }
  return rows;
}
