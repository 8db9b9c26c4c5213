import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { countText } from '../format/count';
import { formatFixed } from '../format/quantity';
import { common } from '../format/texts';
import { loadDictionary } from '../link/dictionary';
import { documentHash, galleryHash } from '../link/link';
import { largestText } from '../link/pack';
import { layOut, type ModelDocument, withoutTexts, withParameters } from '../state/document';
import { inLanguage, languagesOfDocument } from '../state/document-texts';
import { download, fileName } from '../ui/download';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import { thumbnail } from '../ui/thumbnail';
import { type Authors, aboutOf, authorFields, keepAuthors, lastAuthors } from './authors';
import { type EmbedPart, tick } from './embed-choice';
import { fineQrCode, largestQrCode, linkLengthRemark } from './length';
import { proofOf, withoutValues } from './proof';
import { qrCode } from './qr';
import { scormPackage } from './scorm';
import { singlePage } from './single';
import { texts } from './texts';
import { isPassing, version } from './versions';
import './share.css';
import { type SceneOnPage, sceneContext } from '../scene';
import { language } from '../state/language';
import type { LinkedView } from '../state/linked-view';
import { untracked, watch } from '../state/observable';
import { baseName, beforeLiveRun, galleryName, type OpenModel, titleOf } from '../state/open-model';
import { plotsOfTasks } from '../state/task-plots';
import type { ViewState } from '../state/view-state';

const linkText = () => msg('Link');

/** The look of the page when the dialog was opened. */
type PageLook = Pick<ViewState, 'camera' | 'plots'>;

/** The form in which the model is sent. */
type Sent = 'link' | 'embed' | 'file';

const pictureWidth = 480; // px; about 10 kB in the snippet

