import type { LeadFigure } from '../plots';
import { html } from '../ui/html';
import { load } from '../ui/load';
import { stabilitySpec } from './spec';

export const leadFigure: LeadFigure = {
  isIn: (model) => stabilitySpec(model) !== null,
  width: 2,
  draw: (style) => {
    void load(() => import('./stability-view'));
    return html`<slip-stability style=${style}></slip-stability>`;
  },
};
