import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { countText } from '../format/count';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { load } from '../ui/load';
import { View } from '../ui/view';
import type { formats } from './formats';
import { embedAddress, embedSnippet } from './snippet';
import { texts } from './texts';

const previewText = () => msg('Preview');

const words = () => ({
  title: msg('Title'),
  scene: common.scene(),
  time: common.time(),
  parameters: common.sliders(),
  plots: common.plots(),
  tasks: common.tasks(),
});
export type EmbedPart = keyof ReturnType<typeof words>;

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
  /** A choice of plots, if there are several. */
  @property({ attribute: false }) plots: unknown = nothing;
  /** Some plots are chosen. */
  @property({ attribute: false }) needsPlots = false;
  /** Explicitly switched on or off; the others have their defaults. */
  @state() private chosen: Partial<Record<EmbedPart | 'hands', boolean>> = {};
  @state() private previewed = false;
  /** The picture makes the snippet much longer. */
  @state() private pictured = false;
  /** The kinds of pages other than HTML, once they have loaded. */
  @state() private formats: typeof formats | null = null;
  @state() private format = 'html';
  /** Height that the preview asks for, px; 0: not known yet. */
  @state() private height = 0;

  protected override whileInPage() {
    void load(() => import('./formats')).then((room) => {
      this.formats = room.formats;
    });
    return [listen<MessageEvent>(window, 'message', this.onMessage)];
  }

  protected override render() {
    const { show, handsOn } = this;
    const site = new URL('.', location.href).href;
    const write = this.formats?.[this.format].write ?? embedSnippet;
    const snippet = write({
      site,
      hash: this.hash,
      title: this.modelTitle,
      picture: this.pictured ? this.picture : '',
      show,
      handsOn,
    });
    return html`
      <label class="share-label" for="share-embed">${msg('In another page')}</label>
      <fieldset class="share-parts">
        <legend class="hidden">${msg('What it shows')}</legend>
        ${this.parts.map((part) => this.renderCheck(words()[part], part, show.includes(part)))}
        ${this.touchable ? this.renderCheck(common.handsOn(), 'hands', handsOn) : nothing}
      </fieldset>
      ${show.includes('plots') ? this.plots : nothing}
      ${
        this.picture
          ? tick(msg('With a picture until it is used'), this.pictured, (on) => {
              this.pictured = on;
            })
          : nothing
      }
      <p class="share-format">
        <label for="share-format">${msg('For')}</label>
        <select id="share-format" @change=${this.chooseFormat}>
          ${Object.entries(this.formats ?? {}).map(([key, { name }]) => html`<option value=${key} .selected=${key === this.format}>${name}</option>`)}
        </select>
      </p>
      <div class="share-row">
        <textarea id="share-embed" readonly rows="3" spellcheck="false" .value=${snippet} @focus=${select}></textarea>
        <button type="button" class="outline-button" @click=${() => this.copy(snippet)}>${texts.copy()}</button>
      </div>
      <p class="quiet share-note">
        ${
          this.hash.length > 500
            ? msg(str`${countText(snippet.length)} characters, of which ${countText(this.hash.length)} carry the model.`)
            : msg(str`${countText(snippet.length)} characters.`)
        }
        ${snippet.includes('<slipstick-model') ? msg('It becomes as high as its parts need.') : nothing}
      </p>
      <details class="share-preview" @toggle=${(event: Event) => {
        this.previewed = (event.target as HTMLDetailsElement).open;
      }}>
        <summary>${previewText()}</summary>
        ${this.previewed ? html`<iframe title=${previewText()} style=${this.height > 0 ? `height:${this.height}px` : nothing} src=${embedAddress({ site, hash: this.hash, show, handsOn })}></iframe>` : nothing}
      </details>
    `;
  }

  private readonly chooseFormat = (event: Event) => {
    this.format = (event.target as HTMLSelectElement).value;
  };

  private renderCheck(label: string, part: EmbedPart | 'hands', on: boolean) {
    return tick(label, on, (checked) => {
      this.chosen = { ...this.chosen, [part]: checked };
    });
  }

  private readonly onMessage = ({ source, data }: MessageEvent) => {
    const isHeight = source === this.querySelector('iframe')?.contentWindow && data?.slipstick === 1 && data.event === 'height';
    if (isHeight) this.height = Number(data.data?.height) || 0;
  };

  /** By default, an exercise shows its tasks and the sliders and plots that they need; any other model shows its moving parts. */
  private get show(): EmbedPart[] {
    const usual = new Set<EmbedPart>(this.parts.includes('tasks') ? ['scene', 'time', 'parameters', 'tasks'] : ['scene', 'time']);
    if (this.parts.includes('tasks') && this.needsPlots) usual.add('plots');
    return this.parts.filter((part) => this.chosen[part] ?? usual.has(part));
  }
  private get handsOn(): boolean {
    return this.chosen.hands ?? false;
  }
}

/** A box to tick, with its label. */
export function tick(label: string, on: boolean, set: (on: boolean) => void) {
  return html`<label class="share-check"><input type="checkbox" .checked=${on} @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} />${label}</label>`;
}

function select(event: Event): void {
  (event.target as HTMLTextAreaElement).select();
}
