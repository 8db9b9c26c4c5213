import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { common } from '../format/texts';
import type { Session } from '../state/session';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import type { HandsOn } from './hands-on';
import './hands-buttons.css';

/** The buttons that lead to a live run, for the transport. */
export function handsButtons({ runner, hands }: Session, handsOn: HandsOn) {
  if (runner.model && !hands.canTakeOver && runner.phase === 'finished') return nothing; // nothing moves over time
  const start = (fromHere: boolean) => () => void hands.take(fromHere);
  const starter = (button?: Element) => {
    handsOn.starter = (button as HTMLElement | undefined) ?? null;
  };
  return html`
    <button ${ref(starter)} type="button" class="icon-button worded hands-on" aria-label=${common.handsOn()} title=${msg('Hands on: runs the model live, so that you can drag and push its parts')} ?disabled=${!hands.canTakeOver} @click=${start(false)}>
      ${icons.hand}<span class="words">${common.handsOn()}</span>
    </button>
    <button type="button" class="icon-button worded go-on" aria-label=${msg('Go on from here')} title=${msg('Go on from here: continues live from the time shown and keeps the old run for comparison')} ?disabled=${!hands.canContinue} @click=${start(true)}>
      ${icons.handOn}<span class="words">${common.goOn()}</span>
    </button>
  `;
}

/** A hint about the buttons in the 3D view with the first run of a model, until the person knows them. */
export function handsHint({ runner, hands }: Session, handsOn: HandsOn) {
  if (!hands.canTakeOver || handsOn.known || runner.ghost) return nothing;
  return html`<p class="hands-hint" role="note">
    ${msg('Take hold of the model: the hand runs it live, and you drag its parts.')}
    <button type="button" class="icon-button" aria-label=${msg('Close this hint')} @click=${() => handsOn.learn()}>✕</button>
  </p>`;
}
