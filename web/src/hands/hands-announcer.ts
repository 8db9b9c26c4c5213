import type { Hands } from './hands';

const sayEvery = 1000; // ms
const patience = 60; // pictures until a button is there that can have the focus

/** Tells screen readers about the hand, not too often, and keeps the focus in place. */
export class HandsAnnouncer {
  private saidAt = 0;

  constructor(private readonly layer: HTMLElement) {}

  /** `force`: of the hand, in words. */
  say({ held, live }: Hands, force: () => string): void {
    const now = performance.now();
    const said = this.layer.querySelector('.hands-said');
    if (!said || now - this.saidAt < sayEvery) return;
    this.saidAt = now;
    const text = live.problem || (held ? `Holding ${held.label}, ${force()}.` : '');
    if (said.textContent !== text) said.textContent = text;
  }

  /** The buttons of before and of a live run give way to each other: where one had the focus, this has it as soon as it can. */
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
