import { msg } from '@lit/localize';
import { html } from '../ui/html';
import { plainLabel, richLabel } from '../ui/label';
import { curveStyle, swatch } from './curves';
import type { LegendEntry } from './picture';

/** An entry of a legend: a click hides or shows the curve. It contains the value at the cursor, and `more`. */
export function legendCurve(label: string, curve: number, color: string | null, shown: boolean, toggle: () => void, more: unknown = '') {
  return html`<li>
    <button type="button" class="legend-curve" aria-pressed=${shown} title=${shown ? msg('Hide this curve') : msg('Show this curve')} @click=${toggle}>
      ${swatch(curve, color)}<span>${richLabel(label)}</span>
    </button>
    <output aria-live="off" data-curve=${curve}></output>
    ${more}
  </li>`;
}

/** Keeps room for the longest of some texts, so that the legend stays in place while its numbers change. */
export function reserve(output: HTMLElement, texts: readonly string[]): void {
  output.style.minWidth = `${Math.max(0, ...texts.map(({ length }) => length))}ch`;
}

/** The entries of all visible curves, for a picture. */
export function curveEntries(curves: readonly { label: string; color: string | null }[], off: ReadonlySet<number>): LegendEntry[] {
  return curves.flatMap(({ label, color }, i) => (off.has(i) ? [] : [{ label: plainLabel(label), sign: curveStyle(i, color) }]));
}
