import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { drafts } from '../editor/drafts';
import { openDroppedFiles } from '../editor/open';
import { attempt } from '../format/attempt';
import { short } from '../format/short';
import { common } from '../format/texts';
import { type Link, readLink } from '../link/link';
import { LinkState } from '../link/link-state';
import { mendedAddress } from '../link/mend';
import { loadLanguages, modelOfLink } from '../link/open-link';
import type { PlotView } from '../plots';
import { firstModel } from '../state/catalogue';
import type { ModelDocument } from '../state/document';
import { usableRuns } from '../state/kept-runs';
import { language } from '../state/language';
import type { LinkedRun } from '../state/linked-view';
import { observed, together, watch } from '../state/observable';
import { galleryName, type OpenModel, type Origin, titleOf } from '../state/open-model';
import { html } from '../ui/html';
import '../editor/own-models';
import '../gallery/gallery-view';
import './app.css';
import './header';
import './model-page';
import { isRecord } from '../format/own';
import { listen } from '../ui/listen';
import { load } from '../ui/load';
import { AddressBar } from './address';
import { Places } from './places';
import { Shell } from './shell';

type Page =
  | { kind: 'loading' }
  | { kind: 'model' }
  | { kind: 'list'; message: string }
  | { kind: 'grade'; dropped: readonly File[] }
  | Extract<Link, { kind: 'reference' | 'doc' }>;

const exampleParts = new Set(['scene', 'time', 'plots']);
const formulaParts = new Set(['time', 'plots']);

/** The application: reads the address and shows its page. */
@customElement('slip-app')
export class App extends Shell {
  @state() private page: Page = { kind: 'loading' };
  private readonly places = new Places();
  private readonly address = new AddressBar();
  private hash = '';
  /** The address is empty: the page shows the first model, with a sentence about Slipstick. */
  @state() private atHome = false;
  /** The model that the address names is still loading. */
  private opening = false;
  @observed private pageTitle = () => document.title;
  /** The state of this entry of the tab's history, as JSON. */
  private remembered = '{}';
  private readonly link = new LinkState(this.session);

  protected override whileInPage() {
    const { session, link } = this;
    void session.runner.prepare();
    const ends = [
      ...super.whileInPage(),
      link.follow(),
      watch(
        () => [session.language, session.opened],
        () => void loadLanguages(session),
      ),
      this.address.follow(),
      watch(
        () => [link.hash, link.remembered],
        () => this.address.plan(this.updateAddress),
      ),
      watch(
        () => session.opened,
        (opened) => {
          if (opened) this.pageTitle = () => pageTitle(opened, session.language);
        },
      ),
      watch(
        () => [this.pageTitle, session.language] as const,
        ([title]) => {
          document.title = title();
        },
      ),
      openDroppedFiles(
        (message) => this.showList(message),
        (files) => this.showGrading(files),
        (file, on) => this.takeCurve(file, on),
        () => session.runner.prepare(),
      ),
      listen(window, 'hashchange', this.onHash),
      listen(window, 'keydown', this.onKey),
    ];
    const mended = mendedAddress(location);
    if (mended) history.replaceState(history.state, '', mended);
    void this.open();
    return ends;
  }

  protected override render() {
    const { page } = this;
    const forStudents = this.session.opened?.view?.student === true;
    return html`
      <slip-header .shareable=${page.kind === 'model'} .forStudents=${forStudents}></slip-header>
      ${page.kind === 'model' && this.atHome ? welcome() : nothing}
      ${page.kind === 'model' ? html`<slip-model-page .site=${new URL('.', location.href).href} .editable=${!forStudents}></slip-model-page>` : nothing}
      ${page.kind === 'reference' ? html`<slip-reference .item=${page.item} .search=${page.search} .example=${example} @query=${this.keepSearch}></slip-reference>` : nothing}
      ${page.kind === 'doc' ? html`<slip-doc .name=${page.name}></slip-doc>` : nothing}
      ${page.kind === 'grade' ? html`<slip-grading .dropped=${page.dropped}></slip-grading>` : nothing}
      ${page.kind === 'list' ? html`<slip-gallery .message=${page.message} .below=${html`<slip-own-models></slip-own-models>`}></slip-gallery>` : nothing}
    `;
  }

  /** Passes a measured curve to the open model; it appears with the curves of the plot on which it was dropped. */
  private takeCurve(file: File, on: Element | null): void {
    const { view, runner } = this.session;
    if (this.page.kind !== 'model' || !runner.model?.parameters.length)
      return this.showList(
        msg(str`“${file.name}” is a table. Drop it on a plot of a model with parameters, which the tab “Study” fits to it.`),
      );
    view.goTo({ at: 'curve', file, plot: on?.closest<PlotView>('slip-plot')?.number ?? -1 });
  }

  /** The address of the reference contains the search. */
  private readonly keepSearch = ({ detail: hash }: CustomEvent<string>) => {
    this.address.plan(() => this.page.kind === 'reference' && this.writeAddress(hash));
  };

