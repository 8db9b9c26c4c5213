import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testEngine } from '../../support/engine';

const engine = await testEngine();

/** Times and values of a sensor component in a model of the gallery. */
function curves(name: string, parameters: Record<string, number> = {}) {
  return curvesOf(readFileSync(`web/models/${name}.json`, 'utf8'), parameters);
}
async function curvesOf(text: string, parameters: Record<string, number>) {
  const run = engine.start(text, { parameters, sliceMilliseconds: 1000 });
  for await (const _ of run);
  expect(run.status).toBe('finished');
  const { sensors } = await run.model;
  return (sensor: string, component = 0) => {
    const column = run.history.sensorColumn(
      sensors.findIndex((each) => each.name === sensor),
      component,
    );
    return [...run.history.time].map((time, i) => ({ time, value: column[i] }));
  };
}
const most = (points: { time: number; value: number }[], from = 0, to = Infinity) =>
  Math.max(...points.filter(({ time }) => time >= from && time <= to).map(({ value }) => Math.abs(value)));

test('The crane’s load sways as in the closed form, and hardly after ramps of one period', async () => {
  const half = await curves('crane');
  const closed = half('sway', 1);
  const difference = half('sway').map(({ time, value }, i) => ({ time, value: value - closed[i].value }));
  expect(most(half('sway'))).toBeGreaterThan(1.2);
  expect(most(difference)).toBeLessThan(0.03); // m; 0.18 rad lengthen the period by 0.2 %, in four periods by 0.02 of the sway of 1.4 m
  const one = await curves('crane', { ramp: 5.7 });
  expect(most(one('sway'), 6, 12)).toBeGreaterThan(0.3);
  expect(most(one('sway'), 22)).toBeLessThan(0.01);
});

test('The slider-crank’s tasks agree with its free body, its dissipation and its poles', async () => {
  const document = JSON.parse(readFileSync('web/models/slider-crank.json', 'utf8'));
  const value = (id: string) => document.tasks.find((task: { id: string }) => task.id === id).answer.value;
  const onPin = { type: 'ForceOnBody', name: 'on pin', bodyNumber: 'crank', objectNumber: 'crank pin', outputVariableType: 'Force' };
  const formula = { type: 'UserFunction', name: 'formula', sensorUserFunction: [value('pin'), value('second')] };
  document.sensors.push(onPin, formula, { type: 'Dissipation', name: 'heat', outputVariableType: 'Energy' });
  const cases: Record<string, number>[] = [{}, { crank: 0.15, rod: 0.4, omega: 10, slider: 2 }];
  for (const parameters of cases) {
    const upright = Math.PI / 2 / (parameters.omega ?? 20);
    document.analysis[0] = { ...document.analysis[0], endTime: upright, stepSize: upright / 200, sensorsWritePeriod: 0 };
    const text = JSON.stringify(document);
    const at = await curvesOf(text, parameters);
    const last = (sensor: string, component = 0) => at(sensor, component).at(-1)!.value;
    expect(Math.hypot(last('on pin'), last('on pin', 1)) / last('formula')).toBeCloseTo(1, 3);
    expect(Math.abs(last('heat'))).toBeLessThan(1e-12);
    const { poles } = await engine.linearise(text, { inputs: ['fan torque'], outputs: ['fan angle'], time: null }, parameters);
    expect(Math.max(...poles.map(([re, im]) => Math.hypot(re, im))) / (2 * Math.PI) / last('formula', 1)).toBeCloseTo(1, 9);
  }
});

test('The largest speed of the slider-crank is as sure as its task says', async () => {
  const { measures } = await engine.accuracy(readFileSync('web/models/slider-crank.json', 'utf8'));
  const error = measures.find(({ name }) => name === 'fastest')!.error!;
  expect(error).toBeGreaterThan(1e-4);
  expect(error).toBeLessThan(3e-4);
});

test('The crane’s rope carries a quarter of the load', async () => {
  const { 0: force, 1: formula } = await curves('crane', { load: 1000 }).then((of) => [of('force'), of('force', 1)]);
  expect(force[0].value).toBeCloseTo((1000 * 9.81) / 4000, 3);
  const bounce = force.map(({ time, value }, i) => ({ time, value: value - formula[i].value }));
  expect(most(bounce, 0, 6)).toBeLessThan(0.02);
});

test('The Bricard mechanism moves with perpendicular axes, conserves its energy, and is fixed if one is askew', async () => {
  const moves = await curves('bricard');
  expect(most(moves('weight', 1))).toBeGreaterThan(4.5); // J
  expect(most(moves('weight', 2))).toBeLessThan(0.2); // mJ
  expect(most(moves('gap'))).toBeLessThan(1000); // 1e-12 m
  const askew = await curves('bricard', { askew: 1 });
  expect(most(askew('weight', 1))).toBeLessThan(1e-9);
  const corner = askew('corner D', 2);
  expect(corner.at(-1)?.value).toBeCloseTo(1, 9);
});

test('The cam’s follower keeps its motion law, presses with the force of the formula, and lifts off if that is negative', async () => {
  const smooth = await curves('cam');
  const difference = (of: typeof smooth, sensor: string) => {
    const closed = of(sensor, 1);
    return of(sensor).map(({ time, value }, i) => ({ time, value: value - closed[i].value }));
  };
  expect(most(smooth('lift'))).toBeGreaterThan(14.9);
  expect(most(difference(smooth, 'lift'))).toBeLessThan(0.06); // mm of contact deflection
  expect(most(difference(smooth, 'force'), 0.1)).toBeLessThan(25); // N of up to 100: the force rings at corners of the profile
  const fast = await curves('cam', { speed: 900 });
  expect(Math.min(...fast('force', 1).map(({ value }) => value))).toBeLessThan(0);
  expect(most(difference(fast, 'lift'))).toBeGreaterThan(1);
});

test('The chain’s driven wheel turns as unevenly as a polygon, and only the tight strand carries the load', async () => {
  const chain = await curves('chain-drive');
  const [speed, formula, link] = [chain('ratio'), chain('ratio', 1), chain('tension')];
  const steady = speed.flatMap(({ time, value }, i) => (time > 0.5 ? [{ value, formula: formula[i].value }] : []));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [average, middle] = [mean(steady.map(({ value }) => value)), mean(steady.map((each) => each.formula))];
  expect(average).toBeCloseTo(1, 2);
  const product = mean(steady.map((each) => (each.value - average) * (each.formula - middle)));
  const square = mean(steady.map((each) => (each.formula - middle) ** 2));
  expect(product / square).toBeGreaterThan(0.6); // it follows the formula, up to the contact deflection
  expect(product / square).toBeLessThan(1.4);
  const roller = chain('roller', 1);
  const radius = 0.0127 / (2 * Math.sin(Math.PI / 12));
  const strand = (below: boolean) =>
    mean(
      link.flatMap(({ time, value }, i) =>
        time > 0.5 && (below ? roller[i].value < -radius : roller[i].value > 0.99 * radius) ? [value] : [],
      ),
    );
  expect(strand(false) / (1 / radius)).toBeGreaterThan(0.95);
  expect(strand(false) / (1 / radius)).toBeLessThan(1.5);
  expect(strand(true)).toBeLessThan(0.35 * strand(false));
});
