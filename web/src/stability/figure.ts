import type { LeadFigure } from '../plots';
import { html } from '../ui/html';
import { stabilitySpec } from './spec';
import './stability-view';

export const leadFigure: LeadFigure = {
  isIn: (model) => stabilitySpec(model) !== null,
  width: 2,
  draw: (style) => html`<slip-stability style=${style}></slip-stability>`,
};
