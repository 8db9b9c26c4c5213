// Sets up, builds and serves the site, and opens it where there is a desktop. `npm start -- --port 8080` chooses the port.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEngine, buildSite } from './build.mjs';
import { setUp } from './setup.mjs';
import { bold, find, inCi, main, root } from './tools.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '4173' }, host: { type: 'string', default: '127.0.0.1' } } });
  await setUp('start');
  console.log(bold('Building the engine'));
  await buildEngine();
  console.log(bold('Building the site'));
  await buildSite();
  const { preview } = await import('vite'); // there only after the set-up
  const server = await preview({ configFile: join(root, 'vite.config.ts'), preview: { port: Number(values.port), host: values.host } });
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
