// Times the same models in Slipstick and other programs alternately, so that other load on the machine affects all of them equally.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, run } from '../../../scripts/tools.mjs';
import { differences, tightened } from '../../peer/compare.mjs';
import { exudynPython, exudynVersion, folder, runHere, runInExudyn, withExporter } from '../../peer/programs.mjs';
import {
  belt,
  cable,
  carAsTree,
  chain,
  fourDiscs,
  governor,
  hasUserFunctions,
  leggedRobot,
  mujocoModels,
  spheres,
  spheresAtRest,
  withoutFormulaSensors,
} from './models.mjs';
import { timeMujoco } from './mujoco.mjs';
import { precisionHere, precisionOfMujoco } from './work_precision.mjs';

const rounds = 5;
const secondsInTurn = 0.5; // for each program in each round
const mostSeconds = 120; // for a script in Exudyn
/** Settings with which Exudyn solves the same equations to the same tolerances. */
const exudynSettings = ['modified', 'full'].flatMap((newton) =>
  ['dense', 'sparse'].flatMap((matrices) => ['unchecked', ''].map((checks) => `${newton} ${matrices} ${checks}`.trim())),
);
const mostAtRest = 1000; // spheres that are allowed to come to rest
const mujocoVersion = '3.14.0';
const scratch = join(folder, 'times');
const keptFile = join(scratch, 'kept.json');

/**
 * Times models in Slipstick and the other programs.
 * `words` selects rows whose names contain one of the words, `MuJoCo`, `precision`, `growth` and `grains` among them; without words all
 * rows are measured. Each row is stored when it is complete, next to earlier measurements. Returns null if Exudyn is unavailable.
 */
export async function compareAll(words, { timeInNode, timeInChromium }) {
  const python = await exudynPython();
  if (!python) return null;
  mkdirSync(scratch, { recursive: true });
  const isChosen = (name) => words.length === 0 || words.some((word) => name.includes(word));
  const kept = existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : {};
  const keep = (part, name, measured) => {
    kept[part] = { ...kept[part], [name]: measured };
    writeFileSync(keptFile, JSON.stringify(kept, null, 1));
    console.log(JSON.stringify(measured));
  };
  const models = allModels();
  for (const model of models.filter(({ name }) => isChosen(name))) {
    const row = await timed(model, python);
    keep('exudyn', model.name, { ...row, chromium: (await timeInChromium(readFileSync(model.path, 'utf8'))).milliseconds });
  }
  if (isChosen('MuJoCo')) for (const row of await compareWithMujoco(timeInNode)) keep('mujoco', row.name, row);
  if (isChosen('precision')) for await (const row of precision(timeInNode)) keep('precision', row.name, row);
  if (isChosen('growth')) for await (const row of growth()) keep('growth', `${row.name} ${row.size}`, row);
  if (isChosen('grains')) for await (const row of grains(timeInChromium, python)) keep('grains', row.spheres, row);
  return {
    exudyn: { version: await exudynVersion(python), rows: models.flatMap(({ name }) => kept.exudyn?.[name] ?? []) },
    mujoco: { version: `MuJoCo ${mujocoVersion}`, rows: Object.values(kept.mujoco ?? {}) },
    precision: Object.values(kept.precision ?? {}),
    growth: Object.values(kept.growth ?? {}),
    grains: Object.values(kept.grains ?? {}),
  };
}

/**
 * CPU times in Slipstick (native) and Exudyn: the medians of the fastest runs of alternating rounds. Exudyn uses its fastest settings for
 * the model. A script with user functions, which spends its time in Python, is only run without range checks.
 */
async function timed(model, python) {
  const script = model.path.replace(/\.json$/, '.py');
  try {
    await withExporter(async (write) => writeFileSync(script, await write(JSON.stringify(model.document))));
  } catch (error) {
    model.error = error.message; // of an item that Exudyn does not have
  }
  const [here, there] = [[], []];
  const inPython = hasUserFunctions(model.document); // takes minutes in Exudyn
  model.settings = model.error ? '' : inPython ? 'unchecked' : await fastestSettings(python, script);
  for (let round = 0; round < (inPython ? 1 : rounds); ++round) {
    const { milliseconds, counts } = await timeHere(model.path);
    Object.assign(model, counts);
    here.push(milliseconds);
    if (model.error) continue;
    const { milliseconds: times, error } = await timeThere(python, script, model.settings);
    if (error) model.error = error;
    else there.push(Math.min(...times));
  }
  if (!inPython) model.errors = await errorsOf(model, python);
  return row({ ...model, here, there });
}

/**
 * The error caused by the tolerances in either program: the largest difference of a sensor from a run of the same program with full Newton
 * and a thousandth of the tolerances (also of contacts, which have time to settle), relative to the size of the sensor. Exudyn's run uses
 * the timed Newton iterations, full or modified.
 */
