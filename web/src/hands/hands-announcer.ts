import type { Hands } from './hands';

const sayEvery = 1000; // ms
const patience = 60; // frames to wait for a button that can receive the focus

/** Reports the hand to screen readers at a limited rate, and preserves the focus. */
export class HandsAnnouncer {
  private saidAt = 0;

  constructor(private readonly layer: HTMLElement) {}

  /** `force`: the force of the hand, in words. */
  say({ held, live }: Hands, force: () => string): void {
    const now = performance.now();
    const said = this.layer.querySelector('.hands-said');
    if (!said || now - this.saidAt < sayEvery) return;
    this.saidAt = now;
    const text = live.problem || (held ? `Holding ${held.label}, ${force()}.` : '');
    if (said.textContent !== text) said.textContent = text;
  }

  /**
   * Moves the focus between the buttons before a live run and the buttons during it: if one had the focus, its replacement receives it as
   * soon as possible.
   */
  keepFocus(next: () => HTMLElement | null): void {
    let pictures = patience;
    const look = () => {
      const has = document.activeElement;
      if (!document.hasFocus() || pictures-- === 0 || !(has === document.body || has?.closest('slip-live'))) return;
      if (has === document.body) next()?.focus({ preventScroll: true });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }
}
