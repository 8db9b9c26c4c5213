import { wholeAccuracy } from './accuracy';
import { compileModule, type WasmSource } from './module';
import { type Args, type EventHandlers, fromErrorData, unpackColumns } from './protocol';
import { RecordedRun } from './run';
import {
  type CheckResult,
  type Engine,
  type Issue,
  type LiveEvent,
  type ModelInfo,
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
  /** Called when a run has been silent for this many seconds; `run.cancel()` ends its worker. */
  onUnresponsive?: (run: Run, seconds: number) => void;
  /** When silence is reported; default 30 s. Requests that take no steps, such as a check, are ended after twice as long. */
  unresponsiveSeconds?: number;
  /** How many idle workers are kept for the next runs; default 2. */
  idleWorkers?: number;
}

export interface WorkerEngineParts extends WorkerEngineOptions {
  source: WasmSource;
  /** The engine with all items, if `source` has only the common ones. It is loaded when a model is refused, and its answer is final. */
  whole?: WasmSource;
  createWorker: () => WorkerLike;
}

const defaultIdleWorkers = 2;
const mostIdleBytes = 96 * 1024 * 1024; // of an idle worker; it starts with 32 MiB
const defaultUnresponsiveSeconds = 30;
const workerHistoryBytes = 0; // the page keeps the history
const cancelSeconds = 1; // after which an unresponsive worker is ended

/** The engine for pages. Every run has its own worker, so that the page stays responsive; a worker that dies is replaced. */
export async function createWorkerEngineOf(parts: WorkerEngineParts): Promise<Engine> {
  const first = parts.createWorker(); // its script loads while the engine is compiled
  const module = await compileModule(parts.source).catch((error) => {
    first.terminate();
    throw error;
  });
  const pool = new WorkerPool(module, parts, first);
  const version = await pool.use(async () => pool.version);
  return {
    version,
    check: (document, parameters = {}): Promise<CheckResult> =>
      pool.ask(
        (worker) => worker.request('check', { document, parameters }),
        pool.soon,
        ({ model }) => model === null,
      ),
    assemble: (document, parameters = {}, { mayJump = false } = {}) =>
      pool.ask((worker) => worker.request('assemble', { document, parameters, mayJump }), pool.soon),
    accuracy: (document, parameters = {}, options = {}) =>
      pool.retryWhole(() =>
        pool.use(
          (worker) =>
            wholeAccuracy(
              {
                open: () => worker.request('openAccuracy', { document, parameters }),
                advance: (milliseconds) => worker.request('advanceAccuracy', { milliseconds }),
              },
              options,
            ),
          options.signal,
        ),
      ),
    linearSignals: (document, parameters = {}) =>
      pool.ask((worker) => worker.request('linearSignals', { document, parameters }), pool.soon),
    linearise: (document, request, parameters = {}) =>
      pool.ask((worker) => worker.request('linearise', { document, request, parameters }), pool.soon),
    expand: (document, parameters = {}) => pool.ask((worker) => worker.request('expand', { document, parameters }), pool.soon),
    exudynScript: (document, parameters = {}) => pool.ask((worker) => worker.request('exudynScript', { document, parameters }), pool.soon),
    importRobot: (files, name) => pool.ask((worker) => worker.request('importRobot', { files, name }), pool.soon),
    readMesh: (bytes, name, mostTriangles) => pool.ask((worker) => worker.request('readMesh', { bytes, name, mostTriangles }), pool.soon),
    start: (document, options = {}): Run => new RemoteRun(pool, document, options, parts),
    spectra: (document, sets, milliseconds, signal) =>
      pool.use((worker) => worker.request('spectra', { document, sets, milliseconds }), signal),
    study: (document, parameters = {}, signal) => openStudy(pool, document, parameters, signal),
    trials: (document, sets, channels, milliseconds, signal) =>
      pool.use((worker) => worker.request('trials', { document, sets, channels, milliseconds }), signal),
    grade: (submission, whole = false) =>
      pool.ask(
        (worker) => worker.request('grade', { submission, whole }),
        () => undefined,
        ({ error }) => error !== undefined,
      ),
    regrade: (submission, document) =>
      pool.ask(
        (worker) => worker.request('regrade', { submission, document }),
        () => undefined,
        (again) => again.submission.error !== undefined,
      ),
    quantity: (typed, unit) => pool.use((worker) => worker.request('quantity', { typed, unit }), pool.soon()),
    dispose: () => pool.close(),
  };
}

