import type { Chart } from './chart';

export interface Place {
  x: number;
  y: number;
}

/** What the pointer asks of a chart. Places are numbers on its axes. */
export interface GestureActs {
  /** The pointer is over a place, or has left. */
  hover(place: Place | null): void;
  /** Pressed or dragged to a place. */
  seek(place: Place): void;
  zoomAt(place: Place, factor: number): void;
  zoomTo(from: Place, to: Place): void;
  /** By shares of the axes. */
  pan(x: number, y: number): void;
  whole(): void;
}

/**
 * A press or drag seeks; a drag with Shift zooms to what it covers; a drag on an axis moves it; the wheel zooms with
 * Ctrl; two fingers zoom; a double click shows all again. Returns how to stop.
 */
export function followGestures(area: HTMLElement, chart: () => Chart | null, acts: GestureActs): () => void {
  const pointers = new Map<number, PointerEvent>();
  let drag: { kind: 'seek' | 'select' | 'pan-x' | 'pan-y'; from: Place; at: PointerEvent } | null = null;
  let fingers = 0; // distance of two fingers
  const selection = document.createElement('div');
  selection.className = 'chart-selection';

  const kindOf = (event: PointerEvent, box: DOMRect) => {
    if (event.clientY > box.bottom && event.clientX > box.left) return 'pan-x';
    if (event.clientX < box.left && event.clientY < box.bottom) return 'pan-y';
    return event.shiftKey ? 'select' : 'seek';
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.max(20, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY));
  };
  const onDown = (event: PointerEvent) => {
    const at = chart();
    if (!at || event.button !== 0) return;
    area.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      drag = null;
      fingers = spread();
      return;
    }
    const box = at.over.getBoundingClientRect();
    drag = { kind: kindOf(event, box), from: at.place(event), at: event };
    if (drag.kind === 'seek') acts.seek(drag.from);
    if (drag.kind === 'select') at.over.append(selection);
    showSelection(event, box);
  };
  const onMove = (event: PointerEvent) => {
    const at = chart();
    if (!at) return;
    const box = at.over.getBoundingClientRect();
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      const now = spread();
      acts.zoomAt(at.place(event), now / fingers);
      fingers = now;
      return;
    }
    if (drag?.kind === 'seek') acts.seek(at.place(event));
    if (drag?.kind === 'select') showSelection(event, box);
    if (drag?.kind === 'pan-x') acts.pan((drag.at.clientX - event.clientX) / box.width, 0);
    if (drag?.kind === 'pan-y') acts.pan(0, (event.clientY - drag.at.clientY) / box.height);
    if (drag?.kind.startsWith('pan')) drag.at = event;
    const over = event.clientX >= box.left && event.clientY <= box.bottom;
    if (event.pointerType !== 'touch') acts.hover(over ? at.place(event) : null);
  };
  const onUp = (event: PointerEvent) => {
    const at = chart();
    pointers.delete(event.pointerId);
    selection.remove();
    if (at && drag?.kind === 'select' && event.type === 'pointerup' && Math.abs(event.clientX - drag.at.clientX) > 4)
      acts.zoomTo(drag.from, at.place(event));
    drag = null;
  };
  const showSelection = (event: PointerEvent, box: DOMRect) => {
    if (drag?.kind !== 'select') return;
    const [x0, x1] = [drag.at.clientX, event.clientX].sort((a, b) => a - b);
    selection.style.left = `${x0 - box.left}px`;
    selection.style.width = `${x1 - x0}px`;
  };
  const onLeave = () => acts.hover(null);
  const onWheel = (event: WheelEvent) => {
    const at = chart();
    if (!at || !event.ctrlKey) return; // without Ctrl, or two fingers on a touchpad, the page scrolls
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? 30 : 1;
    if (event.deltaX) acts.pan((pixels * event.deltaX) / at.over.clientWidth, 0);
    if (event.deltaY) acts.zoomAt(at.place(event), Math.exp(-0.002 * pixels * Math.max(-400, Math.min(400, event.deltaY))));
  };
  const onDouble = () => acts.whole();

  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onUp],
    ['pointerleave', onLeave],
    ['wheel', onWheel],
    ['dblclick', onDouble],
  ];
  for (const [name, listener] of listeners) area.addEventListener(name, listener as (event: Event) => void, { passive: false });
  return () => {
    for (const [name, listener] of listeners) area.removeEventListener(name, listener as (event: Event) => void);
  };
}
