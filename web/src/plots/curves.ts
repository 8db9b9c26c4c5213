import { html } from '../ui/html';
import { token } from '../ui/theme';

/** The look of the n-th curve: a colour, and a line style as a second distinction. Dash lengths in CSS pixels. */
export interface CurveStyle {
  color: string;
  dash: number[];
}

const count = 6; // number of colours, --curve-0 and so on in the style sheet
const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3], [12, 4], [4, 2]];

export function curveStyle(index: number, color: string | null): CurveStyle {
  return { color: color ?? token(curveColor(index)), dash: dashes[index % dashes.length] };
}

/** The name of the colour of the n-th curve, which is lighter on dark paper. */
export function curveColor(index: number): string {
  return `--curve-${index % count}`;
}

/** Dashes of the last run. */
export const lastDash = [3, 3];

/** The look of the n-th curve, for a legend. */
export function swatch(index: number, color: string | null = null) {
  return lineMark(color ?? `var(${curveColor(index)})`, dashes[index % dashes.length]);
}

export function lineMark(color: string, dash: number[]) {
  return html`<svg class="swatch" width="18" height="8" aria-hidden="true">
    <line x1="0" y1="4" x2="18" y2="4" style=${`stroke:${color}`} stroke-width="2" stroke-dasharray=${dash.join(' ')} />
  </svg>`;
}
