import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { language } from '../state/language';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { load } from '../ui/load';
import { View } from '../ui/view';
import './language-choice.css';

/** The choice of the page's language: each is named in itself. */
@customElement('slip-language')
export class LanguageChoice extends View {
  protected override render() {
    const { offered, shown } = language;
    if (offered.length < 2) return nothing;
    const label = msg('Language');
    return html`<label class="language-choice icon-button" title=${label}>
      ${icons.language}
      <select aria-label=${label} @change=${this.choose}>
        ${offered.map(({ code, name }) => html`<option lang=${code} value=${code} .selected=${code === shown}>${name}</option>`)}
      </select>
    </label>`;
  }

  private readonly choose = async ({ target }: Event) => {
    await load(() => language.choose((target as HTMLSelectElement).value));
    forgetAddressed();
  };
}

/** From now on, the choice counts, and not a language in the address. */
function forgetAddressed(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}
