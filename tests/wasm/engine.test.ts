import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../wasm/engine/direct';
import { compileModule } from '../../wasm/engine/module';
import { collect, compiled, engineWith, testEngine, trap } from '../support/engine';
import { folderWith } from '../support/folder';
import { diverging, endless, oscillator, tooLarge } from '../support/models';

const program = 'build/native-release/slipstick';

/** A disc that rolls and slips on the ground under friction and gravity. */
const coin = {
  slipstick: 1,
  title: 'coin',
  parameters: { mu: 0.8 },
  nodes: [
    {
      type: 'RigidBodyEP',
      name: 'coin',
      referenceCoordinates: [0, 0, 0.02, 'cos(0.05)', 'sin(0.05)', 0, 0],
      initialVelocities: [0.2, 0, 0, 0, 3, 3, 0],
    },
  ],
  objects: [
    { type: 'Ground', name: 'table' },
    { type: 'RigidBody', name: 'coin', physicsMass: 1, physicsInertia: [2e-4, 1e-4, 1e-4, 0, 0, 0], nodeNumber: 'coin' },
    {
      type: 'ConnectorRollingDiscPenalty',
      name: 'rolling',
      markerNumbers: ['table', 'coin'],
      discRadius: 0.02,
      dryFriction: ['mu', 'mu'],
      dryFrictionProportionalZone: 1e-2,
      contactStiffness: 1e5,
      contactDamping: 1e3,
    },
  ],
  markers: [
    { type: 'BodyRigid', name: 'table', bodyNumber: 'table' },
    { type: 'BodyRigid', name: 'coin', bodyNumber: 'coin' },
    { type: 'BodyMass', name: 'coinMass', bodyNumber: 'coin' },
  ],
  loads: [{ type: 'MassProportional', markerNumber: 'coinMass', loadVector: [0, 0, -9.81] }],
  sensors: [
    { type: 'Body', name: 'centre', bodyNumber: 'coin', outputVariableType: 'Position' },
    { type: 'Object', name: 'force', objectNumber: 'rolling', outputVariableType: 'ForceLocal' },
  ],
  analysis: [{ type: 'dynamic', endTime: 0.1, numberOfSteps: 500, sensorsWritePeriod: 0.01, newton: { useModifiedNewton: true } }],
};

const text = (model: object) => JSON.stringify(model);

const engine = await testEngine();

describe('a browser', () => {
  it('that cannot compile the engine gets a list of browsers that can', async () => {
    await expect(compileModule(Uint8Array.of(0, 0x61, 0x73, 0x6d, 9, 9, 9, 9))).rejects.toThrow(
      /needs WebAssembly with SIMD .* Safari 16\.4/,
    );
  });

  it('without WebAssembly, too', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    await expect(compileModule('engine.wasm')).rejects.toThrow(/switched off/);
    vi.unstubAllGlobals();
  });
});

