import { msg, str } from '@lit/localize';
import { customElement } from 'lit/decorators.js';
import { readOptions } from '../embed/options';
import { followFrameHeight } from '../hosts/frame-height';
import { documentHash } from '../link/link';
import { loadLanguages } from '../link/open-link';
import { watch } from '../state/observable';
import { audience, galleryName } from '../state/open-model';
import { html } from '../ui/html';
import { EmbeddedModel } from './embedded';
import { framePort, jsInputPort, splicePort } from './ports';
import './embed.css';

/** A model in a frame of another page, with which it exchanges messages. */
@customElement('slip-embed')
export class Embed extends EmbeddedModel {
  protected readonly options = readOptions(location.search);
  protected readonly site = new URL('.', location.href).href;
  private connected = false;

  protected override whileInPage() {
    const ends = super.whileInPage();
    const port = framePort(this.answers, this.options.host);
    this.ports.push(port);
    ends.push(
      watch(
        () => [this.session.language, this.session.opened],
        () => void loadLanguages(this.session),
      ),
    );
    ends.push(followFrameHeight(this, (height) => port.report?.('height', { height })));
    void this.openLink(location.hash);
    return ends;
  }

  protected override renderBrand(title: string) {
    return html`<a class="embed-brand" href=${`./${this.siteLink()}`} target="_blank" rel="noopener" aria-label=${msg(str`${title}: open in Slipstick`)}><span>Slipstick </span>↗</a>`;
  }

  /** Connects once to the course that contains the frame. */
  protected override async connect(): Promise<void> {
    const { host } = this.options;
    if (host === '' || this.connected || window.parent === window) return;
    this.connected = true;
    const { tasks: book } = this.session;
    this.ports.push(await (host === 'jsinput' ? jsInputPort(book, this.tasks) : splicePort(book, this.tasks, this, true)));
  }

  /** The link to the same model on the site. It omits changed values, which would change the right answers to the tasks. */
  private siteLink(): string {
    const { opened } = this.session;
    return opened && !galleryName(opened) && opened.document.tasks ? documentHash(opened.document, audience(opened)) : this.link();
  }
}
