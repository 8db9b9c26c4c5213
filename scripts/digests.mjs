// Checks whether two builds compute bit-identical numbers: results of all models of the gallery, of the tests and of the reference cases,
// and their expanded documents.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { buildPreset } from './build.mjs';
import { bold, cores, Failure, find, isMain, main, readOptions, red, root, run, runQuietly } from './tools.mjs';

const usage = `npm run digests [-- options] [words]
Prints a digest of each model's results. Words choose models by name.

  --against HEAD~3      builds that revision too, and prints the models that differ; ends with status 1 if there are any
  --against PROGRAM     the same, against a program that is already built
  --against compilers   the same, between g++ and clang++, with and without optimisation
  --program PROGRAM     uses this program instead of the one in build/native-release
  --help                this text`;

const folders = ['web/models', 'tests/data', 'tests/validation/reference'];
const scratch = join(root, 'build', 'digests');
/** The parts of a result that two builds must share; iteration counts are only reported. */
const numbers = ['status', 'sensors', 'profiles', 'eigenvalues'];

/** Documents in the project's folders, as [name, JSON text]. The document of a reference case is in `model`. */
export function documents(words = [], base = root) {
  const files = folders.flatMap((folder) => jsonFiles(join(base, folder)));
  return files
    .map((file) => [relative(base, file).slice(0, -'.json'.length), JSON.parse(readFileSync(file, 'utf8'))])
    .map(([name, json]) => [name, json.slipstick ? json : json.model])
    .filter(([name, document]) => document?.slipstick && (words.length === 0 || words.some((word) => name.includes(word))));
}

/** Results and expanded documents computed by one program, by name. */
export async function compute(program, list) {
  mkdirSync(scratch, { recursive: true });
  const answers = new Map();
  const queue = [...list];
  const worker = async (number) => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const [name, document] = entry;
      const [input, output] = ['model', 'result'].map((word) => join(scratch, `${word}-${process.pid}-${number}.json`));
      writeFileSync(input, JSON.stringify(document));
      rmSync(output, { force: true });
      const { status } = await runQuietly(program, ['run', input, '--output', output]);
      const result = status === 2 ? null : JSON.parse(readFileSync(output, 'utf8'));
      const expanded = await runQuietly(program, ['expand', input]);
      answers.set(name, { result, expanded: expanded.output });
    }
  };
  await Promise.all(Array.from({ length: cores }, (_, number) => worker(number)));
  return answers;
}

/** A 64-bit digest of all numbers of a result; JSON represents each number exactly. */
export function digest({ result }) {
  if (!result) return 'refused';
  return hash(JSON.stringify(numbers.map((key) => result[key] ?? null)));
}

/** The difference of two answers, as a sentence, or "". */
export function difference(here, there) {
  const parts = [];
  if (digest(here) !== digest(there)) parts.push(`result (${largestDifference(here.result, there.result)})`);
  if (here.expanded !== there.expanded) parts.push('expanded document');
  return parts.join(', ');
}

function largestDifference(here, there) {
  if (!here || !there) return 'one refuses the document';
  let worst = { size: 0, name: '' };
  for (const [i, sensor] of here.sensors.entries()) {
    const other = there.sensors[i];
    if (other?.values.length !== sensor.values.length) return `${sensor.name}: other samples`;
    const flat = sensor.values.flat();
    const range = Math.max(...flat.map(Math.abs), Number.MIN_VALUE);
    const size = Math.max(...flat.map((value, k) => Math.abs(value - other.values.flat()[k]))) / range;
    if (size > worst.size) worst = { size, name: sensor.name };
  }
  return worst.size > 0 ? `${worst.name} by ${worst.size.toExponential(1)} of its size` : 'not in its sensors';
}

const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function jsonFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? jsonFiles(path) : path.endsWith('.json') ? [path] : []));
}

/** Yields the programs to compare with this tree, as [name, program], one after another. */
async function* others(against) {
  if (against === 'compilers') yield* programsOfCompilers();
  else if (against) yield [against, await programOf(against)];
}

/** Builds this tree with each available compiler, as in releases and without optimisation. It takes long and runs with low priority. */
async function* programsOfCompilers() {
  setPriority(constants.priority.PRIORITY_LOW);
  const compilers = ['g++', 'clang++-14', 'clang++'].filter((name) => find(name));
  const chosen = compilers.filter((name) => name !== 'clang++' || !compilers.includes('clang++-14'));
  for (const compiler of chosen)
    for (const flags of ['-O2', '-O0']) {
      const build = join(root, 'build', `${compiler}${flags}`);
      const options = [`-DCMAKE_CXX_COMPILER=${find(compiler)}`, '-DCMAKE_BUILD_TYPE=None', `-DCMAKE_CXX_FLAGS=${flags}`];
      await run('cmake', ['-S', root, '-B', build, '-G', 'Ninja', '--log-level=WARNING', ...options]);
      await run('cmake', ['--build', build, '--target', 'slipstick', '--parallel', String(cores)]);
      yield [`${compiler} ${flags}`, join(build, 'slipstick')];
    }
}

/** An existing program, or the program of a revision, which is built in a separate worktree. */
async function programOf(revision) {
  if (existsSync(revision) && statSync(revision).isFile()) return resolve(revision);
  const commit = (await run('git', ['rev-parse', '--verify', `${revision}^{commit}`], { capture: true })).trim();
  const tree = join(scratch, commit.slice(0, 12));
  if (!existsSync(tree)) await run('git', ['worktree', 'add', '--detach', tree, commit]);
  const build = join(tree, 'build', 'native-release');
  await run('cmake', ['-S', tree, '-B', build, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release']);
  await run('cmake', ['--build', build, '--target', 'slipstick']);
  return join(build, 'slipstick');
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const options = { against: { type: 'string' }, program: { type: 'string' } };
    const { values, positionals } = readOptions(usage, { options, allowPositionals: true });
    if (!values.program) await buildPreset('native-release', ['slipstick']);
    const program = resolve(values.program ?? join(root, 'build', 'native-release', 'slipstick'));
    const list = documents(positionals);
    if (list.length === 0) throw new Failure(`The name of no model contains ${positionals.join(', ')}.`);
    const here = await compute(program, list);
    if (!values.against) {
      for (const [name] of list) {
        const { result } = here.get(name);
        const counts = result ? `${result.statistics.steps} steps, ${result.statistics.newtonIterations} iterations` : '';
        console.log(`${name.padEnd(55)} ${digest(here.get(name))}  ${counts}`);
      }
    }
    for await (const [title, other] of others(values.against)) {
      const there = await compute(other, list);
      const different = list.map(([name]) => [name, difference(here.get(name), there.get(name))]).filter(([, problem]) => problem);
      for (const [name, problem] of different) console.log(`${red('✗ ')}${name.padEnd(55)} ${digest(here.get(name))}  ${problem}`);
      console.log(bold(`${title}: ${list.length - different.length} of ${list.length} models have the same bits.`));
      if (different.length > 0) process.exitCode = 1;
    }
  });
}
