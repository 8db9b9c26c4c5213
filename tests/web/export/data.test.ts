import { expect, test } from 'vitest';
import { misfits } from '../../../wasm/engine/fields';
import { resultFields } from '../../../wasm/engine/wire';
import { recordingJson } from '../../../web/src/export/data';
import { Runner } from '../../../web/src/state/runner';
import { testEngine } from '../../support/engine';
import { oscillator } from '../../support/models';

const model = { ...oscillator, analysis: [...oscillator.analysis, { type: 'eigenvalues' }] };

async function ran(document: object, parameters: Record<string, number> = {}): Promise<Runner> {
  const runner = new Runner(testEngine);
  await runner.start(JSON.stringify(document), parameters);
  return runner;
}

test('Recorded data have the format of the program’s result file, with title, parameters and kept runs', async () => {
  const { recording, state } = await ran(model, { k: 400 });
  const stiff = await ran(oscillator, { k: 900 });
  const json = JSON.parse(recordingJson('Mass', recording!, state, () => true, [{ name: 'stiff', recording: stiff.recording! }]));
  const { title, parameters, kept, ...result } = json;
  expect(misfits(result, resultFields)).toEqual([]);
  expect({ title, parameters }).toEqual({ title: 'Mass', parameters: { k: 400 } });
  const [sensor] = result.sensors;
  expect(sensor).toMatchObject({ name: 'x', components: ['x', 'y', 'z'], unit: 'm' });
  expect(sensor.values).toHaveLength(sensor.time.length);
  const last = sensor.time.length - 1;
  expect(sensor.values[last][0]).toBeCloseTo(0.1 * Math.cos(20 * sensor.time[last]), 3);
  expect(result.status).toBe('ok');
  expect(result.eigenvalues[0][0][1] ** 2).toBeCloseTo(400, 3);
  expect(kept).toMatchObject([{ name: 'stiff', sensors: [{ name: 'x' }] }]);
});

test('NaN is null, unchosen sensors are left out, and a run that stopped gives the reason', async () => {
  const sensors = [...oscillator.sensors, { type: 'UserFunction', name: 'log', sensorUserFunction: ['log(0*t)'] }];
  const loads = [{ type: 'ForceVector', markerNumber: 'mass', loadVectorUserFunction: ['t < 0.5 ? 0 : exp(1e6*t)', 0, 0] }];
  const analysis = [{ ...oscillator.analysis[0], adaptiveStep: false }];
  const { recording, state } = await ran({ ...oscillator, sensors, loads, analysis });
  const json = JSON.parse(recordingJson('', recording!, state, (name) => name === 'log'));
  expect(json.sensors.map(({ name }: { name: string }) => name)).toEqual(['log']);
  expect(json.sensors[0].values[0]).toEqual([null]);
  expect(json.status).toBe('failed');
  expect(json.message).not.toBe('');
  expect(json).not.toHaveProperty('kept');
});
