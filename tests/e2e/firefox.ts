import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Driven, ended } from './driven';

/** A Firefox of the system, or undefined. */
export const firefoxPath = [
  process.env.FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((path) => path && existsSync(path) && !isSnap(path));

/** A snap cannot access a test's profile or its temporary files. */
function isSnap(path: string): boolean {
  const text = readFileSync(path).subarray(0, 4096).toString('latin1');
  return text.startsWith('#!') && text.includes('snap');
}

const preferences = {
  'marionette.port': 0, // any free port, written into the profile
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'ui.prefersReducedMotion': 1, // no animations, which are slow without a graphics card
};

/** Firefox without a window, driven by its remote protocol (Marionette): JSON texts over a socket, each after its length. */
export class Firefox extends Driven {
  private socket!: Socket;
  private received = Buffer.alloc(0);
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private lastId = 0;

  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
  ) {
    super();
  }

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'slipstick-firefox-'));
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
    writeFileSync(join(profile, 'user.js'), lines.join(''));
    const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile];
    const firefox = new Firefox(spawn(firefoxPath!, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } }), profile);
    try {
      await firefox.connect();
      await firefox.ask('WebDriver:NewSession', {});
      await firefox.resize(1280, 800);
      return firefox;
    } catch (error) {
      await firefox.close();
      throw error;
    }
  }

  async errors(): Promise<string[]> {
    await this.ask('Marionette:SetContext', { value: 'chrome' });
    const script = `
      const scripts = Services.console.getMessageArray().filter((message) => message instanceof Ci.nsIScriptError)
        .filter((error) => !(error.flags & Ci.nsIScriptError.warningFlag) && /^http:/.test(error.sourceName))
        .map((error) => error.errorMessage + ' (' + error.sourceName + ')');
      const written = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage).getEvents()
        .filter(({ level, filename }) => level === 'error' && /^http:/.test(filename)).map((event) => event.arguments.join(' '));
      return [...scripts, ...written];`;
    const errors = await this.evaluate<string[]>(script);
    await this.ask('Marionette:SetContext', { value: 'content' });
    return errors;
  }

  async close(): Promise<void> {
    this.socket?.destroy();
    this.process.kill();
    await ended(this.process);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** The profile contains the port once Firefox listens; its first message is a greeting. */
  private async connect(): Promise<void> {
    const file = join(this.profile, 'MarionetteActivePort');
    const giveUp = Date.now() + 60_000;
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
      if (Date.now() > giveUp || this.process.exitCode !== null) throw new Error('Firefox did not start');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    this.socket = connect(Number(readFileSync(file, 'utf8')), '127.0.0.1');
    this.socket.on('data', (data) => this.receive(data));
    this.socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Firefox ended'));
    });
    await new Promise((resolve, reject) => this.socket.once('data', resolve).once('error', reject));
  }

  protected send(command: Command, parameters: object): Promise<unknown> {
    return this.ask(`WebDriver:${command}`, parameters);
  }

  private ask(command: string, parameters: object): Promise<unknown> {
    const id = ++this.lastId;
    const text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const colon = this.received.indexOf(':');
      const end = colon + 1 + Number(this.received.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.received.length < end) return;
      const message = JSON.parse(this.received.subarray(colon + 1, end).toString());
      this.received = this.received.subarray(end);
      if (!Array.isArray(message)) continue; // the greeting
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    }
  }
}
