// Writes what the page reads of the language of documents, web/public/schema.json and web/public/reference.json, from the tables of the
// core. A test of the core says when they are out of date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { setUp } from './setup.mjs';
import { main, root, run } from './tools.mjs';

await main(async () => {
  await setUp('program');
  await buildPreset('native-release', ['slipstick']);
  for (const file of ['schema', 'reference']) {
    const text = await run(join(root, 'build', 'native-release', 'slipstick'), [file], { capture: true });
    writeFileSync(join(root, 'web', 'public', `${file}.json`), text);
  }
});
