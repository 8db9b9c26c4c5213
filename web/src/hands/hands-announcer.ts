import { msg, str } from '@lit/localize';
import type { Hands } from './hands';

const announceEvery = 1000; // ms
const mostFrames = 60; // frames to wait for a button that can receive the focus

/** Reports the hand to screen readers at a limited rate, and preserves the focus. */
export class HandsAnnouncer {
  private announcedAt = 0;

  constructor(private readonly layer: HTMLElement) {}

  /** `force`: the force of the hand, in words. */
  announce({ held, live }: Hands, force: () => string): void {
    const now = performance.now();
    const output = this.layer.querySelector('.hands-said');
    if (!output || now - this.announcedAt < announceEvery) return;
    this.announcedAt = now;
    const text = live.problem || (held ? msg(str`Holding ${held.label}, ${force()}.`) : '');
    if (output.textContent !== text) output.textContent = text;
  }

  /**
   * Moves the focus between the buttons before a live run and the buttons during it: if one had the focus, its replacement receives it as
   * soon as possible.
   */
  keepFocus(next: () => HTMLElement | null): void {
    let pictures = mostFrames;
    const look = () => {
      const has = document.activeElement;
      if (!document.hasFocus() || pictures-- === 0 || !(has === document.body || has?.closest('slip-live'))) return;
      if (has === document.body) next()?.focus({ preventScroll: true });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }
}
