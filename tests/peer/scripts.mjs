// Runs all scripts of a folder in both programs, as with `python -m slipstick.exudyn`, but shortened.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pythonWith } from '../../scripts/environment.mjs';
import { installPackage } from '../../scripts/python.mjs';
import { bold, Failure, root, run } from '../../scripts/tools.mjs';
import { folder as peer } from './programs.mjs';
import { noSolution, scriptReasons } from './reasons.mjs';

const folder = join(peer, 'scripts');
const environment = join(folder, 'python');
const python = join(environment, 'bin', 'python');
const requirements = join(root, 'tests', 'peer', 'requirements-scripts.txt');
const tolerance = 1e-6;
/** For a first-order method, the error is twice the change from halving the step, and contacts are of first order. */
const spreads = 2;

/** Outcomes in the order of the table. */
const outcomes = [
  ['agrees', 'agree to 1e-6'],
  ['within', "agree to Exudyn's error, estimated with half the step"],
  ['differs', 'differ'],
  ['refused', 'refused by name'],
  ['fails', 'fail in Slipstick'],
  ['stops', 'stop in Exudyn'],
  ['alone', 'record nothing comparable'],
  ['nothing', 'solve nothing'],
  ['broken', 'do not run in Exudyn'],
  ['silent', 'give no report: crash, wait for a server, or take too long'],
];

