// Formats every source file and writes the catalogues of texts (--write), or lists the unformatted ones.
import { clangFormatVersion } from './needs.mjs';
import { writeCatalogues } from './texts.mjs';
import { find, isMain, main, readOptions, run, runTool, sourceFiles } from './tools.mjs';

const usage = `npm run format
Brings every source file into form, and the catalogues of the page's texts up to date. Without --write, node scripts/format.mjs only says which are not.

  --help   this text`;

export async function format({ write }) {
  const clangFormat = find(`clang-format-${clangFormatVersion}`, 'clang-format');
  const version = clangFormat ? Number(/version (\d+)/.exec(await run(clangFormat, ['--version'], { capture: true }))?.[1]) : null;
  const files = await sourceFiles('.cpp', '.h');
  if (version !== clangFormatVersion) {
    console.log(`C++ is left out: clang-format ${clangFormatVersion} is needed, found ${version ?? 'none'}`);
  } else if (files.length > 0) {
    await run(clangFormat, write ? ['-i', ...files] : ['--dry-run', '-Werror', ...files]);
  }
  if (write) await writeCatalogues();
  await runTool('biome', write ? ['format', '--write', '.'] : ['format', '.']);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { values } = readOptions(usage, { options: { write: { type: 'boolean', default: false } } });
    await format(values);
  });
}
