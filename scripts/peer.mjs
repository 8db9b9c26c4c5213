// Compares Slipstick with Exudyn, which it installs in build/peer, through the scripts that `slipstick export` writes, and writes docs/peer.md.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { differences, tightened } from '../tests/peer/compare.mjs';
import { exudynPython, exudynVersion, folder, reference, runHere, runInExudyn, withExporter } from '../tests/peer/programs.mjs';
import { itemReasons, modelReasons, otherOutputs } from '../tests/peer/reasons.mjs';
import { compareScripts, scriptTables } from '../tests/peer/scripts.mjs';
import { bold, cores, Failure, isMain, main, readOptions, red, root, run } from './tools.mjs';

/** The permitted difference between the programs, relative to the size of a sensor; larger differences need a reason. */
const tolerance = 1e-7;
const page = join(root, 'docs', 'peer.md');
/** Models with an item that Exudyn lacks. */
const unsupported = new Set(['angle-of-repose.json', 'brazil-nut.json', 'hopper.json']);
/** Items that Exudyn creates by a function. */
const madeByFunction = ['Distance'];
const exudynItems = JSON.parse(readFileSync(join(root, 'tests', 'data', 'exudyn-items.json'), 'utf8')).items;

const usage = `npm run peer [-- models | items] [words]
Compares the models of the gallery, and ten random models of each type of item (tests/peer/random_models.py), or one of both. Words choose
models or items whose name contains one; other rows of docs/peer.md stay.

npm run peer -- scripts FOLDER… [options]
Runs scripts of Exudyn as they are, shortened, and says how each ends. Results are in build/peer/scripts; without --only, the tables of
docs/peer.md are written.

  --exudyn VERSION   of PyPI (1.13.6)
  --steps N          of each dynamic solution (300)
  --seconds N        for one script (180)
  --jobs N           scripts at once (as many as there are cores)
  --only WORD        scripts whose name contains the word; repeatable
  --again            also those that have run before
  --help             this text`;
const text = (initial) => ({ type: 'string', default: initial });
const options = {
  exudyn: text('1.13.6'),
  steps: text('300'),
  seconds: text('180'),
  jobs: text(String(cores)),
  only: { type: 'string', multiple: true, default: [] },
  again: { type: 'boolean', default: false },
};

if (isMain(import.meta.url)) {
  await main(async () => {
    const { values, positionals } = readOptions(usage, { options, allowPositionals: true });
    const [part, ...words] = positionals;
    if (part === 'scripts') return scripts(words, values);
    const parts = part === 'models' || part === 'items' ? [part] : ['models', 'items'];
    const chosen = part && parts.length > 1 ? [part, ...words] : words;
    const python = await exudynPython();
    if (!python) return;
    const version = await exudynVersion(python);
    console.log(bold(`Compared with ${version}`));
    const unexplained = await withExporter(async (script) => {
      const found = [];
      if (parts.includes('models')) {
        const rows = await compareModels(python, script, chosen);
        writePart('models', version, rows, modelReasons);
        const tight = rows.map((row) => ({ ...row.tight, name: row.name }));
        found.push(...without(tight, modelReasons));
      }
      if (parts.includes('items')) {
        const rows = await compareItems(python, script, chosen);
        writePart('items', version, rows, itemReasons);
        found.push(...without(rows, itemReasons));
      }
      return found;
    });
    if (unexplained.length > 0) {
      console.log(red(`More than ${tolerance} without a reason in tests/peer/reasons.mjs: ${unexplained.join(', ')}`));
      process.exitCode = 1;
    }
  });
}

async function scripts(folders, values) {
  if (folders.length === 0) throw new Failure(usage);
  const numbers = Object.fromEntries(['steps', 'seconds', 'jobs'].map((name) => [name, Number(values[name])]));
  for (const [name, value] of Object.entries(numbers))
    if (!(Number.isInteger(value) && value > 0)) throw new Failure(`--${name} must be a positive number.`);
  const chosen = { ...numbers, exudyn: values.exudyn, words: values.only, again: values.again };
  const rows = await compareScripts(folders, chosen);
  const kept = join(folder, 'scripts', 'outcomes.json');
  const others = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
  if (values.only.length > 0) return;
  const all = Object.fromEntries(Object.entries({ ...others, [values.exudyn]: rows }).sort(([a], [b]) => newerFirst(a, b)));
  writeFileSync(kept, JSON.stringify(all));
  put('scripts', `${rows.length} scripts.\n\n${scriptTables(all)}`);
}

