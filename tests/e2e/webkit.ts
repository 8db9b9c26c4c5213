import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Driven, ended, endpoints } from './driven';

const programs = ['WebKitWebDriver', 'Xvfb', 'dbus-run-session'].map((name) => join('/usr/bin', name));

/** The small browser that comes with WebKitGTK's library, or undefined. */
const browserPath = ['/usr/lib', '/usr/lib64', '/usr/libexec']
  .flatMap((folder) => (existsSync(folder) ? [folder, ...readdirSync(folder).map((name) => join(folder, name))] : []))
  .flatMap((folder) => ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => join(folder, name, 'MiniBrowser')))
  .find((path) => existsSync(path));

/** Whether WebKitGTK can be driven on this system. */
export const webkitIsHere = browserPath !== undefined && programs.every((path) => existsSync(path));

/** The first script of a page (`addWatch`), since this browser does not report its console. */
const watch = `
  window.seenErrors = [];
  const seen = (text) => window.seenErrors.push(String(text));
  addEventListener('error', (event) => { if (event.message) seen(event.message + ' (' + event.filename + ':' + event.lineno + ')'); });
  addEventListener('unhandledrejection', (event) => seen('unhandled: ' + (event.reason?.stack ?? event.reason)));
  addEventListener('securitypolicyviolation', (event) => seen('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
  const { error } = console;
  console.error = (...words) => { seen(words.join(' ')); error.apply(console, words); };
  if (sessionStorage.getItem('flat')) {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
    };
  }`;

/** Files of a site whose pages record their errors; `sessionStorage.flat` omits the 3D view, which takes most of the time. */
export function watched(pages: Record<string, string>): Map<string, string> {
  const changed = Object.entries(pages).map(([name, text]) => [
    name,
    text.replace(/(<meta charset[^>]*>)/, '$1<script src="./watch.js"></script>'),
  ]);
  return new Map([...(changed as [string, string][]), ['watch.js', watch]]);
}

/** A session bus that starts no services: a desktop's services are not needed, and some of them mount folders. */
const bus = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** WebKitGTK in an invisible window, driven by the W3C protocol. */
export class WebKit extends Driven {
  private address = '';
  private readonly seen: string[] = [];
  private driver: ChildProcess | null = null;

  private constructor(
    private readonly screen: ChildProcess,
    private readonly home: string,
  ) {
    super();
  }

  /** Some of its libraries need a locale beyond ASCII. */
  static async start(locale = 'C.UTF-8'): Promise<WebKit> {
    const home = mkdtempSync(join(tmpdir(), 'slipstick-webkit-'));
    // No animations, which are slow without a graphics card.
    mkdirSync(join(home, 'gtk-3.0'));
    writeFileSync(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    writeFileSync(join(home, 'bus.conf'), bus);
    // The X server chooses a free number and writes it.
    const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const webkit = new WebKit(screen, home);
    try {
      const number = await new Promise<string>((resolve, reject) => {
        let text = '';
        screen.stdout?.on('data', (data) => {
          text += data;
          if (text.includes('\n')) resolve(text.trim());
        });
        screen.once('exit', () => reject(new Error('Xvfb ended')));
        screen.once('error', reject);
      });
      await webkit.connect(`:${number}`, locale);
      return webkit;
    } catch (error) {
      await webkit.close();
      throw error;
    }
  }

  override async open(url: string): Promise<void> {
    await this.note();
    await super.open(url);
  }

  override async reload(): Promise<void> {
    await this.note();
    await super.reload();
  }

  async errors(): Promise<string[]> {
    await this.note();
    return this.seen;
  }

  async close(): Promise<void> {
    if (this.address.includes('/session/')) await this.request('DELETE', '').catch(() => {});
    if (this.driver?.pid) {
      // D-Bus, the driver and the browser are one group of processes.
      if (this.driver.exitCode === null) process.kill(-this.driver.pid);
      await ended(this.driver);
    }
    this.screen.kill();
    await ended(this.screen);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Stores the errors of the open page. */
  private async note(): Promise<void> {
    this.seen.push(...(await this.evaluate<string[]>('return window.seenErrors?.splice(0) ?? []').catch(() => [])));
  }

  private async connect(display: string, locale: string): Promise<void> {
    const port = await freePort();
    const { home } = this;
    const driver = spawn('dbus-run-session', [`--config-file=${join(home, 'bus.conf')}`, '--', 'WebKitWebDriver', `--port=${port}`], {
      stdio: 'ignore',
      detached: true, // a separate group
      env: {
        ...process.env,
        LC_ALL: locale,
        DISPLAY: display,
        HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        XDG_CACHE_HOME: home,
      },
    });
    this.driver = driver;
    this.address = `http://127.0.0.1:${port}`;
    const giveUp = Date.now() + 60_000;
    while (!(await this.request('GET', '/status').catch(() => null))) {
      if (Date.now() > giveUp || driver.exitCode !== null) throw new Error('WebKitWebDriver did not start');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] } };
    const { sessionId } = (await this.request('POST', '/session', { capabilities: { alwaysMatch } })) as { sessionId: string };
    this.address += `/session/${sessionId}`;
    await this.resize(1280, 838); // with the title bar of the window
  }

  protected async send(command: Command, parameters: object): Promise<unknown> {
    const value = await this.request('POST', `/${endpoints[command]}`, parameters);
    return { value };
  }

  private async request(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.address + path, { method, body: body && JSON.stringify(body) });
    const { value } = (await response.json()) as { value: { message?: string; error?: string } };
    if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  }
}
