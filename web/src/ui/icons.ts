import type { TemplateResult } from 'lit';
import { html } from './html';

/** Icons for buttons, in the colour of the text. */
function icon(path: TemplateResult | string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false"><path d=${path as string} /></svg>`;
}

export const icons = {
  play: icon('M6 4l10 6-10 6z'),
  pause: icon('M5.5 4h3v12h-3zM11.5 4h3v12h-3z'),
  toStart: icon('M4 4h2v12H4zM16 4v12l-9-6z'),
  toEnd: icon('M14 4h2v12h-2zM4 4v12l9-6z'),
  back: icon('M13.5 4v12L5 10z'),
  forward: icon('M6.5 4v12l8.5-6z'),
  loop: icon('M3.5 9V5H13V2.5L17 6l-4 3.5V7H5.5v2zM16.5 11v4H7v2.5L3 14l4-3.5V13h7.5v-2z'),
  hand: icon(
    'M9.2 2.2a1 1 0 012 0v6h.5V3.4a1 1 0 012 0v5.3h.5V5.2a1 1 0 012 0v7.3c0 3.4-2.2 5.6-5.4 5.6-2.6 0-4-1.1-5.2-3.3L3.3 11c-.5-.9.6-1.8 1.4-1.1l2 1.9V4.1a1 1 0 012 0v4.1h.5z',
  ),
  handOn: icon(
    'M3 3h1.6v14H3zM10.4 3.4a.9.9 0 011.8 0v5h.4V4.4a.9.9 0 011.8 0v4.4h.4V6a.9.9 0 011.8 0v6.6c0 3-1.9 4.9-4.7 4.9-2.2 0-3.5-1-4.5-2.9l-2-3.4c-.4-.8.5-1.6 1.2-1l1.8 1.7V5a.9.9 0 011.8 0v3.4h.2z',
  ),
  study: icon(
    'M2.5 3h1.6v12.4H17V17H2.5zM6 13.2a1.3 1.3 0 112.6 0 1.3 1.3 0 01-2.6 0zM9 9a1.3 1.3 0 112.6 0A1.3 1.3 0 019 9zM13 5a1.3 1.3 0 112.6 0A1.3 1.3 0 0113 5z',
  ),
  undo: icon('M8 3.5v3.2h3.6a5 5 0 010 10H6v-1.8h5.6a3.2 3.2 0 000-6.4H8v3.2L2.5 7.6z'),
  stop: icon('M5 5h10v10H5z'),
  system: icon('M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zm0 1.6v11.8a5.9 5.9 0 010-11.8z'),
  light: icon(
    'M10 6a4 4 0 100 8 4 4 0 000-8zM9.2 1.5h1.6v2.6H9.2zM9.2 15.9h1.6v2.6H9.2zM1.5 9.2h2.6v1.6H1.5zM15.9 9.2h2.6v1.6h-2.6zM3.4 4.5l1.1-1.1 1.9 1.9-1.1 1.1zM13.6 14.7l1.1-1.1 1.9 1.9-1.1 1.1zM3.4 15.5l1.9-1.9 1.1 1.1-1.9 1.9zM13.6 5.3l1.9-1.9 1.1 1.1-1.9 1.9z',
  ),
  language: icon(
    'M10 2a8 8 0 100 16 8 8 0 000-16zm0 1.4a6.6 6.6 0 110 13.2 6.6 6.6 0 010-13.2zM10 2c-2.6 2-4 5-4 8s1.4 6 4 8c2.6-2 4-5 4-8s-1.4-6-4-8zm0 1.9c1.7 1.7 2.6 3.9 2.6 6.1s-.9 4.4-2.6 6.1c-1.7-1.7-2.6-3.9-2.6-6.1s.9-4.4 2.6-6.1zM3 6.8v1.3h14V6.8zM3 11.9v1.3h14v-1.3z',
  ),
  dark: icon('M8.2 2.3a7.8 7.8 0 109.5 9.5A6.3 6.3 0 018.2 2.3z'),
};
