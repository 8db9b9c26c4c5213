import type { AnswerMessage, EventMessage, Reading, Requests } from './protocol';

const site = new URL(import.meta.url.replace(/[^/]*$/, ''));
const mostFrames = 4; // at work on one page; more would exhaust the browser's WebGL contexts
const patience = 800; // ms to wait for a last picture before a frame is removed
const dark = '--panel: #171e26; --field: #0f141a; --ink: #e8edf2; --accent: #5aa9ff;';
const style = `
:host { --panel: #f6f7f9; --field: #fff; --ink: #16202b; --accent: #0b6bcb; display: block; position: relative; aspect-ratio: 16 / 10; overflow: hidden; border-radius: 8px; background: var(--panel); }
:host([theme="dark"]) { ${dark} }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { ${dark} } }
:host([hidden]) { display: none; }
iframe, .poster { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
.poster { display: grid; place-items: end start; padding: 12px; background: none; color: var(--ink); font: 15px/1.4 system-ui, sans-serif; text-align: left; cursor: pointer; }
.poster img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
.poster span { position: relative; padding: 8px 16px 8px 12px; border-radius: 8px; background: var(--field); box-shadow: 0 2px 8px rgb(22 32 43 / 20%); }
.poster:hover span, .poster:focus-visible span { color: var(--accent); }
.poster:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }`;

/**
 * A model in any page: <slipstick-model model="rolling-coin"></slipstick-model>. It is a picture until it is used, then a frame of the
 * site this script came from. Attributes: model (a name of the gallery) or link (from "#" on), show, autoplay, start, theme, hands-on, title, picture.
 * Events: slipstick-ready, -run, -time, -parameters, -error, and of a run in hand -grab, -release, -push, -input, -stop, each with its data as
 * detail.
 */
export class SlipstickModel extends HTMLElement {
  /** Those at work, the one used last at the end. */
  private static working: SlipstickModel[] = [];
  private frame: HTMLIFrameElement | null = null;
  private snapshot = '';
  private current = '';
  private asked = 0;
  private readonly waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  private started: Promise<void> | null = null;
  private onStarted = () => {};
  private readonly seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && SlipstickModel.working.length < mostFrames) void this.start();
  });

  connectedCallback(): void {
    if (!this.shadowRoot) this.attachShadow({ mode: 'open' });
    addEventListener('message', this.onMessage);
    this.showPoster();
    if (this.hasAttribute('autoplay')) this.seen.observe(this);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.onMessage);
    this.seen.disconnect();
    this.end();
  }

  load(link: string): Promise<unknown> {
    this.current = link;
    return this.ask('load', { link });
  }
  loadModel(model: object): Promise<unknown> {
    return this.ask('load', { model });
  }
  setParameters(parameters: Record<string, number>): Promise<unknown> {
    return this.ask('set', { parameters });
  }
  run(): Promise<unknown> {
    return this.ask('run', {});
  }
  play(): Promise<unknown> {
    return this.ask('play', {});
  }
  pause(): Promise<unknown> {
    return this.ask('pause', {});
  }
  seek(time: number): Promise<unknown> {
    return this.ask('seek', { time });
  }
  read(): Promise<Reading> {
    return this.ask('read', {}) as Promise<Reading>;
  }

  /** Puts the frame in place of the picture; resolves when its model has run once, cannot, or waits to be asked. */
  start(): Promise<void> {
    const others = SlipstickModel.working.filter((other) => other !== this);
    SlipstickModel.working = [...others, this];
    if (this.started) return this.started;
    for (const other of others.slice(0, Math.max(0, others.length + 1 - mostFrames))) void other.rest();
    this.started = new Promise((resolve) => {
      this.onStarted = resolve;
    });
    const frame = document.createElement('iframe');
    frame.src = this.address();
    frame.title = this.getAttribute('title') || 'Slipstick model';
    frame.allow = 'clipboard-write; fullscreen';
    this.frame = frame;
    this.shadowRoot?.replaceChildren(styleElement(), frame);
    return this.started;
  }

  private async ask<N extends keyof Requests>(request: N, args: Requests[N]['args']): Promise<unknown> {
    await this.start();
    return this.send(request, args);
  }

  private send(request: keyof Requests, args: object): Promise<unknown> {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.frame?.contentWindow?.postMessage({ slipstick: 1, id, request, ...args }, site.origin);
    });
  }

  /** Turns back into a picture, so that another model can run. */
  private async rest(): Promise<void> {
    SlipstickModel.working = SlipstickModel.working.filter((other) => other !== this);
    const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), patience));
    const picture = await Promise.race([this.send('picture', {}) as Promise<string>, late]);
    if (SlipstickModel.working.includes(this)) return; // used again meanwhile
    if (picture) this.snapshot = picture;
    this.end();
    this.showPoster();
  }

  private end(): void {
    SlipstickModel.working = SlipstickModel.working.filter((other) => other !== this);
    for (const { reject } of this.waiting.values()) reject(new Error('The model was unloaded.'));
    this.waiting.clear();
    this.frame?.remove();
    this.frame = null;
    this.started = null;
  }

  private address(): string {
    const address = new URL('embed.html', site);
    for (const name of ['show', 'start', 'theme'])
      if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name) ?? '');
    for (const name of ['autoplay', 'hands-on']) if (this.hasAttribute(name)) address.searchParams.set(name, '1');
    const model = this.getAttribute('model');
    address.hash = this.current || this.getAttribute('link') || (model ? `g=${encodeURIComponent(model)}` : '');
    return address.href;
  }

  private showPoster(): void {
    const poster = document.createElement('button');
    poster.className = 'poster';
    poster.type = 'button';
    const label = document.createElement('span');
    label.textContent = `▶ ${this.getAttribute('title') || 'Show the model'}`;
    const model = this.getAttribute('model') ?? /^#?g=([\w-]+)/.exec(this.getAttribute('link') ?? '')?.[1];
    const source = this.snapshot || this.getAttribute('picture') || (model ? new URL(`pictures/${model}.png`, site).href : '');
    if (source) {
      const picture = document.createElement('img');
      picture.src = source;
      picture.alt = '';
      picture.loading = 'lazy';
      picture.onerror = () => picture.remove();
      poster.append(picture);
    }
    poster.append(label);
    poster.addEventListener('click', () => {
      void this.start();
      this.frame?.focus(); // the keyboard goes on in it
    });
    this.shadowRoot?.replaceChildren(styleElement(), poster);
  }

  private readonly onMessage = ({ source, data }: MessageEvent<AnswerMessage | EventMessage>) => {
    if (!this.frame || source !== this.frame.contentWindow || data?.slipstick !== 1) return;
    if ('event' in data) {
      if (data.event === 'parameters') this.current = data.data.link;
      const ended = data.event === 'run' && data.data.phase !== 'running';
      if (ended || data.event === 'error') this.onStarted();
      this.dispatchEvent(new CustomEvent(`slipstick-${data.event}`, { detail: data.data }));
      return;
    }
    const waiting = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if ('error' in data) waiting?.reject(new Error(data.error));
    else waiting?.resolve(data.result);
  };
}

function styleElement(): HTMLStyleElement {
  const element = document.createElement('style');
  element.textContent = style;
  return element;
}

customElements.define('slipstick-model', SlipstickModel);
