import type { Chunk, History, ModelInfo, SolverColumn } from './types';

export const defaultHistoryBytes = 256 * 1024 * 1024;
const smallestCapacity = 16; // samples

/** The part of a model that defines the order of the numbers in a sample. */
export type Columns = Pick<ModelInfo, 'width' | 'sensors' | 'poses' | 'profiles' | 'solver'>;
/**
 * Growing columns within a memory budget. When the budget is reached, every second sample is dropped, and from then on only every n-th
 * sample is kept (`keptEvery`), counted from the first. The newest sample is always present.
 */
export class RecordedHistory implements History {
  keptEvery = 1;
  samples = 0;
  #received = 0;
  #capacity = 0;
  #maxCapacity = smallestCapacity;
  #storage: Float64Array[] = [];
  /** Smallest and largest finite number that each column has had. */
  #low = new Float64Array(0);
  #high = new Float64Array(0);
  #views: Float64Array[] | null = null;
  #model: Columns = { width: 0, sensors: [], poses: [], profiles: [], solver: [] };

  constructor(readonly budgetBytes = defaultHistoryBytes) {}

  /** Call this once, before the first samples. */
  configure(model: Columns): void {
    const { width } = model;
    this.#model = model;
    this.#storage = Array.from({ length: width }, () => new Float64Array(0));
    this.#low = new Float64Array(width).fill(Infinity);
    this.#high = new Float64Array(width).fill(-Infinity);
    this.#maxCapacity = Math.max(smallestCapacity, Math.floor(this.budgetBytes / (8 * width)));
    this.#views = null;
  }

  get columns(): readonly Float64Array[] {
    this.#views ??= this.#storage.map((column) => column.subarray(0, this.samples));
    return this.#views;
  }

  get time(): Float64Array {
    return this.columns[0] ?? new Float64Array(0);
  }

  sensorColumn(sensor: number, component: number): Float64Array {
    return this.columns[this.#model.sensors[sensor].column + component];
  }

  poseColumns(pose: number): Float64Array[] {
    const { column, size } = this.#model.poses[pose];
    return this.columns.slice(column, column + size);
  }

  profileColumns(profile: number): Float64Array[] {
    const { column, positions } = this.#model.profiles[profile];
    return this.columns.slice(column, column + positions.length);
  }

  solverColumn(name: SolverColumn['name']): Float64Array {
    return this.columns[this.#model.solver.find((column) => column.name === name)!.column];
  }

  sensorRange(sensor: number, component: number): [number, number] | null {
    return this.#rangeOf(this.#model.sensors[sensor].column + component, 1);
  }

  profileRange(profile: number): [number, number] | null {
    const { column, positions } = this.#model.profiles[profile];
    return this.#rangeOf(column, positions.length);
  }

  append({ samples, columns, before = this.#received }: Pick<Chunk, 'samples' | 'columns'> & Partial<Pick<Chunk, 'before'>>): void {
    if (before < this.#received) this.#forgetFrom(before);
    if (samples === 0) return;
    if (columns.length !== this.#storage.length) {
      throw new Error(`a chunk must have ${this.#storage.length} columns, got ${columns.length}`);
    }
    this.#views = null;
    this.#dropOffGridTail();
    while (!this.#makeRoom(this.samples + this.#countKept(samples))) this.#thin();
    const kept = this.#countKept(samples);
    const first = this.#firstKept();
    this.#storage.forEach((storage, i) => {
      this.#widen(i, columns[i], samples);
      if (this.keptEvery === 1) storage.set(columns[i].subarray(0, samples), this.samples);
      else for (let k = 0, from = first; k < kept; k++, from += this.keptEvery) storage[this.samples + k] = columns[i][from];
    });
    this.samples += kept;
    this.#received += samples;
    if (!this.#newestIsOnGrid()) {
      this.#storage.forEach((storage, i) => {
        storage[this.samples] = columns[i][samples - 1];
      });
      this.samples++;
    }
  }

  /** Forgets the received samples from this number on, because the run went back. */
  #forgetFrom(sample: number): void {
    this.#views = null;
    this.#received = sample;
    this.samples = Math.ceil(sample / this.keptEvery);
  }

  #widen(index: number, column: Float64Array, samples: number): void {
    let low = this.#low[index];
    let high = this.#high[index];
    for (let i = 0; i < samples; i++) {
      const value = column[i];
      if (value < low && value > -Infinity) low = value;
      if (value > high && value < Infinity) high = value;
    }
    this.#low[index] = low;
    this.#high[index] = high;
  }

  #rangeOf(column: number, width: number): [number, number] | null {
    const low = Math.min(...this.#low.subarray(column, column + width));
    const high = Math.max(...this.#high.subarray(column, column + width));
    return low <= high ? [low, high] : null;
  }

  /** The newest sample is one of those that are kept. */
  #newestIsOnGrid(): boolean {
    return (this.#received - 1) % this.keptEvery === 0;
  }

  #dropOffGridTail(): void {
    if (this.samples > 0 && !this.#newestIsOnGrid()) this.samples--;
  }

  /** Index of the next kept sample in the next chunk. */
  #firstKept(): number {
    return (this.keptEvery - (this.#received % this.keptEvery)) % this.keptEvery;
  }

  #countKept(samples: number): number {
    return Math.max(0, Math.ceil((samples - this.#firstKept()) / this.keptEvery));
  }

  /** Makes room for this many samples and the newest one; false if the budget does not allow it. */
  #makeRoom(samples: number): boolean {
    if (samples < this.#capacity) return true;
    if (samples >= this.#maxCapacity) return false;
    this.#capacity = Math.min(this.#maxCapacity, Math.max(1024, 2 * this.#capacity, samples + 1));
    // Replaces one column at a time, so that old and new columns do not exist in full at the same time.
    this.#storage.forEach((old, i) => {
      this.#storage[i] = new Float64Array(this.#capacity);
      this.#storage[i].set(old.subarray(0, this.samples));
    });
    return true;
  }

  #thin(): void {
    const kept = Math.ceil(this.samples / 2);
    for (const storage of this.#storage) {
      for (let k = 1; k < kept; k++) storage[k] = storage[2 * k];
    }
    this.samples = kept;
    this.keptEvery *= 2;
  }
}
