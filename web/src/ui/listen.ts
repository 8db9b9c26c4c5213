/** Listens for events until the returned function is called. */
export function listen<E extends Event>(
  target: EventTarget,
  types: string | readonly string[],
  act: (event: E) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const all = [types].flat();
  for (const type of all) target.addEventListener(type, act as EventListener, options);
  return () => {
    for (const type of all) target.removeEventListener(type, act as EventListener, options);
  };
}
