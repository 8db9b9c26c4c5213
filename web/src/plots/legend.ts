import { html } from 'lit';
import { richLabel } from '../ui/label';
import { swatch } from './curves';

/** An entry of a legend: a press hides or shows the curve; behind it its value at the cursor, and `more`. */
export function legendCurve(label: string, curve: number, color: string | null, shown: boolean, toggle: () => void, more: unknown = '') {
  return html`<li>
    <button type="button" class="legend-curve" aria-pressed=${shown} title=${shown ? 'Hide this curve' : 'Show this curve'} @click=${toggle}>
      ${swatch(curve, color)}<span>${richLabel(label)}</span>
    </button>
    <output aria-live="off" data-curve=${curve}></output>
    ${more}
  </li>`;
}

/** Where the axes leave out most of the last run, because this one would be flat on larger ones. */
export const beyondNote = html`<li class="beyond">The last run goes far beyond these axes.</li>`;
