import { wholeAccuracy } from './accuracy';
import { compileModule, type EngineModule, instantiateModule, type WasmSource } from './module';
import { pointerOf } from './pointer';
import { RecordedRun } from './run';
import { nextTask } from './task';
import {
  type AccuracyState,
  type AssembledInfo,
  type CheckResult,
  type Chunk,
  type Engine,
  type Graded,
  type ImportedRobot,
  type Issue,
  type LinearModel,
  type LinearRequest,
  type LinearSignals,
  type LiveEvent,
  type LiveOptions,
  type ModelInfo,
  type Quantity,
  type RecordedEvent,
  type Regraded,
  type Run,
  type SensorChannel,
  SimulationError,
  type Spectrum,
  type StartOptions,
  type StudyInfo,
  type StudyLane,
  type Trial,
} from './types';
import { UserFunctions } from './user_functions';
import type { EngineError, EngineState, MeasureResult, UserFunctionLayout } from './wire';

export const defaultSliceMilliseconds = 25;

export interface DirectOptions {
  /** Memory for the history of one run; older samples are thinned beyond it. Default 256 MiB. */
  historyBytes?: number;
}

/** An engine that reports its allocated memory, in bytes, and computes an accuracy in portions. */
export interface DirectEngine extends Engine {
  memory(): number;
  openAccuracy(document: string, parameters: Record<string, number>): Promise<void>;
  advanceAccuracy(milliseconds: number): Promise<AccuracyState>;
}

/** The engine in this thread: for Node, for a worker, and for a page that can wait. */
export async function createEngine(source: WasmSource, options: DirectOptions = {}): Promise<DirectEngine> {
  return engineOf(await instantiateModule(await compileModule(source)), options);
}

