const patience = 2000; // ms for a page to become as long as it was

/**
 * Where the pages of this tab's history were scrolled to. A page that is opened begins at its top; one to which a person goes back stands
 * where it was left. The browser cannot do it: it would scroll before the page is there.
 */
export class Places {
  private readonly tops = new Map<number, number>();
  private entry = entryOf(history.state) ?? this.begin();
  private frame = 0;

  constructor() {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', () => {
      history.scrollRestoration = 'auto'; // for a reload
    });
  }

  /** To be called when the address has changed, before another page is shown. */
  leave(): void {
    this.tops.set(this.entry, scrollY);
    this.entry = entryOf(history.state) ?? this.begin();
  }

  /** To be called when the page is shown. */
  arrive(): void {
    cancelAnimationFrame(this.frame);
    const top = this.tops.get(this.entry) ?? 0;
    const until = performance.now() + patience;
    const scroll = () => {
      scrollTo(0, top);
      if (Math.abs(scrollY - top) > 1 && performance.now() < until) this.frame = requestAnimationFrame(scroll);
    };
    scroll();
  }

  /** Marks this entry of the history as one that has been seen. */
  private begin(): number {
    const entry = Date.now() + Math.random();
    history.replaceState({ ...history.state, entry }, '');
    return entry;
  }
}

function entryOf(state: unknown): number | null {
  const { entry } = (state ?? {}) as { entry?: unknown };
  return typeof entry === 'number' ? entry : null;
}