describe('checking a model', () => {
  it('counts the steps of long runs, so that these wait for confirmation', async () => {
    const { model } = await engine.check(text({ ...oscillator, analysis: [{ type: 'dynamic', endTime: 1, numberOfSteps: 1e12 }] }));
    expect(model?.analysis[0].numberOfSteps).toBe(1e12);
  });

  it('returns the facts that the views need', async () => {
    const { model, issues } = await engine.check(text(coin));
    expect(issues.filter((issue) => issue.severity === 'error')).toEqual([]);
    expect(model?.parameters).toMatchObject([{ name: 'mu', value: 0.8, defaultValue: 0.8 }]);
    expect(model?.sensors).toMatchObject([
      { name: 'centre', components: ['x', 'y', 'z'], unit: 'm' },
      { name: 'force', unit: 'N' },
    ]);
    expect(model?.poses).toMatchObject([{ kind: 'frame', object: 1, name: 'coin', size: 7 }]);
    expect(model?.objects[2]).toMatchObject({
      type: 'ConnectorRollingDiscPenalty',
      name: 'rolling',
      drawnAs: { as: 'disc', radius: 0.02, axis: [1, 0, 0], normal: [0, 0, 1] },
      markers: [0, 1],
    });
    expect(model?.markers[1]).toMatchObject({ type: 'BodyRigid', objects: [1], drawnAs: { as: 'marker' } });
    expect(model?.analysis).toEqual([{ type: 'dynamic', startTime: 0, endTime: 0.1, numberOfSteps: 500 }]);
  });

  it('evaluates with other values of the parameters', async () => {
    const { model } = await engine.check(text(coin), { mu: 0.3 });
    expect(model?.parameters[0]).toMatchObject({ value: 0.3, defaultValue: 0.8 });
    const expanded = JSON.parse(await engine.expand(text(coin), { mu: 0.3 }));
    expect(expanded.objects[2].dryFriction).toEqual([0.3, 0.3]);
  });

  it('reads numbers to the last bit', async () => {
    const digits = ['0.1', '0.30000000000000004', '12345678901234567890.5', '1.00000000000000011102230246251565404236316680908203126'];
    const numbers = [...digits, '1e-7', '2.2250738585072011e-308', '4.9e-324', '1.7976931348623157e308', '-0.0'];
    const parameters = numbers.map((number, index) => `"x${index}": ${number}`).join();
    const { model } = await engine.check(
      text({ ...coin, parameters: 0 }).replace('"parameters":0', `"parameters":{"mu":0.8,${parameters}}`),
    );
    expect(model?.parameters.slice(1).map(({ value }) => value)).toEqual(numbers.map(Number));
  });

  it('reports all errors with their pointers', async () => {
    const objects = coin.objects.map((object) => (object.name === 'rolling' ? { ...object, discRadius: -1, contactStifness: 1 } : object));
    const { model, issues } = await engine.check(text({ ...coin, objects }));
    expect(model).toBeNull();
    const pointers = issues.map((issue) => issue.pointer);
    expect(pointers).toContain('/objects/2/discRadius');
    expect(pointers).toContain('/objects/2/contactStifness');
    expect(issues.find((issue) => issue.pointer.endsWith('Stifness'))?.message).toContain('contactStiffness');
  });

  it('refuses parameters that are not numbers or do not exist', async () => {
    expect((await engine.check(text(coin), { mu: Number.NaN })).issues).toEqual([
      { severity: 'error', pointer: '/parameters/mu', message: 'must be a finite number, got NaN' },
    ]);
    expect((await engine.check(text(coin), { nu: 1 })).model).toBeNull();
  });

  it('estimates the accuracy of a run, in portions', async () => {
    const model = { ...oscillator, measures: { largest: { formula: 'max(sensor("x")[0])', unit: 'm' } } };
    const seen: number[] = [];
    const report = await engine.accuracy(text(model), { k: 400 }, { onProgress: (fraction) => seen.push(fraction) });
    expect(report.problem).toBe('');
    const [x] = report.sensors;
    expect(x.order).toBeCloseTo(2, 1);
    expect(x.bands?.[0]).toHaveLength(report.time!.length);
    expect(report.measures[0].sentence).toMatch(/^largest: 0\.1\S* m ± \S+ m$/);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const still = await engine.accuracy(text({ ...model, analysis: { type: 'static' } }));
    expect(still).toMatchObject({ problem: expect.stringContaining('compares time integrations'), sensors: [] });
    await expect(engine.accuracy('{}')).rejects.toMatchObject({ code: 'model' });
  });

  it('ends an accuracy that is cancelled', async () => {
    const ending = new AbortController();
    const long = { ...oscillator, analysis: { endTime: 1000, numberOfSteps: 1e6, sensorsWritePeriod: 1 } };
    const working = engine.accuracy(text(long), {}, { onProgress: () => ending.abort(), signal: ending.signal });
    await expect(working).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('assembles mechanisms', async () => {
    const mechanism = (distance: number) =>
      text({
        slipstick: 1,
        create: [
          { type: 'MassPoint', name: 'ball', create2D: true, referencePosition: [1.1, 0.3, 0], physicsMass: 1 },
          { type: 'DistanceConstraint', name: 'rod', bodies: [null, 'ball'], distance: 1 },
          { type: 'DistanceConstraint', name: 'other', bodies: [null, 'ball'], localPosition0: [4, 0, 0], distance },
        ],
      });
    const found = await engine.assemble(mechanism(3.5));
    expect(found).toMatchObject({ closed: true, message: '' });
    const [x, y] = found.nodes[0].coordinates;
    expect(Math.hypot(1.1 + x, 0.3 + y)).toBeCloseTo(1, 9);
    expect(Math.hypot(2.9 - x, 0.3 + y)).toBeCloseTo(3.5, 9);
    expect(await engine.assemble(mechanism(2))).toMatchObject({ closed: false, message: expect.stringContaining('does not close') });
    await expect(engine.assemble('{}')).rejects.toMatchObject({ code: 'model' });
  });

  it('expands', async () => {
    const expanded = JSON.parse(await engine.expand(text(coin)));
    expect(expanded.objects).toHaveLength(3);
    await expect(engine.expand('{}')).rejects.toMatchObject({ code: 'model' });
    expect(engine.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });
});

describe('hostile documents', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  it.each([
    ['nothing', '', '', 'not valid JSON at line 1, column 1: the text ends before it is complete'],
    ['a broken text', '{"slipstick": 1,', '', 'not valid JSON at line 1, column 17: the text ends before it is complete'],
    ['a number', '17', '', 'a document must be an object, got 17'],
    ['a NUL after the end', `${text(oscillator)}\0 and more`, '', 'must be JSON text, got a NUL character'],
    ['depth', nested(200_000), '/0'.repeat(64), 'nested more than 64 deep'],
    [
      'depth in an item',
      text(oscillator).replace('[1,0,0]', nested(50_000)),
      `/nodes/1/referenceCoordinates${'/0'.repeat(61)}`,
      'nested more than 64 deep',
    ],
    ['a half of a character', text({ ...oscillator, title: 1 }).replace('"title":1', '"title":"\ud800", "x":1'), '/x', "unknown key 'x'"],
    ['size', `"${'x'.repeat(20_000_000)}"`, '', 'at most 8388608 bytes, got 20000002'],
    ['numbers without end', text({ ...oscillator, title: 1 }).replace('"title":1', '"title":1e999'), '/title', 'must be finite, got 1e999'],
    [
      'a formula without end',
      text({ ...oscillator, definitions: { a: `${'('.repeat(100_000)}1` } }),
      '/definitions/a',
      'the formula has 100001 bytes; at most 16384 are allowed',
    ],
    ['a higher version', text({ ...oscillator, slipstick: 2 }), '/slipstick', 'format version 2, this program reads up to 1'],
    [
      'too many items',
      text({ ...oscillator, nodes: Array.from({ length: 200_000 }, () => ({ type: 'Point' })) }),
      '/nodes',
      'at most 100000 items',
    ],
  ])('refuses %s with the place and the reason', async (_, document, pointer, message) => {
    const { model, issues } = await engine.check(document);
    expect(model).toBeNull();
    expect(issues[0]).toMatchObject({ severity: 'error', pointer, message: expect.stringContaining(message) });
    const { error } = await collect(engine.start(document));
    expect(error).toMatchObject({ code: 'model', detail: { issues } });
  });

  it('leaves the engine working as before', async () => {
    expect((await engine.check(text(coin))).model).not.toBeNull();
  });
});

describe('a run', () => {
  it('follows the closed form', async () => {
    const run = engine.start(text(oscillator));
    const { error } = await collect(run);
    expect(error).toBeNull();
    const { time } = run.history;
    expect(time).toHaveLength(101);
    expect(time[100]).toBeCloseTo(1, 12);
    const x = run.history.sensorColumn(0, 0);
    // Second order: h^2 omega^3 t / 12 is 8e-6 of the amplitude times a factor of the damped method.
    for (let i = 0; i < time.length; i++) expect(Math.abs(x[i] - 0.1 * Math.cos(10 * time[i]))).toBeLessThan(3e-5);
  });

  it('is split into chunks that together equal the history', async () => {
    const run = engine.start(text(coin), { sliceMilliseconds: 0.01 });
    const { chunks, error } = await collect(run);
    expect(error).toBeNull();
    expect(chunks.length).toBeGreaterThan(10);
    const width = 1 + 3 + (await run.model).sensors[1].components.length + 7 + 4; // time, sensors, pose, solver
    for (let column = 0; column < width; column++) {
      expect(chunks.flatMap((chunk) => [...chunk.columns[column]])).toEqual([...run.history.columns[column]]);
    }
    expect(run.history.columns).toHaveLength(width);
    const fractions = chunks.map((chunk) => chunk.progress.fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBeCloseTo(1, 12);
    expect(run.statistics.steps).toBeGreaterThanOrEqual(500);
    expect(run.statistics.wallSeconds).toBeGreaterThan(0);
  });

  it('shows its first state before any computation', async () => {
    const run = engine.start(text(coin));
    const model = await run.model;
    const { chunks } = await collect(run);
    const [pose] = model.poses;
    expect(chunks[0].samples).toBe(0);
    expect([...chunks[0].poses!]).toEqual(run.history.poseColumns(0).map((column) => column[0]));
    expect(chunks[0].poses).toHaveLength(pose.size);
    expect(chunks.filter(({ poses }) => poses)).toHaveLength(1);
  });

  it('uses other values of the parameters', async () => {
    const run = engine.start(text(oscillator), { parameters: { k: 400 } });
    await collect(run);
    expect(run.history.sensorColumn(0, 0)[50]).toBeCloseTo(0.1 * Math.cos(20 * 0.5), 4);
  });

  it('is bit-identical for any slices, and next to another run', async () => {
    const runs = [engine.start(text(coin)), engine.start(text(coin), { sliceMilliseconds: 0.01 }), engine.start(text(coin))];
    await Promise.all(runs.map(collect));
    for (const run of runs) expect(run.history.columns).toEqual(runs[0].history.columns);
  });

  it('records pose and sensor of a body consistently', async () => {
    const run = engine.start(text(coin));
    await collect(run);
    const pose = run.history.poseColumns(0);
    for (let axis = 0; axis < 3; axis++) expect(pose[axis]).toEqual(run.history.sensorColumn(0, axis));
    const length = Math.hypot(...pose.slice(3).map((column) => column[column.length - 1]));
    expect(length).toBeCloseTo(1, 9);
  });

  it('pauses between two slices and continues to the same end', async () => {
    const run = engine.start(text(coin), { sliceMilliseconds: 0.01 });
    const finished = collect(run);
    await run.model;
    run.pause();
    await new Promise((resolve) => setTimeout(resolve, 10));
    const held = run.history.samples;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run.status).toBe('paused');
    expect(run.history.samples).toBe(held);
    run.resume();
    await finished;
    expect(run.status).toBe('finished');
    const straight = engine.start(text(coin));
    await collect(straight);
    expect(run.history.columns).toEqual(straight.history.columns);
  });

  it('cancels within a slice or two', async () => {
    const run = engine.start(text(endless), { sliceMilliseconds: 20 });
    const finished = collect(run);
    await run.model;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    run.cancel();
    expect((await finished).error).toBeNull();
    expect(performance.now() - start).toBeLessThan(500); // slices of 20 ms on a busy machine
    expect(run.status).toBe('cancelled');
    expect(run.history.samples).toBeGreaterThan(0);
  });

  it('thins a history beyond its budget and reports it', async () => {
    const small = await createEngine(await compiled, { historyBytes: 8 * 1000 * 7 });
    const run = small.start(
      text({ ...oscillator, analysis: [{ type: 'dynamic', endTime: 1, numberOfSteps: 10_000, sensorsWritePeriod: 0 }] }),
    );
    await collect(run);
    expect(run.history.samples).toBeLessThanOrEqual(1000);
    expect(run.history.keptEvery).toBeGreaterThanOrEqual(8);
    expect(run.history.time.at(-1)).toBeCloseTo(1, 12);
  });

  it('may have no time steps', async () => {
    const measures = { largest: { formula: 'max(sensor("x")[0])' } };
    const run = engine.start(text({ ...oscillator, measures, analysis: [{ type: 'eigenvalues' }] }));
    for await (const _ of run);
    expect(run.status).toBe('finished');
    expect(run.history.samples).toBe(0);
    expect(run.history.sensorColumn(0, 0)).toHaveLength(0);
    expect(run.history.sensorRange(0, 0)).toBeNull();
    expect(run.eigenvalues).toHaveLength(1);
  });

  it('ends at a limit of the model, with a message', async () => {
    const endWhen = [{ sensor: 'x', below: 0, message: 'It swings back.' }];
    const analysis = [{ ...oscillator.analysis[0], endWhen }, { type: 'eigenvalues' }];
    const run = engine.start(text({ ...oscillator, analysis }));
    for await (const _ of run);
    expect(run.status).toBe('finished');
    expect(run.statistics.ended).toBe('Ended at 0.16 s: It swings back.');
    expect(run.history.time.at(-1)).toBeCloseTo(0.16, 12);
    expect(run.history.solverColumn('steps').at(-1)).toBe(run.statistics.steps);
    expect(run.eigenvalues).toEqual([]);
    expect(await engine.spectra(text({ ...oscillator, analysis }), [{}], 100)).toEqual([{ problem: run.statistics.ended }]);
  });

  it('ends with the reason when the solver stops early', async () => {
    const run = engine.start(text(diverging));
    const { error } = await collect(run);
    expect(error).toMatchObject({ code: 'stopped', detail: { reason: 'newtonDiverged' } });
    expect(error?.detail.time).toBeCloseTo(0.5, 2);
    expect(error?.message).toContain('0.5');
    expect(run.status).toBe('failed');
    expect(run.history.time.at(-1)).toBeCloseTo(0.5, 1);
  });
});

describe('running out of memory', () => {
  it('is a separate error, after which the engine still answers', async () => {
    const own = await testEngine();
    const run = own.start(text(endless), { sliceMilliseconds: 60_000 });
    const { error } = await collect(run);
    expect(error?.code).toBe('memory');
    expect(error?.message).toContain('512 MiB');
    expect((await own.check(text(coin))).model).not.toBeNull();
  });

  it('is also reported if a single matrix is too large', async () => {
    expect((await collect((await testEngine()).start(text(tooLarge)))).error?.code).toBe('memory');
  });

  it('turns a trap into an error of the engine', async () => {
    const broken = await engineWith({ _slipstick_check: trap });
    await expect(broken.check('{}')).rejects.toMatchObject({ code: 'engine', message: expect.stringContaining('unreachable') });
  });
});

describe.skipIf(!existsSync(program))('the native program', () => {
  const folder = folderWith();

  it.each([
    ['oscillator', oscillator],
    ['coin', coin],
  ])('gives the same numbers: %s', async (name, model) => {
    const [input, output] = [join(folder, `${name}.json`), join(folder, `${name}-result.json`)];
    writeFileSync(input, text(model));
    execFileSync(program, ['run', input, '--output', output]);
    const native = JSON.parse(readFileSync(output, 'utf8'));
    const run = engine.start(text(model));
    await collect(run);
    native.sensors.forEach((sensor: { name: string; time: number[]; values: number[][] }, s: number) => {
      const largest = Math.max(...sensor.values.flat().map(Math.abs));
      expect(sensor.time).toHaveLength(run.history.samples);
      sensor.values.forEach((values, i) => {
        values.forEach((value, component) => {
          expect(Math.abs(run.history.sensorColumn(s, component)[i] - value)).toBeLessThanOrEqual(1e-12 * largest);
        });
      });
    });
    expect(run.statistics.newtonIterations).toBe(native.statistics.newtonIterations);
  });
});

describe('The solver’s figures', () => {
  it('are recorded beside the samples', async () => {
    const run = engine.start(text(oscillator));
    for await (const _ of run);
    const model = await run.model;
    expect(model.solver.map(({ name, column }) => [name, column])).toEqual([
      ['stepSize', 7],
      ['steps', 8],
      ['newtonIterations', 9],
      ['discontinuousIterations', 10],
    ]);
    const [size, steps, newton] = (['stepSize', 'steps', 'newtonIterations'] as const).map((name) => run.history.solverColumn(name));
    expect([size[0], steps[0], newton[0]]).toEqual([0, 0, 0]);
    expect(steps[1]).toBe(10);
    expect(size[1]).toBeCloseTo(0.001, 12);
    expect(steps.at(-1)).toBe(1000);
    expect(newton.at(-1)).toBe(run.statistics.newtonIterations);
    expect(run.history.columns).toHaveLength(1 + 3 + 3 + 4); // time, sensor, point, solver
  });
});

describe('An eigenvalue step', () => {
  it('returns the motion of the poses in each mode, if modes are computed', async () => {
    const shapes = async (computeModes: boolean) => {
      const run = engine.start(text({ ...oscillator, analysis: [{ type: 'eigenvalues', computeModes }] }));
      for await (const _ of run);
      expect(run.modes).toHaveLength(1);
      return [...run.modes![0]];
    };
    const inThrees = (numbers: number[]) => Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(3 * i, 3 * i + 3));
    // A point on equal springs along x, y and z: its position, then one axis per eigenvalue along which it oscillates in phase.
    const [pose, ...modes] = inThrees(await shapes(true));
    expect(pose).toEqual([1.1, 0, 0]);
    expect(modes).toHaveLength(2 * 6);
    modes.forEach((part, i) => {
      expect(Math.hypot(...part)).toBeCloseTo(i % 2 === 0 ? 1 : 0, 9);
    });
    expect(await shapes(false)).toEqual([]);
  });
});

describe('Spectra over sets of parameters', () => {
  const analysis = [{ type: 'eigenvalues', computeModes: false }];

  it('equal those of single runs, and have a message where there is none', async () => {
    const found = await engine.spectra(text({ ...oscillator, analysis }), [{ k: 4 }, { k: -1 }, { k: 9 }], 1e9);
    const frequency = (spectrum: (typeof found)[number]) =>
      'eigenvalues' in spectrum && Math.max(...spectrum.eigenvalues.map((e) => e.imaginary));
    expect(found).toHaveLength(3);
    expect(frequency(found[0])).toBeCloseTo(2, 12);
    expect(found[1]).toEqual({ problem: expect.stringContaining('/parameters/k') });
    expect(frequency(found[2])).toBeCloseTo(3, 12);
  });

  it('are limited by their duration, but at least one is computed', async () => {
    expect(await engine.spectra(text({ ...oscillator, analysis }), [{ k: 4 }, { k: 9 }], 0)).toHaveLength(1);
  });

  it('need an eigenvalue step', async () => {
    const [found] = await engine.spectra(text(oscillator), [{}], 0);
    expect(found).toEqual({ problem: expect.stringContaining('eigenvalues') });
  });
});