/** Runs the scripts of folders, or reuses existing results, and returns {name, outcome, detail …} of each. */
export async function compareScripts(folders, { exudyn, steps, seconds, jobs, words, again }) {
  const scripts = unlike(folders.flatMap(scriptsIn)).filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (scripts.length === 0) throw new Failure(`No script in ${folders.join(', ')}`);
  const env = await prepare(exudyn);
  const reports = join(folder, exudyn);
  mkdirSync(reports, { recursive: true });
  const queue = scripts.map((script) => ({ ...script, report: join(reports, `${script.name}.json`) }));
  const waiting = queue.filter(({ report }) => again || !existsSync(doneFile(report)));
  let done = queue.length - waiting.length;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      rmSync(next.report, { force: true });
      writeFileSync(doneFile(next.report), await runScript(next, steps, seconds, env));
      ++done;
      const { outcome, detail } = outcomeOf(next);
      console.log(`${done}/${queue.length} ${bold(next.name)}: ${outcome} ${detail}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return queue.map(outcomeOf);
}

/** The file that exists once a script has run. It contains the reason if the script ended without a report. */
function doneFile(report) {
  return report.replace(/json$/, 'done');
}

function scriptsIn(place) {
  const files = readdirSync(place).filter((name) => name.endsWith('.py'));
  return files.map((file) => ({ path: resolve(place, file), name: basename(file, '.py') }));
}

/** Distinguishes scripts of the same name by their folders. */
function unlike(scripts) {
  const isFirst = ({ name }, i) => scripts.findIndex((each) => each.name === name) === i;
  return scripts.map((each, i) => (isFirst(each, i) ? each : { ...each, name: `${each.name}-${basename(dirname(each.path))}` }));
}

/** The environment with the package and both versions of Exudyn; the variables that choose one. */
async function prepare(exudyn) {
  await pythonWith('peer/scripts/python', requirements);
  await installPackage(python);
  const pinned = /^exudyn==(.*)$/m.exec(readFileSync(requirements, 'utf8'))[1];
  if (exudyn === pinned) return {};
  const target = join(folder, `exudyn-${exudyn}`);
  if (!existsSync(target)) await pip('install', '--no-deps', '--target', target, `exudyn==${exudyn}`);
  return { PYTHONPATH: target };
}

function pip(command, ...options) {
  return run(python, ['-m', 'pip', command, '--quiet', '--disable-pip-version-check', ...options]);
}

/** Runs one script in a separate process with a time limit. Returns the reason of an abnormal end, or ''. */
function runScript({ path, report }, steps, seconds, env) {
  return new Promise((done) => {
    const child = spawn(python, [join(root, 'tests', 'peer', 'run_script.py'), path, report, String(steps)], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
      detached: true, // a separate group, so that child processes end with it
    });
    let isLate = false;
    const clock = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, 1000 * seconds);
    child.on('close', (status, signal) => {
      clearTimeout(clock);
      endGroup(child.pid);
      done(isLate ? `more than ${seconds} s` : signal ? `its process ends by ${signal}` : status ? `its process ends with ${status}` : '');
    });
  });
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has already ended
  }
}

/** The outcome of a report in one word. */
export function outcomeOf({ name, report }) {
  if (!existsSync(report))
    return { name, outcome: 'silent', detail: existsSync(doneFile(report)) ? readFileSync(doneFile(report), 'utf8') : '' };
  const { problem, solutions } = JSON.parse(readFileSync(report, 'utf8'));
  if (solutions.length === 0) return { name, outcome: problem ? 'broken' : 'nothing', detail: problem };
  const refusals = solutions.filter((each) => !each.problem).flatMap((each) => each.refusals); // if Exudyn continues
  if (refusals.length > 0) return { name, outcome: 'refused', detail: [...new Set(refusals.map(missing))].join(', ') };
  const last = solutions.at(-1);
  if (last.problem) return { name, outcome: 'stops', detail: last.problem };
  const solved = solutions.filter((each) => !each.problem); // if Exudyn stops in others, the script continues
  const failed = solved.find((each) => each.status !== 'ok');
  if (failed) return { name, outcome: 'fails', detail: failed.message };
  const compared = comparison(solved);
  const stops =
    solved.length < solutions.length ? `; Exudyn stops in ${solutions.length - solved.length} of ${solutions.length} solutions` : '';
  return { name, ...compared, detail: compared.detail + stops + (problem ? `; the script ends early: ${problem}` : '') };
}

function comparison(solutions) {
  const all = solutions.flatMap(({ differences, spread = {} }) =>
    Object.entries(differences).map(([sensor, value]) => ({
      sensor,
      value: value ?? Infinity,
      spread: sensor in spread ? (spread[sensor] ?? Infinity) : 0,
    })),
  );
  if (all.length === 0) return { outcome: 'alone', detail: '' };
  const apart = all.filter(({ value }) => value > tolerance);
  const worst = all.reduce((a, b) => (b.value > a.value ? b : a));
  const detail = worst.value > 0 ? `${exponent(worst.value)} (${worst.sensor})` : '0';
  if (apart.length === 0) return { outcome: 'agrees', detail };
  const beyond = apart.filter(({ value, spread }) => value > spreads * spread);
  if (beyond.length === 0) return { outcome: 'within', detail, spread: worst.spread };
  const shown = beyond.reduce((a, b) => (b.value > a.value ? b : a));
  return { outcome: 'differs', detail: `${exponent(shown.value)} (${shown.sensor})`, spread: shown.spread };
}

const exponent = (value) => (Number.isFinite(value) ? value.toExponential(0) : 'no common samples');

/** The missing feature in a refusal: the type of the item, and the parameter if the type is supported. */
function missing({ item, parameter, reason }) {
  if (item === 'document' && /at most \d+ bytes/.test(reason)) return 'a document of more than 8 MB';
  const type = /\((\w+)\)$/.exec(item)?.[1] ?? item;
  return parameter && !/^(type|objectType|nodeType|markerType)$/.test(parameter) && !reason.startsWith('there is no')
    ? `${type}.${parameter.replace(/\/\d.*$/, '')}`
    : type;
}

/** Why a script has no solution of Exudyn. */
function obstacle({ name, outcome, detail }) {
  const known = Object.entries(noSolution[outcome]).find(([, names]) => names.includes(name));
  return known?.[0] ?? (detail || 'not known');
}

/** The tables of the page: outcomes by version, missing features, differences, scripts without solution. */
export function scriptTables(byVersion) {
  const versions = Object.keys(byVersion);
  const count = (rows, outcome) => String(rows.filter((row) => row.outcome === outcome).length);
  const first = table(
    ['scripts', ...versions.map((version) => `Exudyn ${version}`)],
    outcomes.map(([outcome, words]) => [words, ...versions.map((version) => count(byVersion[version], outcome))]),
  );
  const [newest] = versions;
  const rows = byVersion[newest];
  const lacking = new Map();
  for (const { name, detail } of rows.filter((row) => row.outcome === 'refused'))
    for (const what of detail.split(', ')) lacking.set(what, [...(lacking.get(what) ?? []), name]);
  const second = table(
    ['refused for', 'scripts', 'such as'],
    [...lacking]
      .sort((a, b) => b[1].length - a[1].length)
      .map(([what, names]) => [what, String(names.length), names.slice(0, 3).join(', ')]),
  );
  const third = table(
    ['differs', 'worst', 'change in Exudyn with half the step', 'why'],
    rows
      .filter((row) => row.outcome === 'differs' || row.outcome === 'fails')
      .map(({ name, outcome, detail, spread }) => [
        name,
        outcome === 'fails' ? 'fails' : detail,
        spread === undefined ? '' : exponent(spread),
        scriptReasons[name] ?? (outcome === 'fails' ? detail : ''),
      ]),
  );
  return [first, second, third, obstacles(byVersion)].join('\n\n');
}

/** The table of obstacles to a solution, with the number of scripts by version. */
function obstacles(byVersion) {
  const versions = Object.keys(byVersion);
  const found = new Map();
  for (const [version, rows] of Object.entries(byVersion))
    for (const row of rows.filter(({ outcome }) => outcome in noSolution)) {
      const why = obstacle(row);
      if (!found.has(why)) found.set(why, Object.fromEntries(versions.map((each) => [each, []])));
      found.get(why)[version].push(row.name);
    }
  const lines = [...found].map(([why, names]) => ({ why, names, all: [...new Set(Object.values(names).flat())] }));
  return table(
    ['no solution in Exudyn because it', ...versions.map((version) => `Exudyn ${version}`), 'which'],
    lines
      .sort((a, b) => b.all.length - a.all.length)
      .map(({ why, names, all }) => [why, ...versions.map((version) => String(names[version].length)), all.join(', ')]),
  );
}

function table(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
