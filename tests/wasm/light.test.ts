// The engine that pages load first, and the complete one that has the final decision.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import { compileModule, type WasmSource } from '../../wasm/engine/module';
import { createWorkerEngineOf } from '../../wasm/engine/remote';
import type { Engine, Run } from '../../wasm/engine/types';
import { compiled, testEngine } from '../support/engine';
import { oscillator } from '../support/models';
import { LocalWorker } from './local_worker';

const light = await compileModule(readFileSync('build/wasm-release/light/slipstick.wasm'));
const common = JSON.stringify(oscillator);
const item = (path: string) => readFileSync(`tests/data/items/${path}.json`, 'utf8');
const rare = item('objects/ANCFCable');
let workers: LocalWorker[] = [];
let engine: Engine;

async function start(whole?: WasmSource): Promise<Engine> {
  workers = [];
  const createWorker = () => {
    const worker = new LocalWorker();
    workers.push(worker);
    return worker;
  };
  engine = await createWorkerEngineOf({ source: light, whole: whole ?? (await compiled), createWorker });
  return engine;
}

async function samples(run: Run): Promise<number[][]> {
  const chunks: number[][][] = [];
  for await (const { columns } of run) chunks.push(columns.map((column) => [...column]));
  return chunks.reduce((before, columns) => columns.map((column, i) => [...(before[i] ?? []), ...column]), []);
}

afterEach(() => engine?.dispose());

describe('the light engine', () => {
  it('runs every model of the gallery except one with a flexible body', async () => {
    const direct = await createEngine(light);
    for (const name of readdirSync('web/models').filter((file) => file.endsWith('.json'))) {
      const { issues } = await direct.check(readFileSync(join('web/models', name), 'utf8'));
      const [first] = issues.filter(({ severity }) => severity === 'error');
      expect(first?.message, name).toBe(name === 'flexible-rod.json' ? "unknown object type 'FFRFreducedOrder'" : undefined);
    }
  });

  it('leaves the assembly of mechanisms to the complete engine', async () => {
    const document = JSON.stringify({ ...oscillator, analysis: [{ ...oscillator.analysis[0], assemble: true }] });
    const { model, issues } = await (await createEngine(light)).check(document);
    expect([model, issues[0]?.pointer]).toEqual([null, '/analysis/0/assemble']);
    await start();
    expect((await engine.assemble(common, {}, { mayJump: true })).closed).toBe(true);
    expect(await samples(engine.start(document))).toEqual(await samples((await testEngine()).start(document)));
  });

  it('leaves the reactions in measures to the complete engine', async () => {
    const document = JSON.stringify({ ...oscillator, measures: { pull: { formula: 'max(norm(reaction("spring")))' } } });
    const { model, issues } = await (await createEngine(light)).check(document);
    expect([model, issues[0]?.pointer]).toEqual([null, '/measures/pull/formula']);
    await start();
    expect((await engine.check(document)).model?.sensors.at(-1)?.name).toBe('reaction("spring", "mass")');
  });

  it('leaves the estimate of accuracy to the complete engine', async () => {
    await start();
    const { sensors } = await engine.accuracy(common);
    expect(sensors.length).toBeGreaterThan(0);
  });

  it('stays if it suffices', async () => {
    await start(new Uint8Array([0]));
    await samples(engine.start(common));
    expect((await engine.check(common)).model).not.toBeNull();
  });

  it.each([
    'objects/ANCFBeam',
    'objects/ANCFCable',
    'objects/ANCFThinPlate',
    'objects/BeamGeometricallyExact3D',
    'objects/ConnectorGravity',
    'objects/ContactConvexRoll',
    'objects/ContactSphereTorus',
    'objects/JointSliding',
    'objects/JointSliding2D',
    'nodes/GenericODE1',
    'sensors/Distance',
  ])('leaves %s to the whole one', async (path) => {
    const document = item(path);
    expect((await (await createEngine(light)).check(document)).model).toBeNull();
    await start();
    const run = engine.start(document);
    expect((await run.model).sensors.length).toBeGreaterThan(0);
    expect(await samples(run)).toEqual(await samples((await testEngine()).start(document)));
  });

  it('passes refused models, and everything after them, to the complete engine', async () => {
    await start();
    const direct = await testEngine();
    expect(await engine.check(rare)).toEqual(await direct.check(rare));
    const made = workers.length;
    expect(await engine.expand(rare)).toBe(await direct.expand(rare));
    expect(await engine.check(common)).toEqual(await direct.check(common));
    expect(workers.length).toBe(made);
    expect(workers[0].terminated).toBe(true);
  });

  it('lets the complete engine report the errors of a model', async () => {
    await start();
    const wrong = JSON.stringify({ ...oscillator, objects: [{ type: 'Wheel' }] });
    expect(await engine.check(wrong)).toEqual(await (await testEngine()).check(wrong));
    await expect(engine.start(wrong).model).rejects.toMatchObject({ code: 'model' });
  });

  it('leaves scripts for Exudyn to the complete engine', async () => {
    await start();
    const script = await engine.exudynScript(common);
    expect(script).toContain('import exudyn as exu');
    expect(script).toBe(await (await testEngine()).exudynScript(common));
    const message = expect.stringContaining('Exudyn has no ContactSpheres of this law');
    await expect(engine.exudynScript(item('objects/ContactSpheres'))).rejects.toMatchObject({ code: 'model', message });
  });

  it('opens studies of rare items', async () => {
    await start();
    const study = { vary: { swept: { from: 1, to: 2, points: 2 } } };
    const document = JSON.stringify({ ...JSON.parse(rare), parameters: { swept: 1 }, study });
    const lane = await engine.study(document);
    expect(lane.info).toEqual((await (await testEngine()).study(document)).info);
    lane.close();
  });

  it('grades submissions of rare items', async () => {
    await start();
    const submission = { document: JSON.parse(rare), name: 'Ada', saved: '2026-01-01T00:00:00Z', seed: '1', answers: {} };
    expect(await engine.grade(submission)).toEqual(await (await testEngine()).grade(submission));
  });

  it('reports if the complete engine did not load, and requests it again', async () => {
    const source = new URL('file:///slipstick.wasm');
    const real = globalThis.fetch;
    const answers = [new Response('', { status: 404 }), new Response(readFileSync('build/wasm-release/slipstick.wasm'))];
    globalThis.fetch = async () => answers.shift()!;
    try {
      await start(source);
      await expect(engine.check(rare)).rejects.toMatchObject({ code: 'engine', message: /did not load.*404/ });
      expect((await engine.check(rare)).model).not.toBeNull();
    } finally {
      globalThis.fetch = real;
    }
  });
});
