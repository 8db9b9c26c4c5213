import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LiveEvent, RecordedEvent, Run } from '../../wasm/engine/types';
import { testEngine } from '../support/engine';
import { schema } from '../support/language';

const engine = await testEngine();
const pendulum = JSON.parse(readFileSync('tests/data/live/events.json', 'utf8'));
const quiet = { ...pendulum, events: [] };
const text = JSON.stringify;

async function finish(run: Run): Promise<number[][]> {
  for await (const _ of run);
  expect(run.status).toBe('finished');
  return sensors(run);
}
/** Time and sensors; the solver's figures have separate columns. */
async function sensors(run: Run): Promise<number[][]> {
  const { solver } = await run.model;
  return run.history.columns.slice(0, solver[0].column).map((column) => [...column]);
}
const waitUntil = async (run: Run, steps: number) => {
  for (const start = performance.now(); (run.statistics.steps ?? 0) < steps && performance.now() - start < 20_000; )
    await new Promise((resolve) => setTimeout(resolve, 2));
};

describe('A live run', () => {
  test('is reproduced to the bit by the document with its events', async () => {
    const run = engine.start(text(quiet), { live: { pace: 0 }, sliceMilliseconds: 1 });
    const posted: LiveEvent[] = [
      { grab: 'pendulum', at: [0, 0, -1], to: [0.1, 0, -1], duration: 0.1 },
      { to: [0.3, 0, -0.9] },
      { release: true },
      { push: 'pendulum', at: [0, 0, -1], impulse: [0.2, 0, 0], steps: 7 },
      { end: true },
    ];
    for (const [i, event] of posted.entries()) {
      await waitUntil(run, 200 * (i + 1));
      expect(await run.post(event)).toEqual([]);
    }
    const live = await finish(run);
    const events = await run.events();
    expect(events.map(({ step, ...event }) => event)).toEqual(posted);
    expect(events.at(-1)!.step).toBeGreaterThan(600); // beyond endTime
    expect(run.statistics.ended).toMatch(/^Ended at /);
    const replay = engine.start(text({ ...pendulum, events }));
    expect(await finish(replay)).toEqual(live);
  });

  test('follows the document until it is taken over, and can return to it', async () => {
    const whole = await finish(engine.start(text(pendulum)));
    const run = engine.start(text(pendulum), { live: { from: 100, pace: 0 }, sliceMilliseconds: 1 });
    await waitUntil(run, 300);
    expect(await run.events()).toEqual(pendulum.events.filter(({ step }: RecordedEvent) => step < 100));
    expect(await run.goBack(150)).toBe(true);
    expect(await run.post({ end: true })).toEqual([]);
    const short = await finish(run);
    const end = (await run.events()).at(-1)!;
    expect(end.step).toBeGreaterThanOrEqual(150);
    expect(short[0].at(-1)).toBeCloseTo(0.005 * end.step, 9);
    expect(short[0].length).toBe(new Set(short[0]).size); // no time twice
    const common = short[0].filter((time) => time <= 0.5).length;
    expect(short.map((column) => column.slice(0, common))).toEqual(whole.map((column) => column.slice(0, common)));
  });

  test('keeps its pace', async () => {
    const run = engine.start(text(quiet), { live: { pace: 2 } });
    await run.model;
    const start = performance.now();
    await waitUntil(run, 200); // 1 s
    const seconds = (performance.now() - start) / 1000;
    expect(seconds).toBeGreaterThan(0.45);
    run.setPace(0);
    await waitUntil(run, 2000);
    expect(await run.post({ end: true })).toEqual([]);
    await finish(run);
  });

  test('reports errors in posted events, and impossible actions', async () => {
    const run = engine.start(text(quiet), { live: { pace: 0 } });
    expect(await run.post({ grab: 'pendulu' } as LiveEvent)).toMatchObject([
      { severity: 'error', pointer: '/grab', message: "no object is called 'pendulu'; did you mean 'pendulum'?", code: 'didYouMean' },
    ]);
    expect((await run.post({} as LiveEvent))[0].message).toMatch(/must have one of/);
    expect(await run.post({ release: true })).toEqual([]);
    expect(await run.post({ grab: 'pendulum' })).toEqual([]); // at its hinge
    const refused: string[] = [];
    setTimeout(() => run.post({ end: true }), 20);
    for await (const chunk of run) refused.push(...(chunk.refused ?? []));
    expect(refused).toEqual(['the hand holds no body', "'pendulum' cannot be grabbed at this point: constraints hold it"]);
    expect(await run.events()).toHaveLength(1);
    expect(await run.post({ release: true })).toMatchObject([{ message: 'the run has ended' }]);
  });
});

