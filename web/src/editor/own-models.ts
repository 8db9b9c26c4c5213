import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { dateText } from '../format/language';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import { type Draft, drafts, titleOf } from './drafts';
import './editor.css';
import { openChosenFiles, openText } from './open';
import { loadTemplate, templates } from './templates';
import './own-models.css';

/** The visitor's own models, and ways to start a new one. */
@customElement('slip-own-models')
export class OwnModels extends SessionView {
  @state() private message = '';
  @state() private own: Draft[] = [];
  private readonly refresh = async () => {
    this.own = await drafts.list();
  };

  protected override whileInPage() {
    void this.refresh();
    return [listen(window, 'storage', this.refresh)]; // another tab changed the kept models
  }

  protected override render() {
    const { own } = this;
    return html`
      <section class="own-models" aria-labelledby="own-models-title">
        <h2 id="own-models-title">${msg('Your models')}</h2>
        <p class="quiet">
          ${own.length > 0 ? msg('These models are stored in this browser only. To keep a model for good, save it as a file.') : msg('Change a model in its Model tab, drop a file here, or start a new one.')}
        </p>
        ${
          own.length > 0
            ? html`<ul>
                ${own.map(
                  (draft) => html`<li>
                    <a href=${`#d=${draft.id}`}>${titleOf(draft.text)}</a>
                    <span class="quiet">${dateText(draft.changedAt)}</span>
                    <button type="button" class="text-button" aria-label=${msg(str`Delete ${titleOf(draft.text)}`)} @click=${() => this.forget(draft)}>${common.delete()}</button>
                  </li>`,
                )}
              </ul>`
            : nothing
        }
        <div class="own-new">
          ${templates().map(({ name, title }) => html`<button type="button" class="outline-button" @click=${() => this.create(name)}>${title}</button>`)}
          <button type="button" class="outline-button" @click=${this.open}>${msg('Open a file…')}</button>
          <a class="outline-button" href="./import.html">${msg('Open an address…')}</a>
          <a class="outline-button" href="#grade">${msg('Grade answers…')}</a>
        </div>
        ${this.message ? html`<p role="alert">${this.message}</p>` : nothing}
      </section>
    `;
  }

  private async forget({ id, text }: Draft): Promise<void> {
    if (!confirm(msg(str`Delete “${titleOf(text)}” from this browser? This cannot be undone.`))) return;
    await drafts.remove(id);
    await this.refresh();
  }

  private async create(name: string): Promise<void> {
    const text = await loadTemplate(name);
    if (text) await openText(text);
  }

  private readonly open = async () => {
    this.message = await openChosenFiles(this.session);
  };
}
