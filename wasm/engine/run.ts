import { RecordedHistory } from './history';
import {
  type Chunk,
  type Eigenvalue,
  type Issue,
  type LiveEvent,
  type MeasureResult,
  type ModelInfo,
  type RecordedEvent,
  type Run,
  type RunStatus,
  SimulationError,
  type Statistics,
} from './types';
import { statisticsFields } from './wire';

/** The common part of all runs: history, status, and the queue of chunks for the loop that iterates. */
export abstract class RecordedRun implements Run {
  readonly model: Promise<ModelInfo>;
  readonly history: RecordedHistory;
  statistics = Object.fromEntries(
    Object.entries(statisticsFields).map(([name, kind]) => [name, kind === 'text' ? '' : 0]),
  ) as unknown as Statistics;
  eigenvalues: Eigenvalue[][] = [];
  modes: Float64Array[] = [];
  status: RunStatus = 'running';
  #error: SimulationError | null = null;
  readonly #measures: Promise<MeasureResult[]>;
  /** Call it when the run has ended; only the first call counts. */
  protected readonly measured: (measures: MeasureResult[]) => void;
  #resolveModel!: (model: ModelInfo) => void;
  #rejectModel!: (error: SimulationError) => void;
  #last: Chunk | null = null;
  #queue: Chunk[] = [];
  #iterated = false;
  #wake: (() => void) | null = null;

  constructor(historyBytes?: number) {
    this.history = new RecordedHistory(historyBytes);
    let measured!: (measures: MeasureResult[]) => void;
    this.#measures = new Promise((resolve) => {
      measured = resolve;
    });
    this.measured = measured;
    this.model = new Promise((resolve, reject) => {
      this.#resolveModel = resolve;
      this.#rejectModel = reject;
    });
    // A caller that only iterates receives the error of a wrong model from the iteration.
    this.model.catch(() => {});
  }

  abstract pause(): void;
  abstract resume(): void;
  abstract cancel(): void;
  abstract post(event: LiveEvent): Promise<Issue[]>;
  abstract events(): Promise<RecordedEvent[]>;
  measures(): Promise<MeasureResult[]> {
    return this.#measures;
  }
  abstract goBack(step: number): Promise<boolean>;
  abstract setPace(pace: number): void;

  get ended(): boolean {
    return this.status !== 'running' && this.status !== 'paused';
  }

  /** Leaving the loop early cancels the run. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Chunk> {
    if (this.#iterated) throw new Error('a run can be iterated once; use its history afterwards');
    this.#iterated = true;
    try {
      if (this.#last) yield this.#recordedSoFar(this.#last);
      for (;;) {
        const chunk = this.#queue.shift();
        if (chunk) yield chunk;
        else if (this.#error) throw this.#error;
        else if (this.ended) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      if (!this.ended) this.cancel();
    }
  }

  protected loaded(model: ModelInfo): void {
    this.history.configure(model);
    this.#resolveModel(model);
  }

  /** Throws a SimulationError if there is no memory for the samples. */
  protected record(chunk: Chunk): void {
    try {
      this.history.append(chunk);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new SimulationError('memory', 'Out of memory: the samples of this run do not fit. The samples recorded so far are kept.');
    }
    this.statistics = chunk.statistics;
    if (this.#iterated) this.#queue.push(chunk);
    else this.#last = chunk;
    this.#wake?.();
  }

  protected end(status: 'finished' | 'failed' | 'cancelled', error: SimulationError | null = null): void {
    if (this.ended) return;
    this.status = status;
    this.#error = error;
    this.#rejectModel(error ?? new SimulationError('cancelled', 'The run was cancelled before the model was loaded.'));
    this.#wake?.();
  }

  /** All samples from before the iteration, as one chunk. */
  #recordedSoFar(last: Chunk): Chunk {
    return { ...last, before: 0, samples: this.history.samples, columns: this.history.columns.map((column) => column.slice()) };
  }
}
