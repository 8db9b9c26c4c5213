import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { galleryName } from '../state/open-model';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import { startFrom } from './index';
import './new-menu.css';
import { openText } from './open';
import { loadTemplate, templates } from './templates';

const startText = () => msg('Start from this model');
const newText = () => msg('New');

/** The menu of the header with ways to begin a model of one's own. */
@customElement('slip-new')
export class NewMenu extends SessionView {
  protected override whileInPage() {
    const leave = ({ target }: Event) => target instanceof Node && !this.contains(target) && this.close();
    return [listen(window, ['pointerdown', 'focusin'], leave)];
  }

  protected override render() {
    const start = galleryName(this.session.opened) ? () => startFrom(this.session) : null;
    const entry = (label: string, act: () => unknown) =>
      html`<li><button type="button" @click=${() => this.choose(act)}>${label}</button></li>`;
    return html`${start ? html`<button type="button" class="header-button start-from" @click=${start}>${startText()}</button>` : nothing}
    <details class="new-menu" @keydown=${this.onKey}>
      <summary class="header-button" aria-label=${newText()}><span class="word">${newText()}</span><span class="sign" aria-hidden="true">+</span></summary>
      <ul>
        ${start ? entry(startText(), start) : nothing}
        ${templates().map(({ name, title }) => entry(title, () => this.create(name)))}
      </ul>
    </details>`;
  }

  private choose(act: () => unknown): void {
    this.close();
    void act();
  }

  private async create(name: string): Promise<void> {
    const text = await loadTemplate(name);
    if (text) await openText(text);
  }

  private close(): void {
    this.querySelector('details')?.removeAttribute('open');
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    this.close();
    this.querySelector('summary')?.focus();
  };
}
