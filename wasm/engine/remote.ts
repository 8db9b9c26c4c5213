import { compileModule, type WasmSource } from './module';
import { type EventHandlers, fromErrorData, unpackColumns } from './protocol';
import { RecordedRun } from './run';
import {
  type CheckResult,
  type Engine,
  type Issue,
  type LiveEvent,
  type RecordedEvent,
  type Run,
  SimulationError,
  type StartOptions,
  type StudyLane,
} from './types';
import { WorkerClient, type WorkerLike } from './worker_client';

export interface WorkerEngineOptions {
  /** Memory for the history of one run; older samples are thinned beyond it. Default 256 MiB. */
  historyBytes?: number;
  /** A run has been silent for so many seconds; `run.cancel()` ends its worker. */
  onUnresponsive?: (run: Run, seconds: number) => void;
  /** When silence is reported; default 30 s. */
  unresponsiveSeconds?: number;
  /** How many workers without work are kept for the next runs; default 2. */
  idleWorkers?: number;
}

export interface WorkerEngineParts extends WorkerEngineOptions {
  source: WasmSource;
  createWorker: () => WorkerLike;
}

const defaultIdleWorkers = 2;
const workerHistoryBytes = 0; // the page keeps the history
const cancelSeconds = 1; // after which a worker that does not answer is ended

/** The engine for pages: every run in a worker of its own, so that the page stays quick; a worker that dies is replaced. */
export async function createWorkerEngineOf(parts: WorkerEngineParts): Promise<Engine> {
  const pool = new WorkerPool(await compileModule(parts.source), parts.createWorker, parts.idleWorkers);
  const version = await pool.use(async () => pool.version);
  return {
    version,
    check: (document, parameters = {}): Promise<CheckResult> => pool.use((worker) => worker.request('check', { document, parameters })),
    assemble: (document, parameters = {}) => pool.use((worker) => worker.request('assemble', { document, parameters })),
    expand: (document, parameters = {}, { formulas = false } = {}) =>
      pool.use((worker) => worker.request('expand', { document, parameters, formulas })),
    syntax: (formulas) => pool.use((worker) => worker.request('syntax', { formulas })),
    start: (document, options = {}): Run => new RemoteRun(pool, document, options, parts),
    spectra: (document, sets, milliseconds) => pool.use((worker) => worker.request('spectra', { document, sets, milliseconds })),
    study: (document, parameters = {}) => openStudy(pool, document, parameters),
    trials: (document, sets, channels, milliseconds, signal) =>
      pool.use(async (worker) => {
        const end = () => worker.close(new SimulationError('cancelled', 'The runs were ended.'));
        signal?.throwIfAborted();
        signal?.addEventListener('abort', end);
        try {
          return await worker.request('trials', { document, sets, channels, milliseconds });
        } finally {
          signal?.removeEventListener('abort', end);
        }
      }),
    grade: (submission, whole = false) => pool.use((worker) => worker.request('grade', { submission, whole })),
    regrade: (submission, document) => pool.use((worker) => worker.request('regrade', { submission, document })),
    quantity: (typed, unit) => pool.use((worker) => worker.request('quantity', { typed, unit })),
    dispose: () => pool.close(),
  };
}

/** Workers with a loaded engine; those that have nothing to do wait for the next. */
class WorkerPool {
  version = '';
  #idle: WorkerClient[] = [];
  readonly #all = new Set<WorkerClient>();
  #closed: SimulationError | null = null;

  constructor(
    readonly module: WebAssembly.Module,
    readonly createWorker: () => WorkerLike,
    readonly idleWorkers = defaultIdleWorkers,
  ) {}

