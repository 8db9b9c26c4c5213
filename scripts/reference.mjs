// Writes the page's data from the core's tables: web/public/schema.json and web/public/reference.json, which the page loads, and
// wasm/engine/catalogue.ts and text-places.ts, which are compiled into it. Tests report outdated files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { setUp } from './setup.mjs';
import { main, root, run } from './tools.mjs';

await main(async () => {
  await setUp('program');
  await buildPreset('native-release', ['slipstick']);
  const print = (command) => run(join(root, 'build', 'native-release', 'slipstick'), [command], { capture: true });
  for (const file of ['schema', 'reference']) writeFileSync(join(root, 'web', 'public', `${file}.json`), await print(file));
  const head = '// Written by npm run reference: `catalogue()` of core/program/catalogue.h.';
  const text = (await print('catalogue')).trimEnd();
  writeFileSync(join(root, 'wasm', 'engine', 'catalogue.ts'), `${head}\nexport const catalogue = ${text} as const;\n`);
  const places = JSON.stringify(JSON.parse(text).texts, null, 2).replaceAll('"', "'").replace("'\n]", "',\n]");
  writeFileSync(join(root, 'wasm', 'engine', 'text-places.ts'), `${head}\nexport const textPlaces: readonly string[] = ${places};\n`);
});
