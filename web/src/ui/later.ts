import { Observable, observed } from '../state/observable';
import { load } from './load';

/** A part of the page that loads when a view first reads it. */
export class Later<Part> extends Observable {
  @observed readonly loaded: Part | null = null;
  private loading: Promise<void> | null = null;

  constructor(private readonly start: () => Promise<Part>) {
    super();
  }

  /** The part; null until it has arrived. */
  get part(): Part | null {
    this.loading ??= load(this.start).then((loaded) => this.set<Later<Part>>({ loaded }));
    return this.loaded;
  }
}
