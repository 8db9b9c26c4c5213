import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerEngineOf, type WorkerEngineOptions } from '../../wasm/engine/remote';
import { type Chunk, type Engine, type Run, SimulationError } from '../../wasm/engine/types';
import { documentOf, FakeWorker, fakeModel } from './fake_engine';

const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
let workers: FakeWorker[] = [];
let engine: Engine;

async function start(options: WorkerEngineOptions = {}): Promise<Engine> {
  workers = [];
  engine = await createWorkerEngineOf({
    ...options,
    source: emptyModule,
    createWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
  });
  return engine;
}

async function collect(run: Run): Promise<{ chunks: Chunk[]; error: SimulationError | null }> {
  const chunks: Chunk[] = [];
  try {
    for await (const chunk of run) chunks.push(chunk);
  } catch (error) {
    return { chunks, error: error as SimulationError };
  }
  return { chunks, error: null };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

afterEach(() => engine.dispose());

describe('the engine in workers', () => {
  it('tells the version and answers requests', async () => {
    await start();
    expect(engine.version).toBe('1.2.3');
    expect((await engine.check('text')).issues[0].message).toBe('got text');
    expect(await engine.schema()).toEqual({ title: 'schema' });
    expect(await engine.spectra('text', [{ v: 1 }], 10)).toEqual([{ eigenvalues: [{ real: 1, imaginary: 0 }] }]);
  });

  it('passes errors on with code and pointer, and keeps the worker', async () => {
    await start();
    await expect(engine.expand('x')).rejects.toMatchObject({ name: 'SimulationError', code: 'model', detail: { pointer: '/nodes/1' } });
    expect(workers).toHaveLength(1);
    expect(workers[0].terminated).toBe(false);
  });

  it('refuses functions of the page, which cannot go to a worker', async () => {
    await start();
    const override = { item: 'spring', parameter: 'springForceUserFunction', call: () => 0 };
    const { error } = await collect(engine.start(documentOf({ slices: 1 }), { userFunctions: [override] }));
    expect(error?.code).toBe('model');
    expect(error?.message).toMatch(/createEngine/);
  });

  it('hands over chunks in order and ends with the run', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 5 }));
    const { chunks, error } = await collect(run);
    expect(error).toBeNull();
    expect(chunks.map((chunk) => chunk.columns[1][0])).toEqual([0, 10, 20, 30, 40]);
    expect(await run.model).toEqual(fakeModel);
    expect(run.status).toBe('finished');
    expect([...run.history.sensorColumn(0, 0)]).toEqual([0, 10, 20, 30, 40]);
    expect(run.statistics.steps).toBe(5);
  });

  it('gives what was recorded before the iteration began as one chunk', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 4 }));
    await until(() => run.status === 'finished');
    const { chunks } = await collect(run);
    expect(chunks).toHaveLength(1);
    expect([...chunks[0].columns[0]]).toEqual([0, 1, 2, 3]);
    await expect(collect(run).then(({ error }) => error?.message)).resolves.toContain('iterated once');
  });

  it('uses a worker again for the next run', async () => {
    await start();
    for (let i = 0; i < 3; i++) await collect(engine.start(documentOf({ slices: 1 })));
    expect(workers).toHaveLength(1);
  });

  it('runs side by side in workers of their own', async () => {
    await start();
    await Promise.all([collect(engine.start(documentOf({ slices: 3 }))), collect(engine.start(documentOf({ slices: 3 })))]);
    expect(workers).toHaveLength(2);
  });

  it('reports a wrong model to who waits for it and to who iterates', async () => {
    await start();
    const run = engine.start(documentOf({ wrong: 'must be a list' }));
    await expect(run.model).rejects.toMatchObject({ code: 'model', detail: { pointer: '/objects/0' } });
    expect((await collect(run)).error?.message).toBe('must be a list');
    expect(run.status).toBe('failed');
  });

  it('keeps what was recorded when the run stops early', async () => {
    await start();
    const error = new SimulationError('stopped', 'Newton did not converge', { time: 2, reason: 'newtonDiverged' });
    const run = engine.start(documentOf({ slices: 9, failAfter: { slice: 3, error } }));
    const result = await collect(run);
    expect(result.error).toMatchObject({ code: 'stopped', detail: { time: 2, reason: 'newtonDiverged' } });
    expect(result.chunks).toHaveLength(3);
    expect([...run.history.time]).toEqual([0, 1, 2]);
    expect(workers[0].terminated).toBe(false);
  });

  it('pauses, goes on, and loses nothing', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 20 }));
    const collected = collect(run);
    await until(() => run.history.samples > 2);
    run.pause();
    expect(run.status).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const held = run.history.samples;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run.history.samples).toBe(held);
    run.resume();
    await collected;
    expect([...run.history.time]).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('cancels at once, keeps the history and the worker', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 1e9 }));
    const collected = collect(run);
    await until(() => run.history.samples > 2);
    run.cancel();
    expect(run.status).toBe('cancelled');
    expect((await collected).error).toBeNull();
    expect(run.history.samples).toBeGreaterThan(2);
    await collect(engine.start(documentOf({ slices: 1 })));
    await until(() => workers.at(-1)!.requests.includes('start'));
    expect(workers[0].terminated).toBe(false);
  });

  it('cancels when the reader leaves the loop', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 1e9 }));
    for await (const _ of run) break;
    expect(run.status).toBe('cancelled');
  });

  it('cancels before the model is loaded', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 1e9 }));
    run.cancel();
    await expect(run.model).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('ends a worker that does not answer to cancel', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 1e9 }));
    await until(() => run.history.samples > 0);
    workers[0].deaf = true;
    run.cancel();
    await until(() => workers[0].terminated);
    expect((await collect(engine.start(documentOf({ slices: 2 })))).chunks.length).toBeGreaterThan(0);
    expect(workers).toHaveLength(2);
  });

  it('reports a crash as a sentence, keeps the history and starts afresh', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 1e9 }));
    const collected = collect(run);
    await until(() => run.history.samples > 2);
    workers[0].crash('memory access out of bounds');
    const { error } = await collected;
    expect(error).toMatchObject({ code: 'engine' });
    expect(error?.message).toBe(
      'The engine stopped unexpectedly (memory access out of bounds) and will be restarted. What was recorded is kept.',
    );
    expect(run.history.samples).toBeGreaterThan(2);
    expect(workers[0].terminated).toBe(true);
    expect((await collect(engine.start(documentOf({ slices: 2 })))).error).toBeNull();
    expect(workers).toHaveLength(2);
  });

  it('replaces a worker whose engine died or ran out of memory', async () => {
    await start();
    for (const code of ['engine', 'memory'] as const) {
      const error = new SimulationError(code, 'gone');
      expect((await collect(engine.start(documentOf({ slices: 9, failAfter: { slice: 2, error } })))).error?.code).toBe(code);
      expect(workers.at(-1)!.terminated).toBe(true);
    }
    await engine.schema();
    expect(workers).toHaveLength(3);
  });

  it('says when a worker has been silent for long, once, and offers to cancel', async () => {
    const reports: number[] = [];
    await start({ unresponsiveSeconds: 0.5, onUnresponsive: (_, seconds) => reports.push(seconds) });
    const silent = engine.start(documentOf({ slices: 1e9 }));
    await silent.model;
    workers[0].onmessage = null;
    await until(() => reports.length > 0);
    expect(reports[0]).toBeGreaterThanOrEqual(0.5);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(reports).toHaveLength(1);
    silent.cancel();
    expect(silent.status).toBe('cancelled');
    await until(() => workers[0].terminated);
  });

  it('ends everything when it is closed', async () => {
    await start();
    const run = engine.start(documentOf({ slices: 1e9 }));
    await until(() => run.history.samples > 0);
    engine.dispose();
    expect(run.status).toBe('cancelled');
    expect(workers.every((worker) => worker.terminated)).toBe(true);
    await expect(engine.check('{}')).rejects.toMatchObject({ code: 'cancelled' });
  });
});
