import { customElement } from 'lit/decorators.js';
import { readOptions } from '../embed/options';
import type { Events } from '../embed/protocol';
import type { Course } from '../hosts/splice';
import { documentHash } from '../link/link';
import { galleryName } from '../state/open-model';
import { seedOfAddress } from '../state/tasks';
import { html } from '../ui/html';
import { FramedModel } from './framed';
import './embed.css';
import { load } from '../ui/load';

/** A model in a frame of another page, with which it exchanges messages. */
@customElement('slip-embed')
export class Embed extends FramedModel {
  protected readonly options = readOptions(location.search);
  protected readonly site = new URL('.', location.href).href;
  private connected = false;
  private course: Course | null = null;

  protected override seed() {
    return seedOfAddress();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.openLink(location.hash);
  }

  protected override renderBrand(title: string) {
    return html`<a class="embed-brand" href=${`./${this.siteLink()}`} target="_blank" rel="noopener" aria-label=${`${title}: open in Slipstick`}><span>Slipstick </span>↗</a>`;
  }

  /** Connects once to the course that contains the frame. */
  protected override async connect(): Promise<void> {
    const { host } = this.options;
    if (host === '' || this.connected || window.parent === window) return;
    this.connected = true;
    const { tasks: book, runner } = this.session;
    const tasks = () => runner.model?.tasks ?? [];
    if (host === 'jsinput') {
      const [{ connectJsInput }, { wordsOf }] = await Promise.all([
        load(() => import('../hosts/jsinput')),
        load(() => import('../tasks/words')),
      ]);
      this.stops.push(connectJsInput(book, tasks, () => wordsOf(book.spoken(tasks())).checkFirst));
      return;
    }
    const [{ connectSplice }, { followFrameHeight }] = await Promise.all([
      load(() => import('../hosts/splice')),
      load(() => import('../hosts/frame-height')),
    ]);
    const course = connectSplice(book, tasks);
    this.course = course;
    this.stops.push(course.end, followFrameHeight(this, course.tellHeight));
  }

  /** The link to the same model on the site. It omits changed values, which would change the right answers to the tasks. */
  private siteLink(): string {
    const { opened } = this.session;
    return opened && !galleryName(opened) && opened.document.tasks ? documentHash(opened.document) : this.link();
  }

  protected override tell<N extends keyof Events>(event: N, data: Events[N]): void {
    if (this.options.host !== 'jsinput') super.tell(event, data); // this channel carries only texts
    if (event !== 'time' && event !== 'tasks') this.course?.tellEvent(event, data, event === 'error' ? this.message : undefined);
  }
}
