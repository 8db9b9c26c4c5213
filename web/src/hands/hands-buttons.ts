import { html, nothing } from 'lit';
import type { Session } from '../state/session';
import { icons } from '../ui/icons';

/** The buttons that lead to a live run, for the transport. */
export function handsButtons(session: Session) {
  if (session.runner.model && !session.canTouch && session.runner.phase === 'finished') return nothing; // nothing moves in time
  const start = (fromHere: boolean) => () => void session.takeInHand(fromHere);
  return html`
    <button type="button" class="icon-button hands-on" aria-label="Hands on" title="Hands on: the run goes on live, and what moves can be taken, dragged and pushed" ?disabled=${!session.canTouch} @click=${start(false)}>
      ${icons.hand}
    </button>
    <button type="button" class="icon-button go-on" aria-label="Go on from here" title="Go on from here, live: what was before stays, what came after is kept to compare with" ?disabled=${!session.canGoOn} @click=${start(true)}>
      ${icons.handOn}
    </button>
  `;
}
