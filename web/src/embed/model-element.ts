import { languageAround, msgFor } from './language';
import type { Events, Reading, Requests, Series } from './protocol';
import { linkOfFile } from './source';

const mostAtWork = 4; // viewers on one page; more would exhaust the browser's WebGL contexts
const timeout = 800; // ms to wait for a last picture before a viewer is removed
const dark = '--panel: #171e26; --field: #0f141a; --ink: #e8edf2; --accent: #5aa9ff;';
const style = `
:host { --panel: #f6f7f9; --field: #fff; --ink: #16202b; --accent: #0b6bcb; display: block; position: relative; aspect-ratio: 16 / 10; overflow: hidden; border-radius: 8px; background: var(--panel); }
:host([theme="dark"]) { ${dark} }
@media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { ${dark} } }
:host([hidden]) { display: none; }
iframe, slip-inside, .poster { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
.poster { display: grid; place-items: end start; padding: 12px; background: none; color: var(--ink); font: 15px/1.4 system-ui, sans-serif; text-align: left; cursor: pointer; }
.poster img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
.poster span { position: relative; padding: 8px 16px 8px 12px; border-radius: 8px; background: var(--field); box-shadow: 0 2px 8px rgb(22 32 43 / 20%); }
.poster:hover span, .poster:focus-visible span { color: var(--accent); }
.poster:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }`;

/** A viewer of a model in use: a frame, or a part of the page itself. */
export interface Viewer {
  element: HTMLElement;
  send(request: keyof Requests, args: object): Promise<unknown>;
  /** `reason`: the error for pending requests. */
  end(reason: Error): void;
}

/** A model in any page: a picture until it is used. docs/embedding.md describes its attributes, methods and events. */
export abstract class ModelElement extends HTMLElement {
  /** Elements with a viewer, least recently used first. */
  private static working: ModelElement[] = [];
  protected viewer: Viewer | null = null;
  private snapshot = '';
  private problem = '';
  protected current = '';
  private started: Promise<void> | null = null;
  private onStarted = () => {};
  private readonly seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting) && ModelElement.working.length < mostAtWork) void this.start();
  });

  /** Creates the viewer, without inserting it into the page. */
  protected abstract makeViewer(): Viewer;
  /** Address of the picture of a gallery model; '': there is none. */
  protected abstract pictureOf(model: string): string;
  /** Style sheets in addition to the element's own. */
  protected sheets(): Node[] {
    return [];
  }

  connectedCallback(): void {
    if (!this.shadowRoot) this.attachShadow({ mode: 'open' });
    this.showPoster();
    if (this.hasAttribute('autoplay')) this.seen.observe(this);
  }

  disconnectedCallback(): void {
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
  /** The whole curves of these sensors; without names, of all. */
  series(names?: readonly string[]): Promise<Series> {
    return this.ask('series', { names }) as Promise<Series>;
  }

  /** Replaces the picture by the viewer; resolves when its model has run once, cannot run, or waits for permission. */
  start(): Promise<void> {
    const others = ModelElement.working.filter((other) => other !== this);
    ModelElement.working = [...others, this];
    if (this.started) return this.started;
    for (const other of others.slice(0, Math.max(0, others.length + 1 - mostAtWork))) void other.rest();
    this.started = new Promise((resolve) => {
      this.onStarted = resolve;
    });
    const source = this.getAttribute('src');
    if (source && !this.current) void this.startFrom(new URL(source, document.baseURI).href, this.started);
    else this.showViewer();
    return this.started;
  }

  private showViewer(): void {
    this.viewer = this.makeViewer();
    this.shadowRoot?.replaceChildren(styleElement(), ...this.sheets(), this.viewer.element);
  }

  /** Loads a model from a file. If that fails, the picture has the reason and starts again. */
  private async startFrom(address: string, started: Promise<void>): Promise<void> {
    const isStarting = () => this.started === started;
    try {
      const link = await linkOfFile(address, msgFor(this));
      if (!isStarting()) return;
      this.current = link;
      this.showViewer();
    } catch (error) {
      if (!isStarting()) return;
      const { message } = error as Error;
      this.end();
      this.showPoster(message);
      this.notify('error', { message });
    }
  }

  protected async ask<N extends keyof Requests>(request: N, args: Requests[N]['args']): Promise<unknown> {
    await this.start();
    if (!this.viewer) throw this.problem ? new Error(this.problem) : unloaded(this);
    return this.viewer.send(request, args);
  }

  /** Replaces the viewer by a picture, so that another model can run. */
  private async rest(): Promise<void> {
    ModelElement.working = ModelElement.working.filter((other) => other !== this);
    const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), timeout));
    const picture = await Promise.race([this.viewer?.send('picture', {}) as Promise<string>, late]);
    if (ModelElement.working.includes(this)) return; // used again meanwhile
    if (picture) this.snapshot = picture;
    this.end();
    this.showPoster();
  }

  protected end(): void {
    ModelElement.working = ModelElement.working.filter((other) => other !== this);
    this.viewer?.end(unloaded(this));
    this.viewer?.element.remove();
    this.viewer = null;
    this.started = null;
  }

  /** The fragment of a link that opens the model, from "#" on. */
  protected get hash(): string {
    const model = this.getAttribute('model');
    return this.current || this.getAttribute('link') || (model ? `g=${encodeURIComponent(model)}` : '');
  }

  /** The attributes that control how the model is shown, as a query. */
  protected get query(): URLSearchParams {
    const query = new URLSearchParams();
    for (const name of ['show', 'start', 'theme']) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name) ?? '');
    const language = languageAround(this);
    if (language) query.set('lang', language);
    for (const name of ['autoplay', 'hands-on']) if (this.hasAttribute(name)) query.set(name, '1');
    return query;
  }

  /** `problem`: why the model did not start, or "". */
  private showPoster(problem = ''): void {
    this.problem = problem;
    const msg = msgFor(this);
    const poster = document.createElement('button');
    poster.className = 'poster';
    poster.type = 'button';
    const label = document.createElement('span');
    label.textContent = `▶ ${this.getAttribute('title') || msg('Show the model')}`;
    const model = this.getAttribute('model') ?? /^#?g=([\w-]+)/.exec(this.getAttribute('link') ?? '')?.[1];
    const source = this.snapshot || this.getAttribute('picture') || (model ? this.pictureOf(model) : '');
    if (source) {
      const picture = document.createElement('img');
      picture.src = source;
      picture.alt = '';
      picture.loading = 'lazy';
      picture.onerror = () => picture.remove();
      poster.append(picture);
    }
    poster.append(label);
    if (problem) label.append(document.createElement('br'), problem);
    poster.addEventListener('click', () => {
      void this.start();
      this.viewer?.element.focus(); // move the keyboard focus into the viewer
    });
    this.shadowRoot?.replaceChildren(styleElement(), poster);
  }

  /** Handles an event of the viewer. */
  protected notify<N extends keyof Events>(event: N, data: Events[N]): void {
    if (event === 'height' && this.hasAttribute('fit'))
      this.style.cssText += `; aspect-ratio: auto; height: ${(data as Events['height']).height}px`;
    if (event === 'parameters') this.current = (data as Events['parameters']).link;
    const ended = event === 'run' && (data as Events['run']).phase !== 'running';
    if (ended || event === 'error') this.onStarted();
    this.dispatchEvent(new CustomEvent(`slipstick-${event}`, { detail: data }));
  }
}

function unloaded(element: Element): Error {
  const msg = msgFor(element);
  return new Error(msg('The model was unloaded.'));
}

function styleElement(): HTMLStyleElement {
  const element = document.createElement('style');
  element.textContent = style;
  return element;
}
