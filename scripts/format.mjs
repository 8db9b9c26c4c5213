// Brings every source file into form (--write), or says which are not.
import { Failure, find, isMain, main, run, runTool, sourceFiles } from './tools.mjs';

const clangFormatVersion = 14; // others break lines differently

export async function format({ write }) {
  const clangFormat = find(`clang-format-${clangFormatVersion}`, 'clang-format');
  const version = clangFormat ? Number(/version (\d+)/.exec(await run(clangFormat, ['--version'], { capture: true }))?.[1]) : null;
  const files = await sourceFiles('.cpp', '.h');
  if (version !== clangFormatVersion) {
    console.log(`C++ is left out: clang-format ${clangFormatVersion} is needed, found ${version ?? 'none'}`);
  } else if (files.length > 0) {
    await run(clangFormat, write ? ['-i', ...files] : ['--dry-run', '-Werror', ...files]);
  }
  await runTool('biome', write ? ['format', '--write', '.'] : ['format', '.']);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const option = process.argv[2];
    if (option !== undefined && option !== '--write') throw new Failure(`expected --write or nothing, got ${option}`);
    await format({ write: option === '--write' });
  });
}
