import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type CatalogueEntry, galleryOf, loadCatalogue } from '../model/catalogue';
import { galleryHash } from '../share/link';
import { View } from './view';

/** All models with a sentence each; above them, what went wrong with a link. */
@customElement('slip-model-list')
export class ModelList extends View {
  @property() message = '';
  @state() private entries: CatalogueEntry[] | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    void loadCatalogue().then((entries) => {
      this.entries = entries;
    });
  }

  protected override render() {
    return html`
      <main class="list-page">
        ${this.message ? html`<p class="link-message" role="alert">${this.message}</p>` : nothing}
        <h1>${this.message ? 'These models are here' : 'Gallery'}</h1>
        <ul class="model-list">
          ${(this.entries ?? []).map((entry) => {
            const { teaser, tags } = galleryOf(entry.document);
            return html`<li>
              <a class="card" href=${galleryHash(entry.name, {})}>
                <h2>${entry.document.title ?? entry.name}</h2>
                <p>${teaser}</p>
                <p class="tags quiet">${tags.join(' · ')}</p>
              </a>
            </li>`;
          })}
        </ul>
      </main>
    `;
  }
}
