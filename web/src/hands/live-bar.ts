import { consume } from '@lit/context';
import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatFixed, formatNumber, withUnit } from '../format/quantity';
import { common } from '../format/texts';
import { speeds } from '../state/cursor';
import type { LiveRun } from '../state/live';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { SessionView } from '../ui/session';
import { type HandsOn, handsContext } from './hands-on';
import './live-bar.css';

const speedTitle = () => msg('Simulated time in real time');
const realTime = () => msg('real time');

const announceEvery = 1000; // ms
const slow = 0.9; // fraction of the pace below which the run is shown as falling behind

/** Replaces the transport during a live run: shows its time and its pace, with undo and stop. */
@customElement('slip-live')
export class LiveBar extends SessionView {
  @consume({ context: handsContext }) handsOn!: HandsOn;
  /** The pace of the run in words, and the run and time of their last update. */
  private rate: readonly [string, string] = ['', ''];
  private rated: LiveRun | null = null;
  private ratedAt = 0;

  protected override render() {
    const { hands } = this.handsOn;
    if (!hands) return nothing;
    const { live } = hands;
    const now = performance.now();
    if (now - this.ratedAt > announceEvery || this.rated !== live) {
      this.ratedAt = now;
      this.rated = live;
      this.rate = rateText(live.pace, live.rate);
    }
    const choices = speeds.filter((speed) => speed <= 2);
    return html`
      <div class="transport live-bar" data-taken=${live.takenOver} role="group" aria-label=${msg('Live run')}>
        <span class="live-dot" aria-hidden="true"></span>
        <output aria-live="off" class="time" aria-label=${common.time()}>${formatFixed(live.time, 2)}\u2009s</output>
        <span class="live-rate" title=${speedTitle()}>${this.rate[0]}<span> ${this.rate[1]}</span></span>
        <span class="live-room"></span>
        <select class="speed" aria-label=${common.speed()} title=${speedTitle()} @change=${this.onSpeed}>
          ${choices.map((speed) => html`<option value=${speed} ?selected=${speed === live.pace}>${formatNumber(speed)}×</option>`)}
        </select>
        <button type="button" class="outline-button live-undo" ?disabled=${!live.canUndo || live.ending} title=${msg('Goes back to just before your last action')} @click=${() => hands.undo()}>
          ${icons.undo}<span>${common.undo()}</span>
        </button>
        <button type="button" class="main-button live-stop" ?disabled=${live.ending} @click=${() => live.end()}>${icons.stop}<span>${common.stop()}</span></button>
      </div>
    `;
  }

  private readonly onSpeed = (event: Event) => {
    const pace = Number((event.target as HTMLSelectElement).value);
    this.rated = null;
    this.handsOn.hands?.live.setPace(pace);
    this.session.cursor.setSpeed(pace);
  };
}

/**
 * "real time" or "0.25 ×" "real time", with the actual rate if the machine cannot keep up: a number, and words that are omitted if there is
 * no room.
 */
function rateText(pace: number, rate: number | null): readonly [string, string] {
  const times = (value: number, digits: number) => withUnit(formatNumber(value, digits), '×');
  if (rate !== null && rate < slow * pace) return [times(rate, rate < 0.1 ? 1 : 2), msg('real time, as fast as this device can go')];
  return pace === 1 ? [realTime(), ''] : [times(pace, 2), realTime()];
}
