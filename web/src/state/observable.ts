import { batch, effect, type Signal, signal, untracked } from '@preact/signals-core';

export { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-core';

type Holder = Record<symbol, Signal<unknown>>;

/** Marks a field as observable: a change notifies its readers, which are views that have drawn it, `computed` values and `effect`s. */
export function observed(prototype: object, name: string): void {
  const key = Symbol(name);
  Object.defineProperty(prototype, name, {
    get(this: Holder) {
      this[key] ??= signal(undefined);
      return this[key].value;
    },
    set(this: Holder, value: unknown) {
      this[key] ??= signal(value);
      this[key].value = value;
    },
    configurable: true,
    enumerable: true,
  });
}

/**
 * A piece of state. Its fields are read-only for all other code; the class replaces them by `set`. A follower of a change may change more:
 * its change is reported afterwards, so that no follower sees a partial change.
 */
export class Observable {
  private readonly changes = signal(0);

  /** Calls `listener` after every change of any field until the returned function is called. */
  subscribe(listener: () => void): () => void {
    let begun = false;
    return effect(() => {
      void this.changes.value;
      if (begun) untracked(listener);
      begun = true;
    });
  }

  /** Replaces fields and notifies the followers. */
  protected set<Own extends Observable>(fields: Partial<Own>): void {
    batch(() => {
      Object.assign(this, fields);
      this.changes.value = untracked(() => this.changes.value) + 1;
    });
  }
}

/** Combines several changes and notifies the followers once, at the end. */
export function together(change: () => void): void {
  batch(change);
}
