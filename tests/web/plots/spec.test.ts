import { describe, expect, test } from 'vitest';
import type { SensorPlot } from '../../../wasm/engine/types';
import { plotOfSensor, sensorOfX, yHead } from '../../../web/src/plots/spec';
import { testEngine } from '../../support/engine';
import { oscillator } from '../../support/models';

async function oscillatorModel(display: object) {
  const { model } = await (await testEngine()).check(JSON.stringify({ ...oscillator, display }));
  return model!;
}

describe('A plot', () => {
  test('of a chosen sensor equals the engine’s plot of it', async () => {
    const { sensors, display } = await oscillatorModel({});
    expect(display.plots).toEqual(sensors.map(plotOfSensor));
  });

  test('has the time or a sensor on its x axis', async () => {
    const x = { sensor: 'x', component: 1 };
    const { display } = await oscillatorModel({ plots: [{ curves: [{ sensor: 'x' }] }, { x, curves: [{ sensor: 'x' }] }] });
    const [overTime, overSensor] = display.plots as SensorPlot[];
    expect(sensorOfX(overTime)).toBeNull();
    expect(sensorOfX(overSensor)).toMatchObject(x);
  });

  test('has the labels of the document, or the unit of the numbers', async () => {
    const { display } = await oscillatorModel({ plots: [{ curves: [{ sensor: 'x' }], yLabel: 'way' }, { curves: [{ sensor: 'x' }] }] });
    expect(display.plots.map((plot) => yHead(plot, { factor: 1e3, text: 'mm' }))).toEqual(['way', 'mm']);
  });
});
