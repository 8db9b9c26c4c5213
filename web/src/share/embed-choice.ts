import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../ui/html';
import { View } from '../ui/view';
import { embedAddress, embedSnippet } from './snippet';

const words = { title: 'Title', scene: '3D view', time: 'Time', parameters: 'Sliders', plots: 'Plots', tasks: 'Tasks' };
export type EmbedPart = keyof typeof words;

/** Choice of the parts of the model for a frame in another page, with a preview and the HTML for that page. */
@customElement('slip-embed-choice')
export class EmbedChoice extends View {
  /** The available parts of the model. */
  @property({ attribute: false }) parts: readonly EmbedPart[] = [];
  /** Whether a person can take over its run. */
  @property({ type: Boolean }) touchable = false;
  /** The fragment of a link to the model, from # on. */
  @property() hash = '';
  @property({ attribute: 'model-title' }) modelTitle = '';
  /** The picture shown before the frame is used, if the gallery has none. */
  @property() picture = '';
  @property({ attribute: false }) copy: (text: string) => void = () => {};
  /** Explicitly switched on or off; the others have their defaults. */
  @state() private chosen: Partial<Record<EmbedPart | 'hands', boolean>> = {};
  @state() private previewed = false;

  protected override render() {
    const { show, handsOn } = this;
    const site = new URL('.', location.href).href;
    const snippet = embedSnippet({ site, hash: this.hash, title: this.modelTitle, picture: this.picture, show, handsOn });
    return html`
      <label class="share-label" for="share-embed">In another page</label>
      <fieldset class="share-parts">
        <legend class="hidden">What it shows</legend>
        ${this.parts.map((part) => this.renderCheck(words[part], part, show.includes(part)))}
        ${this.touchable ? this.renderCheck('Hands on', 'hands', handsOn) : nothing}
      </fieldset>
      <div class="share-row">
        <textarea id="share-embed" readonly rows="3" spellcheck="false" .value=${snippet} @focus=${select}></textarea>
        <button type="button" class="outline-button" @click=${() => this.copy(snippet)}>Copy</button>
      </div>
      <details class="share-preview" @toggle=${(event: Event) => {
        this.previewed = (event.target as HTMLDetailsElement).open;
      }}>
        <summary>Preview</summary>
        ${this.previewed ? html`<iframe title="Preview" src=${embedAddress({ site, hash: this.hash, show, handsOn })}></iframe>` : nothing}
      </details>
    `;
  }

  private renderCheck(label: string, part: EmbedPart | 'hands', on: boolean) {
    return html`<label class="share-check">
      <input
        type="checkbox"
        .checked=${on}
        @change=${(event: Event) => {
          this.chosen = { ...this.chosen, [part]: (event.target as HTMLInputElement).checked };
        }}
      />${label}
    </label>`;
  }

  /** By default, an exercise shows its tasks and the sliders that they need; any other model shows its moving parts. */
  private get show(): EmbedPart[] {
    const usual = new Set<EmbedPart>(this.parts.includes('tasks') ? ['scene', 'time', 'parameters', 'tasks'] : ['scene', 'time']);
    return this.parts.filter((part) => this.chosen[part] ?? usual.has(part));
  }
  private get handsOn(): boolean {
    return this.chosen.hands ?? false;
  }
}

function select(event: Event): void {
  (event.target as HTMLTextAreaElement).select();
}
