// Functions shared by the scripts: running commands, finding programs, printing messages.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const cores = availableParallelism();
export const inCi = Boolean(process.env.CI);

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
export const bold = (text) => (colours ? `\x1b[1m${text}\x1b[0m` : text);
export const red = (text) => (colours ? `\x1b[31m${text}\x1b[0m` : text);
export const green = (text) => (colours ? `\x1b[32m${text}\x1b[0m` : text);

/** An error message for a person, shown without a stack. */
export class Failure extends Error {}

/** The first of the programs that is in PATH, or null. */
export function find(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here
      }
    }
  }
  return null;
}

export const firstExisting = (...paths) => paths.find((path) => path && existsSync(path)) ?? null;

/** Collects the output of commands while it is held back. */
const held = new AsyncLocalStorage();

/** Runs work while holding back the output of its commands and messages; resolves to its result and that output. */
export async function holdOutput(work) {
  const output = [];
  const result = await held.run(output, work);
  return { result, output: output.join('') };
}

/** Prints a line, or holds it back. */
export function say(text) {
  const output = held.getStore();
  if (output) output.push(`${text}\n`);
  else console.log(text);
}

/** Runs a command in the project's folder. Resolves to its output if `capture`; throws a Failure if it fails. */
export function run(command, args, { env = {}, capture = false, allowFailure = false, mostSeconds = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const written = held.getStore();
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', capture || written ? 'pipe' : 'inherit', written ? 'pipe' : 'inherit'],
      timeout: 1000 * mostSeconds,
    });
    let output = '';
    child.stdout?.on('data', (data) => {
      if (capture) output += data;
      else written.push(data);
    });
    child.stderr?.on('data', (data) => written.push(data));
    child.on('error', (error) => reject(new Failure(`${command} did not start: ${error.message}`)));
    child.on('close', (status) => {
      if (status === 0 || allowFailure) resolve(capture ? output : status);
      else reject(new Failure(`\`${[command, ...args].join(' ')}\` ended with status ${status}`));
    });
  });
}

/** Runs a command without showing its output; resolves to its status and standard output, whatever the status. */
export function runQuietly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.on('error', (error) => reject(new Failure(`${command} did not start: ${error.message}`)));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** Runs a program of node_modules. */
export function runTool(name, args, options) {
  return run(join(root, 'node_modules', '.bin', name), args, options);
}

/** Files with these extensions that git tracks or would add. */
export async function sourceFiles(...endings) {
  const patterns = endings.map((ending) => `*${ending}`);
  const list = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns], { capture: true });
  return list.split('\0').filter((path) => path && existsSync(join(root, path)));
}

/** Parses the command line with parseArgs. `--help` prints the usage and exits; a wrong option is a Failure that shows it. */
export function readOptions(usage, config) {
  try {
    const { values, positionals } = parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean', short: 'h' } } });
    if (!values.help) return { values, positionals };
  } catch (error) {
    throw new Failure(`${error.message.split('. ')[0]}.\n\n${usage}`);
  }
  console.log(usage);
  process.exit();
}

/** Whether the module with this URL is the script that was started; false in `node -e`. */
export function isMain(url) {
  return process.argv[1] !== undefined && url === pathToFileURL(process.argv[1]).href;
}

/** Runs the main function of a script and turns a Failure into a message and status 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(red(error instanceof Failure ? error.message : error.stack));
    process.exitCode = 1;
  }
}