/** Wraps an instantiated module. */
export function engineOf(module: EngineModule, options: DirectOptions = {}): DirectEngine {
  const calls = new Calls(module);
  const start = (document: string, startOptions: StartOptions = {}): Run =>
    new DirectRun(calls, document, startOptions, options.historyBytes);
  const openAccuracy = async (document: string, parameters: Record<string, number>): Promise<void> => {
    throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
    calls.withTexts([document, JSON.stringify(parameters)], (d, p) => calls.text(() => module._slipstick_open_accuracy(d, p)));
  };
  const advanceAccuracy = async (milliseconds: number): Promise<AccuracyState> =>
    calls.json<AccuracyState>(() => module._slipstick_advance_accuracy(milliseconds));
  const linearise = <T>(document: string, parameters: Record<string, number>, request: Partial<LinearRequest>): T => {
    throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
    return calls.withTexts([document, JSON.stringify(parameters)], (d, p) =>
      calls.withTexts([JSON.stringify(request), ''], (r) => calls.json<T>(() => module._slipstick_linearise(d, p, r))),
    );
  };
  return {
    openAccuracy,
    advanceAccuracy,
    accuracy: (document, parameters = {}, options = {}) =>
      wholeAccuracy({ open: () => openAccuracy(document, parameters), advance: advanceAccuracy }, options),
    version: calls.text(() => module._slipstick_version()),
    async check(document, parameters = {}) {
      const issues = [...documentIssues(document), ...parameterIssues(parameters)];
      if (issues.length > 0) return { model: null, issues };
      return calls.withTexts([document, JSON.stringify(parameters)], (d, p) =>
        calls.json<CheckResult>(() => module._slipstick_check(d, p)),
      );
    },
    async expand(document, parameters = {}) {
      throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
      return calls.withTexts([document, JSON.stringify(parameters)], (d, p) => calls.text(() => module._slipstick_expand(d, p)));
    },
    async assemble(document, parameters = {}, { mayJump = false } = {}) {
      throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
      return calls.withTexts([document, JSON.stringify(parameters)], (d, p) =>
        calls.json<AssembledInfo>(() => module._slipstick_assemble(d, p, mayJump)),
      );
    },
    async linearSignals(document, parameters = {}) {
      return linearise<LinearSignals>(document, parameters, {});
    },
    async linearise(document, request, parameters = {}) {
      return linearise<LinearModel>(document, parameters, request);
    },
    async importRobot(files, name) {
      const characters = Object.entries(files).map(([path, bytes]) => [path, charactersOf(bytes)]);
      const read = calls.withTexts([JSON.stringify(Object.fromEntries(characters)), name], (f, n) =>
        calls.json<ImportedRobot & { problem?: string }>(() => module._slipstick_import_robot(f, n)),
      );
      if (read.problem !== undefined) throw new SimulationError('model', read.problem);
      return read;
    },
    async readMesh(bytes, name, mostTriangles) {
      const read = calls.withBytes([bytes, zeroTerminated(name)], (b, n) =>
        calls.json<{ corners: number[]; problem?: string }>(() => module._slipstick_read_mesh(b, bytes.length, n, mostTriangles)),
      );
      if (read.problem !== undefined) throw new SimulationError('model', read.problem);
      return Float64Array.from(read.corners);
    },
    async exudynScript(document, parameters = {}) {
      throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
      const { script, problem } = calls.withTexts([document, JSON.stringify(parameters)], (d, p) =>
        calls.json<{ script: string; problem?: string }>(() => module._slipstick_exudyn_script(d, p)),
      );
      if (problem !== undefined) throw new SimulationError('model', problem);
      return script;
    },
    start,
    async spectra(document, sets, milliseconds) {
      const end = performance.now() + milliseconds;
      const found: Spectrum[] = [];
      for (const parameters of sets) {
        found.push(await spectrumOf(start(document, { parameters })));
        if (performance.now() >= end) break;
      }
      return found;
    },
    async study(document, parameters = {}) {
      throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
      return new DirectStudy(calls, document, parameters);
    },
    async trials(document, sets, channels, milliseconds) {
      const end = performance.now() + milliseconds;
      const done: Trial[] = [];
      for (const parameters of sets) {
        done.push(await trialOf(start(document, { parameters, sliceMilliseconds: milliseconds }), channels));
        if (performance.now() >= end) break;
      }
      return done;
    },
    async grade(submission, whole = false) {
      return calls.withTexts([JSON.stringify(submission)], (text) => calls.json<Graded>(() => module._slipstick_grade(text, whole)));
    },
    async regrade(submission, document = 'null') {
      return calls.withTexts([submission, document], (s, d) => calls.json<Regraded>(() => module._slipstick_regrade(s, d)));
    },
    async quantity(typed, unit) {
      return calls.withTexts([typed, unit], (t, u) => calls.json<Quantity>(() => module._slipstick_quantity(t, u)));
    },
    dispose: () => calls.close(),
    memory: () => module.HEAPU8.length,
  };
}

const encoder = new TextEncoder();
const zeroTerminated = (text: string) => encoder.encode(`${text}\0`);

/** Converts each byte to the character with its code. */
function charactersOf(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

async function spectrumOf(run: Run): Promise<Spectrum> {
  run.model.catch(() => {}); // reported by the iteration, once
  try {
    for await (const _ of run);
  } catch (error) {
    const { code, message } = error as SimulationError;
    if (code === 'engine' || code === 'memory') throw error;
    return { problem: message };
  }
  const eigenvalues = run.eigenvalues?.at(-1);
  return eigenvalues ? { eigenvalues } : { problem: run.statistics.ended || 'The analysis has no step of type "eigenvalues".' };
}

/** If memory for the history runs out, the chunks still contain all samples. */
async function trialOf(run: Run, channels: readonly SensorChannel[]): Promise<Trial> {
  const chunks: Float64Array[][] = [];
  let problem = '';
  try {
    const { sensors } = await run.model;
    const places = channels.map(({ sensor, component }) => {
      const found = sensors.find(({ name, components }) => name === sensor && component < components.length);
      if (!found) throw new SimulationError('model', `There is no component ${component} of a sensor '${sensor}'.`);
      return found.column + component;
    });
    for await (const { columns } of run) chunks.push([0, ...places].map((place) => columns[place]));
  } catch (error) {
    const { code, message } = error as SimulationError;
    if (code === 'engine' || code === 'memory') throw error;
    problem = message;
    run.cancel();
  }
  const columns = [null, ...channels].map((_, column) => joined(chunks.map((chunk) => chunk[column])));
  return { measures: await run.measures(), columns, problem };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    all.set(part, length);
    length += part.length;
  }
  return all;
}

