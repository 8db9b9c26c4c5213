import { Observable, observed } from '../state/observable';

/** An element of the page with which others work: it says so when it comes and goes. A room offers one for each such element as a context. */
export class Part<Element> extends Observable {
  @observed readonly element: Element | null = null;

  enter(element: Element): void {
    this.set<Part<Element>>({ element });
  }

  /** Another one may have taken its place meanwhile. */
  leave(element: Element): void {
    if (this.element === element) this.set<Part<Element>>({ element: null });
  }
}
