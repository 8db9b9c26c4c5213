import { describe, expect, test, vi } from 'vitest';
import { TimeCursor, usualSpeed } from '../../../web/src/state/cursor';
import { watch } from '../../../web/src/state/observable';

function cursorWith(times: number[], end = times[times.length - 1]): TimeCursor {
  const cursor = new TimeCursor();
  cursor.setSamples(times[0], end, times);
  return cursor;
}

describe('The time cursor', () => {
  test('notifies all listeners until they stop', () => {
    const cursor = cursorWith([0, 1, 2]);
    const listener = vi.fn();
    const stop = watch(() => cursor.time, listener);
    cursor.seek(1);
    stop();
    cursor.seek(2);
    expect(listener.mock.calls).toEqual([[0], [1]]);
  });

  test('stays within the analysis', () => {
    const cursor = cursorWith([1, 2, 3]);
    cursor.seek(9);
    expect(cursor.time).toBe(3);
    cursor.seek(-9);
    expect(cursor.time).toBe(1);
  });

  test('steps to the next sample from between two', () => {
    const cursor = cursorWith([0, 0.1, 0.2, 0.3]);
    cursor.seek(0.11);
    cursor.step(1);
    expect(cursor.time).toBe(0.2);
    cursor.step(-10);
    expect(cursor.time).toBe(0);
  });

  test('plays at its speed and stops at the last sample without loop', () => {
    const cursor = cursorWith([0, 1, 2]);
    cursor.setLoop(false);
    cursor.setSpeed(0.5);
    cursor.play();
    cursor.advance(1);
    expect(cursor.time).toBe(0.5);
    cursor.advance(10);
    expect([cursor.time, cursor.playing]).toEqual([2, false]);
  });

  test('restarts after the end with loop', () => {
    const cursor = cursorWith([0, 1, 2]);
    cursor.play();
    cursor.advance(2.5);
    expect(cursor.time).toBeCloseTo(0.5, 12);
    expect(cursor.playing).toBe(true);
  });

  test('plays only the computed part', () => {
    const cursor = cursorWith([0, 1], 10);
    cursor.setLoop(false);
    cursor.play();
    cursor.advance(5);
    expect(cursor.time).toBe(1);
  });

  test('plays from the start if it is at the end', () => {
    const cursor = cursorWith([0, 1]);
    cursor.toEnd();
    cursor.play();
    expect(cursor.time).toBe(0);
  });

  test('shows the values under the pointer without moving', () => {
    const cursor = cursorWith([0, 1, 2]);
    cursor.seek(2);
    cursor.hoverAt(0.5);
    expect([cursor.time, cursor.shown]).toEqual([2, 0.5]);
    cursor.hoverAt(null);
    expect(cursor.shown).toBe(2);
  });

  test('keeps its position when a shorter run replaces the run', () => {
    const cursor = cursorWith([0, 1, 2]);
    cursor.seek(1.5);
    cursor.setSamples(0, 1, [0, 1]);
    expect(cursor.time).toBe(1);
  });
});

describe('A run in progress', () => {
  function growing(computed: number): TimeCursor {
    const cursor = new TimeCursor();
    cursor.setSamples(0, 100, [0, computed], true);
    cursor.play();
    return cursor;
  }

  test('is played at the chosen speed while enough is computed ahead', () => {
    const cursor = growing(50);
    cursor.setSpeed(2);
    cursor.advance(3);
    expect([cursor.time, cursor.playing]).toEqual([6, true]);
  });

  test('waits at its present end, and continues when there is more', () => {
    const cursor = growing(2);
    for (let i = 0; i < 1000; ++i) cursor.advance(0.02);
    expect([cursor.time, cursor.playing]).toEqual([2, true]);
    const listener = vi.fn();
    watch(() => cursor.time, listener);
    cursor.advance(0.02);
    expect(listener).toHaveBeenCalledOnce();
    cursor.setSamples(0, 100, [0, 50], true);
    cursor.advance(0.02);
    expect(cursor.time).toBeCloseTo(2.02, 12);
  });

  test('moves in every frame even if it is computed more slowly than played, and in pieces', () => {
    const cursor = growing(0.02);
    const steps: number[] = [];
    for (let frame = 1; frame <= 600; ++frame) {
      const before = cursor.time;
      cursor.advance(1 / 60);
      steps.push(cursor.time - before);
      const computed = 0.02 * (1 + Math.floor(frame / 30)); // twice a second
      if (frame % 30 === 0) cursor.setSamples(0, 100, [0, computed], true);
    }
    const later = steps.slice(300);
    expect(Math.min(...later)).toBeGreaterThan(0);
    expect(Math.max(...later)).toBeLessThan(3 * Math.min(...later));
  });

  test('restarts only when it has ended', () => {
    const cursor = growing(2);
    cursor.seek(2);
    cursor.pause();
    cursor.play();
    expect([cursor.time, cursor.playing]).toEqual([2, true]);
    cursor.setSamples(0, 2, [0, 2]);
    cursor.advance(0.5);
    expect(cursor.time).toBeCloseTo(0.5, 12);
  });

  test('keeps a time that is not computed yet', () => {
    const cursor = growing(2);
    cursor.seek(7);
    cursor.advance(1);
    expect([cursor.time, cursor.playing]).toEqual([7, true]);
    cursor.setSamples(0, 100, [0, 50], true);
    cursor.advance(1);
    expect(cursor.time).toBe(8);
  });
});

describe('The time range of plots', () => {
  function looking(): TimeCursor {
    const cursor = new TimeCursor();
    cursor.setSamples(0, 10, [0, 5, 10]);
    cursor.look([2, 4]);
    return cursor;
  }

  test('is within the run, and covers all of it if it would be longer', () => {
    const cursor = looking();
    expect(cursor.window).toEqual([2, 4]);
    cursor.look([9, 11]);
    expect(cursor.window).toEqual([8, 10]);
    cursor.look([-5, 20]);
    expect(cursor.window).toBeNull();
  });

  test('follows a time that leaves it, with the same length', () => {
    const cursor = looking();
    cursor.seek(3);
    expect(cursor.window).toEqual([2, 4]);
    cursor.seek(6);
    expect(cursor.window![0]).toBeCloseTo(5.8, 12);
    expect(cursor.window![1]).toBeCloseTo(7.8, 12);
    cursor.seek(1);
    expect(cursor.window).toEqual([0, 2]);
  });
});

test('A run is played in real time, unless it would end at once or take too long', () => {
  expect([1.5, 5, 60, 0.5, 0.02, 100, 1e5, 0].map(usualSpeed)).toEqual([1, 1, 1, 0.5, 0.01, 2, 10, 1]);
});
