import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { View } from './view';
import './tabs.css';

export interface Tab {
  id: string;
  label: string;
  content: () => TemplateResult;
}

/** Tabs as the keyboard expects them: arrows move, Home and End jump, only the chosen one is in the tab order. */
@customElement('slip-tabs')
export class Tabs extends View {
  @property({ attribute: false }) tabs: Tab[] = [];
  @property() label = '';
  @property() chosen = '';
  @property({ attribute: false }) choose: (id: string) => void = () => {};

  protected override render() {
    const chosen = this.tabs.find((tab) => tab.id === this.chosen) ?? this.tabs[0];
    if (!chosen) return html``;
    return html`
      <div class="tab-list" role="tablist" aria-label=${this.label} @keydown=${this.onKey}>
        ${this.tabs.map(
          (tab) => html`<button
            type="button"
            role="tab"
            id=${`tab-${tab.id}`}
            aria-selected=${tab === chosen}
            aria-controls="tab-panel"
            tabindex=${tab === chosen ? 0 : -1}
            @click=${() => this.choose(tab.id)}
          >
            ${tab.label}
          </button>`,
        )}
      </div>
      <div class="tab-panel" role="tabpanel" id="tab-panel" tabindex="0" aria-labelledby=${`tab-${chosen.id}`}>${chosen.content()}</div>
    `;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const index = Math.max(
      0,
      this.tabs.findIndex((tab) => tab.id === this.chosen),
    );
    const count = this.tabs.length;
    const next = { ArrowLeft: (index + count - 1) % count, ArrowRight: (index + 1) % count, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.choose(this.tabs[next].id);
    this.querySelector<HTMLElement>(`#tab-${this.tabs[next].id}`)?.focus();
  };
}
