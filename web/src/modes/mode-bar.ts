import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatNumber } from '../format/quantity';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { View } from '../ui/view';
import { type ModeShow, modesContext } from './mode-show';
import { texts } from './texts';
import './mode-bar.css';

const modeBeforeText = () => msg('Mode before');
const nextModeText = () => msg('Next mode');

const [leastScale, mostScale] = [-1, 1]; // decades

/** Replaces the transport while a mode is shown: selects the mode and its amplitude, and returns to the run. */
@customElement('slip-mode-bar')
export class ModeBar extends View {
  @consume({ context: modesContext }) show!: ModeShow;

  protected override render() {
    const { choice, mode, scale, cursor } = this.show;
    if (!choice || !mode) return nothing;
    const modes = this.show.modesIn(choice.step);
    const place = modes.findIndex(({ index }) => index === mode.index);
    const go = (by: number) => () => this.show.choose({ step: choice.step, index: modes[place + by].index });
    const decade = Math.log10(scale);
    return html`
      <div class="transport mode-bar" role="group" aria-label=${texts.mode()} @keydown=${this.onKey}>
        <button type="button" class="icon-button play" aria-label=${cursor.playing ? common.pause() : common.play()} title=${cursor.playing ? common.pause() : common.play()} @click=${() => cursor.toggle()}>
          ${cursor.playing ? icons.pause : icons.play}
        </button>
        <button type="button" class="icon-button" aria-label=${modeBeforeText()} title=${modeBeforeText()} ?disabled=${place === 0} @click=${go(-1)}>${icons.back}</button>
        <button type="button" class="icon-button" aria-label=${nextModeText()} title=${nextModeText()} ?disabled=${place === modes.length - 1} @click=${go(1)}>${icons.forward}</button>
        <output class="mode-name">${msg(str`Mode ${place + 1} of ${modes.length}`)}<span class="quiet">, ${formatNumber(mode.frequency)}\u2009Hz</span></output>
        <label class="mode-scale">
          <span>${msg('Swing')}</span>
          <input
            type="range"
            class="scrubber"
            min=${leastScale}
            max=${mostScale}
            step="any"
            style=${`--fill:${(100 * (decade - leastScale)) / (mostScale - leastScale)}%`}
            aria-valuetext=${msg(str`${formatNumber(scale, 2)} times the usual swing`)}
            title=${msg('Size of the motion on the screen; the equations do not determine the size of a mode')}
            .value=${String(decade)}
            @input=${this.onScale}
          />
        </label>
        ${this.show.session?.runner.timeless ? nothing : html`<button type="button" class="text-button" @click=${() => this.show.choose(null)}>${msg('Back to the run')}</button>`}
      </div>
    `;
  }

  private readonly onScale = (event: Event) => {
    this.show.setScale(10 ** Number((event.target as HTMLInputElement).value));
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    this.show.cursor.toggle();
  };
}