/** The ways to share the open model: a link, a snippet for another page, a file. */
@customElement('slip-share-dialog')
export class ShareDialog extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  /** The link is for students, rather than for everyone. */
  @state() private forStudents = false;
  @state() private whole = false;
  @state() private bare = false;
  @state() private allLanguages = false;
  @state() private withView = true;
  @state() private authors = lastAuthors();
  @state() private withValues = false;
  /** The QR code fills the window. */
  @state() private codeLarge = false;
  /** Whether the sent model includes the current sliders and hands; without a choice by the person, `carries` decides. */
  @state() private asSet: Partial<Record<Sent, boolean>> = {};
  /** The state of the page when the dialog was opened; null: the dialog is closed. */
  @state() private look: PageLook | null = null;
  /** Explicitly chosen or omitted plots of the link, and of the embedded model, by index; the others have their defaults. */
  @state() private chosenPlots: Record<'link' | 'embed', ReadonlyMap<number, boolean>> = { link: new Map(), embed: new Map() };
  @state() private copied = '';
  /** Picture of the 3D view, for the snippet of a model without a picture in the gallery. */
  private picture = '';
  /** Shortens links of whole models; without it they are longer. */
  @state() private dictionary: Uint8Array | undefined;

  protected override whileInPage() {
    return [
      listen(window, 'hashchange', this.close),
      watch(
        () => this.session.view.sharing,
        (sharing) => {
          if (sharing) this.begin();
          else this.look = null;
        },
      ),
    ];
  }

  /** Another model was opened, so the links in the dialog are outdated. */
  private readonly close = () => {
    this.querySelector('dialog')?.close();
    this.look = null;
    this.session.view.share(false);
  };

  /** Stores the current state of the page. */
  private begin(): void {
    const { camera, plots } = this.session.view;
    const hidden = this.session.runner.model?.display.plots ?? []; // a task may cover the plots
    this.look = { camera, plots: plots.length > 0 ? plots : hidden.map(({ title }, number) => ({ number, title, look: null })) };
    this.chosenPlots = { link: new Map(), embed: new Map() };
    this.asSet = {};
    this.codeLarge = false;
    this.copied = '';
    this.picture = thumbnail(this.scene.element?.drawn ?? null, pictureWidth);
    void loadDictionary().then((dictionary) => {
      this.dictionary = dictionary ?? undefined;
    });
  }

  protected override updated(): void {
    if (this.look && this.dialog && !this.dialog.open) this.dialog.showModal();
  }

  private get dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  /** The contents keep their state from the opening of the dialog, except for choices made in it. */
  protected override render() {
    return untracked(() => this.renderDialog());
  }

  private renderDialog() {
    const { look } = this;
    const { opened } = this.session;
    if (!opened || !look) return nothing;
    const link = this.link(look);
    const proof = this.proof();
    const kept = this.session.comparison.kept.runs;
    return html`
      <dialog class="share-dialog" aria-labelledby="share-title" @click=${this.onBackdrop} @cancel=${this.onCancel} @close=${this.close}>
        <div class="share-body">
          <header>
            <h2 id="share-title">${texts.share()}</h2>
            <button type="button" class="icon-button" aria-label=${common.close()} @click=${this.close}>✕</button>
          </header>
          <div class="share-columns">
            <div>
              <div class="segmented share-audience" role="group" aria-label=${msg('Whom the link is for')}>
                ${[false, true].map((students) => html`<button type="button" aria-pressed=${this.forStudents === students} @click=${() => this.address(students)}>${students ? msg('For students') : msg('For everyone')}</button>`)}
              </div>
              ${
                this.forStudents
                  ? html`<p class="share-note">
                      ${this.hasTasks ? msg(html`The page opens at the tasks, without <em>Model</em> and <em>Build</em>.`) : msg(html`The page opens without <em>Model</em> and <em>Build</em>.`)}
                      ${msg('Solutions are hidden, not protected: a student who decodes the link can read them.')}
                    </p>`
                  : nothing
              }
              ${
                link
                  ? html`<label class="share-label" for="share-link">${linkText()}</label>
                      <div class="share-row">
                        <input id="share-link" type="text" readonly .value=${link} @focus=${select} />
                        <button type="button" class="main-button" @click=${() => this.copy(link, msg('Link copied'))}>${texts.copy()}</button>
                      </div>
                      <p class="quiet share-note">${msg(str`${countText(link.length)} characters: ${linkLengthRemark(link.length)}.`)}</p>
                      ${isPassing() ? html`<p class="share-note">${msg('This is a preview of the next version. Its links are not permanent: share from the released page.')}</p>` : nothing}`
                  : html`<p class="share-label">${linkText()}</p>
                      <p class="share-note">${msg('This model is too large for a link. Send the file instead; the reader opens it with “Open…”.')}</p>`
              }
              ${galleryName(opened) ? this.tick('whole', msg('The whole model, independent of the gallery')) : nothing}
              ${this.isWhole && !this.forStudents ? this.tick('bare', msg('Shorter: without text, tasks and reference curves')) : nothing}
              ${
                languagesOfDocument(opened.document).length > 1
                  ? this.tick('allLanguages', msg('All languages of the model’s texts'))
                  : nothing
              }
              ${this.renderAsSet('link')}
              ${this.tick('withView', kept.length > 0 ? msg('Time, camera, kept runs and plots as shown now') : msg('Time, camera and plots as shown now'))}
              ${
                !kept.every((run) => this.session.comparison.isLinkable(run))
                  ? html`<p class="quiet share-note">${msg('The link leaves out kept runs of other models, of earlier versions of this one, or with other actions by hand.')}</p>`
                  : nothing
              }
              ${
                proof && this.isAsShown('link')
                  ? this.tick('withValues', msg('Values of the result, so that readers see how far theirs differs'))
                  : nothing
              }
              ${this.withView ? this.renderPlots(look, 'link') : nothing}
              ${this.canName ? authorFields(this.authors, this.name) : nothing}
            </div>
            <div class="share-code">${link ? this.renderCode(link) : nothing}</div>
          </div>
          ${link ? this.renderEmbed(look) : nothing}
          <p class="share-label">${msg('As a file')}</p>
          <div class="share-row">
            <button type="button" class="outline-button" @click=${this.save}>${msg('Download JSON')}</button>
            <button type="button" class="outline-button" @click=${() => this.savePage(look)}>${msg('Download web page')}</button>
            ${
              Array.isArray(opened.document.tasks)
                ? html`<button type="button" class="outline-button" @click=${() => this.savePage(look, true)}>${msg('Download SCORM package')}</button>`
                : nothing
            }
          </div>
          ${this.renderAsSet('file')}
          <p class="quiet share-note">
            ${msg('JSON works for models of any size. The web page is one file with model, viewer and engine: it runs from a disk, a mail or a learning platform, without a network.')}
            ${Array.isArray(opened.document.tasks) ? msg('As a SCORM 1.2 package, it also reports the results of the tasks to a learning platform.') : nothing}
          </p>
          <p class="share-status" role="status">${this.copied}</p>
        </div>
      </dialog>
    `;
  }

  private tick(choice: 'whole' | 'bare' | 'allLanguages' | 'withView' | 'withValues', label: string) {
    return tick(label, this[choice], (on) => {
      this[choice] = on;
    });
  }

  private renderCode(link: string) {
    if (link.length > largestQrCode) return html`<p class="quiet">${msg('Too long for a QR code.')}</p>`;
    return html`<button type="button" class="share-qr" aria-pressed=${this.codeLarge} @click=${this.enlarge}>
        ${qrCode(link, msg('QR code of the link, in the whole window'))}
      </button>
      <p class="quiet">${msg('Press it to fill the window.')}${link.length > fineQrCode ? ` ${msg('The link is long, so the code is fine: scan it from close up.')}` : ''}</p>`;
  }

  private readonly enlarge = () => {
    this.codeLarge = !this.codeLarge;
  };

  /** Escape first leaves the large QR code. */
  private readonly onCancel = (event: Event) => {
    if (!this.codeLarge) return;
    event.preventDefault();
    this.enlarge();
  };

  private address(forStudents: boolean): void {
    this.forStudents = forStudents;
    this.copied = '';
  }

  private renderPlots({ plots }: PageLook, sent: 'link' | 'embed') {
    if (plots.length < 2) return nothing;
    const shown = new Set(this.shownPlots(plots, sent).map(({ number }) => number));
    const choose = (number: number, on: boolean) => {
      this.chosenPlots = { ...this.chosenPlots, [sent]: new Map([...this.chosenPlots[sent], [number, on]]) };
    };
    return html`<details class="share-plots">
      <summary>${msg(str`${shown.size} of ${plots.length} plots`)}</summary>
      ${plots.map(({ number, title }) => tick(plainLabel(title), shown.has(number), (on) => choose(number, on)))}
    </details>`;
  }

  /** By default, an embedded exercise shows the plots that its tasks need; anything else shows all plots. */
  private shownPlots(plots: PageLook['plots'], sent: 'link' | 'embed'): PageLook['plots'] {
    const { runner, opened } = this.session;
    const needed = sent === 'embed' && this.hasTasks && runner.model ? plotsOfTasks(runner.model, opened?.document ?? {}) : null;
    return plots.filter(({ number }) => this.chosenPlots[sent].get(number) ?? needed?.has(number) ?? true);
  }

  /** For a model with tasks, which may be an exercise: whether it starts from the values that its author tried last. */
  private renderAsSet(sent: Sent) {
    if (!this.hasTasks || !this.isChanged) return nothing;
    return tick(msg('Sliders and hands as they are now'), this.carries(sent), (on) => {
      this.asSet = { ...this.asSet, [sent]: on };
    });
  }

  private renderEmbed(look: PageLook) {
    const { opened, runner, hands } = this.session;
    const { model } = runner;
    const own = !galleryName(this.original('embed')) || this.whole;
    const has: Record<EmbedPart, boolean> = {
      title: true,
      scene: true,
      time: true,
      parameters: (model?.parameters.length ?? 0) > 0,
      plots: look.plots.length > 0,
      tasks: this.hasTasks,
    };
    return html`<slip-embed-choice
        .parts=${(Object.keys(has) as EmbedPart[]).filter((part) => has[part])}
        .touchable=${hands.canTakeOver}
        .hash=${this.hash(look, 'embed')}
        .modelTitle=${titleOf(opened, this.session.language) || common.model()}
        .picture=${own ? this.picture : ''}
        .plots=${this.renderPlots(look, 'embed')}
        .needsPlots=${this.shownPlots(look.plots, 'embed').length > 0}
        .copy=${(text: string) => this.copy(text, msg('Snippet copied'))}
      ></slip-embed-choice>
      ${this.renderAsSet('embed')}`;
  }

  /** A person's own model that does not name its authors yet. */
  private get canName(): boolean {
    const { opened } = this.session;
    return opened !== null && !galleryName(opened) && opened.origin !== 'submission' && opened.document.about === undefined;
  }
  private readonly name = (authors: Authors) => {
    this.authors = authors;
    keepAuthors(authors);
  };
  private get hasTasks(): boolean {
    return Array.isArray(this.session.opened?.document.tasks);
  }
  /** A link to the open model contains its document. */
  private get isWhole(): boolean {
    return this.whole || !galleryName(this.session.opened);
  }
  /** Whether the run shown differs from the run of the document. */
  private get isChanged(): boolean {
    const { opened, parameters } = this.session;
    return Object.keys(parameters.linked).length > 0 || beforeLiveRun(opened) !== null;
  }
  /**
   * The default of `asSet`. In a link to a gallery model, the values are separate from the document, so its answers remain right; a run by
   * hand is meant to be shown. Any other model may be handed out as an exercise.
   */
  private carries(sent: Sent): boolean {
    const { opened } = this.session;
    const shows = beforeLiveRun(opened) !== null || !this.isWhole;
    const usual = !this.hasTasks || (sent === 'link' && shows);
    return this.asSet[sent] ?? usual;
  }
  /** Whether the sent model reproduces the run that is shown. */
  private isAsShown(sent: Sent): boolean {
    return this.carries(sent) || !this.isChanged;
  }
  /** The model as it is sent, without its changed values. */
  private original(sent: Sent): OpenModel | null {
    const { opened } = this.session;
    return this.carries(sent) ? opened : (beforeLiveRun(opened) ?? opened);
  }
  private values(sent: Sent) {
    return this.carries(sent) ? this.session.parameters.linked : {};
  }

  private hash(look: PageLook, sent: Sent): string {
    const name = galleryName(this.original(sent));
    const view = this.view(look, sent);
    if (name && !this.whole) return galleryHash(name, this.values(sent), view);
    const document = this.document(sent);
    const shortened = this.bare && !this.forStudents ? withoutTexts(document) : document;
    const bytes = new TextEncoder().encode(JSON.stringify(shortened)).length;
    return bytes <= largestText ? documentHash(shortened, view, this.dictionary) : '';
  }

  private document(sent: Sent): ModelDocument {
    const given = this.original(sent)?.document ?? {};
    const document = withParameters(this.allLanguages ? given : inLanguage(given, this.session.language), this.values(sent));
    const about = this.canName ? aboutOf(this.authors, baseName(this.session.opened!)) : undefined;
    return about ? { ...document, about } : document;
  }

  /** '' if the model does not fit into a link. */
  private link(look: PageLook): string {
    const hash = this.hash(look, 'link');
    return hash && `${location.origin}${location.pathname}${hash}`;
  }

  private view({ camera, plots }: PageLook, sent: Sent): LinkedView {
    const view: LinkedView = {};
    if (this.withView) {
      const { cursor } = this.session;
      if (cursor.time > cursor.start && cursor.time < cursor.end) view.time = cursor.time; // a view at the end would never play

      if (camera) view.camera = camera;
      const shown = this.shownPlots(plots, sent === 'embed' ? sent : 'link');
      if (shown.length < plots.length) view.plots = shown.map(({ number }) => number);
      if (cursor.window) view.window = cursor.window;
      const kept = this.carries(sent) ? this.session.comparison.linkedRuns(this.isWhole) : [];
      if (kept.length > 0) view.kept = kept;
      const { freeBody } = this.session.view;
      if (freeBody) view.freeBody = freeBody;
      const { chosen } = this.session.study;
      if (chosen) view.study = chosen;
      const looks = shown.flatMap(({ number, look }) => (look ? [[number, look] as const] : []));
      if (looks.length > 0) view.looks = Object.fromEntries(looks);
    }
    if (sent !== 'file' && (this.forStudents || (sent === 'embed' && this.hasTasks))) view.student = true;
    const name = sent !== 'file' && !this.whole && galleryName(this.original(sent));
    if (name && this.session.opened?.origin === 'gallery') view.model = this.session.opened.hash;
    const proof = this.isAsShown(sent) ? this.proof() : null;
    view.proof = proof ? (this.withValues ? proof : withoutValues(proof)) : version;
    return view;
  }

  private proof(): string | null {
    const { recording, phase } = this.session.runner;
    return recording && phase === 'finished' ? proofOf(recording, version) : null;
  }

  private async copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = done;
    } catch {
      this.copied = msg('This browser does not allow copying here; select the text and copy it yourself.');
    }
  }

  private readonly save = () => {
    const document = this.document('file');
    const title = titleOf(this.session.opened, this.session.language) || 'model';
    download(`${fileName(title)}.json`, 'application/json', `${layOut(document)}\n`);
  };

  /** One file that runs without the site, either on its own or as a package for a learning platform. */
  private async savePage(look: PageLook, packed = false): Promise<void> {
    const document = this.document('file');
    const title = titleOf(this.session.opened, this.session.language) || 'model';
    try {
      const response = await fetch('single.html');
      if (!response.ok) throw new Error(msg(str`the server answered ${response.status}`));
      const site = location.protocol.startsWith('http') ? `${location.origin}${location.pathname}` : '';
      const page = singlePage(await response.text(), { document, view: this.view(look, 'file'), site, language: language.shown });
      const name = `${fileName(title)}.${packed ? 'zip' : 'html'}`;
      const file = packed ? new Blob([scormPackage(page, title)], { type: 'application/zip' }) : new Blob([page], { type: 'text/html' });
      download(name, file.type, file);
      this.copied = msg(str`Saved as ${name}, ${formatFixed(file.size / 1e6, 1)} MB`);
    } catch (error) {
      this.copied = msg(str`Could not make the web page: ${error instanceof Error ? error.message : error}`);
    }
  }

  private readonly onBackdrop = (event: Event) => {
    if (event.target === this.dialog) this.close();
  };
}

function select(event: Event): void {
  (event.target as HTMLInputElement).select();
}
