import { LitElement, type PropertyValues } from 'lit';
import { nextTask } from '../../../wasm/engine/task';
import { language } from '../state/language';
import { effect } from '../state/observable';

/**
 * Base class of all elements. Views render into the page itself, without shadow roots, so that one style sheet and all references between
 * elements apply to everything. A view is redrawn when a field changes that `render()` has read, and when the page changes its language.
 */
export abstract class View extends LitElement {
  /** Whether drawing takes long, so that it gets a separate task. */
  protected readonly slow: boolean = false;
  private stopDrawing = () => {};
  private ends: (() => void)[] = [];

  /** Begins what lasts while the view is in the page, such as listeners and watches. Each returned function ends one. */
  protected whileInPage(): (() => void)[] {
    return [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override scheduleUpdate() {
    return this.slow ? nextTask().then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  protected override update(changes: PropertyValues): void {
    this.stopDrawing();
    this.stopDrawing = () => {};
    if (!this.isConnected) return super.update(changes);
    let drawn = false;
    this.stopDrawing = effect(() => {
      if (drawn) return this.requestUpdate();
      drawn = true;
      void language.shown;
      super.update(changes);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate(); // state may have changed meanwhile
    this.ends = this.whileInPage();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopDrawing();
    for (const end of this.ends.splice(0)) end();
  }
}