class DirectStudy implements StudyLane {
  readonly info: StudyInfo;
  #study: number;

  constructor(
    private readonly calls: Calls,
    document: string,
    parameters: Record<string, number>,
  ) {
    const { module } = calls;
    this.#study = calls.withTexts([document, JSON.stringify(parameters)], (d, p) => calls.number(() => module._slipstick_open_study(d, p)));
    if (this.#study === 0) throw calls.lastError();
    this.info = calls.json<StudyInfo>(() => module._slipstick_study(this.#study));
  }

  async values(from: number, to: number): Promise<Float64Array> {
    const { module } = this.calls;
    const count = this.calls.number(() => module._slipstick_study_values(this.#study, from, to));
    if (count < 0) throw this.calls.lastError();
    const first = module._slipstick_study_numbers() / Float64Array.BYTES_PER_ELEMENT;
    return module.HEAPF64.slice(first, first + count);
  }

  async rows(runs: readonly number[], milliseconds: number): Promise<string[]> {
    const end = performance.now() + milliseconds;
    const rows: string[] = [];
    for (const run of runs) {
      try {
        rows.push(this.calls.text(() => this.calls.module._slipstick_study_row(this.#study, run)));
      } catch (error) {
        if (rows.length === 0) throw error;
        break; // keep the rows before count; the next request starts with this run and reports its failure
      }
      if (performance.now() >= end) break;
    }
    return rows;
  }

  close(): void {
    const study = this.#study;
    this.#study = 0;
    if (study !== 0) this.calls.free(() => this.calls.module._slipstick_close_study(study));
  }
}

/** Calls into the module: passes texts in and out, and converts every failure to one kind of error. */
class Calls {
  #failure: SimulationError | null = null;
  readonly userFunctions: UserFunctions;

  constructor(readonly module: EngineModule) {
    this.userFunctions = new UserFunctions(module);
  }

  /** Calls the module; after a trap, the module is unusable. */
  number(call: () => number): number {
    if (this.#failure) throw this.#failure;
    try {
      return call();
    } catch (error) {
      this.#failure = engineDied(error instanceof Error ? error.message : String(error));
      throw this.#failure;
    }
  }

  /** Frees memory of the module if it is still usable; the operation that needed it has ended. */
  free(call: () => void): void {
    if (this.#failure) return;
    try {
      call();
    } catch (error) {
      this.#failure = engineDied(String(error));
    }
  }

  /** The text at the returned address; 0 means an error. */
  text(call: () => number): string {
    const pointer = this.number(call);
    if (pointer === 0) throw this.lastError();
    return this.module.UTF8ToString(pointer);
  }

  json<T>(call: () => number): T {
    return JSON.parse(this.text(call)) as T;
  }

  withTexts<T>(texts: string[], use: (first: number, second: number) => T): T {
    return this.withBytes(texts.map(zeroTerminated), use);
  }

  withBytes<T>(parts: Uint8Array[], use: (first: number, second: number) => T): T {
    const pointers: number[] = [];
    try {
      for (const bytes of parts) {
        const pointer = this.number(() => this.module._malloc(Math.max(1, bytes.length)));
        if (pointer === 0) throw new SimulationError('memory', 'The document is larger than the memory the engine may take (512 MiB).');
        this.module.HEAPU8.set(bytes, pointer);
        pointers.push(pointer);
      }
      return use(pointers[0], pointers[1]);
    } finally {
      this.free(() => pointers.forEach((pointer) => this.module._free(pointer)));
    }
  }

  lastError(): SimulationError {
    const { code, message, issues } = JSON.parse(this.module.UTF8ToString(this.module._slipstick_last_error())) as EngineError;
    if (issues) return modelError(issues);
    if (code === 'memory') {
      const text = `Out of memory: ${message}.`;
      return new SimulationError('memory', text, { said: { message: text, code } });
    }
    return engineDied(message ?? 'unknown error');
  }

  close(): void {
    this.#failure ??= new SimulationError('cancelled', 'The engine was closed.');
  }

  get failed(): boolean {
    return this.#failure !== null;
  }
}

/**
 * The progress that a live run should have made: from `time` on, `rate` simulated seconds per second, since `since` of performance.now().
 */
interface Pace {
  rate: number;
  time: number;
  since: number;
}
const paceSliceMilliseconds = 8;
const paceChunkMilliseconds = 12; // minimum time between two chunks of a paced run; shorter intervals are not visible
const longestLag = 0.1; // s; the largest lag that a run makes up
const defaultCheckpointBytes = 64 * 1024 * 1024;
const never = 0x7fffffff; // step

class DirectRun extends RecordedRun {
  #cancelled = false;
  #continue: (() => void) | null = null;
  /** Its handle in the module; 0: not yet created, or freed. */
  #run = 0;
  #events: RecordedEvent[] = [];
  #live = false;
  #pace: Pace = { rate: 0, time: 0, since: 0 };
  /** Time after the last slice. */
  #time = 0;
  #analysisStep = 0;
  #wallSeconds = 0;
  /** When the last chunk was sent, by performance.now(). */
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** Events that were refused since then. */
  #refused: string[] = [];
  /** The analysis step that a person takes over: the last dynamic one. */
  #eventful = -1;

  constructor(
    private readonly calls: Calls,
    document: string,
    options: StartOptions,
    historyBytes?: number,
  ) {
    super(historyBytes);
    void this.#compute(document, options);
  }

  pause(): void {
    if (this.status === 'running') this.status = 'paused';
  }

  resume(): void {
    if (this.status === 'paused') this.status = 'running';
    this.#continue?.();
  }

  cancel(): void {
    this.#cancelled = true;
    this.#continue?.();
  }

  async post(event: LiveEvent): Promise<Issue[]> {
    await this.model;
    if (this.#run === 0) return [{ severity: 'error', pointer: '', message: 'the run has ended' }];
    return this.calls.withTexts([JSON.stringify(event)], (text) =>
      this.calls.json<Issue[]>(() => this.calls.module._slipstick_post(this.#run, text)),
    );
  }

  async events(): Promise<RecordedEvent[]> {
    return this.#run === 0 ? this.#events : this.#eventsSoFar();
  }

  #eventsSoFar(): RecordedEvent[] {
    return this.calls.json(() => this.calls.module._slipstick_events(this.#run));
  }

  async goBack(step: number): Promise<boolean> {
    await this.model;
    if (this.#run === 0 || !this.#live) return false;
    this.#report(this.#state());
    const reached = this.calls.number(() => this.calls.module._slipstick_go_back(this.#run, this.#analysisStep, step));
    if (reached < 0) throw this.calls.lastError();
    this.#time = this.#state().progress.time;
    this.setPace(this.#pace.rate);
    return reached === 1;
  }

  setPace(rate: number): void {
    this.#pace = { rate, time: this.#time, since: performance.now() };
  }

  #takeOver({ pace = 1, checkpointBytes = defaultCheckpointBytes }: LiveOptions): void {
    this.#live = true;
    if (this.calls.number(() => this.calls.module._slipstick_take_over(this.#run, checkpointBytes)) < 0) throw this.calls.lastError();
    this.setPace(pace);
  }

  #state(): EngineState {
    return this.calls.json(() => this.calls.module._slipstick_state(this.#run));
  }

  /** The time that a live run may currently reach. */
  #until(): number {
    const { rate, time, since } = this.#pace;
    if (!this.#live || rate <= 0 || this.#analysisStep !== this.#eventful) return Infinity;
    const until = time + (rate * (performance.now() - since)) / 1000;
    if (until - this.#time > longestLag * rate) this.setPace(rate);
    return until;
  }

  async #compute(document: string, options: StartOptions): Promise<void> {
    const { parameters = {}, sliceMilliseconds = defaultSliceMilliseconds, userFunctions = [], live } = options;
    const { calls } = this;
    const { module } = calls;
    const installed: number[] = [];
    let run = 0;
    try {
      await nextTask();
      if (this.#cancelled) return this.end('cancelled');
      throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
      run = calls.withTexts([document, JSON.stringify(parameters)], (d, p) => calls.number(() => module._slipstick_start(d, p)));
      if (run === 0) throw calls.lastError();
      this.#run = run;
      for (const override of userFunctions) {
        const { kind = 'object', item, parameter } = override;
        const install = (number: number) =>
          calls.withTexts([JSON.stringify({ kind, item, parameter })], (slot) =>
            calls.json<UserFunctionLayout>(() => module._slipstick_set_user_function(run, slot, number)),
          );
        installed.push(calls.userFunctions.add(override, install));
      }
      const model = calls.json<ModelInfo>(() => module._slipstick_model(run));
      this.#eventful = model.analysis.findLastIndex(({ type }) => type === 'dynamic');
      const from = live?.from ?? 0;
      if (live && from <= 0) this.#takeOver(live);
      this.loaded(model);
      this.#report(this.#state());
      for (;;) {
        await nextTask();
        while (this.status === 'paused' && !this.#cancelled) await this.#resumed();
        if (this.#cancelled) return this.end('cancelled');
        const until = this.#until();
        if (this.#time >= until) {
          await new Promise((resolve) => setTimeout(resolve, 1));
          continue;
        }
        const start = performance.now();
        const milliseconds = until < Infinity ? paceSliceMilliseconds : sliceMilliseconds;
        const stopAt = live && !this.#live ? from : never;
        const status = calls.number(() => module._slipstick_advance(run, milliseconds, this.#eventful, stopAt, until));
        const now = performance.now();
        this.#wallSeconds += (now - start) / 1000;
        // Samples recorded before an error still count.
        const error = status === -1 ? calls.lastError() : null;
        const state = this.#state();
        const { progress } = state;
        this.#time = progress.time;
        this.#analysisStep = progress.analysisStep;
        if (status === 0 && until < Infinity && now - this.#reportedAt < paceChunkMilliseconds) {
          this.#refused.push(...(state.refused ?? []));
          continue;
        }
        if (live && !this.#live && progress.analysisStep === this.#eventful && progress.steps >= from) this.#takeOver(live);
        if (state.eigenvalues) this.eigenvalues = state.eigenvalues;
        this.#report(state);
        if (error) throw error;
        if (status === 1) return this.end('finished');
        if (state.stop) {
          const { time, reason } = state.stop;
          const failed = installed.findIndex((number) => calls.userFunctions.errorOf(number) !== undefined);
          if (failed < 0) throw new SimulationError('stopped', state.stop.message, { time, reason, said: state.stop });
          const message = `The user function ${userFunctions[failed].parameter} of '${userFunctions[failed].item}' failed: ${calls.userFunctions.errorOf(installed[failed])}`;
          throw new SimulationError('stopped', message, { time, reason });
        }
      }
    } catch (error) {
      this.end('failed', error instanceof SimulationError ? error : engineDied(String(error)));
    } finally {
      for (const number of installed) calls.userFunctions.remove(number);
      this.#run = 0;
      if (run !== 0) calls.free(() => module._slipstick_dispose(run));
    }
  }

  /** The last chunk has been sent, and the module's run still exists. */
  protected override end(...how: Parameters<RecordedRun['end']>): void {
    let measures: MeasureResult[] = [];
    try {
      if (this.#run !== 0 && !this.calls.failed) {
        this.#events = this.#eventsSoFar();
        this.modes = this.eigenvalues.map((_, step) => this.#takeModes(step));
        measures = this.calls.json<MeasureResult[]>(() => this.calls.module._slipstick_measures(this.#run));
      }
    } catch {
      // An engine that is out of memory cannot compute these either. The run still ends with its own reason.
    }
    this.measured(measures);
    super.end(...how);
  }

  /** Sends the samples recorded since the last chunk. */
  #report({ progress, statistics, refused = [] }: EngineState): void {
    const run = this.#run;
    const columns = this.#takeColumns(run);
    const samples = columns[0].length;
    const before = this.calls.number(() => this.calls.module._slipstick_samples(run)) - samples;
    const all = [...this.#refused.splice(0), ...refused];
    const nothingYet = before + samples === 0;
    this.#reportedAt = performance.now();
    this.record({
      samples,
      before,
      columns,
      progress,
      statistics: { ...statistics, wallSeconds: this.#wallSeconds },
      ...(nothingYet ? { poses: this.#copied((each) => this.calls.module._slipstick_poses(each)) } : {}),
      ...(all.length > 0 ? { refused: all } : {}),
    } satisfies Chunk);
  }

  #takeModes(step: number): Float64Array {
    return this.#copied((run) => this.calls.module._slipstick_modes(run, step));
  }

  /** The numbers that a call has written to the columns of the run. */
  #copied(call: (run: number) => number): Float64Array {
    const { module } = this.calls;
    const numbers = this.calls.number(() => call(this.#run));
    if (numbers < 0) throw this.calls.lastError();
    const first = module._slipstick_columns(this.#run) / Float64Array.BYTES_PER_ELEMENT;
    return module.HEAPF64.slice(first, first + numbers);
  }

  #takeColumns(run: number): Float64Array[] {
    const { module } = this.calls;
    const samples = this.calls.number(() => module._slipstick_take(run));
    if (samples < 0) throw this.calls.lastError();
    const width = module._slipstick_width(run);
    const first = module._slipstick_columns(run) / Float64Array.BYTES_PER_ELEMENT;
    const all = module.HEAPF64.slice(first, first + width * samples);
    if (samples === 0) return new Array(width).fill(all);
    return Array.from({ length: width }, (_, column) => all.subarray(column * samples, (column + 1) * samples));
  }

  #resumed(): Promise<void> {
    return new Promise((resolve) => {
      this.#continue = resolve;
    });
  }
}

function engineDied(reason: string): SimulationError {
  return new SimulationError('engine', `The engine stopped unexpectedly (${reason}). The samples recorded so far are kept.`);
}

function modelError(issues: Issue[]): SimulationError {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const place = first.pointer ? `${first.pointer}: ` : '';
  return new SimulationError('model', `${place}${first.message}${more}`, { pointer: first.pointer, issues });
}

function throwIssues(issues: Issue[]): void {
  if (issues.length > 0) throw modelError(issues);
}

/** A NUL would terminate the text early in the module. */
function documentIssues(document: string): Issue[] {
  const position = document.indexOf('\0');
  if (position < 0) return [];
  return [{ severity: 'error', pointer: '', message: `must be JSON text, got a NUL character at position ${position}` }];
}

function parameterIssues(parameters: Record<string, number>): Issue[] {
  return Object.entries(parameters)
    .filter(([, value]) => !Number.isFinite(value))
    .map(([name, value]) => ({
      severity: 'error',
      pointer: pointerOf(['parameters', name]),
      message: `must be a finite number, got ${value}`,
    }));
}
