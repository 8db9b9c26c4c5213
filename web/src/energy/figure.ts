import type { LeadFigure } from '../plots';
import { html } from '../ui/html';
import { load } from '../ui/load';

export const leadFigure: LeadFigure = {
  isIn: (_, view) => view.energyShown,
  width: 1,
  draw: (style) => {
    void load(() => import('./energy-view'));
    return html`<slip-energy style=${style}></slip-energy>`;
  },
};
