const late = new Set<Observable>();
let telling = 0;

/**
 * Something that views follow: they are called after every change and read what they need. Its fields are read-only for everyone else; it
 * replaces them by `set`. Who is told of a change may change more: that is told afterwards, so that nobody sees half of a change.
 */
export class Observable {
  private readonly listeners = new Set<() => void>();

  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Replaces fields and tells who follows. */
  protected set<Own extends Observable>(fields: Partial<Own>): void {
    together(() => {
      Object.assign(this, fields);
      late.add(this);
    });
  }

  /** Only for `together`. */
  tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Makes several changes; who follows is told when all of them are made. */
export function together(change: () => void): void {
  telling++;
  try {
    change();
    if (telling > 1) return;
    for (const source of late) {
      late.delete(source);
      source.tell();
    }
  } finally {
    telling--;
  }
}
