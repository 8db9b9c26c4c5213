import { attempt } from '../format/attempt';
import { Observable, observed } from '../state/observable';

const storageKey = 'slipstick.panes';

interface Sizes {
  /** Width of the pane beside the picture, px. */
  side: number | null;
  /** Height kept for plots below the picture, px. */
  plots: number | null;
}

/** How a person has divided the page of a model, stored by the browser; null: the default. */
export class Panes extends Observable {
  @observed readonly side: number | null = null;
  @observed readonly plots: number | null = null;

  constructor(private readonly storage: () => Storage = () => localStorage) {
    super();
    const { side, plots } = this.kept();
    this.set<Panes>({ side: sizeOr(side), plots: sizeOr(plots) });
  }

  resize(sizes: Partial<Sizes>): void {
    this.set<Panes>(sizes);
    const { side, plots } = this;
    // Without storage, the sizes last as long as the page.
    attempt(() => this.storage().setItem(storageKey, JSON.stringify({ side, plots })), undefined);
  }

  private kept(): Partial<Record<keyof Sizes, unknown>> {
    return attempt(() => Object(JSON.parse(this.storage().getItem(storageKey) ?? '{}')), {});
  }
}

function sizeOr(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value < 1e4 ? value : null;
}
