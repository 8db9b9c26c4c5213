/** The origin of the page around a frame: that of its first message. Messages from another one are not heard. */
export class HostOrigin {
  private pinned: string | undefined;

  /** Whether a message from this origin is heard. */
  hears(origin: string): boolean {
    this.pinned ??= origin;
    return origin === this.pinned;
  }

  /** For `postMessage`. A page that has no address on the web, such as a file, is reached by "*" only. */
  get target(): string {
    return this.pinned && /^https?:/.test(this.pinned) ? this.pinned : '*';
  }
}
