// Runs static checks: cppcheck for C++, biome for TypeScript, ruff and mypy for Python, the types, the dependencies between rooms, and
// functions with platform-dependent rounding; cspell for the spelling of comments and documents (cspell.json), phrases (prose.mjs),
// the wording of messages (messages.mjs) and the texts of the page (texts.mjs).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkElementary } from './elementary.mjs';
import { checkMessages } from './messages.mjs';
import { checkOrder } from './order.mjs';
import { checkProse } from './prose.mjs';
import { lintPython } from './python.mjs';
import { checkTexts } from './texts.mjs';
import { cores, find, isMain, main, root, run, runTool, say } from './tools.mjs';

async function lintCpp() {
  const cppcheck = find('cppcheck');
  if (!cppcheck) return say('C++ is left out: cppcheck not found');
  const results = join(root, 'build', 'cppcheck');
  mkdirSync(results, { recursive: true });
  await run(cppcheck, [
    '--quiet',
    '--std=c++20',
    '--language=c++',
    '--enable=warning,portability',
    '--inline-suppr',
    '--suppressions-list=.cppcheck',
    '--error-exitcode=1',
    `--cppcheck-build-dir=${results}`,
    '-j',
    String(cores),
    '-DNDEBUG', // macros of the native build; with other macros the same code is read six times
    '-I.',
    'core',
  ]);
}

async function lintTypeScript() {
  await runTool('biome', ['lint', '--error-on-warnings', '.']);
}

/** Comments, documents and the texts of the gallery, in British English. */
async function checkSpelling() {
  await runTool('cspell', ['lint', '--no-progress', '--no-summary', '--gitignore']);
}

export async function checkTypes() {
  await runTool('tsc', ['--noEmit']);
}

/** Checks all three languages and the prose in parallel. */
export async function lint() {
  await Promise.all([lintCpp(), lintTypeScript(), lintPython(), checkSpelling()]);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    checkOrder();
    checkElementary();
    await checkProse();
    await checkMessages();
    await checkTexts();
    await checkTypes();
    await lint();
  });
}