async function errorsOf({ path, document, settings, error }, python) {
  const outputs = Object.fromEntries(document.sensors.map(({ name, outputVariableType }) => [name, outputVariableType ?? '']));
  const worst = (own, tight) =>
    own.error || tight.error
      ? null
      : Math.max(0, ...differences(own.sensors, tight.sensors, (name) => outputs[name] ?? '', Infinity).map((each) => each.worst));
  const [own, tight] = [path.replace(/\.json$/, '.own.json'), path.replace(/\.json$/, '.tight.json')];
  const modified = settings.includes('modified');
  writeFileSync(own, JSON.stringify(withSteps(document, ({ newton }) => ({ newton: { ...newton, useModifiedNewton: modified } }))));
  writeFileSync(tight, JSON.stringify(withSteps(document, tightStep)));
  const here = worst(await runHere(path), await runHere(tight));
  if (error) return { here };
  const scripts = [own, tight].map((file) => file.replace(/\.json$/, '.py'));
  await withExporter(async (write) => {
    for (const [i, file] of [own, tight].entries()) writeFileSync(scripts[i], await write(readFileSync(file, 'utf8')));
  });
  const found = await runInExudyn(python, scripts, 'times/errors');
  return { here, there: worst(found[scripts[0]], found[scripts[1]]) };
}

function withSteps(document, change) {
  return { ...document, analysis: document.analysis.map((step) => ({ ...step, ...change(step) })) };
}
function tightStep({ newton = {}, discontinuous = {} }) {
  const { iterationTolerance = 1, maxIterations = 5 } = discontinuous;
  return {
    newton: { ...tightened(newton), useModifiedNewton: false },
    discontinuous: {
      ...discontinuous,
      iterationTolerance: typeof iterationTolerance === 'number' ? iterationTolerance / 1000 : `(${iterationTolerance})/1000`,
      maxIterations: 10 * maxIterations,
    },
  };
}

function galleryModel(name) {
  return withoutFormulaSensors(JSON.parse(readFileSync(join(root, 'web', 'models', `${name}.json`), 'utf8')));
}

