// Builds a page from each snippet of Share with the program that reads it: `npm run snippets`. Needs PyPI, not a network afterwards.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { pythonWith } from './environment.mjs';
import { isMain, main, readOptions, root, run } from './tools.mjs';

const usage = `npm run snippets
Installs Sphinx, MyST, PreTeXt and Pandoc into build/snippets, and builds a page from each snippet of Share.

  --help   this text`;
const tests = join(root, 'tests', 'snippets');
const folder = join(root, 'build', 'snippets', 'pages');

async function snippets() {
  const server = await createServer({
    configFile: false,
    root,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    return (await server.ssrLoadModule(join(tests, 'formats.ts'))).snippets;
  } finally {
    await server.close();
  }
}

if (isMain(import.meta.url))
  await main(async () => {
    readOptions(usage, {});
    const python = await pythonWith('snippets/venv', join(tests, 'requirements.txt'));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'snippets.json'), JSON.stringify(await snippets()));
    await run(python, [join(tests, 'build.py'), folder]);
  });
