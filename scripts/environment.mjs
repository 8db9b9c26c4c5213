// Makes environments of Python with pinned packages.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, find, root, run } from './tools.mjs';

/** The Python of an environment with the packages of a list of requirements; makes it unless it exists. `place`: its folder in build. */
export async function pythonWith(place, requirements) {
  const folder = join(root, 'build', place);
  const python = join(folder, 'bin', 'python');
  const stamp = join(folder, 'installed');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return python;
  const base = find('python3');
  if (!base) throw new Failure('There is no python3.');
  mkdirSync(dirname(folder), { recursive: true });
  await run(base, ['-m', 'venv', '--clear', folder]);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
  writeFileSync(stamp, wanted);
  return python;
}
