/** For a slider touched by a finger: calls `undo` if the finger scrolls the page instead. */
export function undoSwipe({ currentTarget, pointerType }: PointerEvent, undo: () => void): void {
  if (pointerType !== 'touch') return;
  const stop = new AbortController();
  const { signal } = stop;
  const slider = currentTarget as HTMLElement;
  slider.addEventListener('pointerup', () => stop.abort(), { signal });
  slider.addEventListener(
    'pointercancel',
    () => {
      stop.abort();
      undo();
    },
    { signal },
  );
}
