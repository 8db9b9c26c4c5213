import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from './html';
import { View } from './view';
import './tabs.css';

export interface Tab {
  id: string;
  label: string;
  content: () => TemplateResult;
}

let count = 0;
const timeout = 1000; // ms in which the contents of a tab regain their height

/** Tabs with standard keyboard behaviour: arrow keys move, Home and End jump, only the selected tab is in the tab order. */
@customElement('slip-tabs')
export class Tabs extends View {
  @property({ attribute: false }) tabs: Tab[] = [];
  @property() label = '';
  @property() chosen = '';
  @property({ attribute: false }) choose: (id: string) => void = () => {};
  private readonly panel = `tabs-${++count}`;
  /** Scroll positions of the tabs that were left. */
  private readonly tops = new Map<string, number>();

  protected override render() {
    const chosen = this.tabs.find((tab) => tab.id === this.chosen) ?? this.tabs[0];
    if (!chosen) return html``;
    return html`
      <div class="tab-list" role="tablist" aria-label=${this.label} @keydown=${this.onKey}>
        ${this.tabs.map(
          (tab) => html`<button
            type="button"
            role="tab"
            id=${this.idOf(tab)}
            aria-selected=${tab === chosen}
            aria-controls=${this.panel}
            tabindex=${tab === chosen ? 0 : -1}
            @click=${() => this.choose(tab.id)}
            ><span data-label=${tab.label}>${tab.label}</span></button>`,
        )}
      </div>
      <div class="tab-panel" role="tabpanel" id=${this.panel} tabindex="0" aria-labelledby=${this.idOf(chosen)}>${chosen.content()}</div>
    `;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    const before = changes.get('chosen');
    const panel = this.querySelector(':scope > .tab-panel');
    if (before && panel) this.tops.set(before, panel.scrollTop);
  }

  protected override updated(changes: PropertyValues<this>): void {
    if (changes.get('chosen')) this.restore(this.tops.get(this.chosen) ?? 0);
  }

  /** Scrolls the panel as soon as its contents are high enough. */
  private restore(top: number): void {
    const panel = this.querySelector<HTMLElement>(':scope > .tab-panel');
    const { chosen } = this;
    const until = performance.now() + timeout;
    const scroll = () => {
      if (!panel || this.chosen !== chosen) return;
      panel.scrollTop = top;
      if (panel.scrollTop < top - 1 && performance.now() < until) requestAnimationFrame(scroll);
    };
    scroll();
  }

  private idOf({ id }: Tab): string {
    return `${this.panel}-${id}`;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const index = Math.max(
      0,
      this.tabs.findIndex((tab) => tab.id === this.chosen),
    );
    const last = this.tabs.length - 1;
    const next = { ArrowLeft: (index + last) % (last + 1), ArrowRight: (index + 1) % (last + 1), Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.choose(this.tabs[next].id);
    this.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
}
