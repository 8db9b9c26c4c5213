import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { common } from '../format/texts';
import type { TimeCursor } from '../state/cursor';
import type { ComparedRun } from '../state/kept-runs';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { curveColor, lastDash, lineMark } from './curves';
import { runSwatch } from './marks';
import { texts } from './texts';
import './full-bar.css';

/** The bar over a plot that fills the screen: playing, the compared runs, and the way back to the page. */
export function fullBar({ cursor, compared, leave }: { cursor: TimeCursor; compared: readonly ComparedRun[]; leave: () => void }) {
  const label = cursor.playing ? common.pause() : common.play();
  const color = `var(${curveColor(0)})`;
  return html`<div class="full-bar">
    <button type="button" class="icon-button" aria-label=${label} title=${label} @click=${() => cursor.toggle()}>${cursor.playing ? icons.pause : icons.play}</button>
    ${
      compared.length > 0
        ? html`<ul aria-label=${msg('Runs in this plot')}>
            <li>${lineMark(color, [])} ${texts.thisRun()}</li>
            ${compared.map(({ name, mark }) => html`<li>${mark === null ? lineMark(color, lastDash) : runSwatch(mark)} ${name}</li>`)}
          </ul>`
        : nothing
    }
    <button type="button" class="outline-button" title=${msg('Back to the page (Escape)')} @click=${leave}>${msg('Leave full screen')}</button>
  </div>`;
}
