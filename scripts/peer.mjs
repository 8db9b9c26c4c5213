// Compares with the real Exudyn, which it installs in build/peer, through the scripts that the page writes, and writes docs/peer.md.
// `npm run peer` does both: `-- models` the models of the gallery, `-- items` ten random models of each type of item
// (tests/peer/random_models.py). Words after that choose models or items whose name contains one; the page is then left as it is.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { differences } from '../tests/peer/compare.mjs';
import { exudynPython, exudynVersion, folder, runHere, runInExudyn, withExporter } from '../tests/peer/programs.mjs';
import { itemReasons, modelReasons, otherOutputs } from '../tests/peer/reasons.mjs';
import { bold, main, red, root, run } from './tools.mjs';

/** What two programs may differ by, relative to the size of a sensor: more needs a reason. */
const tolerance = 1e-7;
const page = join(root, 'docs', 'peer.md');

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const [part, ...words] = process.argv.slice(2);
    const parts = part === 'models' || part === 'items' ? [part] : ['models', 'items'];
    const chosen = part && parts.length > 1 ? [part, ...words] : words;
    const python = await exudynPython();
    if (!python) return;
    const version = await exudynVersion(python);
    console.log(bold(`Compared with ${version}`));
    const unexplained = await withExporter(async (engine, script) => {
      const found = [];
      if (parts.includes('models')) {
        const rows = await compareModels(python, script, chosen);
        if (chosen.length === 0) writePart('models', version, rows, modelReasons);
        found.push(...without(rows, modelReasons));
      }
      if (parts.includes('items')) {
        const rows = await compareItems(python, engine, script, chosen);
        if (chosen.length === 0) writePart('items', version, rows, itemReasons);
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

function without(rows, reasons) {
  return rows.filter(({ name, worst, error }) => (error || !(worst <= tolerance)) && !reasons[name]).map(({ name }) => name);
}

/** All models of the gallery but those that Exudyn lacks items for. */
async function compareModels(python, script, words) {
  const models = join(root, 'web', 'models');
  const files = readdirSync(models).filter(
    (name) => name.endsWith('.json') && name !== 'hopper.json' && (words.length === 0 || words.some((word) => name.includes(word))),
  );
  const rows = [];
  for (const file of files) rows.push(await compare(python, script, basename(file, '.json'), [join(models, file)]));
  return rows;
}

async function compareItems(python, engine, script, words) {
  const [list, documents] = [join(folder, 'items.json'), join(folder, 'items')];
  mkdirSync(documents, { recursive: true });
  writeFileSync(list, JSON.stringify((await engine.reference()).items));
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

/** Runs documents in both programs: the worst difference of all, and where it is; how far they agree; what went wrong. */
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
    const where = worst > 0 ? ` (${sensor}${model === name ? '' : `, ${model}`})` : '';
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

/** Replaces one of the tables of the page. */
function writePart(part, version, rows, reasons) {
  const header =
    part === 'models'
      ? ['model', 'sensors', 'worst', 'of', 'beyond 1e-7 from', 'why']
      : ['item', 'models', 'worst', 'of', 'beyond 1e-7 from', 'why'];
  const cells = rows.map((row) => [
    row.name,
    String((part === 'models' ? row.sensors : row.models) ?? 0),
    row.sensors ? exponent(row.worst) : '',
    row.worst > tolerance ? row.sensor : '',
    row.until === null || row.until === undefined ? '' : `${number(row.until)} s`,
    reasons[row.name] ?? row.error ?? '',
  ]);
  const table = [header, header.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
  const [start, end] = [`<!-- ${part}: written by npm run peer -->`, `<!-- end of ${part} -->`];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  writeFileSync(page, `${text.slice(0, from)}${start}\n${version}.\n\n${table}\n${text.slice(to)}`);
}
