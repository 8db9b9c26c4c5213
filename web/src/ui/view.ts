import { LitElement } from 'lit';
import { nextTask } from '../../../wasm/engine/task';
import { effect, type Observable } from '../state/observable';

/**
 * Base class of all elements. Views render into the page itself, without shadow roots, so that one style sheet and all references between
 * elements apply to everything. A view is redrawn when observed state changes.
 */
export abstract class View extends LitElement {
  /** Whether drawing takes long, so that it gets a separate task. */
  protected readonly slow: boolean = false;
  private readonly followed: (() => void)[] = [];
  private stopWatching = () => {};

  /** Actions, besides redrawing, on changes of a piece of state while the view is in the page. */
  protected follows(): { source: Observable; then: () => void }[] {
    return [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override scheduleUpdate() {
    return this.slow ? nextTask().then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
    this.stopWatching();
    this.stopWatching = () => {};
    if (!this.isConnected) return super.performUpdate();
    let drawn = false;
    this.stopWatching = effect(() => {
      if (drawn) return this.requestUpdate();
      drawn = true;
      super.performUpdate();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate(); // state may have changed meanwhile
    for (const { source, then } of this.follows()) this.followed.push(source.subscribe(then));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWatching();
    for (const stop of this.followed.splice(0)) stop();
  }
}
