import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { firstModel, loadModel, modelNames } from '../model/catalogue';
import type { ModelDocument } from '../model/document';
import { followClock } from '../run/cursor';
import { createPageEngine } from '../run/engine';
import { Runner } from '../run/runner';
import { type OpenModel, Session } from '../run/session';
import { galleryHash, readLink } from '../share/link';
import '../gallery/gallery-view';
import './header';
import './model-page';
import { View } from './view';

type Page = { kind: 'loading' } | { kind: 'model' } | { kind: 'list'; message: string };

/** The application: reads the address and shows the page it asks for. */
@customElement('slip-app')
export class App extends View {
  @state() private page: Page = { kind: 'loading' };
  private readonly session = new Session(new Runner(createPageEngine));
  private stopClock = () => {};
  private hash = '';

  protected override follows() {
    return [{ source: this.session, then: () => this.updateHash() }];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopClock = followClock(this.session.cursor);
    void this.session.runner.prepare();
    addEventListener('hashchange', this.onHash);
    void this.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.onHash);
    this.stopClock();
    this.session.runner.dispose();
  }

  protected override render() {
    const { page } = this;
    return html`
      <slip-header></slip-header>
      ${page.kind === 'model' ? html`<slip-model-page .session=${this.session}></slip-model-page>` : nothing}
      ${page.kind === 'list' ? html`<slip-gallery .message=${page.message}></slip-gallery>` : nothing}
    `;
  }

  private readonly onHash = () => {
    if (location.hash !== this.hash) void this.open();
  };

  private async open(): Promise<void> {
    this.hash = location.hash;
    const link = readLink(this.hash);
    if (link.kind === 'list' || link.kind === 'broken') return this.showList(link.kind === 'broken' ? link.message : '');
    if (link.kind === 'document')
      return this.showModel({ name: null, document: JSON.parse(link.text) as ModelDocument, text: link.text }, {});
    const name = link.kind === 'gallery' ? link.name : firstModel;
    const entry = await loadModel(name);
    if (location.hash !== this.hash) return; // another link was followed meanwhile
    if (!entry) return this.showList(`There is no model “${name}”. The names are: ${modelNames.join(', ')}.`);
    const values = link.kind === 'gallery' ? link.parameters : {};
    const known = entry.document.parameters ?? {};
    const unknown = Object.keys(values).filter((key) => !Object.hasOwn(known, key));
    if (unknown.length > 0)
      return this.showList(`The model “${name}” has no parameter “${unknown[0]}”. It has: ${Object.keys(known).join(', ')}.`);
    this.showModel(entry, values);
  }

  private showList(message: string): void {
    this.session.close();
    document.title = 'Slipstick';
    this.page = { kind: 'list', message };
  }

  private showModel(model: OpenModel, values: Record<string, number>): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const gallery = (model.document.display?.gallery ?? {}) as { heavy?: unknown };
    document.title = typeof model.document.title === 'string' ? `${model.document.title} – Slipstick` : 'Slipstick';
    this.session.autoplay = !calm;
    this.session.open(model, values);
    this.page = { kind: 'model' };
    if (gallery.heavy !== true) this.session.run();
  }

  /** The address follows the sliders, so that it can be copied at any time. */
  private updateHash(): void {
    const { opened, values } = this.session;
    if (!opened?.name || this.page.kind !== 'model') return;
    const changed = Object.keys(values).length > 0;
    if (!changed && this.hash === '') return;
    const hash = galleryHash(opened.name, values);
    if (hash === this.hash) return;
    this.hash = hash;
    history.replaceState(history.state, '', hash);
  }
}
