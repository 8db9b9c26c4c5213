import { describe, expect, test, vi } from 'vitest';
import { TimeCursor, usualSpeed } from '../../../web/src/state/cursor';

function cursorWith(times: number[], end = times[times.length - 1]): TimeCursor {
  const cursor = new TimeCursor();
  cursor.setSamples(times[0], end, times);
  return cursor;
}

describe('The time cursor', () => {
  test('tells everybody who follows it, until they stop', () => {
    const cursor = cursorWith([0, 1, 2]);
    const listener = vi.fn();
    const stop = cursor.subscribe(listener);
    cursor.seek(1);
    stop();
    cursor.seek(2);
    expect(listener).toHaveBeenCalledTimes(1);
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

  test('begins again after the end with loop', () => {
    const cursor = cursorWith([0, 1, 2]);
    cursor.play();
    cursor.advance(2.5);
    expect(cursor.time).toBeCloseTo(0.5, 12);
    expect(cursor.playing).toBe(true);
  });

  test('plays what has been computed, not the rest', () => {
    const cursor = cursorWith([0, 1], 10);
    cursor.setLoop(false);
    cursor.play();
    cursor.advance(5);
    expect(cursor.time).toBe(1);
  });

  test('plays from the start when it stands at the end', () => {
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

  test('keeps its place when a run is replaced by a shorter one', () => {
    const cursor = cursorWith([0, 1, 2]);
    cursor.seek(1.5);
    cursor.setSamples(0, 1, [0, 1]);
    expect(cursor.time).toBe(1);
  });
});

describe('What plots show of the time', () => {
  function looking(): TimeCursor {
    const cursor = new TimeCursor();
    cursor.setSamples(0, 10, [0, 5, 10]);
    cursor.look([2, 4]);
    return cursor;
  }

  test('lies within the run, and is all of it where it would be more', () => {
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

test('A run is played in real time, unless it would be over at once or take too long', () => {
  expect([1.5, 5, 60, 0.5, 0.02, 100, 1e5, 0].map(usualSpeed)).toEqual([1, 1, 1, 0.5, 0.01, 2, 10, 1]);
});