describe('Each key', () => {
  /** Two carts, a tree, two inputs, two steps of the analysis. */
  const identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: a matrix
  const model = {
    slipstick: 1,
    inputs: { a: { value: 0 }, b: { value: 0 } },
    nodes: [{ type: 'GenericODE2', name: 'joints', numberOfODE2Coordinates: 2, referenceCoordinates: [0, 0], initialCoordinates: [0, 0], initialCoordinates_t: [0, 0] }], // biome-ignore format: one node
    objects: [
      {
        type: 'KinematicTree',
        name: 'tree',
        nodeNumber: 'joints',
        jointTypes: [4, 5],
        linkParents: [-1, 0],
        jointTransformations: [identity, identity],
        jointOffsets: [[0, 0, 0], [0, 0, 0]], // biome-ignore format: two vectors
        linkInertiasCOM: [identity, identity],
        linkCOMs: [[0, 0, 0], [0, 0, 0]], // biome-ignore format: two vectors
        linkMasses: [2, 3],
      },
    ],
    create: ['one', 'two'].map((name, i) => ({
      type: 'RigidBody',
      name,
      referencePosition: [0, i, 0],
      inertia: { shape: 'sphere', mass: 1, radius: 0.1 },
    })),
    sensors: [
      ...['one', 'two', 'tree'].map((name) => ({ type: 'Object', name, objectNumber: name, outputVariableType: 'Position' })).slice(0, 2),
      { type: 'Node', name: 'joints', nodeNumber: 'joints', outputVariableType: 'Coordinates' },
      ...['a', 'b'].map((name) => ({ type: 'Input', name: `input ${name}`, input: name })),
      { type: 'Hand', name: 'hand', outputVariableType: 'Position' },
    ],
    analysis: [
      { endTime: 0.1, stepSize: 0.001, sensorsWritePeriod: 0 },
      { endTime: 0.1, stepSize: 0.001, sensorsWritePeriod: 0 },
    ],
  };
  const grab = { step: 2, grab: 'one', to: [1, 0, 0] };
  const later = { step: 50, to: [2, 0, 0] };
  /** Events by their table, another value for each key, and the events that accompany them. */
  const cases: Record<string, { event: Record<string, unknown>; others: Record<string, unknown>; with?: object[] }> = {
    setInput: {
      event: { step: 5, input: 'a', value: 1, rate: 2 },
      others: { step: 6, input: 'b', value: 0.001, rate: 3, analysisStep: 0 },
    },
    grab: {
      event: { ...grab, resolution: 0.1, path: [5, 1, 0, 0] },
      others: {
        step: 3,
        grab: 'two',
        at: [0, 0.1, 0],
        to: [1, 1, 0],
        duration: 0.01,
        resolution: 0.2,
        path: [5, 2, 0, 0],
        analysisStep: 0,
      },
    },
    release: { event: { step: 60, release: true }, others: { step: 61, release: undefined }, with: [grab] },
    push: {
      event: { step: 5, push: 'one', impulse: [1, 0, 0], steps: 2 },
      others: { step: 6, push: 'two', at: [0, 0.1, 0], impulse: [2, 0, 0], steps: 3, analysisStep: 0 },
    },
    endOfRun: { event: { step: 70, end: true }, others: { step: 71, end: undefined, analysisStep: 0 } },
    moveTo: { event: later, others: { step: 51, to: [3, 0, 0] }, with: [grab] },
  };
  const rows = async (events: object[]) => {
    const run = engine.start(text({ ...model, events }));
    for await (const _ of run);
    return text(await sensors(run));
  };

  test('of an event has an effect', { timeout: 60_000 }, async () => {
    const { $defs } = schema;
    const tables = Object.entries($defs!).filter(([name]) => name.startsWith('events.'));
    expect(tables.map(([name]) => name.slice('events.'.length)).sort()).toEqual(Object.keys(cases).sort());
    for (const [name, { properties }] of tables) {
      const { event, others, with: before = [] } = cases[name.slice('events.'.length)];
      const plain = await rows([...before, event]);
      for (const key of Object.keys(properties!)) {
        if (key === 'link' || (key === 'analysisStep' && before.length + Number('release' in event) > 0)) continue;
        expect(Object.keys(others), name).toContain(key);
        if (others[key] === undefined) {
          expect(await rows(before), `${name}.${key}`).not.toBe(plain);
          continue;
        }
        // The path is given with its unit.
        expect(await rows([...before, { ...event, [key]: others[key] }]), `${name}.${key}`).not.toBe(plain);
      }
    }
    for (const key of ['grab', 'push'])
      expect(await rows([{ step: 1, [key]: 'tree', link: 0, to: undefined, at: [0, 0, 0], ...(key === 'push' ? { impulse: [1, 1, 0] } : { to: [1, 1, 0] }) }])) // biome-ignore format: one event
        .not.toBe(await rows([{ step: 1, [key]: 'tree', link: 1, at: [0, 0, 0], ...(key === 'push' ? { impulse: [1, 1, 0] } : { to: [1, 1, 0] }) }])); // biome-ignore format: one event
  });

  test('of an input reaches the page', async () => {
    const { properties } = schema.$defs!['inputs.input'];
    const input = { value: 1, min: -1, max: 2, unit: 'N', label: 'force', keys: ['x', 'y'], rate: 3, returns: true };
    const follows = ['atEnd', 'component', 'sensor']; // of one that nobody sets
    expect(Object.keys(properties!).sort()).toEqual([...Object.keys(input), ...follows].sort());
    const { model: info } = await engine.check(text({ ...model, inputs: { a: input, b: { value: 0 } } }));
    expect(info!.inputs[0]).toEqual({ name: 'a', ...input });
  });
});