function newerFirst(a, b) {
  return b.localeCompare(a, 'en', { numeric: true });
}

/** Replaces the text between the markers of a part of the page. */
function put(part, text) {
  const [start, end] = [`<!-- ${part}: written by npm run peer -->`, `<!-- end of ${part} -->`];
  const before = readFileSync(page, 'utf8');
  writeFileSync(page, `${before.slice(0, before.indexOf(start))}${start}\n${text}\n${before.slice(before.indexOf(end))}`);
}

function without(rows, reasons) {
  return rows.filter(({ name, worst, error }) => (error || !(worst <= tolerance)) && !reasons[name]).map(({ name }) => name);
}

/**
 * Compares all models of the gallery except those with items that Exudyn lacks: with their own tolerances, and with a thousandth of the
 * tolerances and full Newton iterations. The remaining differences of the latter are due to the programs themselves.
 */
async function compareModels(python, script, words) {
  const models = join(root, 'web', 'models');
  const files = readdirSync(models).filter(
    (name) => name.endsWith('.json') && !unsupported.has(name) && (words.length === 0 || words.some((word) => name.includes(word))),
  );
  const rows = [];
  for (const file of files) {
    const name = basename(file, '.json');
    const document = compared(name, JSON.parse(readFileSync(join(models, file), 'utf8')));
    const own = await compare(python, script, name, [kept(`${name}.own.json`, document)]);
    const tight = await compare(python, script, `${name} tight`, [kept(`${name}.tight.json`, withTightNewton(document))]);
    rows.push({ ...own, tight });
  }
  return rows;
}

/**
 * The part of a model that is compared: without a person's hands, not initially at rest, and short enough that Exudyn does not need
 * minutes.
 */
function compared(name, { events: _, ...document }) {
  if (name === 'drive-car') document.inputs.forward.value = 1;
  const end = { 'chain-drive': 0.1 }[name];
  if (end === undefined) return document;
  const [step] = document.analysis;
  return { ...document, analysis: [{ ...step, endTime: end, numberOfSteps: Math.round((step.numberOfSteps * end) / step.endTime) }] };
}

function withTightNewton(document) {
  const analysis = document.analysis.map((step) => {
    const full = step.type !== 'static' && !step.newton?.useModifiedNewton;
    return { ...step, newton: tightened(step.newton ?? {}), ...(full && { exudynWays: true }) };
  });
  return { ...document, analysis };
}

