const rest = 200; // ms without a change; at most 50 writes in 10 s, and Safari allows 100

/** Writes the address when a gesture has ended. Safari throws if a page writes its address at every move of a slider. */
export class AddressBar {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pending: (() => void) | null = null;

  /** Writes also before a person may follow a link. Returns how to stop. */
  follow(events: EventTarget = window): () => void {
    const leave = (event: Event) => {
      if (event.type !== 'keydown' || (event as KeyboardEvent).key === 'Enter') this.flush();
    };
    const kinds = ['pointerdown', 'keydown', 'pagehide'];
    for (const kind of kinds) events.addEventListener(kind, leave, { capture: true });
    return () => {
      for (const kind of kinds) events.removeEventListener(kind, leave, { capture: true });
      clearTimeout(this.timer);
    };
  }

  /** Calls `write` soon, unless another one follows. */
  plan(write: () => void): void {
    clearTimeout(this.timer);
    this.pending = write;
    this.timer = setTimeout(() => this.flush(), rest);
  }

  /** Writes now. A browser may refuse: then the page goes on, and the next change tries again. */
  flush(): void {
    const { pending } = this;
    clearTimeout(this.timer);
    this.pending = null;
    try {
      pending?.();
    } catch (error) {
      console.warn('The address was not written:', error);
    }
  }
}
