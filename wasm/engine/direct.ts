import { compileModule, type EngineModule, instantiateModule, type WasmSource } from './module';
import { RecordedRun } from './run';
import { nextTask } from './task';
import {
  type CheckResult,
  type Chunk,
  type Engine,
  type Issue,
  type JsonSchema,
  type ModelInfo,
  type Reference,
  type Run,
  SimulationError,
  type Spectrum,
  type StartOptions,
} from './types';
import { UserFunctions } from './user_functions';
import type { EngineError, EngineState, UserFunctionLayout } from './wire';

export const defaultSliceMilliseconds = 25;

export interface DirectOptions {
  /** Memory for the history of one run; older samples are thinned beyond it. Default 256 MiB. */
  historyBytes?: number;
}

/** The engine in this thread: for Node, for a worker, and for a page that can wait. */
export async function createEngine(source: WasmSource, options: DirectOptions = {}): Promise<Engine> {
  return engineOf(await instantiateModule(await compileModule(source)), options);
}

/** The engine around a module that is already there. */
export function engineOf(module: EngineModule, options: DirectOptions = {}): Engine {
  const calls = new Calls(module);
  const start = (document: string, startOptions: StartOptions = {}): Run =>
    new DirectRun(calls, document, startOptions, options.historyBytes);
  return {
    version: calls.text(() => module._slipstick_version()),
    async check(document, parameters = {}) {
      const issues = [...documentIssues(document), ...parameterIssues(parameters)];
      if (issues.length > 0) return { model: null, issues };
      return calls.withTexts([document, JSON.stringify(parameters)], (d, p) =>
        calls.json<CheckResult>(() => module._slipstick_check(d, p)),
      );
    },
    async expand(document, parameters = {}, { formulas = false } = {}) {
      throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
      return calls.withTexts([document, JSON.stringify(parameters)], (d, p) => calls.text(() => module._slipstick_expand(d, p, formulas)));
    },
    schema: async () => calls.json<JsonSchema>(() => module._slipstick_schema()),
    reference: async () => calls.json<Reference>(() => module._slipstick_reference()),
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
    dispose: () => calls.close(),
  };
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

/** Calls into the module: texts in and out, and one kind of error whatever goes wrong. */
class Calls {
  #gone: SimulationError | null = null;
  readonly #encoder = new TextEncoder();
  readonly userFunctions: UserFunctions;

  constructor(readonly module: EngineModule) {
    this.userFunctions = new UserFunctions(module);
  }

  /** Calls the module; when it traps, it cannot be used any more. */
  number(call: () => number): number {
    if (this.#gone) throw this.#gone;
    try {
      return call();
    } catch (error) {
      this.#gone = engineDied(error instanceof Error ? error.message : String(error));
      throw this.#gone;
    }
  }

  /** The text at the returned address; 0 stands for an error. */
  text(call: () => number): string {
    const pointer = this.number(call);
    if (pointer === 0) throw this.lastError();
    return this.module.UTF8ToString(pointer);
  }

  json<T>(call: () => number): T {
    return JSON.parse(this.text(call)) as T;
  }

  withTexts<T>(texts: string[], use: (first: number, second: number) => T): T {
    const pointers: number[] = [];
    try {
      for (const text of texts) {
        const bytes = this.#encoder.encode(`${text}\0`);
        const pointer = this.number(() => this.module._malloc(bytes.length));
        if (pointer === 0) throw new SimulationError('memory', 'The document is larger than the memory the engine may take (512 MiB).');
        this.module.HEAPU8.set(bytes, pointer);
        pointers.push(pointer);
      }
      return use(pointers[0], pointers[1]);
    } finally {
      if (!this.#gone) for (const pointer of pointers) this.module._free(pointer);
    }
  }

  lastError(): SimulationError {
    const { code, message, issues } = JSON.parse(this.module.UTF8ToString(this.module._slipstick_last_error())) as EngineError;
    if (issues) return modelError(issues);
    if (code === 'memory') return new SimulationError('memory', `Out of memory: ${message}.`);
    return engineDied(message ?? 'unknown error');
  }

  close(): void {
    this.#gone ??= new SimulationError('cancelled', 'The engine was closed.');
  }

  get gone(): boolean {
    return this.#gone !== null;
  }
}

class DirectRun extends RecordedRun {
  #cancelled = false;
  #continue: (() => void) | null = null;

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

  async #compute(document: string, options: StartOptions): Promise<void> {
    const { parameters = {}, sliceMilliseconds = defaultSliceMilliseconds, userFunctions = [] } = options;
    const { calls } = this;
    const { module } = calls;
    const installed: number[] = [];
    let run = 0;
    let wallSeconds = 0;
    try {
      await nextTask();
      if (this.#cancelled) return this.end('cancelled');
      throwIssues([...documentIssues(document), ...parameterIssues(parameters)]);
      run = calls.withTexts([document, JSON.stringify(parameters)], (d, p) => calls.number(() => module._slipstick_start(d, p)));
      if (run === 0) throw calls.lastError();
      for (const override of userFunctions) {
        const { kind = 'object', item, parameter } = override;
        const install = (number: number) =>
          calls.withTexts([JSON.stringify({ kind, item, parameter })], (slot) =>
            calls.json<UserFunctionLayout>(() => module._slipstick_set_user_function(run, slot, number)),
          );
        installed.push(calls.userFunctions.add(override, install));
      }
      this.loaded(calls.json<ModelInfo>(() => module._slipstick_model(run)));
      for (;;) {
        await nextTask();
        while (this.status === 'paused' && !this.#cancelled) await this.#resumed();
        if (this.#cancelled) return this.end('cancelled');
        const start = performance.now();
        const status = calls.number(() => module._slipstick_advance(run, sliceMilliseconds));
        wallSeconds += (performance.now() - start) / 1000;
        // What was recorded before an error counts.
        const error = status === -1 ? calls.lastError() : null;
        const columns = this.#takeColumns(run);
        const state = calls.json<EngineState>(() => module._slipstick_state(run));
        if (state.eigenvalues) this.eigenvalues = state.eigenvalues;
        const statistics = { ...state.statistics, wallSeconds };
        this.record({ samples: columns[0].length, columns, progress: state.progress, statistics } satisfies Chunk);
        if (error) throw error;
        if (status === 1) return this.end('finished');
        if (state.stop) {
          const { time, reason } = state.stop;
          const failed = installed.findIndex((number) => calls.userFunctions.errorOf(number) !== undefined);
          const message =
            failed < 0
              ? state.stop.message
              : `The user function ${userFunctions[failed].parameter} of '${userFunctions[failed].item}' failed: ${calls.userFunctions.errorOf(installed[failed])}`;
          throw new SimulationError('stopped', message, { time, reason });
        }
      }
    } catch (error) {
      this.end('failed', error instanceof SimulationError ? error : engineDied(String(error)));
    } finally {
      for (const number of installed) calls.userFunctions.remove(number);
      if (run !== 0 && !calls.gone) module._slipstick_dispose(run);
    }
  }

  #takeColumns(run: number): Float64Array[] {
    const { module } = this.calls;
    const samples = this.calls.number(() => module._slipstick_take(run));
    if (samples < 0) throw this.calls.lastError();
    const width = module._slipstick_width(run);
    const first = module._slipstick_columns(run) / Float64Array.BYTES_PER_ELEMENT;
    const all = module.HEAPF64.slice(first, first + width * samples);
    return Array.from({ length: width }, (_, column) => all.subarray(column * samples, (column + 1) * samples));
  }

  #resumed(): Promise<void> {
    return new Promise((resolve) => {
      this.#continue = resolve;
    });
  }
}

function engineDied(reason: string): SimulationError {
  return new SimulationError('engine', `The engine stopped unexpectedly (${reason}). What was recorded until then is kept.`);
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

/** A NUL would end the text early on the other side. */
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
      pointer: `/parameters/${escapePointer(name)}`,
      message: `must be a finite number, got ${value}`,
    }));
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