  async acquire(): Promise<WorkerClient> {
    if (this.#closed) throw this.#closed;
    const waiting = this.#idle.pop();
    if (waiting) return waiting;
    const client = new WorkerClient(this.createWorker());
    this.#all.add(client);
    client.onclosed = () => this.#forget(client);
    this.version = (await client.request('load', { module: this.module, historyBytes: workerHistoryBytes })).version;
    return client;
  }

  release(client: WorkerClient): void {
    client.listener = null;
    client.onclosed = () => this.#forget(client);
    if (client.closed) this.#forget(client);
    else if (this.#idle.length < this.idleWorkers) this.#idle.push(client);
    else client.close(new SimulationError('cancelled', 'The worker was closed.'));
  }

  async use<T>(work: (client: WorkerClient) => Promise<T>): Promise<T> {
    const client = await this.acquire();
    try {
      return await work(client);
    } finally {
      this.release(client);
    }
  }

  close(): void {
    this.#closed = new SimulationError('cancelled', 'The engine was closed.');
    for (const client of [...this.#all]) client.close(this.#closed);
  }

  #forget(client: WorkerClient): void {
    this.#all.delete(client);
    this.#idle = this.#idle.filter((other) => other !== client);
  }
}

/** A study keeps its worker. A run that was begun ends with the worker. */
async function openStudy(pool: WorkerPool, document: string, parameters: Record<string, number>): Promise<StudyLane> {
  const worker = await pool.acquire();
  let busy = 0;
  const asked = async <T>(request: Promise<T>): Promise<T> => {
    busy++;
    try {
      return await request;
    } finally {
      busy--;
    }
  };
  try {
    const info = await worker.request('openStudy', { document, parameters });
    return {
      info,
      values: (from, to) => asked(worker.request('studyValues', { from, to })),
      rows: (runs, milliseconds) => asked(worker.request('studyRows', { runs, milliseconds })),
      close() {
        if (busy > 0) return worker.close(new SimulationError('cancelled', 'The study was closed.'));
        worker.request('closeStudy', {}).catch(() => {});
        pool.release(worker);
      },
    };
  } catch (error) {
    pool.release(worker);
    throw error;
  }
}

class RemoteRun extends RecordedRun {
  #client: WorkerClient | null = null;
  #watch: ReturnType<typeof setInterval> | null = null;
  #reported = false;
  /** Once it has ended. */
  #events: RecordedEvent[] = [];

  constructor(
    private readonly pool: WorkerPool,
    document: string,
    options: StartOptions,
    private readonly engineOptions: WorkerEngineOptions,
  ) {
    super(engineOptions.historyBytes);
    void this.#start(document, options);
  }

  pause(): void {
    if (this.status !== 'running') return;
    this.status = 'paused';
    this.#tell('pause');
  }

  resume(): void {
    if (this.status !== 'paused') return;
    this.status = 'running';
    this.#tell('resume');
  }

  /** Ends the run at once. Its worker has a moment to come to the end of its slice, then it is ended too. */
  cancel(): void {
    if (this.ended) return;
    this.#finish('cancelled');
    const client = this.#client;
    if (!client) return this.measured([]);
    const patience = setTimeout(
      () => client.close(new SimulationError('cancelled', 'The worker did not answer and was ended.')),
      cancelSeconds * 1000,
    );
    client
      .request('cancel', {})
      .then(() => this.pool.release(client))
      .catch(() => {})
      .finally(() => {
        clearTimeout(patience);
        this.measured([]);
      });
  }

  async post(event: LiveEvent): Promise<Issue[]> {
    await this.model;
    if (this.ended) return [{ severity: 'error', pointer: '', message: 'the run has ended' }];
    return this.#client!.request('post', { event });
  }

  async events(): Promise<RecordedEvent[]> {
    if (!this.ended) await this.model;
    return this.ended ? this.#events : this.#client!.request('events', {});
  }

  async goBack(step: number): Promise<boolean> {
    await this.model;
    return !this.ended && this.#client!.request('goBack', { step });
  }

  setPace(pace: number): void {
    this.#client?.request('setPace', { pace }).catch(() => {});
  }

  async #start(document: string, { parameters = {}, sliceMilliseconds, userFunctions = [], live }: StartOptions): Promise<void> {
    let client: WorkerClient | null = null;
    try {
      if (userFunctions.length > 0)
        throw new SimulationError('model', 'User functions of the page need the engine in its own thread (createEngine), not in a worker.');
      client = await this.pool.acquire();
      if (this.ended) return this.pool.release(client);
      this.#client = client;
      client.listener = this.#listener(client);
      client.onclosed = (error) => this.#closed(error);
      client.lastHeard = performance.now();
      this.#watch = setInterval(() => this.#checkSilence(), watchMilliseconds);
      const asked = client.request('start', { document, parameters, sliceMilliseconds, live });
      if (this.status === 'paused') this.#tell('pause');
      const model = await asked;
      if (!this.ended) this.loaded(model);
    } catch (error) {
      if (this.ended) return;
      this.#finish('failed', error as SimulationError);
      this.measured([]);
      if (client) this.pool.release(client);
    }
  }

  #listener(client: WorkerClient): EventHandlers {
    return {
      chunk: (chunk) => {
        if (!this.ended) this.record({ ...chunk, columns: unpackColumns(chunk.columns) });
      },
      ended: ({ status, error, eigenvalues, modes, events, measures }) => {
        this.measured(measures); // also of a run that was cancelled
        if (this.ended) return;
        this.#events = events;
        this.eigenvalues = eigenvalues.map((step) => [...step]);
        this.modes = [...modes];
        this.#finish(status, error && fromErrorData(error));
        this.pool.release(client);
      },
    };
  }

  #closed(error: SimulationError): void {
    this.measured([]);
    this.#finish(error.code === 'cancelled' ? 'cancelled' : 'failed', error.code === 'cancelled' ? null : error);
    this.pool.release(this.#client!);
  }

  #finish(status: 'finished' | 'failed' | 'cancelled', error: SimulationError | null = null): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.end(status, error);
  }

  #tell(request: 'pause' | 'resume'): void {
    if (this.#client) this.#client.lastHeard = performance.now();
    // A worker that dies says so by itself.
    this.#client?.request(request, {}).catch(() => {});
  }

  /** Reports a long silence once, until the worker is heard again. */
  #checkSilence(): void {
    if (this.status !== 'running') return;
    const limit = this.engineOptions.unresponsiveSeconds ?? 30;
    const seconds = (performance.now() - this.#client!.lastHeard) / 1000;
    if (seconds < limit) this.#reported = false;
    else if (!this.#reported) {
      this.#reported = true;
      this.engineOptions.onUnresponsive?.(this, seconds);
    }
  }
}

const watchMilliseconds = 1000;
