import { describe, expect, test } from 'vitest';
import { Observable, together } from '../../../web/src/state/observable';

class Count extends Observable {
  readonly value: number = 0;
  take(value: number): void {
    this.set<Count>({ value });
  }
}

describe('What is observed', () => {
  test('tells of every change until one stops listening', () => {
    const count = new Count();
    const seen: number[] = [];
    const stop = count.subscribe(() => seen.push(count.value));
    count.take(1);
    count.take(2);
    stop();
    count.take(3);
    expect(seen).toEqual([1, 2]);
  });

  test('tells of changes that belong together when all are made', () => {
    const [a, b] = [new Count(), new Count()];
    const seen: number[][] = [];
    for (const source of [a, b]) source.subscribe(() => seen.push([a.value, b.value]));
    together(() => {
      a.take(1);
      b.take(1);
      a.take(2);
    });
    expect(seen).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });

  test('tells of what a listener changes after the others have been told', () => {
    const [a, b] = [new Count(), new Count()];
    const told: string[] = [];
    a.subscribe(() => b.take(a.value));
    b.subscribe(() => told.push(`b ${b.value}`));
    a.subscribe(() => told.push(`a ${a.value}`));
    a.take(1);
    expect(told).toEqual(['a 1', 'b 1']);
  });

  test('goes on telling after a listener that failed', () => {
    const count = new Count();
    let fail = true;
    const seen: number[] = [];
    count.subscribe(() => {
      if (fail) throw new Error('once');
      seen.push(count.value);
    });
    expect(() => count.take(1)).toThrow('once');
    fail = false;
    count.take(2);
    expect(seen).toEqual([2]);
  });
});
