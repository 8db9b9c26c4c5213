import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerEngineOf, type WorkerEngineOptions } from '../../wasm/engine/remote';
import type { Engine } from '../../wasm/engine/types';
import type { LoadEngine } from '../../wasm/worker/serve';
import { collect, compiled, engineWith, testEngine, trap } from '../support/engine';
import { diverging, endless, oscillator, tooLarge } from '../support/models';
import { LocalWorker } from './local_worker';

const slices = { sliceMilliseconds: 0.01 }; // a few steps each
const model = JSON.stringify(oscillator);
const long = JSON.stringify(endless);
let workers: LocalWorker[] = [];
let engine: Engine;

/** `loads` determines how the first workers load their engine. */
async function start(options: WorkerEngineOptions = {}, ...loads: LoadEngine[]): Promise<Engine> {
  workers = [];
  engine = await createWorkerEngineOf({
    ...options,
    source: await compiled,
    createWorker: () => {
      const worker = new LocalWorker(loads.shift());
      workers.push(worker);
      return worker;
    },
  });
  return engine;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

afterEach(() => engine.dispose());

describe('the engine in workers', () => {
  it('returns the version and answers requests like the engine itself', async () => {
    const direct = await testEngine();
    await start();
    expect(engine.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(await engine.check(model, { k: 9 })).toEqual(await direct.check(model, { k: 9 }));
    expect(await engine.expand(model)).toBe(await direct.expand(model));
    const analysis = [{ type: 'eigenvalues', computeModes: false }];
    const [spectrum] = await engine.spectra(JSON.stringify({ ...oscillator, analysis }), [{ k: 4 }], 10);
    const imaginary = 'eigenvalues' in spectrum ? spectrum.eigenvalues.map((each) => each.imaginary) : [];
    expect(Math.max(...imaginary)).toBeCloseTo(2, 12);
  });

  it('passes errors on with code and pointer, and keeps the worker', async () => {
    await start();
    const wrong = JSON.stringify({ ...oscillator, markers: [{ type: 'BodyPosition', bodyNumber: 'nobody' }] });
    await expect(engine.expand(wrong)).rejects.toMatchObject({
      name: 'SimulationError',
      code: 'model',
      detail: { pointer: '/objects/2/markerNumbers/0' },
    });
    expect(workers).toHaveLength(1);
    expect(workers[0].terminated).toBe(false);
  });

  it('refuses functions of the page, which cannot be sent to a worker', async () => {
    await start();
    const override = { item: 'spring', parameter: 'springForceUserFunction', call: () => 0 };
    const { error } = await collect(engine.start(model, { userFunctions: [override] }));
    expect(error?.code).toBe('model');
    expect(error?.message).toMatch(/createEngine/);
  });

  it('delivers chunks in order, to the same end as the engine itself', async () => {
    await start();
    const run = engine.start(model, slices);
    const { chunks, error } = await collect(run);
    expect(error).toBeNull();
    expect(chunks.length).toBeGreaterThan(10);
    expect(run.status).toBe('finished');
    expect(run.statistics.steps).toBe(1000);
    const direct = (await testEngine()).start(model);
    await collect(direct);
    expect(await run.model).toEqual(await direct.model);
    expect(run.history.columns).toEqual(direct.history.columns);
    direct.history.columns.forEach((column, i) => {
      expect(chunks.flatMap((chunk) => [...chunk.columns[i]])).toEqual([...column]);
    });
  });

  it('sends the columns of a chunk as one array, whatever their number', async () => {
    await start();
    const sent: { width: number; values: Float64Array }[] = [];
    const [{ onmessage }] = workers;
    workers[0].onmessage = (event) => {
      if ('event' in event.data && event.data.event === 'chunk') sent.push(event.data.data.columns);
      onmessage?.(event);
    };
    const run = engine.start(model, slices);
    await collect(run);
    const { width } = await run.model;
    expect(sent.reduce((sum, { values }) => sum + values.length, 0)).toBe(width * run.history.samples);
    expect(new Set(sent.map((columns) => columns.width))).toEqual(new Set([width]));
  });

  it('delivers everything recorded before the iteration as one chunk', async () => {
    await start();
    const run = engine.start(model, slices);
    await until(() => run.status === 'finished');
    const { chunks } = await collect(run);
    expect(chunks).toHaveLength(1);
    expect([...chunks[0].columns[0]]).toEqual([...run.history.time]);
    expect(chunks[0].samples).toBe(101);
    await expect(collect(run).then(({ error }) => error?.message)).resolves.toContain('iterated once');
  });

  it('uses a worker again for the next run', async () => {
    await start();
    for (let i = 0; i < 3; i++) await collect(engine.start(model));
    expect(workers).toHaveLength(1);
  });

  it('runs several runs side by side in separate workers', async () => {
    await start();
    const runs = [engine.start(model, slices), engine.start(model, slices)];
    await Promise.all(runs.map(collect));
    expect(workers).toHaveLength(2);
    expect(runs[1].history.columns).toEqual(runs[0].history.columns);
  });

  it('reports a wrong model to the waiting and to the iterating caller', async () => {
    await start();
    const run = engine.start(JSON.stringify({ ...oscillator, title: 3 }));
    await expect(run.model).rejects.toMatchObject({ code: 'model', detail: { pointer: '/title' } });
    expect((await collect(run)).error?.message).toContain('/title: must be a text');
    expect(run.status).toBe('failed');
  });

  it('keeps what was recorded when the run stops early', async () => {
    await start();
    const run = engine.start(JSON.stringify(diverging), slices);
    const result = await collect(run);
    expect(result.error).toMatchObject({ code: 'stopped', detail: { reason: 'newtonDiverged' } });
    expect(result.error?.detail.time).toBeCloseTo(0.5, 2);
    expect(result.chunks.length).toBeGreaterThan(1);
    expect(run.history.samples).toBeGreaterThan(48);
    expect(run.history.time.at(-1)).toBeLessThanOrEqual(0.501);
    expect(workers[0].terminated).toBe(false);
  });

  it('pauses and continues without loss', async () => {
    await start();
    const run = engine.start(model, slices);
    const collected = collect(run);
    await until(() => run.history.samples > 2);
    run.pause();
    expect(run.status).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 20));
    const held = run.history.samples;
    expect(held).toBeLessThan(101);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run.history.samples).toBe(held);
    run.resume();
    await collected;
    expect(run.history.samples).toBe(101);
    expect(run.history.sensorColumn(0, 0)[100]).toBeCloseTo(0.1 * Math.cos(10), 4);
  });

  it('cancels at once, keeps the history and the worker', async () => {
    await start();
    const run = engine.start(long, slices);
    const collected = collect(run);
    await until(() => run.history.samples > 2);
    run.cancel();
    expect(run.status).toBe('cancelled');
    expect((await collected).error).toBeNull();
    const kept = run.history.samples;
    expect(kept).toBeGreaterThan(2);
    await collect(engine.start(model));
    expect(run.history.samples).toBe(kept);
    expect(workers[0].requests).toContain('cancel');
    await until(() => workers.at(-1)!.requests.includes('start'));
    expect(workers[0].terminated).toBe(false);
  });

  it('cancels when the reader leaves the loop', async () => {
    await start();
    const run = engine.start(long, slices);
    for await (const _ of run) break;
    expect(run.status).toBe('cancelled');
  });

  it('cancels before the model is loaded', async () => {
    await start();
    const run = engine.start(long, slices);
    run.cancel();
    await expect(run.model).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('ends a worker that does not respond to a cancellation', async () => {
    await start();
    const run = engine.start(long, slices);
    await until(() => run.history.samples > 0);
    workers[0].deaf = true;
    run.cancel();
    await until(() => workers[0].terminated);
    expect((await collect(engine.start(model))).chunks.length).toBeGreaterThan(0);
    expect(workers).toHaveLength(2);
  });

  it('reports a crash in a sentence, keeps the history and starts a new worker', async () => {
    await start();
    const run = engine.start(long, slices);
    const collected = collect(run);
    await until(() => run.history.samples > 2);
    workers[0].crash('memory access out of bounds');
    const { error } = await collected;
    expect(error).toMatchObject({ code: 'engine' });
    expect(error?.message).toBe(
      'The engine stopped unexpectedly (memory access out of bounds) and will be restarted. The samples recorded so far are kept.',
    );
    expect(run.history.samples).toBeGreaterThan(2);
    expect(workers[0].terminated).toBe(true);
    expect((await collect(engine.start(model))).error).toBeNull();
    expect(workers).toHaveLength(2);
  });

  it('replaces a worker whose engine died or ran out of memory', async () => {
    await start({}, () => engineWith({ _slipstick_advance: trap }));
    expect((await collect(engine.start(model))).error).toMatchObject({ code: 'engine', message: expect.stringContaining('unreachable') });
    expect(workers[0].terminated).toBe(true);
    expect((await collect(engine.start(JSON.stringify(tooLarge)))).error).toMatchObject({ code: 'memory' });
    expect(workers[1].terminated).toBe(true);
    expect((await collect(engine.start(model))).error).toBeNull();
    expect(workers).toHaveLength(3);
  });

  it('reports once that a worker has been silent for long, and offers to cancel', async () => {
    const reports: number[] = [];
    await start({ unresponsiveSeconds: 0.5, onUnresponsive: (_, seconds) => reports.push(seconds) });
    const silent = engine.start(long, slices);
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
    const run = engine.start(long, slices);
    await until(() => run.history.samples > 0);
    engine.dispose();
    expect(run.status).toBe('cancelled');
    expect(workers.every((worker) => worker.terminated)).toBe(true);
    await expect(engine.check('{}')).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a live run in a worker', () => {
  it('accepts events, goes back, keeps its pace and reports what happened', async () => {
    await start();
    const still = JSON.stringify({
      ...oscillator,
      analysis: [{ type: 'dynamic', endTime: 1, numberOfSteps: 1000, sensorsWritePeriod: 0 }],
    });
    const run = engine.start(still, { live: { from: 100, pace: 0 } });
    const refused: string[] = [];
    const ended = (async () => {
      for await (const chunk of run) refused.push(...(chunk.refused ?? []));
    })();
    const reach = (steps: number) => until(() => run.statistics.steps >= steps);
    await reach(1200); // after its end
    expect(await run.post({ grab: 'nobody' })).toMatchObject([{ pointer: '/grab' }]);
    expect(await run.post({ release: true })).toEqual([]);
    expect(await run.post({ grab: 'mass', to: [1.2, 0, 0] })).toEqual([]);
    await until(() => refused.length > 0);
    expect(refused).toEqual(['the hand holds no body']);
    const [grab] = await run.events();
    expect(grab).toMatchObject({ grab: 'mass', to: [1.2, 0, 0] });
    expect(await run.goBack(grab.step)).toBe(true);
    expect(await run.events()).toEqual([]);
    expect(await run.goBack(50)).toBe(false); // before it was taken over
    run.setPace(1);
    expect(await run.post({ input: 'none', value: 1 })).toMatchObject([{ pointer: '/input' }]);
    expect(await run.post({ push: 'mass', impulse: [1, 0, 0], steps: 2 })).toEqual([]);
    await until(() => run.history.time.at(-1)! > 0.0015 * grab.step);
    run.setPace(0);
    expect(await run.post({ end: true })).toEqual([]);
    await ended;
    expect(run.status).toBe('finished');
    expect(run.history.samples).toBe(new Set(run.history.time).size); // no forgotten ones
    const events = await run.events();
    expect(events.map((event) => Object.keys(event)[1])).toEqual(['push', 'end']);
    const replay = (await testEngine()).start(JSON.stringify({ ...JSON.parse(still), events }));
    for await (const _ of replay);
    expect([...replay.history.sensorColumn(0, 0)]).toEqual([...run.history.sensorColumn(0, 0)]);
    expect(await run.post({ release: true })).toMatchObject([{ message: 'the run has ended' }]);
    expect(await run.goBack(1)).toBe(false);
  });

  it('reports events that happened before it failed', async () => {
    await start();
    const run = engine.start(JSON.stringify(diverging), { live: { pace: 0 } });
    await run.post({ grab: 'mass' });
    const { error } = await collect(run);
    expect(error?.code).toBe('stopped');
    expect(await run.events()).toMatchObject([{ grab: 'mass' }]);
  });
});
