/** The origin of the page around a frame, taken from its first message. Messages from other origins are ignored. */
export class HostOrigin {
  private pinned: string | undefined;

  /** Whether messages from this origin are accepted. */
  accepts(origin: string): boolean {
    this.pinned ??= origin;
    return origin === this.pinned;
  }

  /** The target origin for `postMessage`. A page without a web origin, such as a file, can only be reached by "*". */
  get target(): string {
    return this.pinned && /^https?:/.test(this.pinned) ? this.pinned : '*';
  }
}
