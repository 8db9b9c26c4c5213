import { LitElement } from 'lit';
import { nextTask } from '../../../wasm/engine/task';
import type { Observable } from '../state/observable';

/** Base of all elements: drawn into the page itself, so that one style sheet and all references between elements reach everything. */
export abstract class View extends LitElement {
  /** Whether drawing takes long and therefore gets a task of its own. */
  protected readonly slow: boolean = false;
  private readonly followed: (() => void)[] = [];

  /** What to follow while the element is in the page; a change redraws it, or calls `then`. */
  protected follows(): { source: Observable; then?: () => void }[] {
    return [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override scheduleUpdate() {
    return this.slow ? nextTask().then(() => super.scheduleUpdate()) : super.scheduleUpdate();
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
