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

/** A piece of state. Its fields are read-only for all other code; the class replaces them by `set`. */
export class Observable {
  /** Replaces fields and notifies the followers. */
  protected set<Own extends Observable>(fields: Partial<Own>): void {
    batch(() => Object.assign(this, fields));
  }
}

/**
 * Calls `act` now, and again whenever a field changes that `read` has read, until the returned function is called. What `act` reads is not
 * followed. It may change more: that is reported afterwards, so that no follower sees a partial change.
 */
export function watch<Value>(read: () => Value, act: (value: Value) => void): () => void {
  return effect(() => {
    const value = read();
    untracked(() => act(value));
  });
}

/** Combines several changes and notifies the followers once, at the end. */
export function together(change: () => void): void {
  batch(change);
}
