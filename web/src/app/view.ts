import { LitElement } from 'lit';
import type { Observable } from '../run/observable';

/** Base of all elements: drawn into the page itself, so that one style sheet and all references between elements reach everything. */
export abstract class View extends LitElement {
  private readonly followed: (() => void)[] = [];

  /** What to follow while the element is in the page; a change redraws it, or calls `then`. */
  protected follows(): { source: Observable; then?: () => void }[] {
    return [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const { source, then } of this.follows()) this.followed.push(source.subscribe(then ?? (() => this.requestUpdate())));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.followed.splice(0)) stop();
  }
}