  /** The key ? lists the keys. */
  private readonly onKey = async ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== '?' || defaultPrevented || (target as Element).closest?.('input, textarea, select, [contenteditable], dialog')) return;
    const { showKeys } = await load(() => import('../reference/keys'));
    await showKeys();
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
    this.opening = true;
    await language.pending; // for messages
    if (location.hash !== hash) return;
    const link = readLink(hash);
    this.atHome = link.kind === 'home';
    if (link.kind === 'list') return this.showList('');
    if (link.kind === 'grade') return this.showGrading([]);
    if (link.kind === 'draft') return this.showDraft(link.id);
    if (link.kind === 'reference' || link.kind === 'doc') return this.showPage(link);
    const opened = await modelOfLink(
      link.kind === 'home' ? { kind: 'gallery', name: firstModel, parameters: {}, view: {} } : link,
      language.shown,
    );
    if (location.hash !== hash) return; // another link was followed meanwhile
    if (typeof opened === 'string') this.showList(opened);
    else if (galleryName(opened.model)) this.showModel(opened.model, opened.values);
    else this.showModel(withRememberedRuns(opened.model), rememberedValues(opened.model.document));
  }

  private async showPage(page: Extract<Link, { kind: 'reference' | 'doc' }>): Promise<void> {
    const { hash } = this;
    await load<unknown>(() => (page.kind === 'doc' ? import('../reference/doc-page') : import('../reference/reference-page')));
    if (this.hash !== hash) return;
    if (page.kind === 'doc' || this.page.kind !== 'reference') this.session.close();
    this.pageTitle = () =>
      `${page.kind === 'doc' ? msg('Documentation') : page.item.replace(/^.*\./, '') || common.reference()} – Slipstick`;
    this.show(page);
  }

  /** `dropped`: files to grade at once. */
  private async showGrading(dropped: readonly File[]): Promise<void> {
    this.address.flush();
    if (location.hash !== '#grade') history.pushState(null, '', '#grade');
    this.hash = location.hash;
    await load(() => import('../grading/grading-page'));
    if (this.hash !== '#grade') return;
    if (this.page.kind !== 'grade') this.session.close();
    this.pageTitle = () => msg('Grade answers – Slipstick');
    this.show({ kind: 'grade', dropped });
  }

  private async showDraft(id: string): Promise<void> {
    const { hash } = this;
    const draft = await drafts.get(id);
    if (this.hash !== hash) return; // another link was followed meanwhile
    if (!draft)
      return this.showList(
        msg('This address belongs to a model that is kept in another browser. To send a model, use a link made with Share.'),
      );
    const document = parsed(draft.text);
    const origin: Origin = draft.base ? { origin: 'gallery', name: draft.base, hash: '', parameters: {} } : { origin: 'document' };
    const model = { ...origin, draft: id, document, text: draft.text, note: drafts.notice(id) };
    this.showModel(withRememberedRuns(model), rememberedValues(document));
  }

  private showList(message: string): void {
    this.session.close();
    this.pageTitle = () => 'Slipstick';
    this.show({ kind: 'list', message });
  }

  private showModel(model: OpenModel, values: Record<string, number>): void {
    this.remembered = '{}';
    together(() => {
      this.link.open(this.hash);
      this.session.open(model, values, this.mayPlay);
      if (rememberedTab()) this.session.view.restore(rememberedTab());
    });
    this.show({ kind: 'model' });
    this.opening = false;
    this.address.plan(this.updateAddress);
    void this.run();
  }

  /** Keeps the address in step with the sliders, so that it can be copied at any time; the tab's history remembers the rest. */
  private readonly updateAddress = () => {
    const { opened } = this.session;
    if (!opened || this.opening || this.page.kind !== 'model' || location.hash !== this.hash) return;
    const { hash, remembered } = this.link;
    const { values, kept, tab } = remembered;
    const state = galleryName(opened) ? { tab } : { values, kept, tab }; // the address of a gallery model has the rest
    const text = JSON.stringify(state);
    if (hash === this.hash && text === this.remembered) return;
    this.writeAddress(hash || location.pathname + location.search, state);
    this.remembered = text;
  };

  private writeAddress(address: string, state: object = {}): void {
    if (location.hash !== this.hash) return; // a link was followed, and its event is still to come
    history.replaceState({ ...history.state, ...state }, '', address);
    this.hash = location.hash;
  }
}

const welcome = () => html`<p class="welcome">
  <span>${msg('Slipstick simulates machines with contact and friction, right here in your browser: move a slider and see what happens.')}</span>
  <span class="welcome-links"><a href="#gallery">${msg('All models')}</a> <a href="#doc=about">${msg('What is this?')}</a></span>
</p>`;

/** An example of the reference: the parts of a model page that move. A formula has no 3D view. */
function example(kind: string) {
  return html`<slip-model-page .parts=${kind === 'function' ? formulaParts : exampleParts}></slip-model-page>`;
}

function pageTitle(opened: OpenModel, language: string): string {
  const { draft, origin } = opened;
  const title = titleOf(opened, language);
  return title ? `${draft && origin === 'gallery' ? msg(str`${short(title)} (your copy)`) : short(title)} – Slipstick` : 'Slipstick';
}

/** The values of sliders when this entry of the tab's history was left. */
function rememberedValues({ parameters }: ModelDocument): Record<string, number> {
  const values: object = (history.state as { values?: object } | null)?.values ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => Number.isFinite(value) && Object.hasOwn(parameters ?? {}, name)),
  );
}

/** The tab that a person had chosen when this entry of the tab's history was left, or "". */
function rememberedTab(): string {
  const { tab } = (history.state as { tab?: unknown } | null) ?? {};
  return typeof tab === 'string' ? tab : '';
}

/** The model with the runs that were kept when this entry of the tab's history was left. */
function withRememberedRuns(model: OpenModel): OpenModel {
  const { kept } = (history.state as { kept?: unknown } | null) ?? {};
  if (!Array.isArray(kept)) return model;
  return { ...model, view: { ...model.view, kept: usableRuns(kept as LinkedRun[], model.document.parameters ?? {}).runs } };
}

/** An invalid text opens too, so that it can be corrected. */
function parsed(text: string): ModelDocument {
  const document: unknown = attempt(() => JSON.parse(text), null);
  return isRecord(document) ? document : {};
}
