/** Something that views follow: they are called after every change and read what they need. */
export class Observable {
  private readonly listeners = new Set<() => void>();

  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
