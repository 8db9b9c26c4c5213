import type { ChildProcess } from 'node:child_process';

/** The path of each WebDriver command below the address of the session; Firefox's own protocol uses these names. */
export const endpoints = {
  Navigate: 'url',
  Refresh: 'refresh',
  ExecuteScript: 'execute/sync',
  PerformActions: 'actions',
  SetWindowRect: 'window/rect',
} as const;
export type Command = keyof typeof endpoints;
type Point = readonly [x: number, y: number];

const keys: Record<string, string> = {
  Tab: '\ue004',
  Enter: '\ue007',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
};

/** A browser other than Chromium, driven from outside. Subclasses start it and send WebDriver commands to it. */
export abstract class Driven {
  protected abstract send(command: Command, parameters: object): Promise<unknown>;
  /** Errors of the pages so far, violations of their policies, and output of console.error. */
  abstract errors(): Promise<string[]>;
  abstract close(): Promise<void>;

  async open(url: string): Promise<void> {
    await this.send('Navigate', { url });
  }

  async reload(): Promise<void> {
    await this.send('Refresh', {});
  }

  /** The result of a function body in the page; it receives the arguments as `args`. */
  async evaluate<T>(body: string, ...args: unknown[]): Promise<T> {
    const script = `const args = [...arguments]; ${body}`;
    return ((await this.send('ExecuteScript', { script, args })) as { value: T }).value;
  }

  async resize(width: number, height: number): Promise<void> {
    await this.send('SetWindowRect', { width, height });
  }

  has(selector: string): Promise<boolean> {
    return this.evaluate('return document.querySelector(args[0]) !== null', selector);
  }

  /** The text of the first element, '' if there is none. */
  text(selector: string): Promise<string> {
    return this.evaluate(`return document.querySelector(args[0])?.textContent.trim().replaceAll(/\\s+/g, ' ') ?? ''`, selector);
  }

  /** Presses the mouse at the first point, moves it through the others and releases it. */
  async drag(...places: Point[]): Promise<void> {
    const moves = places.map(([x, y]) => ({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' }));
    const [down, up] = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const actions = [moves[0], down, ...moves.slice(1), up];
    await this.send('PerformActions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
  }

  /** A click on an element: its middle, or a point between its corners 0, 0 and 1, 1. */
  async click(selector: string, across = 0.5, down = 0.5): Promise<void> {
    await this.drag(await this.placeIn(selector, across, down));
  }

  /** A point in an element, which is scrolled into view. */
  async placeIn(selector: string, across = 0.5, down = 0.5): Promise<Point> {
    const body = `
      const element = document.querySelector(args[0]);
      if (!element) throw new Error('There is no ' + args[0]);
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + args[1] * width, top + args[2] * height];`;
    return this.evaluate<Point>(body, selector, across, down);
  }

  /** Presses keys in sequence, given as names (`Enter`) or letters. */
  async press(...names: string[]): Promise<void> {
    const values = names.map((name) => keys[name] ?? name);
    const actions = values.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
    await this.send('PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }
}

/** Resolves when a process has ended. */
export async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) await new Promise((resolve) => process.once('exit', resolve));
}