function allModels() {
  const gallery = readdirSync(join(root, 'web', 'models')).map((file) => [basename(file, '.json'), galleryModel(basename(file, '.json'))]);
  const long = [
    ...[10, 100, 400].map((bodies) => [`chain of ${bodies} bodies`, chain(bodies)]),
    ...[50, 400].map((elements) => [`cable of ${elements} elements`, cable(elements)]),
    ['car on four discs', fourDiscs(0)],
    ['car on Mecanum wheels', fourDiscs(Math.PI / 4)],
    ['car as a KinematicTree', carAsTree()],
    ['governor', governor()],
    ['legged robot', leggedRobot()],
    ['belt on two pulleys', belt(2, 40)],
    ['belt on six pulleys', belt(6, 120)],
  ];
  return [...gallery, ...long].map(([name, document]) => {
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
    lastMilliseconds: result.lastMilliseconds,
    bytes: { model: result.modelBytes, run: result.runBytes },
    counts: { steps: result.steps, iterations: result.newtonIterations / Math.max(1, result.steps) },
  };
}

/** The settings with which a script is fastest in a single run; settings with which it fails are left out. */
async function fastestSettings(python, script) {
  let best = { settings: '', time: Number.POSITIVE_INFINITY };
  for (const settings of exudynSettings) {
    // A run that takes twice as long as the best so far is stopped.
    const most = Math.ceil(Math.min(mostSeconds, 10 + (2 * best.time) / 1000));
    const { milliseconds = [], error } = await timeThere(python, script, settings, most);
    const time = Math.min(...milliseconds);
    if (!error && time < best.time) best = { settings, time };
  }
  return best.settings;
}

async function timeThere(python, script, settings, seconds = mostSeconds) {
  const results = join(scratch, 'results.json');
  const timer = join(root, 'tests', 'bench', 'peers', 'exudyn_times.py');
  const status = await run(python, [timer, results, String(secondsInTurn), settings, script], { allowFailure: true, mostSeconds: seconds });
  if (status === null) return { error: `Exudyn takes longer than ${seconds} s` };
  if (status !== 0) return { error: `Exudyn ended with status ${status}` };
  return JSON.parse(readFileSync(results, 'utf8'));
}

function row({ name, document, steps, iterations, settings, here, there, errors, error }) {
  return {
    name,
    steps,
    iterations,
    settings,
    errors,
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

/**
 * Microseconds per step in WebAssembly in Node, for Slipstick and MuJoCo alternately: the fastest of the rounds. Empty if MuJoCo is
 * unavailable.
 */
async function compareWithMujoco(timeHereInNode) {
  const module = await mujocoModule();
  if (!module) return [];
  const rows = [];
  for (const [name, document, model] of modelsOfBoth()) {
    const text = JSON.stringify(document);
    const [here, there] = [[], []];
    for (let round = 0; round < rounds; ++round) {
      const { milliseconds, steps } = await timeHereInNode(text);
      here.push((1000 * milliseconds) / steps);
      there.push(await timeMujoco(module, model, 2));
    }
    rows.push({ name, here: Math.min(...here), there: Math.min(...there) });
  }
  return rows;
}

async function* precision(timeInNode) {
  const module = await mujocoModule();
  if (!module) return;
  for (const [name, document, model] of modelsOfBoth())
    yield {
      name,
      here: await precisionHere(name, document, timeInNode, scratch),
      there: await precisionOfMujoco(module, model),
    };
}

const modelsOfBoth = () => [
  ['rolling-coin', galleryModel('rolling-coin'), mujocoModels.coin],
  ['car', galleryModel('car'), mujocoModels.car],
  ['car as a KinematicTree', carAsTree(), mujocoModels.car],
];

/** MuJoCo for Node, or null if unavailable. */
async function mujocoModule() {
  const place = join(folder, 'mujoco');
  const module = join(place, 'node_modules', '@mujoco', 'mujoco', 'mujoco.js');
  if (existsSync(module)) return module;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private": true}\n');
  const status = await run('npm', ['install', '--silent', '--prefix', place, `@mujoco/mujoco@${mujocoVersion}`], { allowFailure: true });
  return status === 0 ? module : null;
}

/** Time per unknown and step of models that grow, natively, in microseconds. */
async function* growth() {
  for (const [name, make, sizes, unknownsOf] of [
    ['chain', chain, [10, 30, 100, 300, 1000, 3000, 10000], (bodies) => 13 * bodies],
    ['cable', cable, [50, 150, 500, 1500, 5000, 10000], (elements) => 4 * (elements + 1) + 4],
    ['belt', (elements) => belt(2, elements), [40, 120, 400, 1200, 2000], (elements) => 4 * elements],
  ])
    for (const size of sizes) {
      const document = make(size);
      const last = document.analysis.pop();
      document.analysis.push({ ...last, endTime: last.endTime / 5, ...(last.numberOfSteps && { numberOfSteps: last.numberOfSteps / 5 }) });
      const path = join(scratch, `${name}-${size}.json`);
      writeFileSync(path, JSON.stringify(document));
      const { milliseconds, counts } = await timeHere(path);
      const unknowns = unknownsOf(size);
      yield { name, size, unknowns, microseconds: (1000 * milliseconds) / counts.steps / unknowns, iterations: counts.iterations };
    }
}

/**
 * For spheres in a box: time per sphere and step, natively, in Chromium and natively at rest, in microseconds, and memory per sphere in kB.
 * With the law of Exudyn's `GeneralContact`: natively and in Exudyn.
 */
async function* grains(timeInChromium, python) {
  for (const count of [100, 1000, 10000]) {
    const path = join(scratch, `spheres-${count}.json`);
    writeFileSync(path, JSON.stringify(spheres(count)));
    const { milliseconds, counts, bytes } = await timeHere(path);
    const chromium = await timeInChromium(readFileSync(path, 'utf8'));
    const perSphere = (time) => (1000 * time) / counts.steps / count;
    const kilobytes = Object.fromEntries(Object.entries(bytes).map(([name, each]) => [name, each / 1000 / count]));
    const general = await generalContact(count, python);
    writeFileSync(path, JSON.stringify(spheresAtRest(count)));
    const rest = count > mostAtRest ? null : perSphere((await timeHere(path)).lastMilliseconds);
    yield {
      spheres: count,
      native: perSphere(milliseconds),
      chromium: perSphere(chromium.milliseconds),
      rest,
      kilobytes,
      general: { here: perSphere(general.here), there: perSphere(general.there) },
    };
  }
}

/** Milliseconds for spheres with the law of `GeneralContact`, in Slipstick and Exudyn alternately. */
async function generalContact(count, python) {
  const path = join(scratch, `general-contact-${count}.json`);
  const document = spheres(count);
  document.create[0].contactModel = 1;
  writeFileSync(path, JSON.stringify(document));
  const expanded = path.replace(/\.json$/, '.expanded.json');
  writeFileSync(expanded, await run(join(root, 'build', 'native-release', 'slipstick'), ['expand', path], { capture: true }));
  const script = path.replace(/\.json$/, '.py');
  const text = readFileSync(join(root, 'tests', 'bench', 'peers', 'exudyn_grains.py'), 'utf8');
  writeFileSync(script, text.replace('"MODEL.json"', JSON.stringify(expanded)));
  const [here, there] = [[], []];
  for (let i = 0; i < 3; ++i) {
    here.push((await timeHere(path)).milliseconds);
    there.push(Math.min(...(await timeThere(python, script, 'sparse unchecked')).milliseconds));
  }
  return { here: median(here), there: median(there) };
}
