import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AddressBar } from '../../../web/src/app/address';

describe('The address bar', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is written once after 300 moves of a slider, with the last value', () => {
    const written: number[] = [];
    const bar = new AddressBar();
    for (let move = 1; move <= 300; ++move) {
      bar.plan(() => written.push(move));
      vi.advanceTimersByTime(16);
    }
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(written).toEqual([300]);
  });

  test('waits for the end of a drag, even if the moves are slow', () => {
    const written: number[] = [];
    const events = new EventTarget();
    const bar = new AddressBar();
    const stop = bar.follow(events);
    for (let move = 1; move <= 30; ++move) {
      events.dispatchEvent(new Event('input'));
      bar.plan(() => written.push(move));
      vi.advanceTimersByTime(1000);
    }
    expect(written).toEqual([]);
    events.dispatchEvent(new Event('change'));
    vi.advanceTimersByTime(200);
    expect(written).toEqual([30]);
    stop();
  });

  test('is written before a link can be followed, and when the page is left', () => {
    const written: string[] = [];
    const events = new EventTarget();
    const bar = new AddressBar();
    const stop = bar.follow(events);
    const enter = Object.assign(new Event('keydown'), { key: 'Enter' });
    for (const event of [new Event('pointerdown'), enter, new Event('pagehide')]) {
      bar.plan(() => written.push(event.type));
      events.dispatchEvent(Object.assign(new Event('keydown'), { key: 'ArrowRight' }));
      events.dispatchEvent(event);
    }
    expect(written).toEqual(['pointerdown', 'keydown', 'pagehide']);
    stop();
    bar.plan(() => written.push('late'));
    events.dispatchEvent(new Event('pagehide'));
    expect(written).toHaveLength(3);
  });

  test('survives a refusal of the browser, and tries again after the next change', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const bar = new AddressBar();
    bar.plan(() => {
      throw new DOMException('more than 100 times per 10 seconds', 'SecurityError');
    });
    vi.advanceTimersByTime(1000);
    expect(warn).toHaveBeenCalledOnce();
    let written = 0;
    bar.plan(() => ++written);
    vi.advanceTimersByTime(1000);
    expect(written).toBe(1);
    warn.mockRestore();
  });
});
