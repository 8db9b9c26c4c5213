import { displayUnit, formatNumber } from '../format/quantity';
import { type ColorScale, gradient } from './colors';
import { html } from './html';
import './color-bar.css';

/** The key to the colours: the scale between its limits, with their unit. */
export function colorBar(scale: ColorScale, unit: string) {
  const shown = displayUnit(unit, Math.max(Math.abs(scale.low), Math.abs(scale.high)));
  const end = (value: number) => formatNumber(value * shown.factor, 3);
  return html`<span class="color-bar">${end(scale.low)}<i style=${`background:${gradient(scale)}`}></i>${end(scale.high)} ${shown.text}</span>`;
}
