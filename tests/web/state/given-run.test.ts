import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { MeasureResult, ModelInfo, Run } from '../../../wasm/engine/types';
import { type GivenRun, recordingOf } from '../../../web/src/state/given-run';
import { testEngine } from '../../support/engine';

/** A complete run of the coin, and the data that Python sends of it. */
async function coin(): Promise<{ run: Run; model: ModelInfo; given: GivenRun }> {
  const run = (await testEngine()).start(readFileSync('web/models/rolling-coin.json', 'utf8'));
  for await (const _ of run);
  const model = await run.model;
  const columns = run.history.columns.slice(0, model.solver[0].column).map((column) => Buffer.from(column.slice().buffer));
  const measures: MeasureResult[] = [];
  const samples = Uint8Array.from(deflateSync(Buffer.concat(columns)));
  return { run, model, given: { parameters: {}, count: run.history.samples, samples, statistics: run.statistics, measures, problem: '' } };
}

test('A run from elsewhere has its sensors and poses; the solver figures of each sample are unknown', async () => {
  const { run, model, given } = await coin();
  const { history } = await recordingOf(given, model);
  expect(history.samples).toBe(run.history.samples);
  expect(history.time).toEqual(run.history.time);
  expect(history.sensorColumn(2, 1)).toEqual(run.history.sensorColumn(2, 1));
  expect(history.poseColumns(0)).toEqual(run.history.poseColumns(0));
  expect(history.columns[model.solver[0].column].every(Number.isNaN)).toBe(true);
});

test('Samples of another model are refused', async () => {
  const { model, given } = await coin();
  await expect(recordingOf({ ...given, count: given.count - 1 }, model)).rejects.toThrow('do not fit');
});