function kept(name, document) {
  mkdirSync(join(folder, 'models'), { recursive: true });
  const file = join(folder, 'models', name);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

async function compareItems(python, script, words) {
  const [list, documents] = [join(folder, 'items.json'), join(folder, 'items')];
  mkdirSync(documents, { recursive: true });
  writeFileSync(list, JSON.stringify(reference().items.filter(isInExudyn)));
  await run(python, [join(root, 'tests', 'peer', 'random_models.py'), list, documents, ...words]);
  const index = JSON.parse(readFileSync(join(documents, 'index.json'), 'utf8'));
  const rows = [];
  for (const [name, files] of Object.entries(index)) {
    if (files.length === 0) rows.push(shown({ name, error: 'no random models: tests/peer/random_models.py has no function for it' }));
    else
      rows.push(
        await compare(
          python,
          script,
          name,
          files.map((file) => join(documents, file)),
        ),
      ); // prettier-ignore
  }
  return rows;
}

/** Whether Exudyn has the type of an item: if so, its defaults are known. */
function isInExudyn({ kind, type }) {
  return exudynItems[`${kind}s`]?.[type] !== null || madeByFunction.includes(type);
}

/** Runs documents in both programs. Returns the largest difference of all and its location, the agreement of each, and errors. */
async function compare(python, script, name, files) {
  const place = name.replaceAll(' ', '-');
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  const models = [];
  const errors = [];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const path = join(folder, 'scripts', `${basename(file, '.json')}.py`);
    try {
      writeFileSync(path, await script(text));
      models.push({ file, path, document: JSON.parse(text), here: await runHere(file) });
    } catch (error) {
      errors.push(`${basename(file)} has no script: ${error.message}`);
    }
  }
  const there = await runInExudyn(
    python,
    models.map(({ path }) => path),
    place,
  ); // prettier-ignore
  const row = { name, models: 0, sensors: 0, worst: 0, sensor: '', model: '', until: null, seconds: [0, 0] };
  for (const { file, path, document, here } of models) {
    if (here.error) errors.push(`${basename(file)}: ${here.error}`);
    if (there[path].error) errors.push(`${basename(file)} in Exudyn: ${there[path].error}`);
    const outputs = new Map((document.sensors ?? []).map((sensor) => [sensor.name, sensor.outputVariableType ?? sensor.name]));
    const found = differences(here.sensors, there[path].sensors, (sensor) => outputs.get(sensor), tolerance);
    row.models += 1;
    row.sensors += found.length;
    row.seconds = [row.seconds[0] + here.seconds, row.seconds[1] + there[path].seconds];
    for (const { name: sensor, worst, until } of found) {
      if (otherOutputs[name]?.includes(sensor)) continue;
      if (!(worst <= row.worst)) Object.assign(row, { worst, sensor, model: basename(file, '.json') });
      if (until !== null) row.until = Math.min(row.until ?? Infinity, until);
    }
  }
  if (errors.length > 0) row.error = errors.join('; ');
  return shown(row);
}

function shown(row) {
  const { name, worst, sensor, model, until, seconds, sensors, error } = row;
  if (sensors) {
    const beyond = until === null ? '' : `, more than ${tolerance} from t = ${number(until)} s`;
    const where = worst > 0 ? ` (${sensor}${model.startsWith(name.split(' ')[0]) ? '' : `, ${model}`})` : '';
    console.log(
      `${bold(name)}: ${exponent(worst)}${where}${beyond}; ${sensors} sensors, ${seconds.map((value) => value.toFixed(2)).join(' and ')} s`,
    );
  }
  if (error) console.log(red(sensors ? `  ${error}` : `${name}: ${error}`));
  return row;
}

function exponent(value) {
  return Number.isFinite(value) ? value.toExponential(0) : 'no common samples';
}

function number(value) {
  return String(Number(value.toPrecision(4)));
}

/** Replaces rows of one of the tables of the page. */
function writePart(part, version, rows, reasons) {
  const [start, end] = [`<!-- ${part}: written by npm run peer -->`, `<!-- end of ${part} -->`];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  const header =
    part === 'models'
      ? ['model', 'sensors', 'worst', 'of', 'beyond 1e-7 from', 'tight: worst', 'of', 'beyond 1e-7 from', 'why']
      : ['item', 'models', 'worst', 'of', 'beyond 1e-7 from', 'why'];
  const difference = (row) => [
    row.sensors ? exponent(row.worst) : '',
    row.worst > tolerance ? row.sensor : '',
    row.until === null || row.until === undefined ? '' : `${number(row.until)} s`,
  ];
  const cells = rows.map((row) => [
    row.name,
    String((part === 'models' ? row.sensors : row.models) ?? 0),
    ...difference(row),
    ...(row.tight ? difference(row.tight) : []),
    reasons[row.name] ?? row.error ?? '',
  ]);
  const measured = new Map(cells.map((line) => [line[0], line]));
  const before = text
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
    .slice(2)
    .filter((line) => line.length === header.length);
  const stays = (line) => measured.get(line[0]) ?? [...line.slice(0, -1), reasons[line[0]] ?? ''];
  const all = [...before.map(stays), ...cells.filter(([name]) => !before.some((line) => line[0] === name))];
  const table = [header, header.map(() => '---'), ...all].map((line) => `| ${line.join(' | ')} |`).join('\n');
  put(part, `${version}.\n\n${table}`);
}
