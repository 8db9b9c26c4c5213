import { html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ItemReference } from '../../../wasm/engine/types';
import { View } from '../ui/view';
import '../ui/about';
import { documentHash } from '../link/link';
import type { ModelDocument } from '../state/document';
import type { Session } from '../state/session';
import { exampleOf, lawOf } from './examples';
import { byKind, defaultText, equationLines, itemHash } from './items';
import './reference.css';

/** A name that may go on in another line before each of its words. */
function breakable(name: string) {
  return name.split(/(?=[A-Z][a-z])/).map((word, i) => html`${i > 0 ? html`<wbr />` : nothing}${word}`);
}

/** The item types of the engine: all of them, or one with its parameters, outputs and an example that runs. */
@customElement('slip-reference')
export class ReferencePage extends View {
  @property({ attribute: false }) session!: Session;
  /** Shows a model that runs. */
  @property({ attribute: false }) example!: (session: Session) => unknown;
  /** "object.RigidBody", or "" for the list. */
  @property() item = '';
  @state() private items: ItemReference[] | null = null;
  @state() private text: string | null = null;
  @state() private law = '';
  @state() private problem = '';

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('item')) void this.open();
  }

  protected override render() {
    const { items, item } = this;
    if (this.problem) return html`<main class="reference"><p role="alert">${this.problem}</p></main>`;
    if (!items) return html`<main class="reference" aria-busy="true"></main>`;
    const chosen = items.find(({ kind, type }) => `${kind}.${type}` === item);
    return html`<main class="reference" ?data-list=${!chosen}>
      <nav class="reference-list" aria-label="Items">
        ${byKind(items).map(
          ({ title, items: members }) => html`<h2>${title}</h2>
            <ul>
              ${members.map(
                (entry) =>
                  html`<li>
                    <a href=${itemHash(entry)} aria-current=${entry === chosen ? 'page' : nothing}>${breakable(entry.type)}</a>
                    ${chosen ? nothing : html`<span class="quiet">${entry.summary}</span>`}
                  </li>`,
              )}
            </ul>`,
        )}
      </nav>
      ${chosen ? this.renderItem(chosen) : this.renderIntroduction(item)}
    </main>`;
  }

  private renderIntroduction(asked: string) {
    return html`<div class="reference-intro">
      <h1>Reference</h1>
      ${asked ? html`<p role="alert">There is no item “${asked}”.</p>` : nothing}
      <p>
        Every item of a model, as the engine itself describes it. More: <a href="#doc=model-format">the model format</a>,
        <a href="#doc=formulas">formulas</a>, <a href="#doc=share-links">links</a>, <a href="#doc=embedding">models in other pages</a>,
        <a href="#doc=differences-from-exudyn">differences from Exudyn</a>.
      </p>
    </div>`;
  }

  private renderItem({ kind, type, summary, equation, parameters, outputs }: ItemReference) {
    return html`<article class="reference-item">
      <p class="reference-back quiet"><a href="#reference">Reference</a> · ${kind}</p>
      <h1>${breakable(type)}</h1>
      <p>${summary}</p>
      ${this.law || equation ? html`<slip-about .text=${this.law || equationLines(equation)}></slip-about>` : nothing}
      <h2>Parameters</h2>
      <div class="reference-table" tabindex="0" role="region" aria-label="Parameters">
        <table class="figures">
          <thead><tr><th scope="col">Name</th><th scope="col">Takes</th><th scope="col">Unit</th><th scope="col">Default</th><th scope="col">Meaning</th></tr></thead>
          <tbody>
            ${parameters.map(
              (parameter) => html`<tr>
                <th scope="row"><code>${parameter.name}</code></th>
                <td>${parameter.takes}${parameter.range ? html`<br /><span class="quiet">${parameter.range}</span>` : nothing}</td>
                <td>${parameter.unit}</td>
                <td><code>${defaultText(parameter)}</code></td>
                <td>
                  ${parameter.text}
                  ${
                    parameter.arguments
                      ? html`<br /><span class="quiet">arguments <code>${parameter.arguments.join(', ')}</code>${parameter.resultSize ? `; ${parameter.resultSize === 1 ? 'a number' : `${parameter.resultSize} numbers`}` : ''}</span>`
                      : nothing
                  }
                </td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${
        [...parameters, ...outputs].some(({ unit }) => unit === 'mixed')
          ? html`<p class="quiet">mixed: the unit follows what is moved, N and m, or N·m and rad; of matrices and lists, each entry has its own.</p>`
          : nothing
      }
      ${
        outputs.length > 0
          ? html`<h2>Outputs</h2>
              <div class="reference-table" tabindex="0" role="region" aria-label="Outputs">
                <table class="figures">
                  <thead><tr><th scope="col">outputVariableType</th><th scope="col" class="number">Numbers</th><th scope="col">Unit</th><th scope="col">Meaning</th></tr></thead>
                  <tbody>
                    ${outputs.map(
                      (output) => html`<tr>
                        <th scope="row"><code>${output.name}</code></th>
                        <td class="number">${output.size ?? ''}</td>
                        <td>${output.unit}</td>
                        <td>${output.text}</td>
                      </tr>`,
                    )}
                  </tbody>
                </table>
              </div>`
          : nothing
      }
      ${this.text ? this.renderExample(this.text) : nothing}
    </article>`;
  }

  private renderExample(text: string) {
    return html`<h2>Example</h2>
      <p><a href=${documentHash(JSON.parse(text))}>Open it as a model of its own</a></p>
      <div class="reference-example">${this.example(this.session)}</div>
      <pre class="json" tabindex="0" aria-label="Example document">${text.trim()}</pre>`;
  }

  private async load(): Promise<void> {
    try {
      this.items = (await (await this.session.runner.prepare()).reference()).items;
    } catch (error) {
      this.problem = `The engine did not load: ${error instanceof Error ? error.message : error}`;
    }
  }

  private async open(): Promise<void> {
    const { item } = this;
    const [kind, type] = item.split('.');
    this.text = null;
    this.law = '';
    const [text, law] = type ? await Promise.all([exampleOf(kind, type), lawOf(type)]) : [null, ''];
    if (item !== this.item) return;
    this.law = law;
    if (!text) return;
    const document = JSON.parse(text) as ModelDocument;
    this.session.open({ name: null, document, text }, {});
    this.text = text;
    this.session.run();
  }
}
