import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { common } from '../format/texts';
import { html } from '../ui/html';
import '../editor/new-menu';
import '../share/share-button';
import { icons } from '../ui/icons';
import { theme } from '../ui/theme';
import { View } from '../ui/view';
import './language-choice';
import { themeLabel } from './theme-label';
import './header.css';

/** Moves the focus past the header to the content of the page. */
function skip(): void {
  const content = document.querySelector<HTMLElement>('main article') ?? document.querySelector<HTMLElement>('main, [role=main]');
  if (!content) return;
  content.tabIndex = -1;
  content.focus();
}

@customElement('slip-header')
export class Header extends View {
  /** The page shows a model. */
  @property({ type: Boolean }) shareable = false;
  /** The page is for students, who make no models. */
  @property({ type: Boolean }) forStudents = false;

  protected override render() {
    const label = themeLabel();
    return html`
      <header class="header">
        <button type="button" class="skip header-button" @click=${skip}>${msg('To the content')}</button>
        <a class="brand" href="#" aria-label="Slipstick">
          <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
            <rect x="1" y="11" width="30" height="10" rx="2" class="brand-body" />
            <path d="M5 11v4M9 11v2.5M13 11v4M17 11v2.5M21 11v4M25 11v2.5" class="brand-marks" />
            <rect x="12" y="8" width="7" height="16" rx="1.5" class="brand-cursor" />
            <path d="M15.5 8v16" class="brand-hair" />
          </svg>
          <span>Slipstick</span>
        </a>
        <nav aria-label=${msg('Main')}><a class="header-link" href="#gallery">${common.gallery()}</a><a class="header-link reference-link" href="#reference">${common.reference()}</a><a class="header-link documents-link" href="#doc=index">${common.documents()}</a></nav>
        ${this.forStudents ? nothing : html`<slip-new></slip-new>`}
        ${this.shareable && !this.forStudents ? html`<slip-share></slip-share>` : nothing}
        <slip-language></slip-language>
        <button type="button" class="icon-button" aria-label=${label} title=${label} @click=${() => theme.next()}>${icons[theme.choice]}</button>
      </header>
    `;
  }
}
