import { msg } from '@lit/localize';
import { html } from '../ui/html';
import { plainLabel, richLabel } from '../ui/label';
import { curveStyle, swatch } from './curves';
import type { LegendEntry } from './picture';

type Curves = readonly { label: string; color: string | null }[];

/** The entries of a legend: a click hides or shows the curve. They contain the value at the cursor, and `more`. */
export function legendCurves(
  curves: Curves,
  off: ReadonlySet<number>,
  toggle: (curve: number) => void,
  more: (curve: number) => unknown = () => '',
) {
  return curves.map(
    ({ label, color }, i) => html`<li>
      <button type="button" class="legend-curve" aria-pressed=${!off.has(i)} title=${off.has(i) ? msg('Show this curve') : msg('Hide this curve')} @click=${() => toggle(i)}>
        ${swatch(i, color)}<span>${richLabel(label)}</span>
      </button>
      <output aria-live="off" data-curve=${i}></output>
      ${more(i)}
    </li>`,
  );
}

/** Keeps room for the longest of some texts, so that the legend stays in place while its numbers change. */
export function reserve(output: HTMLElement, texts: readonly string[]): void {
  output.style.minWidth = `${Math.max(0, ...texts.map(({ length }) => length))}ch`;
}

/** The entries of all visible curves, for a picture. */
export function curveEntries(curves: Curves, off: ReadonlySet<number>): LegendEntry[] {
  return curves.flatMap(({ label, color }, i) => (off.has(i) ? [] : [{ label: plainLabel(label), sign: curveStyle(i, color) }]));
}
