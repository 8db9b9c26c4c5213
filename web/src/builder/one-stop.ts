/** Makes the buttons of a group one stop of the Tab key; arrow keys move among them, as in a toolbar. Call it after each rendering. */
export function oneStop(group: HTMLElement | null): void {
  const buttons = buttonsOf(group);
  const current = buttons.find((button) => button.tabIndex === 0 && 'stop' in button.dataset) ?? buttons[0];
  for (const button of buttons) stopAt(button, button === current);
}

/** Moves the focus within such a group: a listener of `keydown`. */
export function moveInGroup(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  const buttons = buttonsOf(currentTarget as HTMLElement);
  const index = buttons.indexOf(target as HTMLButtonElement);
  const last = buttons.length - 1;
  const [back, forward] = [Math.max(0, index - 1), Math.min(last, index + 1)];
  const next = { ArrowLeft: back, ArrowUp: back, ArrowRight: forward, ArrowDown: forward, Home: 0, End: last }[key];
  if (index < 0 || next === undefined) return;
  event.preventDefault();
  buttons[next].focus();
}

/** The focused button becomes the stop: a listener of `focusin`. */
export function stopHere({ target, currentTarget }: FocusEvent): void {
  const buttons = buttonsOf(currentTarget as HTMLElement);
  if (buttons.includes(target as HTMLButtonElement)) for (const button of buttons) stopAt(button, button === target);
}

function stopAt(button: HTMLButtonElement, is: boolean): void {
  button.tabIndex = is ? 0 : -1;
  button.toggleAttribute('data-stop', is);
}

const buttonsOf = (group: HTMLElement | null) => [...(group?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
