import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { decimalsFor, formatFixed, formatNumber } from '../format/quantity';
import { common } from '../format/texts';
import { speeds, type TimeCursor } from '../state/cursor';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { undoSwipe } from '../ui/swipe';
import { View } from '../ui/view';
import './transport.css';

const repeatText = () => msg('Repeat');

/** Controls for playing, stepping and seeking in time. */
@customElement('slip-transport')
export class Transport extends View {
  /** Further contents beside the speed. */
  @property({ attribute: false }) more: () => unknown = () => nothing;
  @property({ attribute: false }) cursor!: TimeCursor;
  @property({ type: Boolean }) disabled = false;

  protected override render() {
    const { cursor, disabled } = this;
    const { start, end, time, playing } = cursor;
    const decimals = decimalsFor(end - start);
    const fill = end > start ? (100 * (time - start)) / (end - start) : 0;
    return html`
      <div class="transport" role="group" aria-label=${common.time()} @keydown=${this.onKey}>
        <div class="transport-buttons">
          ${button(msg('To the start'), icons.toStart, disabled, () => cursor.toStart(), 'to-start')}
          ${button(msg('Back one sample'), icons.back, disabled, () => cursor.step(-1), 'step')}
          <button type="button" class="icon-button play" ?disabled=${disabled} aria-label=${playing ? common.pause() : common.play()} title=${playing ? common.pause() : common.play()} @click=${() => cursor.toggle()}>
            ${playing ? icons.pause : icons.play}
          </button>
          ${button(msg('Forward one sample'), icons.forward, disabled, () => cursor.step(1), 'step')}
          ${button(msg('To the end'), icons.toEnd, disabled, () => cursor.toEnd(), 'to-end')}
        </div>
        <output aria-live="off" class="time" aria-label=${common.time()}>${formatFixed(time, decimals)}\u2009s</output>
        <input
          class="scrubber"
          type="range"
          aria-label=${common.time()}
          aria-valuetext=${common.seconds(formatFixed(time, decimals))}
          style=${`--fill:${fill}%`}
          min=${start}
          max=${end}
          step="any"
          .value=${String(time)}
          ?disabled=${disabled}
          @input=${this.onScrub}
          @pointerdown=${this.onTouch}
        />
        <span class="time-end quiet">${formatNumber(end)}\u2009s</span>
        ${this.more()}
        <select class="speed" aria-label=${common.speed()} title=${common.speed()} ?disabled=${disabled} @change=${this.onSpeed}>
          ${speeds.map((speed) => html`<option value=${speed} ?selected=${speed === cursor.speed}>${formatNumber(speed)}×</option>`)}
        </select>
        <button type="button" class="icon-button loop" aria-label=${repeatText()} title=${repeatText()} aria-pressed=${cursor.loop} ?disabled=${disabled} @click=${() => cursor.setLoop(!cursor.loop)}>
          ${icons.loop}
        </button>
      </div>
    `;
  }

  private readonly onScrub = (event: Event) => {
    this.cursor.goTo(Number((event.target as HTMLInputElement).value));
  };

  private readonly onTouch = (event: PointerEvent) => {
    const { time, playing } = this.cursor;
    undoSwipe(event, () => {
      this.cursor.goTo(time);
      if (playing) this.cursor.play();
    });
  };

  private readonly onSpeed = (event: Event) => {
    this.cursor.setSpeed(Number((event.target as HTMLSelectElement).value));
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement) return;
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return; // the space key activates the button
    if (this.cursor.key(event)) event.preventDefault();
  };
}

function button(label: string, icon: unknown, disabled: boolean, act: () => void, kind = '') {
  return html`<button type="button" class="icon-button ${kind}" aria-label=${label} title=${label} ?disabled=${disabled} @click=${act}>${icon}</button>`;
}
