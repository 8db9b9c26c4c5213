import direct from 'ml-direct';
import type { Range } from './fit';

export interface Optimum {
  /** Index of the run, in the order of computing; -1: no run has a value. */
  best: number;
  /** Parameter values of all runs, and their results; null: a run that failed, or has no value. */
  places: readonly (readonly number[])[];
  values: readonly (number | null)[];
}

export interface OptimiseProblem {
  ranges: readonly Range[];
  goal: 'least' | 'most';
  mostRuns: number;
  /** Computes several runs at once. */
  values(sets: readonly (readonly number[])[]): Promise<(number | null)[]>;
  /** Called after each batch of runs. */
  onBatch?(found: Optimum): void;
}

/**
 * Finds the largest or smallest value by DIRECT, which subdivides the box of parameters where values are small or little is known (Jones,
 * Perttunen and Stuckman, 1993). The library requests one value at a time, and runs take time. So it is called with one more iteration
 * after each batch, and known values are returned again. The points of an iteration do not depend on its values, so its runs are computed
 * together.
 */
export async function optimise({ ranges, goal, mostRuns, values, onBatch }: OptimiseProblem): Promise<Optimum> {
  const [lows, highs] = [ranges.map(({ low }) => low), ranges.map(({ high }) => high)];
  const search = new Search(goal);
  for (let iterations = 0; search.places.length < mostRuns; iterations++) {
    const missing = new Map<string, number[]>();
    const value = (place: ArrayLike<number>) => {
      const known = search.costAt(place);
      if (known === undefined) missing.set(keyOf(place), Array.from(place));
      return known ?? 0;
    };
    direct(value, lows, highs, { iterations });
    if (missing.size === 0) break; // the boxes have reached the precision of numbers
    const batch = [...missing.values()].slice(0, mostRuns - search.places.length);
    search.take(batch, await values(batch));
    onBatch?.(search.found);
  }
  return search.found;
}

const keyOf = (place: ArrayLike<number>) => Array.from(place).join();

/** The results so far, also as costs for the algorithm: differences from the first value, relative to the first spread. */
class Search {
  readonly places: number[][] = [];
  private readonly values: (number | null)[] = [];
  private readonly costs = new Map<string, number>();
  private unit = 0;

  constructor(private readonly goal: 'least' | 'most') {}

  costAt(place: ArrayLike<number>): number | undefined {
    return this.costs.get(keyOf(place));
  }

  take(batch: readonly number[][], values: readonly (number | null)[]): void {
    this.places.push(...batch);
    this.values.push(...values);
    const known = this.values.filter((value) => value !== null);
    const [middle = 0] = known;
    if (this.unit === 0 && known.length > 1) this.unit = Math.max(...known.map((value) => Math.abs(value - middle)));
    const sign = this.goal === 'least' ? 1 : -1;
    const costs = values.map((value) => (value === null ? null : (sign * (value - middle)) / (this.unit || 1)));
    // A run without a value is no better than the worst one so far.
    const worst = Math.max(0, ...this.costs.values(), ...costs.filter((cost) => cost !== null));
    batch.forEach((place, i) => {
      this.costs.set(keyOf(place), costs[i] ?? worst);
    });
  }

  get found(): Optimum {
    const better = (one: number, other: number) => (this.goal === 'least' ? one < other : one > other);
    const best = this.values.reduce<number>((found, value, i) => {
      if (value === null) return found;
      return found < 0 || better(value, this.values[found] as number) ? i : found;
    }, -1);
    return { best, places: [...this.places], values: [...this.values] };
  }
}
