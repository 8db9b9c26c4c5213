import { consume } from '@lit/context';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatNumber } from '../format/quantity';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { View } from '../ui/view';
import { type ModeShow, modesContext } from './mode-show';
import './mode-bar.css';

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
      <div class="transport mode-bar" role="group" aria-label="Mode" @keydown=${this.onKey}>
        <button type="button" class="icon-button play" aria-label=${cursor.playing ? 'Pause' : 'Play'} title=${cursor.playing ? 'Pause' : 'Play'} @click=${() => cursor.toggle()}>
          ${cursor.playing ? icons.pause : icons.play}
        </button>
        <button type="button" class="icon-button" aria-label="Mode before" title="Mode before" ?disabled=${place === 0} @click=${go(-1)}>${icons.back}</button>
        <button type="button" class="icon-button" aria-label="Next mode" title="Next mode" ?disabled=${place === modes.length - 1} @click=${go(1)}>${icons.forward}</button>
        <output class="mode-name">Mode ${place + 1} of ${modes.length}<span class="quiet">, ${formatNumber(mode.frequency)}\u2009Hz</span></output>
        <label class="mode-scale">
          <span>Swing</span>
          <input
            type="range"
            class="scrubber"
            min=${leastScale}
            max=${mostScale}
            step="any"
            style=${`--fill:${(100 * (decade - leastScale)) / (mostScale - leastScale)}%`}
            aria-valuetext=${`${formatNumber(scale, 2)} times the usual swing`}
            title="Size of the motion on the screen; the equations leave the size of a mode open"
            .value=${String(decade)}
            @input=${this.onScale}
          />
        </label>
        ${this.show.session?.runner.timeless ? nothing : html`<button type="button" class="text-button" @click=${() => this.show.choose(null)}>Back to the run</button>`}
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
