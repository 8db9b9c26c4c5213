import { msg } from '@lit/localize';
import { html } from './html';
import './splitter.css';

export interface Split {
  label: string;
  /** The bar is vertical and resizes the part on its right; otherwise the part below it. */
  vertical: boolean;
  /** The size of that part, with its limits, in pixels. */
  size: number;
  least: number;
  most: number;
  /** null: the default size. */
  resize: (size: number | null) => void;
}

const [step, leap] = [16, 96]; // px per key press, and with Shift

/**
 * A bar between two parts of the page, moved by dragging and by arrow keys; Home and End move it to the limits, Enter and a double click
 * restore the default.
 */
export function splitter({ label, vertical, size, least, most, resize }: Split) {
  const to = (wanted: number) => resize(Math.round(Math.min(most, Math.max(least, wanted))));
  const drag = (down: PointerEvent) => {
    if (down.button !== 0) return;
    down.preventDefault();
    const bar = down.currentTarget as HTMLElement;
    bar.focus();
    bar.setPointerCapture(down.pointerId);
    const move = (event: PointerEvent) => to(size + (vertical ? down.clientX - event.clientX : down.clientY - event.clientY));
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? leap : step;
    const [grow, shrink] = vertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const act = {
      [grow]: () => to(size + by),
      [shrink]: () => to(size - by),
      Home: () => to(least),
      End: () => to(most),
      Enter: () => resize(null),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return html`<div
    class="splitter"
    role="separator"
    tabindex="0"
    aria-label=${label}
    aria-orientation=${vertical ? 'vertical' : 'horizontal'}
    aria-valuenow=${Math.round(size)}
    aria-valuemin=${least}
    aria-valuemax=${Math.round(most)}
    title=${msg('Drag or use the arrow keys; double-click for the usual size')}
    @pointerdown=${drag}
    @keydown=${key}
    @dblclick=${() => resize(null)}
  ></div>`;
}
