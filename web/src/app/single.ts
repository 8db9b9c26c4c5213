import '../ui/tokens.css';
import '../ui/reset.css';
import '../ui/base.css';
import { customElement, state } from 'lit/decorators.js';
import { html } from '../ui/html';
import './model-page';
import { short } from '../format/short';
import { connectJsInput } from '../hosts/jsinput';
import { connectScorm, findScormApi } from '../hosts/scorm';
import { connectSplice } from '../hosts/splice';
import { documentHash } from '../link/link';
import { modelOfDocument } from '../link/open-document';
import { type SingleModel, singleModelOf } from '../share/single';
import { runUnlessHeavy, UnendedRuns } from '../state/caution';
import { followClock } from '../state/cursor';
import { withParameters } from '../state/document';
import { createPageEngine, memoryForRuns } from '../state/engine';
import { Runner } from '../state/runner';
import { Session } from '../state/session';
import { seedOfAddress } from '../state/tasks';
import { wordsOf } from '../tasks/words';
import { icons } from '../ui/icons';
import { theme } from '../ui/theme';
import { View } from '../ui/view';
import { heldModel } from './held';
import { providePage } from './provide';
import './single.css';

/** The page in one file: shows the model that it contains. */
@customElement('slip-single')
export class Single extends View {
  @state() private message = '';
  private site = '';
  private packed = { values: '', hash: '' };
  private readonly session = new Session(new Runner(createPageEngine), memoryForRuns(), seedOfAddress());
  private readonly unended = new UnendedRuns();

  constructor() {
    super();
    providePage(this, this.session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const model = singleModelOf(document.getElementById('model')?.textContent ?? '');
    if (typeof model !== 'string' && model.held) return this.replaceWith(heldModel(model, model.held));
    followClock(this.session.cursor);
    this.unended.follow(this.session);
    if (typeof model === 'string') this.message = model;
    else this.open(model);
  }

  protected override render() {
    if (this.message) return html`<p class="single-message" role="alert">${this.message}</p>`;
    return html`
      <header class="single-header">
        ${this.site ? html`<a href=${this.site + this.link} target="_blank" rel="noopener">Open in Slipstick ↗</a>` : html`<span>Slipstick</span>`}
        <button type="button" class="icon-button" aria-label=${`Colours: ${theme.choice}`} @click=${() => theme.next()}>${icons[theme.choice]}</button>
      </header>
      <slip-model-page .site=${this.site} .editable=${false} @click=${this.onClick}></slip-model-page>
    `;
  }

  private open({ document: model, view, site }: SingleModel): void {
    this.site = site;
    const opened = modelOfDocument(JSON.stringify(model), view);
    this.session.open(opened.model, opened.values);
    if (typeof model.title === 'string') document.title = short(model.title);
    void this.begin();
  }

  /** Restores the answers of an earlier visit before the run, because they may change it. */
  private async begin(): Promise<void> {
    const { tasks: book, runner, opened } = this.session;
    const tasks = () => runner.model?.tasks ?? [];
    const platform = findScormApi();
    if (platform) await connectScorm(book, tasks, platform);
    else if (window.parent !== window && opened?.document.tasks) {
      connectSplice(book, tasks, window.parent, window, false);
      connectJsInput(book, tasks, () => wordsOf(book.spoken(tasks())).checkFirst);
    }
    await runUnlessHeavy(this.session, this.unended);
  }

  /** The link to the model with its current values. Packing takes a while, so it is done once for each set of values. */
  private get link(): string {
    const { opened, parameters } = this.session;
    const linked = opened?.document.tasks ? {} : parameters.linked; // other values would change the right answers
    const values = JSON.stringify(linked);
    if (opened && values !== this.packed.values) this.packed = { values, hash: documentHash(withParameters(opened.document, linked)) };
    return this.packed.hash;
  }

  /** Texts of a model may refer to pages of the site. */
  private readonly onClick = (event: Event) => {
    const hash = (event.target as Element).closest?.('a[href^="#"]')?.getAttribute('href');
    if (!hash) return;
    event.preventDefault();
    if (this.site) window.open(this.site + hash, '_blank', 'noopener');
  };
}