/** Workers with a loaded engine; idle ones wait for the next run. */
class WorkerPool {
  version = '';
  #idle: WorkerClient[] = [];
  /** All workers, with the engine that each has loaded. */
  readonly #all = new Map<WorkerClient, WebAssembly.Module>();
  #whole: Promise<void> | null = null;
  #closed: SimulationError | null = null;

  constructor(
    private module: WebAssembly.Module,
    private readonly parts: WorkerEngineParts,
    private first: WorkerLike | null,
  ) {}

  async acquire(): Promise<WorkerClient> {
    if (this.#closed) throw this.#closed;
    const waiting = this.#idle.pop();
    if (waiting) return waiting;
    const { module } = this;
    const client = new WorkerClient(this.first ?? this.parts.createWorker());
    this.first = null;
    this.#all.set(client, module);
    client.onclosed = () => this.#forget(client);
    this.version = (await client.request('load', { module, historyBytes: workerHistoryBytes })).version;
    return client;
  }

  release(client: WorkerClient): void {
    client.listener = null;
    client.onclosed = () => this.#forget(client);
    const wanted = this.#all.get(client) === this.module && this.#idle.length < (this.parts.idleWorkers ?? defaultIdleWorkers);
    if (client.closed) this.#forget(client);
    else if (wanted) {
      this.#idle.push(client);
      void this.#endLarge(client);
    } else client.close(new SimulationError('cancelled', 'The worker was closed.'));
  }

  /** The memory of an engine never shrinks, so a worker whose memory has grown is replaced. */
  async #endLarge(client: WorkerClient): Promise<void> {
    const bytes = await client.request('memory', {}).catch(() => 0);
    if (bytes > mostIdleBytes && this.#idle.includes(client)) client.close(new SimulationError('cancelled', 'The worker was closed.'));
  }

  /** `signal` ends the worker. */
  async use<T>(work: (client: WorkerClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const client = await this.acquire();
    try {
      return await endedBy(signal, client, work(client));
    } finally {
      this.release(client);
    }
  }

  /** Like `use`; if the engine refuses the model, repeats the request with the whole engine. `signal`: called for each attempt. */
  ask<T>(work: (client: WorkerClient) => Promise<T>, signal: () => AbortSignal | undefined, refused?: (result: T) => boolean): Promise<T> {
    return this.retryWhole(() => this.use(work, signal()), refused);
  }

  /** Ends requests without steps that do not return in time. */
  readonly soon = (): AbortSignal => AbortSignal.timeout(2000 * (this.parts.unresponsiveSeconds ?? defaultUnresponsiveSeconds));

  /** The answer of `ask`; if it refuses the model, the answer with the whole engine. */
  async retryWhole<T>(ask: () => Promise<T>, refused: (result: T) => boolean = () => false): Promise<T> {
    const isLast = !this.parts.whole || this.#whole !== null;
    await this.#whole;
    try {
      const result = await ask();
      if (isLast || !refused(result)) return result;
    } catch (error) {
      if (isLast || (error as SimulationError).code !== 'model') throw error;
    }
    await this.#loadWhole();
    return ask();
  }

  close(): void {
    this.#closed = new SimulationError('cancelled', 'The engine was closed.');
    for (const client of [...this.#all.keys()]) client.close(this.#closed);
  }

  /** From now on, workers load the engine with all items. If that fails, the next model tries again. */
  #loadWhole(): Promise<void> {
    this.#whole ??= compileModule(this.parts.whole!).then(
      (module) => {
        this.module = module;
        for (const client of this.#idle.splice(0)) this.release(client);
      },
      (error) => {
        this.#whole = null;
        throw new SimulationError('engine', (error as Error).message);
      },
    );
    return this.#whole;
  }

  #forget(client: WorkerClient): void {
    this.#all.delete(client);
    this.#idle = this.#idle.filter((other) => other !== client);
  }
}

/** The answer of a worker; `signal` ends the worker. */
async function endedBy<T>(signal: AbortSignal | undefined, worker: WorkerClient, answer: Promise<T>): Promise<T> {
  const end = () =>
    worker.close(signal?.reason?.name === 'TimeoutError' ? silent() : new SimulationError('cancelled', 'The work was ended.'));
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  try {
    return await answer;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

function silent(): SimulationError {
  return new SimulationError('engine', 'The engine did not answer and was ended.');
}

const openStudy = (pool: WorkerPool, document: string, parameters: Record<string, number>, signal?: AbortSignal): Promise<StudyLane> =>
  pool.retryWhole(() => openLane(pool, document, parameters, signal));

/** A study keeps its worker. Closing the worker also ends its current run. */
async function openLane(pool: WorkerPool, document: string, parameters: Record<string, number>, signal?: AbortSignal): Promise<StudyLane> {
  const worker = await pool.acquire();
  let busy = 0;
  const counted = async <T>(request: Promise<T>): Promise<T> => {
    busy++;
    try {
      return await request;
    } finally {
      busy--;
    }
  };
  try {
    const info = await endedBy(signal, worker, worker.request('openStudy', { document, parameters }));
    return {
      info,
      values: (from, to) => counted(worker.request('studyValues', { from, to })),
      rows: (runs, milliseconds) => counted(worker.request('studyRows', { runs, milliseconds })),
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
  /** Set when the run has ended. */
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
    this.#send('pause');
  }

  resume(): void {
    if (this.status !== 'paused') return;
    this.status = 'running';
    this.#send('resume');
  }

  /** Ends the run at once. Its worker may finish the current slice for a moment; then it is ended too. */
  cancel(): void {
    if (this.ended) return;
    this.#finish('cancelled');
    const client = this.#client;
    if (!client) return this.measured([]);
    const timer = setTimeout(
      () => client.close(new SimulationError('cancelled', 'The worker did not answer and was ended.')),
      cancelSeconds * 1000,
    );
    client
      .request('cancel', {})
      .then(() => this.pool.release(client))
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer);
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
    try {
      if (userFunctions.length > 0)
        throw new SimulationError('model', 'User functions of the page need the engine in its own thread (createEngine), not in a worker.');
      const model = await this.pool.retryWhole(() => this.#load({ document, parameters, sliceMilliseconds, live }));
      if (model && !this.ended) this.loaded(model);
    } catch (error) {
      if (this.ended) return;
      const reason = error instanceof SimulationError ? error : new SimulationError('engine', String(error));
      this.#client?.close(reason); // this page cannot use the model that it computes
      this.#finish('failed', reason);
      this.measured([]);
    }
  }

  /** Loads the model in a worker that is reserved until the end of the run; null if the run was cancelled meanwhile. */
  async #load(args: Args<'start'>): Promise<ModelInfo | null> {
    const client = await this.pool.acquire();
    if (this.ended) {
      this.pool.release(client);
      return null;
    }
    this.#client = client;
    client.listener = this.#listener(client);
    client.onclosed = (error) => this.#closed(error);
    client.lastHeard = performance.now();
    this.#watch ??= setInterval(() => this.#checkSilence(), watchMilliseconds);
    try {
      const started = client.request('start', args);
      if (this.status === 'paused') this.#send('pause');
      return await started;
    } catch (error) {
      if (!this.ended) this.pool.release(client);
      this.#client = null;
      throw error;
    }
  }

  #listener(client: WorkerClient): EventHandlers {
    return {
      chunk: (chunk) => {
        if (!this.ended) this.record({ ...chunk, columns: unpackColumns(chunk.columns) });
      },
      ended: ({ status, error, eigenvalues, modes, events, measures }) => {
        this.measured(measures); // for a cancelled run too
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

  #send(request: 'pause' | 'resume'): void {
    if (this.#client) this.#client.lastHeard = performance.now();
    // A worker that dies reports it itself.
    this.#client?.request(request, {}).catch(() => {});
  }

  /** Reports a long silence once, until the worker sends a message again. Loading the whole engine does not count as silence. */
  #checkSilence(): void {
    if (this.status !== 'running' || !this.#client) return;
    const limit = this.engineOptions.unresponsiveSeconds ?? defaultUnresponsiveSeconds;
    const seconds = (performance.now() - this.#client.lastHeard) / 1000;
    if (seconds < limit) this.#reported = false;
    else if (!this.#reported) {
      this.#reported = true;
      this.engineOptions.onUnresponsive?.(this, seconds);
    }
  }
}

const watchMilliseconds = 1000;
