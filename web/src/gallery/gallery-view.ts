import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { languageIn } from '../format/localised';
import { own } from '../format/own';
import { formatDuration } from '../format/quantity';
import { common } from '../format/texts';
import { galleryHash, searchHash } from '../link/link';
import { language } from '../state/language';
import { watch } from '../state/observable';
import { html } from '../ui/html';
import { View } from '../ui/view';
import { type GalleryEntry, grouped, matching, tagsOf } from './entries';
import './gallery.css';
import { load } from '../ui/load';

const startHereText = () => msg('Start here');

/** All models as cards, for browsing and searching; above them, errors of a link. */
@customElement('slip-gallery')
export class GalleryView extends View {
  @property() message = '';
  /** The part below the models of the gallery. */
  @property({ attribute: false }) below: unknown = nothing;
  @state() private entries: GalleryEntry[] = [];
  private gallery: typeof import('virtual:gallery') | null = null;
  @state() private search = '';
  @state() private tags: ReadonlySet<string> = new Set();

  override connectedCallback(): void {
    super.connectedCallback();
    void load(() => import('virtual:gallery')).then((gallery) => {
      this.gallery = gallery;
      void this.translateCards();
    });
  }

  protected override whileInPage() {
    return [
      ...super.whileInPage(),
      watch(
        () => language.shown,
        () => void this.translateCards(),
      ),
    ];
  }

  /** Shows the cards in the language of the page. */
  private async translateCards(): Promise<void> {
    const { gallery } = this;
    if (!gallery) return;
    const { shown } = language;
    const key = languageIn(Object.fromEntries(Object.keys(gallery.translations).map((code) => [code, code])), shown);
    const fits = key !== '' && shown !== 'en' && key.split('-')[0] === shown.split('-')[0];
    const cards = fits ? (await load(gallery.translations[key])).cards : {};
    if (language.shown !== shown) return;
    this.tags = new Set();
    this.entries = gallery.entries.map((entry) => ({ ...entry, ...own(cards, entry.name) }));
  }

  protected override render() {
    const { entries, search, tags } = this;
    const searching = search.trim() !== '' || tags.size > 0;
    const found = matching(entries, search, tags);
    return html`
      <main class="gallery">
        ${this.message ? html`<p class="link-message" role="alert">${this.message}</p>` : nothing}
        <div class="gallery-head">
          <h1>${this.message ? msg('These models are here') : common.gallery()}</h1>
          <p class="quiet">${msg('Open one and move a slider: it runs again, here in your browser.')}</p>
        </div>
        ${this.renderSearch()}
        <p class="gallery-count quiet">
          <span role="status">${searching ? countText(found.length, entries.length) : ''}</span>
          ${search.trim() ? html`<a href=${searchHash(search.trim())}>${msg(str`Search the reference for “${search.trim()}”`)}</a>` : nothing}
        </p>
        ${searching ? cards(found) : html`${this.renderFeatured()}${this.renderGroups()}`}
        ${this.below}
        <p class="gallery-about quiet"><a href="#doc=about">${msg('About Slipstick: what it does, who it is for, how to cite it')}</a></p>
      </main>
    `;
  }

  private renderSearch() {
    return html`
      <search class="gallery-search">
        <input
          type="search"
          aria-label=${msg('Search the models')}
          placeholder=${msg('Search: friction, pendulum, eigenvalues …')}
          .value=${this.search}
          @input=${(event: Event) => {
            this.search = (event.target as HTMLInputElement).value;
          }}
        />
        <div class="tag-list" role="group" aria-label=${msg('Tags')}>
          ${tagsOf(this.entries).map((tag) => html`<button type="button" class="tag" aria-pressed=${this.tags.has(tag)} @click=${() => this.toggle(tag)}>${tag}</button>`)}
        </div>
      </search>
    `;
  }

  private renderFeatured() {
    const featured = grouped(this.entries.filter((entry) => entry.featured)).flatMap((group) => group.entries);
    return featured.length > 0
      ? html`<section aria-label=${startHereText()} class="featured" data-count=${featured.length}><h2 class="hidden">${startHereText()}</h2>${cards(featured)}</section>`
      : nothing;
  }

  private renderGroups() {
    return html`<div class="groups">
      ${grouped(this.entries.filter((entry) => !entry.featured)).map(
        ({ title, entries }) => html`<section aria-label=${title} data-count=${entries.length}>
          <h2>${title}</h2>
          ${cards(entries)}
        </section>`,
      )}
    </div>`;
  }

  private toggle(tag: string): void {
    const tags = new Set(this.tags);
    if (!tags.delete(tag)) tags.add(tag);
    this.tags = tags;
  }
}

function cards(entries: GalleryEntry[]) {
  return html`<ul class="cards">
    ${repeat(
      entries,
      (entry) => entry.name,
      (entry) => html`<li>${card(entry)}</li>`,
    )}
  </ul>`;
}

function card({ name, title, teaser, teaches, tags, runTime, picture }: GalleryEntry) {
  return html`<a class="card" href=${galleryHash(name, {})}>
    <div class="card-picture">${picture ? html`<img src=${picture} alt="" width="640" height="400" loading="lazy" decoding="async" />` : nothing}</div>
    <div class="card-text">
      <h3>${title}</h3>
      <p>${teaser}</p>
      ${teaches ? html`<p class="card-teaches"><span class="quiet">${msg('Teaches')}</span> ${teaches}</p>` : nothing}
      <p class="card-foot quiet">
        <span>${tags.join(' · ')}</span>
        ${runTime === null ? nothing : html`<span class="card-time" title=${msg('Typical time of a run')}>${msg(str`runs in ${formatDuration(runTime)}`)}</span>`}
      </p>
    </div>
  </a>`;
}

function countText(found: number, all: number): string {
  if (found === 0) return msg('No model matches. Try fewer words or tags.');
  return found === 1 ? msg(str`One of ${all} models`) : msg(str`${found} of ${all} models`);
}
