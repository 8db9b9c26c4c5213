import { html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { drafts } from '../editor/drafts';
import { openDroppedFiles } from '../editor/open';
import { loadDictionary } from '../link/dictionary';
import { documentHash, galleryHash, type Link, readLink } from '../link/link';
import { modelOfLink } from '../link/open-link';
import type { ShareButton } from '../share/share-button';
import { firstModel } from '../state/catalogue';
import { runUnlessHeavy, UnendedRuns } from '../state/caution';
import { followClock } from '../state/cursor';
import { type ModelDocument, withParameters } from '../state/document';
import { createPageEngine, memoryForRuns } from '../state/engine';
import { type LinkedRun, usableRuns } from '../state/kept-runs';
import { Runner } from '../state/runner';
import { type OpenModel, Session } from '../state/session';
import { seedOfAddress } from '../state/tasks';
import '../editor/own-models';
import '../gallery/gallery-view';
import './app.css';
import './header';
import './model-page';
import { View } from '../ui/view';
import type { ModelPage } from './model-page';
import { Places } from './places';

type Page = { kind: 'loading' } | { kind: 'model' } | { kind: 'list'; message: string } | Extract<Link, { kind: 'reference' | 'doc' }>;

const longestAddress = 16_000; // characters, which every browser takes

const exampleParts = new Set(['scene', 'time', 'plots']);
const formulaParts = new Set(['time', 'plots']);

/** The application: reads the address and shows the page it asks for. */
@customElement('slip-app')
export class App extends View {
  @state() private page: Page = { kind: 'loading' };
  private readonly session = new Session(new Runner(createPageEngine), memoryForRuns(), seedOfAddress());
  private stopClock = () => {};
  private stopDrop = () => {};
  private readonly unended = new UnendedRuns();
  private readonly places = new Places();
  private stopWatch = () => {};
  private hash = '';
  /** The address asks for nothing: the page shows the first model, with a sentence on what Slipstick is. */
  @state() private atHome = false;
  private openedHash = '';
  /** The model that the address names is still loading. */
  private opening = false;
  private remembered = '';
  /** The document that the address carries because a person has touched its run. */
  private carried = '';

  protected override follows() {
    return [{ source: this.session, then: () => this.updateHash() }];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopClock = followClock(this.session.cursor);
    void this.session.runner.prepare();
    this.stopWatch = this.unended.follow(this.session);
    this.stopDrop = openDroppedFiles((message) => this.showList(message));
    addEventListener('hashchange', this.onHash);
    void this.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.onHash);
    this.stopClock();
    this.stopDrop();
    this.stopWatch();
    this.session.runner.dispose();
  }

  protected override render() {
    const { page } = this;
    return html`
      <slip-header .session=${page.kind === 'model' ? this.session : null} .look=${this.look}></slip-header>
      ${page.kind === 'model' && this.atHome ? welcome : nothing}
      ${page.kind === 'model' ? html`<slip-model-page .session=${this.session} .site=${new URL('.', location.href).href} @share=${this.share}></slip-model-page>` : nothing}
      ${page.kind === 'reference' ? html`<slip-reference .session=${this.session} .item=${page.item} .search=${page.search} .example=${example} @query=${this.keepSearch}></slip-reference>` : nothing}
      ${page.kind === 'doc' ? html`<slip-doc .name=${page.name}></slip-doc>` : nothing}
      ${page.kind === 'list' ? html`<slip-gallery .message=${page.message} .below=${html`<slip-own-models></slip-own-models>`}></slip-gallery>` : nothing}
    `;
  }

  private readonly look = () => this.querySelector<ModelPage>('slip-model-page')?.look ?? { camera: null, plots: [] };

  private readonly share = () => void this.querySelector<ShareButton>('slip-share')?.open();

  /** The address of the reference says what is searched for. */
  private readonly keepSearch = ({ detail: hash }: CustomEvent<string>) => {
    history.replaceState(history.state, '', hash);
    this.hash = location.hash;
  };

  private readonly onHash = () => {
    if (location.hash === this.hash) return;
    this.places.leave();
    void this.open();
  };

  private show(page: Page): void {
    this.page = page;
    void this.updateComplete.then(() => this.places.arrive('section' in page ? page.section : ''));
  }

  private async open(): Promise<void> {
    const { hash } = location;
    this.hash = hash;
    this.openedHash = hash;
    this.carried = '';
    this.opening = true;
    const link = readLink(hash);
    this.atHome = link.kind === 'home';
    if (link.kind === 'list') return this.showList('');
    if (link.kind === 'draft') return this.showDraft(link.id);
    if (link.kind === 'reference' || link.kind === 'doc') return this.showPage(link);
    const opened = await modelOfLink(link.kind === 'home' ? { kind: 'gallery', name: firstModel, parameters: {}, view: {} } : link);
    if (location.hash !== hash) return; // another link was followed meanwhile
    if (typeof opened === 'string') this.showList(opened);
    else if (opened.model.name) this.showModel(opened.model, opened.values);
    else this.showModel(withRememberedRuns(opened.model), rememberedValues(opened.model.document));
  }

  private async showPage(page: Extract<Link, { kind: 'reference' | 'doc' }>): Promise<void> {
    const { hash } = this;
    await (page.kind === 'doc' ? import('../reference/doc-page') : import('../reference/reference-page'));
    if (this.hash !== hash) return;
    if (page.kind === 'doc' || this.page.kind !== 'reference') this.session.close();
    document.title = `${page.kind === 'doc' ? 'Documentation' : page.item.replace(/^.*\./, '') || 'Reference'} – Slipstick`;
    this.show(page);
  }

  private showDraft(id: string): void {
    const draft = drafts.get(id);
    if (!draft)
      return this.showList('This address belongs to a model that is kept in another browser. To send a model, use a link made with Share.');
    const document = parsed(draft.text);
    const model = { name: null, draft: id, base: draft.base, document, text: draft.text };
    this.showModel(withRememberedRuns(model), rememberedValues(document));
  }

  private showList(message: string): void {
    this.session.close();
    document.title = 'Slipstick';
    this.show({ kind: 'list', message });
  }

  private showModel(model: OpenModel, values: Record<string, number>): void {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.session.open(model, values, !calm);
    this.show({ kind: 'model' });
    this.opening = false;
    this.updateHash();
    void runUnlessHeavy(this.session, this.unended);
  }

  /** The link that was opened, while it still says what is shown. */
  private sentHash({ view, note, parameters = {} }: OpenModel, values: Readonly<Record<string, number>>, kept: LinkedRun[]): string {
    const text = (object: object) => JSON.stringify(Object.entries(object).sort());
    const same = text(values) === text(parameters) && text(kept) === text(view?.kept ?? []);
    return view && !note && Object.keys(view).length > 0 && same ? this.openedHash : '';
  }

  /** Keeps the address in step with the sliders, so that it can be copied at any time; the tab's history remembers the rest. */
  private updateHash(): void {
    const { opened, linked: values } = this.session;
    if (opened) document.title = titleOf(opened);
    if (!opened || this.opening || this.page.kind !== 'model') return;
    if (location.hash !== this.hash) return; // a link was followed, of which nobody has been told yet
    const kept = this.session.linkedRuns(false);
    if (!opened.name && JSON.stringify([values, kept]) !== this.remembered) {
      this.remembered = JSON.stringify([values, kept]);
      history.replaceState({ ...history.state, values, kept }, '');
    }
    if (opened.untouched && !opened.draft) return void this.carryTouched(opened);
    const changed = Object.keys(values).length > 0 || kept.length > 0;
    if (!opened.name && !opened.draft && this.carried) return this.replaceHash(this.openedHash);
    if (!opened.draft && (!opened.name || (!changed && this.hash === ''))) return;
    const hash = opened.draft
      ? `#d=${opened.draft}`
      : this.sentHash(opened, values, kept) || galleryHash(opened.name ?? '', values, { kept });
    this.replaceHash(hash);
  }

  /** The address carries what a person did in a run, as far as addresses reach. */
  private async carryTouched(opened: OpenModel): Promise<void> {
    const document = withParameters(opened.document, this.session.linked);
    const carried = JSON.stringify(document);
    if (carried === this.carried) return;
    this.carried = carried;
    const dictionary = await loadDictionary();
    if (this.carried !== carried || this.session.opened !== opened || this.page.kind !== 'model' || location.hash !== this.hash) return;
    const hash = documentHash(document, {}, dictionary ?? undefined);
    if (hash.length <= longestAddress) this.replaceHash(hash);
  }

  private replaceHash(hash: string): void {
    if (hash !== this.hash) history.replaceState(history.state, '', hash || location.pathname);
    this.hash = location.hash;
  }
}

