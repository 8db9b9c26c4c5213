import type { Chart } from './chart';

export interface Place {
  x: number;
  y: number;
}

/** The actions that a pointer requests from a chart. Places are in axis units. */
export interface GestureActs {
  /** The pointer is over a place, or has left. */
  hover(place: Place | null): void;
  /** The pointer was pressed at, or dragged to, a place. */
  seek(place: Place): void;
  zoomAt(place: Place, factor: number): void;
  zoomTo(from: Place, to: Place): void;
  /** Shifts the axes by fractions of their lengths. */
  pan(x: number, y: number): void;
  whole(): void;
}

interface Pixel {
  clientX: number;
  clientY: number;
}

const tapTime = 350; // ms between the taps of a double tap
const tapReach = 24; // pixels that a finger may move during a tap

/**
 * A press or drag seeks; a drag with Shift zooms to the covered part; a drag on an axis shifts it; the wheel zooms with Ctrl; two fingers
 * zoom and shift; a double click or double tap shows everything. A finger that scrolls the page changes nothing. Returns a function that
 * stops it.
 */
export function followGestures(area: HTMLElement, chart: () => Chart | null, acts: GestureActs): () => void {
  const pointers = new Map<number, PointerEvent>();
  let drag: { kind: 'seek' | 'select' | 'pan-x' | 'pan-y'; from: Place; at: PointerEvent; moved: boolean } | null = null;
  let pinch: { middle: Pixel; distance: number } | null = null;
  let tap: { at: PointerEvent; time: number } | null = null; // the last tap
  const selection = document.createElement('div');
  selection.className = 'chart-selection';

  const kindOf = (event: PointerEvent, box: DOMRect) => {
    if (event.clientY > box.bottom && event.clientX > box.left) return 'pan-x';
    if (event.clientX < box.left && event.clientY < box.bottom) return 'pan-y';
    return event.shiftKey ? 'select' : 'seek';
  };
  const fingers = () => {
    const [a, b] = [...pointers.values()];
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    return { middle, distance: Math.max(20, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)) };
  };
  const onDown = (event: PointerEvent) => {
    const at = chart();
    if (!at || event.button !== 0) return;
    area.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      drag = null;
      tap = null;
      pinch = fingers();
      return;
    }
    const box = at.over.getBoundingClientRect();
    drag = { kind: kindOf(event, box), from: at.place(event), at: event, moved: false };
    if (drag.kind === 'seek' && event.pointerType !== 'touch') acts.seek(drag.from);
    if (drag.kind === 'select') at.over.append(selection);
    showSelection(event, box);
  };
  const onMove = (event: PointerEvent) => {
    const at = chart();
    if (!at) return;
    const box = at.over.getBoundingClientRect();
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event);
    if (pinch && pointers.size === 2) {
      const now = fingers();
      acts.pan((pinch.middle.clientX - now.middle.clientX) / box.width, (now.middle.clientY - pinch.middle.clientY) / box.height);
      acts.zoomAt(at.place(now.middle), now.distance / pinch.distance);
      pinch = now;
      return;
    }
    if (drag) drag.moved ||= distance(drag.at, event) > 6;
    if (drag?.kind === 'seek' && (drag.moved || event.pointerType !== 'touch')) acts.seek(at.place(event));
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
    pinch = null;
    selection.remove();
    if (at && drag && event.type === 'pointerup') {
      if (drag.kind === 'select' && Math.abs(event.clientX - drag.at.clientX) > 4) acts.zoomTo(drag.from, at.place(event));
      if (event.pointerType === 'touch' && !drag.moved) onTap(event, at);
    }
    drag = null;
  };
  const onTap = (event: PointerEvent, at: Chart) => {
    const second = tap !== null && event.timeStamp - tap.time < tapTime && distance(tap.at, event) < tapReach;
    tap = second ? null : { at: event, time: event.timeStamp };
    if (second) acts.whole();
    else if (drag?.kind === 'seek') acts.seek(at.place(event));
  };
  const showSelection = (event: PointerEvent, box: DOMRect) => {
    if (drag?.kind !== 'select') return;
    const [x0, x1] = [drag.at.clientX, event.clientX].sort((a, b) => a - b);
    selection.style.left = `${x0 - box.left}px`;
    selection.style.width = `${x1 - x0}px`;
  };
  const onLeave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') acts.hover(null); // a lifted finger leaves its value
  };
  // Two fingers act on the plot; one vertically moving finger scrolls the page.
  const onTouch = (event: TouchEvent) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };
  const onWheel = (event: WheelEvent) => {
    const at = chart();
    if (!at || !event.ctrlKey) return; // without Ctrl, or with two fingers on a touchpad, the page scrolls
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
    ['touchstart', onTouch],
    ['touchmove', onTouch],
    ['wheel', onWheel],
    ['dblclick', onDouble],
  ];
  for (const [name, listener] of listeners) area.addEventListener(name, listener as (event: Event) => void, { passive: false });
  return () => {
    for (const [name, listener] of listeners) area.removeEventListener(name, listener as (event: Event) => void);
  };
}

function distance(a: Pixel, b: Pixel): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
