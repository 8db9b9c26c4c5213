import { expect, test, vi } from 'vitest';
import type { Engine, Run } from '../../../wasm/engine/types';
import { KeptRuns } from '../../../web/src/state/kept-runs';
import { Runner } from '../../../web/src/state/runner';
import { lanesFor, StudyComputation } from '../../../web/src/study/computation';

/** An engine whose models never load; it counts started and cancelled runs. */
function hanging() {
  const counts = { started: 0, cancelled: 0 };
  const start = (): Run => {
    counts.started++;
    const cancel = () => {
      counts.cancelled++;
    };
    return { model: new Promise(() => {}), cancel } as unknown as Run;
  };
  return { counts, engine: { start } as unknown as Engine };
}

test('A model that is only inspected is closed when another one replaces it', async () => {
  const { counts, engine } = hanging();
  const runner = new Runner(() => engine);
  void runner.inspect('{}', {});
  await vi.waitFor(() => expect(counts.started).toBe(1));
  runner.clear();
  expect(counts.cancelled).toBe(1);
  void runner.inspect('{}', {});
  runner.clear(); // before the engine has loaded
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(counts).toEqual({ started: 1, cancelled: 1 });
});

test('The run that replaces an inspection closes it', async () => {
  const { counts, engine } = hanging();
  const runner = new Runner(() => engine);
  void runner.inspect('{}', {});
  await vi.waitFor(() => expect(counts.started).toBe(1));
  void runner.start('{}', {});
  await vi.waitFor(() => expect(counts).toEqual({ started: 2, cancelled: 1 }));
});

test('A kept run that is removed during its computation is cancelled', async () => {
  const { counts, engine } = hanging();
  const kept = new KeptRuns(1e9);
  kept.open({ document: {}, text: '{}' }, [{ values: {}, name: '', shown: true }]);
  void kept.compute(async () => engine);
  await vi.waitFor(() => expect(counts.started).toBe(1));
  kept.remove(kept.runs[0]);
  expect(counts.cancelled).toBe(1);
});

test('A cancelled study ends the workers whose models do not load', async () => {
  const signals: AbortSignal[] = [];
  const study = (_: string, __: object, signal: AbortSignal) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const computation = new StudyComputation(async () => ({ study }) as unknown as Engine);
  void computation.start({ document: '{}', fixed: {}, near: {} });
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  computation.stop();
  await vi.waitFor(() => expect(signals[0].aborted).toBe(true), 3000);
});

test('The workers of a study take at most half of the memory', () => {
  expect(lanesFor({ hardwareConcurrency: 16, deviceMemory: 8 })).toBe(8);
  expect(lanesFor({ hardwareConcurrency: 16, deviceMemory: 2 })).toBe(2);
  expect(lanesFor({ hardwareConcurrency: 16, deviceMemory: 0.25 })).toBe(1);
  expect(lanesFor({ hardwareConcurrency: 16 })).toBe(4);
  expect(lanesFor({ hardwareConcurrency: 2, deviceMemory: 8 })).toBe(1);
  expect(lanesFor({})).toBe(1);
});