const welcome = html`<p class="welcome">
  <span>Slipstick simulates machines with contact and friction, here in your browser: move a slider and see what happens.</span>
  <span class="welcome-links"><a href="#gallery">All models</a> <a href="#doc=about">What is this?</a></span>
</p>`;

/** An example of the reference: the parts of a model page that move. A formula has no picture. */
function example(session: Session, kind: string) {
  return html`<slip-model-page .session=${session} .parts=${kind === 'function' ? formulaParts : exampleParts}></slip-model-page>`;
}

function titleOf({ document: { title }, draft, base }: OpenModel): string {
  return typeof title === 'string' ? `${title}${draft && base ? ' (your copy)' : ''} – Slipstick` : 'Slipstick';
}

/** The values of sliders when this entry of the tab's history was left. */
function rememberedValues({ parameters }: ModelDocument): Record<string, number> {
  const values: object = (history.state as { values?: object } | null)?.values ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => Number.isFinite(value) && Object.hasOwn(parameters ?? {}, name)),
  );
}

/** The model with the runs that were kept when this entry of the tab's history was left. */
function withRememberedRuns(model: OpenModel): OpenModel {
  const { kept } = (history.state as { kept?: unknown } | null) ?? {};
  if (!Array.isArray(kept)) return model;
  return { ...model, view: { ...model.view, kept: usableRuns(kept as LinkedRun[], model.document.parameters ?? {}).runs } };
}

/** A text that is no document yet can be opened all the same, to be corrected. */
function parsed(text: string): ModelDocument {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null && !Array.isArray(document) ? (document as ModelDocument) : {};
  } catch {
    return {};
  }
}
