import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { breakable } from '../ui/label';
import { SessionView } from '../ui/session';
import { texts } from './texts';
import '../ui/prose';
import { documentHash, referenceHash, searchHash } from '../link/link';
import type { ModelDocument } from '../state/document';
import { loadReference } from '../state/schema';
import { byKind, defaultText, type Entry, entriesOf, equationLines, type Row, type RowTable, sizeText } from './entries';
import { exampleOf, lawOf } from './examples';
import { type Made, madeBy } from './made';
import { type Found, type Place, placesOf, search } from './search';
import { renderSymbol, symbolOf } from './symbols';
import './reference.css';

const outputsText = () => msg('Outputs');
const exampleText = () => msg('Example');
const meaningText = () => msg('Meaning');

const mostPages = 6; // pages listed for a field that occurs on many
const longPage = 12; // number of rows from which a page has a table of contents

function foundText(all: number, shown: number): string {
  if (all > shown) return msg(str`${all} places, the nearest ${shown} of them`);
  return all === 1 ? msg('1 place') : msg(str`${all} places`);
}

/** The complete language of documents, as described by the engine itself: a list with a search, or one page with an example that runs. */
@customElement('slip-reference')
export class ReferencePage extends SessionView {
  /** Shows a model that runs. */
  @property({ attribute: false }) example!: (kind: string) => unknown;
  /** "object.RigidBody", or "" for the list. */
  @property() item = '';
  /** The search text in the address. */
  @property() search = '';
  @state() private entries: Entry[] | null = null;
  @state() private places: Place[] | null = null;
  @state() private query = '';
  @state() private text: string | null = null;
  @state() private law = '';
  /** For a creator: the items that it adds to the example. */
  @state() private made: Made[] = [];
  @state() private problem = '';

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('item')) {
      this.query = '';
      void this.open();
    }
    if (changes.has('search') || changes.has('item')) this.lookFor(this.search);
  }

  protected override render() {
    const { entries, item } = this;
    if (this.problem) return html`<main class="reference"><p role="alert">${this.problem}</p></main>`;
    if (!entries) return html`<main class="reference" aria-busy="true"></main>`;
    const chosen = entries.find(({ kind, type }) => `${kind}.${type}` === item);
    return html`<main class="reference" ?data-list=${!chosen}>
      ${this.renderSearch()}
      <div class="reference-list" ?data-found=${this.query.trim() !== ''}>${this.query.trim() ? this.renderFound() : this.renderList(entries, chosen)}</div>
      ${chosen ? this.renderEntry(chosen) : this.renderIntroduction(item)}
    </main>`;
  }

  private renderSearch() {
    return html`<div class="reference-search" role="search">
      <label>
        <span class="hidden">${msg('Search the reference')}</span>
        <input
          type="search"
          placeholder=${msg('Search types, symbols, headings')}
          autocomplete="off"
          spellcheck="false"
          .value=${this.query}
          @input=${(event: Event) => this.typed((event.target as HTMLInputElement).value)}
          @keydown=${this.openFirst}
        />
      </label>
    </div>`;
  }

  private renderFound() {
    if (!this.places) return html`<p class="quiet" role="status">${msg('Reading the reference …')}</p>`;
    const { found, more } = search(this.places, this.query);
    const count = found.length + more;
    return html`<p class="quiet" role="status">
        ${count === 0 ? msg(str`Nothing matches “${this.query.trim()}”.`) : foundText(count, found.length)}
      </p>
      <ul class="reference-found" aria-label=${msg('Found')}>
        ${found.map(
          ({ title, text, places }) => html`<li>
            <a href=${places[0].hash}>${breakable(title)}</a>${this.renderWhere(places)}
            <span class="quiet reference-text">${text}</span>
          </li>`,
        )}
      </ul>`;
  }

  /** The pages that contain a found place; each is a link if there are several. */
  private renderWhere(places: Found['places']) {
    if (places.length === 1) return places[0].on ? html` <span class="quiet">${breakable(places[0].on)}</span>` : nothing;
    const shown = places.slice(0, mostPages);
    return html` <span class="quiet reference-where"
      >${shown.map(({ on, hash }, i) => html`${i > 0 ? ', ' : ''}<a href=${hash}>${breakable(on)}</a>`)}${places.length > shown.length ? ` ${common.andMore(places.length - shown.length)}` : ''}</span
    >`;
  }

  private renderList(entries: readonly Entry[], chosen: Entry | undefined) {
    return html`<nav aria-label=${common.reference()}>
      ${byKind(entries).map(
        ({ kind, title, entries: members }) => html`<details ?open=${!chosen || kind === chosen.kind}>
          <summary><h2>${title}</h2></summary>
          <ul>
            ${members.map(
              (entry) => html`<li>
                <a href=${referenceHash(kind, entry.type)} aria-current=${entry === chosen ? 'page' : nothing}>${breakable(entry.type)}</a>
                ${chosen ? nothing : html`<span class="quiet">${entry.summary}</span>`}
              </li>`,
            )}
          </ul>
        </details>`,
      )}
    </nav>`;
  }

  private renderIntroduction(asked: string) {
    return html`<div class="reference-intro">
      <h1>${common.reference()}</h1>
      ${asked ? html`<p role="alert">${msg(str`There is no page “${asked}”.`)}</p>` : nothing}
      <p>
        ${msg(html`All that a model may say, as the engine itself describes it. In words: <a href="#doc=model-format">the model format</a>, <a href="#doc=formulas">formulas</a>, <a href="#doc=share-links">links</a>, <a href="#doc=embedding">models in other pages</a>, <a href="#doc=differences-from-exudyn">differences from Exudyn</a>.`)}
      </p>
    </div>`;
  }

  private renderEntry(entry: Entry) {
    const { kind, type, summary, usage, equation, rows, tables, outputs, visualization } = entry;
    const units = [...rows, ...tables.flatMap((table) => table.rows), ...outputs];
    return html`<article class="reference-item">
      <p class="reference-back quiet"><a href="#reference">${common.reference()}</a> · ${kind}</p>
      <h1>${breakable(type)}</h1>
      ${usage ? html`<pre class="reference-usage"><code>${usage}</code></pre>` : nothing}
      <p>${summary}</p>
      ${
        this.made.length > 0
          ? html`<p class="reference-made">${msg('In the example it adds')}</p>
              <ul class="reference-made">
                ${this.made.map(
                  ({ kind, title, types }) =>
                    html`<li>${title} ${types.map((type, i) => html`${i > 0 ? ', ' : ''}<a href=${referenceHash(kind, type)}>${type}</a>`)}</li>`,
                )}
              </ul>`
          : nothing
      }
      ${this.renderContents(entry)}
      ${this.law || equation ? html`<slip-prose .text=${this.law || equationLines(equation)}></slip-prose>` : nothing}
      ${rows.length > 0 ? this.renderRows(entry, { name: '', text: '', rows }) : nothing}
      ${tables.map((table) => this.renderRows(entry, table))}
      ${
        units.some(({ unit }) => unit === 'mixed')
          ? html`<p class="quiet">${msg('mixed: the text gives the unit, or it follows the coordinate (N and m, or N·m and rad); entries of matrices and lists have their own units.')}</p>`
          : nothing
      }
      ${
        visualization.length > 0
          ? html`<p>
              ${msg(html`How it is drawn: <a href=${referenceHash('display', 'visualization')}><code>visualization</code></a> with ${visualization.map((key, i) => html`${i > 0 ? ', ' : ''}<code>${key}</code>`)}.`)}
            </p>`
          : nothing
      }
      ${outputs.length > 0 ? this.renderOutputs(outputs) : nothing} ${this.text ? this.renderExample(this.text, kind) : nothing}
    </article>`;
  }

  /** The table of contents of a long page. */
  private renderContents({ kind, type, rows, tables, outputs }: Entry) {
    const count = [{ rows }, ...tables].reduce((sum, table) => sum + table.rows.length, outputs.length);
    if (count < longPage) return nothing;
    const parts = [
      rows.length > 0 ? ['parameters', common.parameters()] : [],
      ...tables.map(({ name }) => [name, name]),
      outputs.length > 0 ? ['outputs', outputsText()] : [],
      this.text ? ['example', exampleText()] : [],
    ].filter(([name]) => name);
    return html`<nav class="contents" aria-label=${texts.onThisPage()}>
      <ul>
        ${parts.map(([name, title]) => html`<li><a href=${referenceHash(kind, type, name)}>${title}</a></li>`)}
      </ul>
    </nav>`;
  }

  private renderRows({ kind, type }: Entry, { name: table, text, rows }: RowTable) {
    const symbols = rows.some(({ name }) => symbolOf(type, name));
    const link = (name: string) => (kind === 'display' ? referenceHash('display', name) : referenceHash(kind, type, name));
    return html`
      <h2 data-section=${table || 'parameters'}>${table ? html`<code>${table}</code>` : common.parameters()}</h2>
      ${text ? html`<p>${text}</p>` : nothing}
      <div class="reference-table" tabindex="0" role="region" aria-label=${table || common.parameters()}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">${common.name()}</th>
              ${symbols ? html`<th scope="col">${msg('Symbol')}</th>` : nothing}
              <th scope="col">${msg('Takes')}</th>
              <th scope="col">${common.unit()}</th>
              <th scope="col">${msg('Default')}</th>
              <th scope="col">${meaningText()}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) => html`<tr data-section=${table ? `${table}.${row.name}` : row.name}>
                <th scope="row"><code>${row.name}</code></th>
                ${symbols ? html`<td class="reference-symbol">${renderSymbols(symbolOf(type, row.name))}</td>` : nothing}
                <td>${takes(row, link)}${row.range ? html`<br /><span class="quiet">${row.range}</span>` : nothing}</td>
                <td>${row.unit}</td>
                <td><code>${defaultText(row)}</code></td>
                <td>
                  ${row.text}
                  ${
                    row.arguments
                      ? html`<br /><span class="quiet">${msg('arguments')} <code>${row.arguments.join(', ')}</code>${row.resultSize ? `; ${row.resultSize === 1 ? msg('a number') : msg(str`${row.resultSize} numbers`)}` : ''}</span>`
                      : nothing
                  }
                </td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  private renderOutputs(outputs: Entry['outputs']) {
    return html`<h2 data-section="outputs">${outputsText()}</h2>
      <div class="reference-table" tabindex="0" role="region" aria-label=${outputsText()}>
        <table class="figures">
          <thead><tr><th scope="col">outputVariableType</th><th scope="col" class="number">${common.numbers()}</th><th scope="col">${common.unit()}</th><th scope="col">${meaningText()}</th></tr></thead>
          <tbody>
            ${outputs.map(
              (output) => html`<tr data-section=${`output.${output.name}`}>
                <th scope="row"><code>${output.name}</code></th>
                <td class="number">${sizeText(output)}</td>
                <td>${output.unit}</td>
                <td>${output.text}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  private renderExample(text: string, kind: string) {
    return html`<h2 data-section="example">${exampleText()}</h2>
      <p><a href=${documentHash(JSON.parse(text))}>${msg('Open as your own model')}</a></p>
      <div class="reference-example">${this.example(kind)}</div>
      <pre class="json" tabindex="0" aria-label=${msg('Example document')}>${text.trim()}</pre>`;
  }

  /** Stores the search text in the address of the list, so that Back restores it. */
  private typed(query: string): void {
    this.lookFor(query);
    if (this.item === '') this.dispatchEvent(new CustomEvent('query', { detail: searchHash(query) }));
  }

  /** Enter opens the first result. */
  private readonly openFirst = (event: KeyboardEvent) => {
    const [first] = event.key === 'Enter' && this.places ? search(this.places, this.query).found : [];
    if (first) location.hash = first.places[0].hash;
  };

  private lookFor(query: string): void {
    this.query = query;
    if (query.trim() && !this.places && this.entries) void this.index(this.entries);
  }

  private async index(entries: readonly Entry[]): Promise<void> {
    this.places = await placesOf(entries);
  }

  private async load(): Promise<void> {
    try {
      this.entries = entriesOf(await loadReference());
      this.lookFor(this.query);
    } catch (error) {
      this.problem = msg(str`Could not load the reference: ${error instanceof Error ? error.message : error}`);
    }
  }

  private async open(): Promise<void> {
    const { item } = this;
    const [kind, type] = item.split('.');
    this.text = null;
    this.law = '';
    this.made = [];
    const [text, law] = type ? await Promise.all([exampleOf(kind, type), lawOf(type)]) : [null, ''];
    if (item !== this.item) return;
    this.law = law;
    if (!text) return;
    const document = JSON.parse(text) as ModelDocument;
    this.session.open({ origin: 'document', document, text }, {});
    this.text = text;
    this.session.run();
    if (kind !== 'creator') return;
    const engine = await this.session.runner.prepare();
    const expanded = JSON.parse(await engine.expand(text)) as ModelDocument;
    if (item === this.item) this.made = madeBy(type, document, expanded);
  }
}

/** The values that a row accepts, with links to the tables that it refers to. */
function takes({ takes: text, tables = [] }: Row, link: (table: string) => string) {
  return html`${text}${tables.map((table, i) => html`${i > 0 ? ', ' : ': '}<a href=${link(table)}>${table}</a>`)}`;
}

function renderSymbols(symbols: string) {
  return symbols.split(', ').map((symbol, i) => html`${i > 0 ? ', ' : ''}${symbol ? unsafeHTML(renderSymbol(symbol)) : nothing}`);
}
