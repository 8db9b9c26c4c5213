import { describe, expect, it } from 'vitest';
import { aboveMinimum, balanceOf, dissipationQuestion, type Energies, stacked } from '../../../web/src/energy/balance';

const energies = (kinetic: number[], potential: number[], dissipated = [0], supplied = [0]): Energies => {
  const filled = (values: number[]) => Float64Array.from(kinetic, (_, i) => values[i] ?? values[values.length - 1]);
  return {
    time: Float64Array.from(kinetic, (_, i) => i / 10),
    kinetic: filled(kinetic),
    potential: filled(potential),
    dissipated: filled(dissipated),
    supplied: filled(supplied),
  };
};

describe('The balance of energy', () => {
  it('closes if energy only changes its form', () => {
    const balance = balanceOf(energies([0, 2, 4], [10, 8, 6]));
    expect([...balance.unexplained]).toEqual([0, 0, 0]);
    expect(balance).toMatchObject({ scale: 4, isExchange: true, relative: 0 });
  });

  it('counts dissipated energy and the work of loads', () => {
    const balance = balanceOf(energies([0, 1, 1], [0], [0, 1, 3], [0, 2, 4]));
    expect(balance.relative).toBe(0);
    expect(balance.scale).toBe((1 + 3 + 4) / 2);
  });

  it('names the time at which the unexplained part grows most', () => {
    const balance = balanceOf(energies([5, 5, 3, 2.9], [0]));
    expect(balance).toMatchObject({ at: 0.2, isExchange: false, scale: 5, falls: true });
    expect(balance.relative).toBeCloseTo(2.1 / 5);
  });

  it('is asked for by the dissipated energy at the end', () => {
    const { sensor, formula, answer } = dissipationQuestion(energies([0, 1, 1], [0], [0, 1, 3]));
    expect([sensor.type, formula('x'), answer]).toEqual(['Dissipation', 'final(x)', 3]);
  });

  it('has no reference without energy', () => {
    expect(balanceOf(energies([0, 0], [3]))).toMatchObject({ scale: 0, relative: 0 });
  });
});

describe('Stacked energies', () => {
  const parts = [new Float64Array([1, 2]), new Float64Array([3, 0]), new Float64Array([0, 1])];

  it('have sums as edges', () => {
    expect(stacked(parts, new Set())?.map((edge) => [...edge])).toEqual([
      [1, 2],
      [4, 2],
      [4, 3],
    ]);
  });

  it('leave no room for hidden ones', () => {
    expect(stacked(parts, new Set([1]))?.map((edge) => [...edge])).toEqual([
      [1, 2],
      [1, 2],
      [1, 3],
    ]);
  });

  it('do not exist if a part is negative', () => {
    expect(stacked([...parts, new Float64Array([0, -1])], new Set())).toBeNull();
  });

  it('count potential energy from its minimum', () => {
    expect([...aboveMinimum(new Float64Array([-3, -5]))]).toEqual([2, 0]);
  });
});
