import { afterEach, expect, test, vi } from 'vitest';
import { type DirectEngine, engineOf } from '../../wasm/engine/direct';
import type { RecordedHistory } from '../../wasm/engine/history';
import type { EngineModule, WasmSource } from '../../wasm/engine/module';
import { createWorkerEngineOf } from '../../wasm/engine/remote';
import { type Engine, type Run, SimulationError } from '../../wasm/engine/types';
import { LocalWorker } from './local_worker';

// The end of runs and requests after a failure. The engine is a fake, because the real one cannot be made to fail in these ways.

const empty = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
const info = { width: 1, sensors: [], poses: [], profiles: [], solver: [], analysis: [{ type: 'dynamic' }] };
const progress = { analysisStep: 0, steps: 1, time: 1 };
let workers: LocalWorker[] = [];
let engine: Engine;

/** An engine in workers; each worker has `made` as its engine and answers after the given time. */
async function start(made: Partial<DirectEngine>, unresponsiveSeconds = 30, whole?: WasmSource): Promise<Engine> {
  workers = [];
  engine = await createWorkerEngineOf({
    source: empty,
    whole,
    unresponsiveSeconds,
    createWorker: () => {
      const worker = new LocalWorker(async () => ({ version: '0', memory: () => 0, dispose() {}, ...made }) as DirectEngine);
      workers.push(worker);
      return worker;
    },
  });
  return engine;
}

/** An endless run, with a sample in each chunk. */
function endless(): Run {
  let cancelled = false;
  const chunks = async function* () {
    for (let i = 0; !cancelled; i++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield { samples: 1, before: i, columns: [new Float64Array([i])], progress, statistics: {} };
    }
  };
  return {
    model: Promise.resolve(info),
    measures: async () => [],
    events: async () => [],
    cancel() {
      cancelled = true;
    },
    [Symbol.asyncIterator]: chunks,
  } as unknown as Run;
}

const never = () => new Promise<never>(() => {});
const failure = async (run: Run): Promise<SimulationError | null> => {
  try {
    for await (const _ of run);
  } catch (error) {
    return error as SimulationError;
  }
  return null;
};

afterEach(() => engine?.dispose());

test('A run whose samples do not fit into the memory of the page ends with a message, and so does its worker', async () => {
  await start({ start: endless });
  const run = engine.start('{}');
  await run.model;
  vi.spyOn(run.history as RecordedHistory, 'append').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed');
  });
  expect(await failure(run)).toMatchObject({ code: 'memory', message: expect.stringContaining('Out of memory') });
  expect(run.status).toBe('failed');
  expect(await run.measures()).toEqual([]);
  expect(workers[0].terminated).toBe(true);
});

test('A run whose model the page cannot load ends with a message, and so does its worker', async () => {
  await start({ start: endless });
  const run = engine.start('{}');
  vi.spyOn(run.history as RecordedHistory, 'configure').mockImplementation(() => {
    throw new RangeError('Invalid array length');
  });
  await expect(run.model).rejects.toMatchObject({ code: 'engine' });
  expect(await failure(run)).toMatchObject({ code: 'engine', message: expect.stringContaining('Invalid array length') });
  expect(workers[0].terminated).toBe(true);
});

test('A request that takes no steps and does not return ends with its worker', async () => {
  await start({ check: never, expand: never }, 0.05);
  await expect(engine.check('{}')).rejects.toMatchObject({ code: 'engine', message: expect.stringContaining('did not answer') });
  await expect(engine.expand('{}')).rejects.toMatchObject({ code: 'engine' });
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
});

test('A worker whose memory has grown is not kept for the next run', async () => {
  let bytes = 32 * 2 ** 20;
  await start({ memory: () => bytes, quantity: async () => ({ value: 1, code: '', problem: '' }) });
  await engine.quantity('1', '');
  await engine.quantity('1', '');
  expect(workers).toHaveLength(1);
  bytes = 512 * 2 ** 20;
  await engine.quantity('1', '');
  await vi.waitFor(() => expect(workers[0].terminated).toBe(true));
  await engine.quantity('1', '');
  expect(workers).toHaveLength(2);
});

test('A study that is still opening, and spectra, end with their signal', async () => {
  await start({ study: never, spectra: never });
  for (const begin of [
    (signal: AbortSignal) => engine.study('{}', {}, signal),
    (signal: AbortSignal) => engine.spectra('{}', [{}], 1, signal),
  ]) {
    const controller = new AbortController();
    const request = begin(controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(request).rejects.toMatchObject({ code: 'cancelled' });
  }
  expect(workers.every(({ terminated }) => terminated)).toBe(true);
});

/** An engine module that runs out of memory after the start of a run: every call fails. */
function exhausted(study: Partial<EngineModule> = {}): EngineModule {
  const memory = new Uint8Array(4096);
  const texts = ['0', JSON.stringify({ code: 'memory', message: 'no memory' }), JSON.stringify(info), 'row'];
  return {
    HEAPU8: memory,
    HEAPF64: new Float64Array(memory.buffer),
    UTF8ToString: (pointer) => texts[pointer - 1],
    _malloc: () => 8,
    _free() {},
    _slipstick_version: () => 1,
    _slipstick_last_error: () => 2,
    _slipstick_start: () => 5,
    _slipstick_model: () => 3,
    _slipstick_state: () => 0,
    _slipstick_events: () => 0,
    _slipstick_measures: () => 0,
    _slipstick_dispose() {
      throw new WebAssembly.RuntimeError('unreachable');
    },
    ...study,
  } as EngineModule;
}

test('A run ends even if the engine lacks memory for the result', async () => {
  const run = engineOf(exhausted()).start('{}');
  expect(await failure(run)).toMatchObject({ code: 'memory', message: 'Out of memory: no memory.' });
  expect(run.status).toBe('failed');
  expect(await run.measures()).toEqual([]);
});

test('A failed run of a study keeps the rows before it', async () => {
  let rows = 0;
  const direct = engineOf(
    exhausted({ _slipstick_open_study: () => 5, _slipstick_study: () => 3, _slipstick_study_row: () => (rows++ === 2 ? 0 : 4) }),
  );
  const lane = await direct.study('{}');
  expect(await lane.rows([7, 8, 9, 10], 1000)).toEqual(['row', 'row']);
  rows = 2;
  await expect(lane.rows([9, 10], 1000)).rejects.toMatchObject({ code: 'memory' });
});

test('A run without a worker, while the complete engine loads, has no timeout', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', vi.fn(never));
  const refused = async () => {
    throw new SimulationError('model', 'unknown type');
  };
  try {
    await start({ start: () => ({ ...endless(), model: refused() }) as unknown as Run }, 0, 'https://example.org/slipstick.wasm');
    const run = engine.start('{}');
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    vi.advanceTimersByTime(5000);
    expect(run.status).toBe('running');
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
