import { describe, expect, test } from 'vitest';
import { Observable, observed, together, watch } from '../../../web/src/state/observable';

class Count extends Observable {
  @observed readonly value: number = 0;
  take(value: number): void {
    this.set<Count>({ value });
  }
}

describe('An observable', () => {
  test('reports every change until the listener stops', () => {
    const count = new Count();
    const seen: number[] = [];
    const stop = watch(
      () => count.value,
      (value) => seen.push(value),
    );
    count.take(1);
    count.take(2);
    count.take(2);
    stop();
    count.take(3);
    expect(seen).toEqual([0, 1, 2]);
  });

  test('reports changes that belong together once all are made', () => {
    const [a, b] = [new Count(), new Count()];
    const seen: number[][] = [];
    watch(
      () => [a.value, b.value],
      (values) => seen.push(values),
    );
    together(() => {
      a.take(1);
      b.take(1);
      a.take(2);
    });
    expect(seen).toEqual([
      [0, 0],
      [2, 1],
    ]);
  });

  test('follows what is read first, and not what a listener reads', () => {
    const [a, b] = [new Count(), new Count()];
    const seen: number[][] = [];
    watch(
      () => a.value,
      (value) => seen.push([value, b.value]),
    );
    b.take(1);
    a.take(1);
    expect(seen).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('reports a change by a listener after notifying the others', () => {
    const [a, b] = [new Count(), new Count()];
    const notified: string[] = [];
    watch(
      () => a.value,
      (value) => b.take(value),
    );
    watch(
      () => b.value,
      (value) => notified.push(`b ${value}`),
    );
    watch(
      () => a.value,
      (value) => notified.push(`a ${value}`),
    );
    a.take(1);
    expect(notified).toEqual(['b 0', 'a 0', 'a 1', 'b 1']);
  });

  test('keeps reporting after a failed listener', () => {
    const count = new Count();
    let fail = false;
    const seen: number[] = [];
    watch(
      () => count.value,
      (value) => {
        if (fail) throw new Error('once');
        seen.push(value);
      },
    );
    fail = true;
    expect(() => count.take(1)).toThrow('once');
    fail = false;
    count.take(2);
    expect(seen).toEqual([0, 2]);
  });
});
