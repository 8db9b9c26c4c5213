import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { readOptions } from '../embed/options';
import type { EventMessage, Events, RequestMessage } from '../embed/protocol';
import type { Course } from '../hosts/splice';
import { documentHash } from '../link/link';
import { seedOfAddress } from '../state/tasks';
import { EmbeddedModel } from './embedded';
import './embed.css';

/** A model in a frame of another page, which it talks to by messages. */
@customElement('slip-embed')
export class Embed extends EmbeddedModel {
  protected readonly options = readOptions(location.search);
  protected readonly site = new URL('.', location.href).href;
  private connected = false;
  private course: Course | null = null;

  protected override seed() {
    return seedOfAddress();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('message', this.onMessage);
    void this.openLink(location.hash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('message', this.onMessage);
  }

  protected override renderBrand(title: string) {
    return html`<a class="embed-brand" href=${`./${this.siteLink()}`} target="_blank" rel="noopener" aria-label=${`${title}: open in Slipstick`}><span>Slipstick </span>↗</a>`;
  }

  /** To the course around the frame, once. */
  protected override async connect(): Promise<void> {
    const { host } = this.options;
    if (host === '' || this.connected || window.parent === window) return;
    this.connected = true;
    const { tasks: book, runner } = this.session;
    const tasks = () => runner.model?.tasks ?? [];
    if (host === 'jsinput') {
      const [{ connectJsInput }, { wordsOf }] = await Promise.all([import('../hosts/jsinput'), import('../tasks/words')]);
      this.stops.push(connectJsInput(book, tasks, () => wordsOf(book.spoken(tasks())).checkFirst));
      return;
    }
    const [{ connectSplice }, { followFrameHeight }] = await Promise.all([import('../hosts/splice'), import('../hosts/frame-height')]);
    const course = connectSplice(book, tasks);
    this.course = course;
    this.stops.push(course.end, followFrameHeight(this, course.tellHeight));
  }

  /** To the same model on the site; other values in its document would change the right answers to its tasks. */
  private siteLink(): string {
    const { opened } = this.session;
    return opened && !opened.name && opened.document.tasks ? documentHash(opened.document) : this.link();
  }

  /** Listens to the surrounding page only. */
  private readonly onMessage = async ({ source, data }: MessageEvent<RequestMessage>) => {
    if (source !== window.parent || source === window || data?.slipstick !== 1 || !Object.hasOwn(this.answers, data.request)) return;
    const { id, request } = data;
    try {
      const answer = this.answers[request] as (args: unknown) => unknown;
      this.post({ slipstick: 1, id, result: await answer(data) });
    } catch (error) {
      this.post({ slipstick: 1, id, error: error instanceof Error ? error.message : String(error) });
    }
  };

  protected tell<N extends keyof Events>(event: N, data: Events[N]): void {
    if (this.options.host !== 'jsinput') this.post({ slipstick: 1, event, data } as EventMessage); // a channel of texts only
    if (event !== 'time' && event !== 'tasks') this.course?.tellEvent(event, data, event === 'error' ? this.message : undefined);
  }

  /** Messages contain no secrets: every page may show every model. */
  private post(message: object): void {
    if (window.parent !== window) window.parent.postMessage(message, '*');
  }
}
