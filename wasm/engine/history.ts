import type { Chunk, History, ModelInfo, PoseInfo } from './types';

export const defaultHistoryBytes = 256 * 1024 * 1024;
const smallestCapacity = 16; // samples
const poseWidth: Record<PoseInfo['kind'], number> = { frame: 7, point: 3, cable: 8 };

/**
 * Growing columns within a budget of memory. When the budget is reached, every second sample is dropped and from then on only every
 * n-th is kept (`keptEvery`), counted from the first; the newest sample is always there.
 */
export class RecordedHistory implements History {
  keptEvery = 1;
  samples = 0;
  #received = 0;
  #capacity = 0;
  #maxCapacity = smallestCapacity;
  #storage: Float64Array[] = [];
  #views: Float64Array[] | null = null;
  #sensorStart: number[] = [];
  #solverStart = 0;
  #poseStart: { column: number; width: number }[] = [];
  #profileStart: { column: number; width: number }[] = [];

  constructor(readonly budgetBytes = defaultHistoryBytes) {}

  /** Lays out the columns; to be called once, before the first samples. */
  configure(model: Pick<ModelInfo, 'sensors' | 'poses' | 'profiles' | 'solverColumns'>): void {
    let column = 1;
    for (const sensor of model.sensors) {
      this.#sensorStart.push(column);
      column += sensor.components.length;
    }
    for (const pose of model.poses) {
      this.#poseStart.push({ column, width: poseWidth[pose.kind] });
      column += poseWidth[pose.kind];
    }
    for (const { positions } of model.profiles) {
      this.#profileStart.push({ column, width: positions.length });
      column += positions.length;
    }
    this.#solverStart = column;
    column += model.solverColumns?.length ?? 0;
    this.#storage = Array.from({ length: column }, () => new Float64Array(0));
    this.#maxCapacity = Math.max(smallestCapacity, Math.floor(this.budgetBytes / (8 * column)));
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
    return this.columns[this.#sensorStart[sensor] + component];
  }

  poseColumns(pose: number): Float64Array[] {
    const { column, width } = this.#poseStart[pose];
    return this.columns.slice(column, column + width);
  }

  profileColumns(profile: number): Float64Array[] {
    const { column, width } = this.#profileStart[profile];
    return this.columns.slice(column, column + width);
  }

  solverColumn(index: number): Float64Array {
    return this.columns[this.#solverStart + index];
  }

  append({ samples, columns }: Pick<Chunk, 'samples' | 'columns'>): void {
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

  /** The newest sample belongs to those that stay. */
  #newestIsOnGrid(): boolean {
    return (this.#received - 1) % this.keptEvery === 0;
  }

  #dropOffGridTail(): void {
    if (this.samples > 0 && !this.#newestIsOnGrid()) this.samples--;
  }

  /** Place in the next chunk of the first sample that stays. */
  #firstKept(): number {
    return (this.keptEvery - (this.#received % this.keptEvery)) % this.keptEvery;
  }

  #countKept(samples: number): number {
    return Math.max(0, Math.ceil((samples - this.#firstKept()) / this.keptEvery));
  }

  /** Makes room for so many samples and a newest one beside them; false if the budget does not allow it. */
  #makeRoom(samples: number): boolean {
    if (samples < this.#capacity) return true;
    if (samples >= this.#maxCapacity) return false;
    this.#capacity = Math.min(this.#maxCapacity, Math.max(1024, 2 * this.#capacity, samples + 1));
    this.#storage = this.#storage.map((old) => {
      const grown = new Float64Array(this.#capacity);
      grown.set(old.subarray(0, this.samples));
      return grown;
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
