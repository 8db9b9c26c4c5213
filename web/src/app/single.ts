import { msg } from '@lit/localize';
import '../ui/tokens.css';
import '../ui/reset.css';
import '../ui/base.css';
import { customElement, state } from 'lit/decorators.js';
import { html } from '../ui/html';
import './model-page';
import { short } from '../format/short';
import { connectScorm, findScormApi } from '../hosts/scorm';
import { documentHash } from '../link/link';
import { modelOfDocument } from '../link/open-document';
import { type SingleModel, singleModelOf } from '../share/single';
import { withParameters } from '../state/document';
import { chosenLanguage } from '../state/language';
import { titleOf } from '../state/open-model';
import { icons } from '../ui/icons';
import { theme } from '../ui/theme';
import { HeldModel } from './held';
import { jsInputPort, splicePort } from './ports';
import { Shell } from './shell';
import './language-choice';
import { themeLabel } from './theme-label';
import './single.css';

/** The page in one file: shows the model that it contains. */
@customElement('slip-single')
export class Single extends Shell {
  @state() private message = '';
  private site = '';
  private language = '';
  private packed = { values: '', hash: '' };

  override connectedCallback(): void {
    const model = singleModelOf(document.getElementById('model')?.textContent ?? '');
    if (typeof model !== 'string' && model.held) return this.replaceWith(new HeldModel(model, model.held));
    if (typeof model !== 'string') this.language = model.language ?? '';
    super.connectedCallback();
    if (typeof model === 'string') this.message = model;
    else this.open(model);
  }

  /** In the language in which the page was saved, unless the reader chooses another one. */
  protected override readers() {
    return [chosenLanguage() ?? '', this.language, ...navigator.languages].filter((each) => each !== '');
  }

  protected override render() {
    if (this.message) return html`<p class="single-message" role="alert">${this.message}</p>`;
    return html`
      <header class="single-header">
        ${this.site ? html`<a href=${this.site + this.link} target="_blank" rel="noopener">${msg('Open in Slipstick ↗')}</a>` : html`<span>Slipstick</span>`}
        <slip-language></slip-language>
        <button type="button" class="icon-button" aria-label=${themeLabel()} @click=${() => theme.next()}>${icons[theme.choice]}</button>
      </header>
      <slip-model-page .site=${this.site} .editable=${false} @click=${this.onClick}></slip-model-page>
    `;
  }

  private open({ document: model, view, site }: SingleModel): void {
    this.site = site;
    const opened = modelOfDocument(JSON.stringify(model), view);
    this.session.open(opened.model, opened.values);
    const title = titleOf(opened.model, this.session.language);
    if (title) document.title = short(title);
    void this.begin();
  }

  /** Restores the answers of an earlier visit before the run, because they may change it. */
  private async begin(): Promise<void> {
    const { tasks: book, opened } = this.session;
    const platform = findScormApi();
    if (platform) await connectScorm(book, this.tasks, platform);
    else if (window.parent !== window && opened?.document.tasks)
      await Promise.all([splicePort(book, this.tasks, null, false), jsInputPort(book, this.tasks)]);
    await this.run();
  }

  /** The link to the model with its current values. Packing takes a while, so it is done once for each set of values. */
  private get link(): string {
    const { opened, parameters } = this.session;
    const linked = opened?.document.tasks ? {} : parameters.linked; // other values would change the right answers
    const values = JSON.stringify(linked);
    if (opened && values !== this.packed.values)
      this.packed = { values, hash: documentHash(withParameters(opened.document, linked), opened.document.tasks ? { student: true } : {}) };
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
