import { html } from '../ui/html';
import { load } from '../ui/load';

/** A caution if much of the energy of the run shown is unexplained. `due`: its code is loaded. */
export function balanceNote(due: boolean) {
  if (due) void load(() => import('./balance-note'));
  return html`<slip-balance-note></slip-balance-note>`;
}
