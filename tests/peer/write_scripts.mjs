// Writes documents as scripts for Exudyn, by the exporter of the page: write_scripts.mjs FOLDER MODEL.json …
// Prints {path of the model: path of the script, or {error}} as JSON. The Python package and its tests call it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withExporter } from './programs.mjs';

const [folder, ...files] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const written = await withExporter(async (script) => {
  const found = {};
  for (const file of files) {
    const path = join(folder, `${basename(file, '.json').replaceAll('-', '_')}.py`);
    try {
      writeFileSync(path, await script(readFileSync(file, 'utf8')));
      found[file] = path;
    } catch (error) {
      found[file] = { error: error.message };
    }
  }
  return found;
});
writeFileSync(join(folder, 'index.json'), JSON.stringify(written, null, 1));
