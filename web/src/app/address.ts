const rest = 200; // ms without a change; at most 50 writes in 10 s, and Safari allows 100
const restInDrag = 2000; // ms without a change while a slider is held

/** Writes the address when a gesture has ended. Safari throws if a page writes its address at every move of a slider. */
export class AddressBar {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: (() => void) | null = null;
  /** A control has reported a value, and not yet that it is the last one. */
  private inDrag = false;

  /** Also writes before a person can follow a link. Returns a function that stops it. */
  follow(events: EventTarget = window): () => void {
    const act = ({ type, key }: Event & { key?: string }) => {
      this.inDrag = type === 'input';
      if (type === 'change') this.wait();
      else if (type !== 'input' && (type !== 'keydown' || key === 'Enter')) this.flush();
    };
    const kinds = ['input', 'change', 'pointerdown', 'keydown', 'pagehide'];
    for (const kind of kinds) events.addEventListener(kind, act, { capture: true });
    return () => {
      for (const kind of kinds) events.removeEventListener(kind, act, { capture: true });
      clearTimeout(this.timer);
    };
  }

  /** Calls `write` soon, unless another one follows. */
  plan(write: () => void): void {
    this.pending = write;
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.pending) this.timer = setTimeout(() => this.flush(), this.inDrag ? restInDrag : rest);
  }

  /** Writes now. A browser may refuse; then the page continues, and the next change tries again. */
  flush(): void {
    const { pending } = this;
    clearTimeout(this.timer);
    this.pending = null;
    try {
      pending?.();
    } catch (error) {
      console.warn('The address was not written:', error); // no text
    }
  }
}
