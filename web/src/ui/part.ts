import { Observable, observed } from '../state/observable';

/**
 * An element of the page that other rooms use: it announces when it is added and removed. A room provides a context for each such element.
 */
export class Part<Element> extends Observable {
  @observed readonly element: Element | null = null;

  enter(element: Element): void {
    this.set<Part<Element>>({ element });
  }

  /** Another element may have replaced it meanwhile. */
  leave(element: Element): void {
    if (this.element === element) this.set<Part<Element>>({ element: null });
  }
}
