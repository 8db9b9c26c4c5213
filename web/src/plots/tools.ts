import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { html } from '../ui/html';
import { texts } from './texts';

const showAllText = () => msg('Show all');

export interface PlotTools {
  title: string;
  open: boolean;
  toggle(): void;
  zoom(factor: number): void;
  /** Resets the zoom; null while everything is visible. */
  whole: (() => void) | null;
  /** Saves the plot as a picture; null while there is none. */
  save: ((kind: 'png' | 'svg') => void) | null;
  /** Shows the plot in full screen, or returns to the page; null if the browser does not support it. */
  fill: (() => void) | null;
  logarithmic: boolean;
  /** null: the plot has no logarithmic axis. */
  setLogarithmic: ((on: boolean) => void) | null;
  /** Whether the plot shows spectra; null: it cannot. */
  spectrum: boolean | null;
  setSpectrum: () => void;
  /** Further tools of this kind of plot. */
  own: unknown;
}

const step = 1.6;

/** Buttons in the header of a plot, including one that opens the others. */
export function toolButtons({ title, open, toggle, whole }: PlotTools) {
  return html`<span class="plot-buttons">
    ${whole && !open ? html`<button type="button" class="plot-tool whole" @click=${whole}>${showAllText()}</button>` : nothing}
    <button type="button" class="plot-tool more" aria-expanded=${open} aria-label=${msg(str`Tools of plot ${title}`)} title=${msg('Zoom, axes and pictures')} @click=${toggle}>⋯</button>
  </span>`;
}

/** Further buttons below the header, while they are open. */
export function toolRow({ title, open, zoom, whole, save, fill, logarithmic, setLogarithmic, spectrum, setSpectrum, own }: PlotTools) {
  if (!open) return nothing;
  return html`<div class="plot-tools" role="group" aria-label=${msg(str`View of plot ${title}`)}>
    <button type="button" class="plot-tool" title=${msg('Nearer (key +)')} aria-label=${msg('Nearer')} @click=${() => zoom(step)}>+</button>
    <button type="button" class="plot-tool" title=${msg('Farther (key −)')} aria-label=${msg('Farther')} @click=${() => zoom(1 / step)}>−</button>
    <button type="button" class="plot-tool" title=${msg('Everything (key 0, or a double click)')} ?disabled=${!whole} @click=${() => whole?.()}>${showAllText()}</button>
    ${
      setLogarithmic
        ? html`<button type="button" class="plot-tool" title=${msg('Logarithmic axis (key L), for positive numbers only')} aria-pressed=${logarithmic} @click=${() => setLogarithmic(!logarithmic)}>${msg('Log')}</button>`
        : nothing
    }
    ${
      spectrum === null
        ? nothing
        : html`<button type="button" class="plot-tool spectrum" title=${msg('Frequencies in these curves, in the visible part of the time')} aria-pressed=${spectrum} @click=${setSpectrum}>${texts.spectrum()}</button>`
    }
    ${fill ? html`<button type="button" class="plot-tool" title=${msg('This plot on the whole screen, and back (key F)')} @click=${fill}>${msg('Full screen')}</button>` : nothing}
    <button type="button" class="plot-tool" title=${msg('Save this plot as a picture of pixels')} aria-label=${msg('Save as PNG')} ?disabled=${!save} @click=${() => save?.('png')}>PNG</button>
    <button type="button" class="plot-tool" title=${msg('Save this plot as a drawing of lines, for print')} aria-label=${msg('Save as SVG')} ?disabled=${!save} @click=${() => save?.('svg')}>SVG</button>
    ${own}
    <span class="quiet for-mouse">${msg('Shift + drag or Ctrl + wheel zooms; drag an axis to move it')}</span>
    <span class="quiet for-touch">${msg('Pinch to zoom and move, double-tap to show everything')}</span>
  </div>`;
}

/** Applies a key to the view of a plot; false if the key has no function. */
export function zoomKey(key: string, acts: { zoom(factor: number): void; whole(): void; logarithmic?(): void; fill?(): void }): boolean {
  const act = {
    '+': () => acts.zoom(step),
    '=': () => acts.zoom(step),
    '-': () => acts.zoom(1 / step),
    '0': () => acts.whole(),
    l: () => acts.logarithmic?.(),
    f: () => acts.fill?.(),
  }[key.toLowerCase()];
  act?.();
  return act !== undefined;
}
