// Sets up, serves the site from its sources as soon as the engine's first module is built, and opens it in a browser if there is a desktop.
// Meanwhile it builds the rest; from then on, new pages come from the built site.
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { setUp } from './setup.mjs';
import { bold, Failure, find, inCi, main, readOptions, root, run } from './tools.mjs';

const configFile = join(root, 'vite.config.ts');

const usage = `npm start [-- options]
Installs what is missing, serves the site and opens it in the browser; the rest of the engine is built meanwhile.

  --port 4173         the port to serve at
  --host 127.0.0.1    the address to serve at; 0.0.0.0 lets other computers in
  --help              this text`;

await main(async () => {
  const options = { port: { type: 'string', default: '4173' }, host: { type: 'string', default: '127.0.0.1' } };
  const { port, host } = readOptions(usage, { options }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new Failure(`--port must be a number up to 65535, got ${port}`);
  await setUp('start');
  console.log(bold("Building the engine's first module"));
  await buildPreset('wasm-release', ['light']);
  const wholeEngine = join(root, 'build', 'wasm-release', 'slipstick.wasm');
  if (!existsSync(wholeEngine)) writeFileSync(wholeEngine, ''); // Vite gives a missing file another address
  const { createServer, preview } = await import('vite'); // available only after the set-up
  const whole = buildBehind('engine');
  const site = whole.then(() => buildBehind()).then(() => preview({ configFile, preview: { port: 0, host: '127.0.0.1' } }));
  site.catch(() => {}); // awaited below
  const server = await createServer({ configFile, plugins: [rest(whole, site)], server: { port: Number(port), host } });
  await server.listen();
  const [address] = [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])];
  console.log(`\nSlipstick is at ${bold(address)} (Ctrl+C ends it). The rest is being built.`);
  openBrowser(address);
  await site;
  console.log('Everything is built.');
});

/** Builds in the background, with low priority. Another process, because Vite serves sources in one mode and builds in another. */
function buildBehind(...parts) {
  return run('nice', [process.execPath, join('scripts', 'build.mjs'), ...parts], { env: { NODE_ENV: 'production' } });
}

/** Answers requests from the site once it is built. Until then, a request for a file that is not among the sources waits. */
function rest(whole, site) {
  let built = null;
  site.then(({ middlewares }) => (built = middlewares)).catch(() => {});
  const end = (build) => build.catch(() => {}); // the sources remain useful if it fails
  const isSource = (path) =>
    /^\/(@|pictures\/|$)/.test(path) || ['web', 'web/public'].some((folder) => existsSync(join(root, folder, path)));
  return {
    name: 'slipstick-rest',
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const path = request.url.replace(/\?.*/, '');
        if (request.url.endsWith('/wasm-release/slipstick.wasm')) await end(whole);
        else if (!isSource(path)) await end(site);
        if (built && existsSync(join(root, 'dist', path))) built(request, response, next);
        else next();
      });
    },
  };
}

function openBrowser(address) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const desktop = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (inCi || !desktop || !find(opener)) return;
  spawn(opener, [address], { stdio: 'ignore', detached: true }).unref();
}
