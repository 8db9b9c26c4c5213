import { msg } from '@lit/localize';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { html } from './html';
import { load } from './load';
import { View } from './view';
import './prose.css';

/** A text in Markdown, with formulas. */
@customElement('slip-prose')
export class Prose extends View {
  @property({ attribute: false }) text = '';
  @state() private rendered: { text: string; html: string } | null = null;

  protected override render() {
    if (this.text.trim() === '') return html`<p class="quiet">${msg('This model has no description.')}</p>`;
    if (this.rendered?.text !== this.text) return html`<div class="prose" aria-busy="true"></div>`;
    return html`<div class="prose">${unsafeHTML(this.rendered.html)}</div>`;
  }

  protected override updated(changes: PropertyValues): void {
    if (changes.has('text')) void this.set(this.text);
    // Makes horizontally scrolling parts reachable by keyboard.
    for (const wide of this.querySelectorAll<HTMLElement>('table, .math-display'))
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    for (const link of this.querySelectorAll('a')) {
      if (link.getAttribute('href')?.startsWith('#')) continue; // another model of this site
      link.rel = 'noopener noreferrer nofollow'; // no text
      link.target = '_blank';
    }
  }

  private async set(text: string): Promise<void> {
    const { renderSections, source } = await load(() => import('./markdown'));
    const html = await renderSections(text).catch(() => source(text));
    if (text === this.text) this.rendered = { text, html };
  }
}
