// Sets up, builds and serves the site, and opens it in a browser if there is a desktop.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildEngine, buildSite } from './build.mjs';
import { setUp } from './setup.mjs';
import { bold, Failure, find, inCi, main, readOptions, root } from './tools.mjs';

const usage = `npm start [-- options]
Installs what is missing, builds the site, serves it and opens it in the browser.

  --port 4173         the port to serve at
  --host 127.0.0.1    the address to serve at; 0.0.0.0 lets other computers in
  --help              this text`;

await main(async () => {
  const options = { port: { type: 'string', default: '4173' }, host: { type: 'string', default: '127.0.0.1' } };
  const { port, host } = readOptions(usage, { options }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Failure(`--port must be a number up to 65535, got ${port}`);
  await setUp('start');
  console.log(bold('Building the engine'));
  await buildEngine();
  console.log(bold('Building the site'));
  await buildSite();
  const { preview } = await import('vite'); // available only after the set-up
  const server = await preview({ configFile: join(root, 'vite.config.ts'), preview: { port: Number(port), host } });
  const [address] = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
  console.log(`\nSlipstick is at ${bold(address)} (Ctrl+C ends it)`);
  openBrowser(address);
});

function openBrowser(address) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const desktop = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (inCi || !desktop || !find(opener)) return;
  spawn(opener, [address], { stdio: 'ignore', detached: true }).unref();
}
