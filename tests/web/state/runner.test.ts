import { describe, expect, test, vi } from 'vitest';
import { type Issue, SimulationError } from '../../../wasm/engine/types';
import { watch } from '../../../web/src/state/observable';
import { Runner } from '../../../web/src/state/runner';
import { engineWith, testEngine, trap } from '../../support/engine';
import { diverging, shortCoin } from '../../support/models';

const coin = shortCoin(0.05);

/** Longer than the timeout of any test. */
const long = coin.replace('"endTime": 0.05', '"endTime": 1000');

describe('A run', () => {
  test('ends with its recording, statistics and model', async () => {
    const runner = new Runner(testEngine);
    await runner.start(coin, { mu: 0.5 });
    expect(runner.phase).toBe('finished');
    expect(runner.recording?.history.samples).toBe(51);
    expect(runner.recording?.statistics.steps).toBe(500);
    expect(runner.model?.parameters.find((parameter) => parameter.name === 'mu')?.value).toBe(0.5);
  });

  test('is followed by warnings of the check, until another model is opened', async () => {
    const issues: Issue[] = [
      { severity: 'warning', pointer: '/display/plot', message: "'plot' is not drawn" },
      { severity: 'error', pointer: '', message: 'told by the run itself' },
    ];
    const runner = new Runner(async () => ({ ...(await testEngine()), check: async () => ({ model: null, issues }) }));
    await runner.start(coin, {});
    expect(runner.phase).toBe('finished');
    expect(runner.warnings).toEqual([issues[0]]);
    runner.clear();
    expect(runner.warnings).toEqual([]);
  });

  test('with only eigenvalues shows them, and nothing of the previous run', async () => {
    const runner = new Runner(testEngine);
    await runner.start(coin, {});
    const mass = { type: 'Mass1D', physicsMass: 1, nodeNumber: 0 };
    const spring = { type: 'ConnectorCoordinateSpringDamper', markerNumbers: [0, 1], stiffness: 100, damping: 2 };
    const oscillator = {
      slipstick: 1,
      nodes: [{ type: '1D' }, { type: 'PointGround' }],
      objects: [mass, spring],
      markers: [
        { type: 'NodeCoordinate', nodeNumber: 0, coordinate: 0 },
        { type: 'NodeCoordinate', nodeNumber: 1, coordinate: 0 },
      ],
      analysis: [{ type: 'eigenvalues' }],
    };
    await runner.start(JSON.stringify(oscillator), {});
    expect(runner.phase).toBe('finished');
    expect(runner.timeless).toBe(true);
    expect(runner.recording).toBeNull();
    expect(runner.eigenvalues.length).toBe(1);
    expect(runner.eigenvalues[0][0].real).toBeCloseTo(-1, 12);
    expect(Math.abs(runner.eigenvalues[0][0].imaginary)).toBeCloseTo(Math.sqrt(99), 12);
    await runner.start(coin, {});
    expect(runner.timeless).toBe(false);
    expect(runner.eigenvalues).toEqual([]);
  });

  test('keeps the previous complete run as ghost', async () => {
    const runner = new Runner(testEngine);
    await runner.start(coin, {});
    const first = runner.recording;
    await runner.start(coin, { mu: 0.1 });
    expect(runner.ghost).toBe(first);
    expect(runner.recording).not.toBe(first);
  });

  test('keeps the same run for comparison while a slider moves', async () => {
    const runner = new Runner(testEngine);
    await runner.start(coin, {});
    const first = runner.recording;
    await runner.start(coin, { mu: 0.2 });
    await runner.start(coin, { mu: 0.1 }, true);
    expect(runner.ghost).toBe(first);
  });

  test('that is replaced is cancelled and stays silent', async () => {
    const runner = new Runner(testEngine);
    const first = runner.start(long, {});
    await new Promise((resolve) => setTimeout(resolve, 30));
    await Promise.all([first, runner.start(coin, { mu: 0.1 })]);
    expect(runner.phase).toBe('finished');
    expect(runner.recording?.model.analysis[0].endTime).toBe(0.05);
    expect(runner.ghost).toBeNull();
  });

  test('that is cancelled keeps the computed samples', async () => {
    const runner = new Runner(testEngine);
    const seen = vi.fn();
    watch(
      () => (runner.recording?.history.samples ?? 0) > 0 && runner.phase === 'running',
      (running) => {
        if (!running) return;
        seen();
        runner.cancel();
      },
    );
    await runner.start(long, {});
    expect(seen).toHaveBeenCalledOnce();
    expect(runner.phase).toBe('cancelled');
    expect(runner.recording?.history.samples).toBeGreaterThan(0);
  });

  test('that stops early keeps its results and reports the time', async () => {
    const runner = new Runner(testEngine);
    await runner.start(JSON.stringify(diverging), {});
    expect(runner.phase).toBe('stopped');
    expect(runner.error?.detail.time).toBeCloseTo(0.5, 2);
    expect(runner.recording?.history.samples).toBeGreaterThan(48);
  });

  test('of a wrong model lists its errors and keeps the previous model', async () => {
    const runner = new Runner(testEngine);
    await runner.start(coin, {});
    const { model, recording } = runner;
    await runner.start(coin, { mu: 7 });
    expect(runner.phase).toBe('invalid');
    expect(runner.issues).toMatchObject([{ pointer: '/parameters/mu', message: expect.stringContaining('got 7') }]);
    expect(runner.model).toBe(model);
    expect(runner.recording).toBe(recording);
    await runner.start(coin, {});
    expect(runner.issues).toEqual([]);
  });

  test('whose engine crashes is reported, and the next run gets a new engine', async () => {
    let engines = 0;
    const runner = new Runner(() => (engines++ === 0 ? engineWith({ _slipstick_advance: trap }) : testEngine()));
    await runner.start(coin, {});
    expect(runner.phase).toBe('broken');
    expect(runner.error?.message).toContain('The engine stopped unexpectedly');
    await runner.start(coin, {});
    expect([runner.phase, engines]).toEqual(['finished', 2]);
  });

  test('without an engine is also reported', async () => {
    const runner = new Runner(() => Promise.reject(new Error('fetch failed')));
    await runner.start(coin, {});
    expect([runner.phase, runner.error instanceof SimulationError, runner.error?.message]).toEqual(['broken', true, 'fetch failed']);
  });
});
