import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { attempt } from '../format/attempt';
import { common } from '../format/texts';
import { loadDictionary } from '../link/dictionary';
import { documentHash } from '../link/link';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { View } from '../ui/view';
import { fetchModel } from './fetch-model';
import './import-page.css';
import { modelAddress, partsOf } from './model-address';
import { keepText } from './open';

const title = () => msg('Open a model from an address');

/**
 * The only page that may contact other servers, and only when a person presses its button. It loads a model file, stores it, and then opens
 * the page that runs models, which must not contact other servers. The fragment of this page's address may contain the address of the file.
 */
@customElement('slip-import')
export class ImportPage extends View {
  @state() private address = partsOf(location.hash).address;
  @state() private loading = false;
  @state() private problem = '';
  /** Whether a link provided the address. */
  private fromLink = this.address !== '';
  /** The page whose comparison needs the model, or null. */
  private readonly comparing = new URLSearchParams(location.search).has('compare') ? attempt(ownOpener, null) : null;

  protected override whileInPage() {
    return [listen(window, 'hashchange', this.follow)];
  }

  protected override render() {
    const url = modelAddress(this.address, location.origin);
    const host = typeof url === 'string' ? '' : url.host;
    return html`<main class="import">
      <p class="quiet"><a href="./">Slipstick</a></p>
      <h1>${title()}</h1>
      ${window.top === window ? this.renderForm(host) : this.renderInFrame()}
    </main>`;
  }

  protected override updated(): void {
    document.title = `${title()} – Slipstick`;
  }

  private renderForm(host: string) {
    return html`
      ${this.fromLink ? html`<p><strong>${this.question(host)}</strong> ${msg('Nothing has been loaded yet.')}</p>` : nothing}
      <form novalidate @submit=${this.load}>
        <label for="import-address">${msg('Address of the model file')}</label>
        <input
          id="import-address"
          type="text"
          inputmode="url"
          autocomplete="off"
          spellcheck="false"
          placeholder="https://example.org/model.json"
          aria-describedby="import-note"
          .value=${this.address}
          @input=${this.write}
        />
        <p id="import-note" class="quiet">
          ${msg(html`Your browser will ask ${host ? html`<strong>${host}</strong>` : msg('that server')} for the file. The server sees your network address, as with every page that you visit, but gets no cookies and does not learn which page asks. The model runs here, like any other.`)}
        </p>
        <div class="import-actions">
          <button type="submit" class="main-button" ?disabled=${this.loading}>${this.loading ? common.loading() : host ? msg(str`Load from ${host}`) : msg('Load')}</button>
          ${
            this.comparing
              ? html`<button type="button" class="outline-button" @click=${() => window.close()}>${common.cancel()}</button>`
              : html`<a class="outline-button" href="./#gallery">${common.cancel()}</a>`
          }
        </div>
      </form>
      <p role="alert">${this.problem}</p>
    `;
  }

  private question(host: string): string {
    if (this.comparing) return msg(str`The comparison needs a model from ${host}.`);
    return host ? msg(str`A link asks to load a model from ${host}.`) : msg('A link asks to load a model.');
  }

  /** Inside a frame, another page could trick a person into pressing the button. */
  private renderInFrame() {
    return html`<p>${msg(html`Models do not load inside a frame of another page. <a href=${location.href} target="_blank" rel="noopener">Open this page in a tab</a>`)}</p>`;
  }

  private readonly follow = () => {
    this.address = partsOf(location.hash).address;
    this.fromLink = this.address !== '';
    this.problem = '';
  };

  private readonly write = (event: Event) => {
    this.address = (event.target as HTMLInputElement).value;
    this.problem = '';
  };

  private readonly load = async (event: Event) => {
    event.preventDefault();
    const url = modelAddress(this.address, location.origin);
    if (typeof url === 'string') {
      this.problem = url;
      return;
    }
    this.loading = true;
    this.problem = '';
    const found = await fetchModel(url);
    this.loading = false;
    if (!('text' in found)) {
      this.problem = found.problem;
      return;
    }
    if (this.comparing) {
      this.comparing.postMessage({ model: found.text }, location.origin);
      window.close();
      return;
    }
    const linked = partsOf(location.hash);
    const view = this.address === linked.address ? linked.view : '';
    const document = view ? attempt(() => JSON.parse(found.text) as object, null) : null;
    if (document) {
      location.assign(`./${documentHash(document, {}, (await loadDictionary()) ?? undefined)}${view}`);
      return;
    }
    const { hash, notice } = await keepText(found.text);
    if (!notice) location.assign(`./${hash}`);
    else this.problem = msg('This browser does not store this model, so it cannot be opened from here.');
  };
}

/** The page that opened this one, if it belongs to the same site. */
function ownOpener(): Window | null {
  const opener = window.opener as Window | null;
  return opener?.location.origin === location.origin ? opener : null;
}
