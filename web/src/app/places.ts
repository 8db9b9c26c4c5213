const timeout = 2000; // ms allowed for a page to regain its earlier height
const above = 16; // pixels between the top of the window and a place on the page

/** Time of the person's last action, in ms. */
let lastAct = 0;
const act = () => {
  lastAct = performance.now();
};
for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown']) addEventListener(event, act, { capture: true, passive: true });

/**
 * Scroll positions of the pages in this tab's history. A newly opened page starts at its top; a page reached by going back returns to its
 * earlier position. The browser cannot restore it, because it would scroll before the page is drawn. The heading of a page gets the focus
 * so that screen readers announce it. The first page is excluded, because the browser announces it.
 */
export class Places {
  private readonly tops = new Map<number, number>();
  private entry = entryOf(history.state) ?? this.begin();
  private frame = 0;
  private hasArrived = false;
  /** The focused element when a page was left. */
  private left: Element | null = null;

  constructor() {
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', () => {
      history.scrollRestoration = 'auto'; // for a reload
    });
  }

  /** Call it when the address has changed, before another page is shown. */
  leave(): void {
    this.tops.set(this.entry, scrollY);
    this.left = document.activeElement;
    this.entry = entryOf(history.state) ?? this.begin();
  }

  /** Call it when the page is shown. `section`: the place named by the address, marked with `data-section`; or "". */
  arrive(section = ''): void {
    cancelAnimationFrame(this.frame);
    const left = this.tops.get(this.entry);
    let isFocused = !this.hasArrived;
    this.hasArrived = true;
    if (left === undefined && section) return this.follow(section);
    const top = left ?? 0;
    const until = performance.now() + timeout;
    let isScrolled = false;
    const settle = () => {
      if (!isScrolled) scrollTo(0, top);
      isScrolled ||= Math.abs(scrollY - top) <= 1;
      isFocused ||= this.focusHeading();
      if (!(isScrolled && isFocused) && performance.now() < until) this.frame = requestAnimationFrame(settle);
    };
    scrollTo(0, top);
    this.frame = requestAnimationFrame(settle); // the heading of the page that was left is gone by then
  }

  /** False if the heading is not there yet. A person who has moved the focus meanwhile keeps it. */
  private focusHeading(): boolean {
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== this.left) return true;
    const heading = document.querySelector<HTMLElement>('main h1, [role="main"] h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  }

  /** Scrolls to a place and keeps it visible while content above it grows, until the person acts or moves the focus. */
  private follow(section: string): void {
    scrollTo(0, 0);
    const until = performance.now() + timeout;
    const from = lastAct;
    let focused: Element | null = null;
    const scroll = () => {
      if (lastAct !== from) return;
      const element = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`);
      const elsewhere = document.activeElement !== document.body && document.activeElement !== focused;
      if (focused && elsewhere) return;
      const top = element ? element.getBoundingClientRect().top - above : 0;
      if (Math.abs(top) > 1) scrollBy(0, top);
      if (element && document.activeElement !== element) {
        element.tabIndex = -1;
        element.focus({ preventScroll: true });
        focused = element;
      }
      if (performance.now() < until) this.frame = requestAnimationFrame(scroll);
    };
    scroll();
  }

  /** Marks this entry of the history as visited. */
  private begin(): number {
    const entry = Date.now() + Math.random();
    try {
      history.replaceState({ ...history.state, entry }, '');
    } catch {} // too many addresses in a short time: this one opens at its top
    return entry;
  }
}

function entryOf(state: unknown): number | null {
  const { entry } = (state ?? {}) as { entry?: unknown };
  return typeof entry === 'number' ? entry : null;
}
