import { nothing } from 'lit';
import { html } from '../ui/html';
import { richLabel } from '../ui/label';
import './plots.css';

/** The parts around the drawing of a figure with two axes. */
export interface PlotFrame {
  /** The kind of figure. */
  kind: string;
  title: string;
  /** The quantity and unit of the y axis, in brackets after the title; or "". */
  head: string;
  /** Label of the x axis. */
  x: string;
  /** For a drawing that is a slider: its name, values and keys. */
  slider: { name: string; min: number; max: number; now: number; text?: string; keys?: string };
  onKey: (event: KeyboardEvent) => void;
  legend: unknown;
  references: readonly { label: string; source: string }[];
  /** Contents above the caption. */
  above?: unknown;
  /** Contents of the caption, and contents between it and the drawing. */
  aside?: unknown;
  tools?: unknown;
  /** Contents below the drawing. */
  below: unknown;
}

export function plotFrame({
  kind,
  title,
  head,
  x,
  slider,
  onKey,
  legend,
  references,
  above = nothing,
  aside = nothing,
  tools = nothing,
  below,
}: PlotFrame) {
  return html`
    <figure class="plot" role="group" aria-label=${`${kind}: ${title}`}>
      ${above}
      <figcaption>
        <span class="plot-title">${richLabel(title)}${head ? html` <span class="quiet">[${richLabel(head)}]</span>` : nothing}</span>
        ${aside}
      </figcaption>
      ${tools}
      <div
        class="plot-area"
        tabindex="0"
        role="slider"
        aria-keyshortcuts=${slider.keys ?? nothing}
        aria-label=${slider.name}
        aria-valuemin=${slider.min}
        aria-valuemax=${slider.max}
        aria-valuenow=${slider.now}
        aria-valuetext=${slider.text ?? nothing}
        @keydown=${onKey}
      ></div>
      <div class="plot-legend">
        <ul>
          ${legend}
          ${references.map(({ label, source }) => html`<li title=${source}><span class="reference-dot"></span>${label}</li>`)}
        </ul>
        <span class="plot-over quiet">${richLabel(x)}</span>
      </div>
      ${below}
    </figure>
  `;
}
