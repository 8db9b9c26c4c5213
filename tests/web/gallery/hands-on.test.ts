import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testEngine } from '../../support/engine';

const engine = await testEngine();

interface Changes {
  parameters?: Record<string, number>;
  /** Replaces the events of the document. */
  events?: object[];
  endTime?: number;
}

/** A model of the gallery as it runs by default, or with other events. */
async function play(name: string, { parameters = {}, events, endTime }: Changes = {}) {
  const document = JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8'));
  if (events) document.events = events;
  if (endTime) document.analysis.at(-1).endTime = endTime;
  const run = engine.start(JSON.stringify(document), { parameters, sliceMilliseconds: 1000 });
  for await (const _ of run);
  expect(run.status).toBe('finished');
  const { sensors } = await run.model;
  const column = (sensor: string, component = 0) =>
    run.history.sensorColumn(
      sensors.findIndex((each) => each.name === sensor),
      component,
    );
  const time = [...run.history.time];
  const values = (sensor: string, component = 0) => [...column(sensor, component)];
  /** The index of the first sample from this time on. */
  const at = (moment: number, sensor: string, component = 0) => column(sensor, component)[time.findIndex((t) => t > moment - 1e-9)];
  return { run, time, values, at, end: time.at(-1)!, last: (sensor: string, component = 0) => values(sensor, component).at(-1)! };
}
const largest = (values: number[]) => Math.max(...values.map(Math.abs));
const stepSize = (name: string) => JSON.parse(readFileSync(`web/models/${name}.json`, 'utf8')).analysis.at(-1).stepSize as number;

test('The bicycle rights itself after pushes if it is stable, falls at lower speeds, and turns left when steered to the right', async () => {
  const steps = (seconds: number) => Math.round(seconds / stepSize('ride-bicycle'));
  const push = (impulse: number) => [{ step: steps(1), push: 'frame', impulse: [0, impulse, 0], steps: 20 }];
  const hit = (v0: number, impulse: number) => play('ride-bicycle', { parameters: { v0, rollRate: 0 }, events: push(impulse) });
  for (const v0 of [4.6, 5, 5.5]) {
    const pushed = await hit(v0, 20);
    expect(pushed.end).toBe(20);
    const lean = pushed.values('angles', 0);
    expect(largest(lean)).toBeGreaterThan(2);
    expect(largest(lean.slice(-100))).toBeLessThan(0.1 * largest(lean));
    expect(Math.abs(pushed.last('angles', 2))).toBeGreaterThan(1); // nothing steers it back
  }
  const gentle = await hit(5, 4);
  const slowest = -0.32286642900409; // 1/s, capsize at 5 m/s by Meijaard et al.
  expect(Math.log(gentle.at(17, 'angles') / gentle.at(12, 'angles')) / 5).toBeCloseTo(slowest, 1);
  const rate = (4 * 0.9) / 81; // rad/s, as in the text
  expect(gentle.at(1.04, 'roll rate')).toBeCloseTo((-rate * 180) / Math.PI, 0);
  expect((await hit(3, 20)).run.statistics.ended).toContain('The bicycle has fallen.');

  const tap = [
    { step: steps(1), input: 'steer', value: 0.5, rate: 5 },
    { step: steps(1.5), input: 'steer', value: 0, rate: 5 },
  ];
  const turned = await play('ride-bicycle', { parameters: { v0: 5, rollRate: 0 }, events: tap });
  expect(turned.at(1.3, 'angles', 1)).toBeGreaterThan(0.5); // the handlebars go to the right first
  expect(turned.last('angles', 2)).toBeLessThan(-3); // and the bicycle to the left
});

test('The bicycle in a steady turn leans like a pendulum in a carousel, at the speed from pedalling', async () => {
  const steps = (seconds: number) => Math.round(seconds / stepSize('ride-bicycle'));
  const { at } = await play('ride-bicycle', {
    parameters: { v0: 3, rollRate: 0 },
    events: [
      { step: steps(0.5), input: 'pedal', value: 20, rate: 100 },
      { step: steps(3.5), input: 'pedal', value: 0, rate: 100 },
    ],
    endTime: 4,
  });
  // A torque of 20 N m on a wheel of 0.3 m, for 94 kg and the two rotating wheels.
  const mass = 94 + 0.12 / 0.3 ** 2 + 0.28 / 0.35 ** 2;
  expect(at(4, 'velocity') - 3).toBeCloseTo((3 * 20) / 0.3 / mass, 1);
});

test('The car parks itself by its program, and slides if friction is small or its rollers point the wrong way', async () => {
  const parked = await play('drive-car');
  expect(parked.at(7.4, 'to the bay')).toBeLessThan(0.05);
  expect(Math.abs(parked.at(7.4, 'to the bay', 1))).toBeLessThan(2);
  expect(parked.last('to the bay', 1)).toBeLessThan(10); // once around
  const ice = await play('drive-car', { parameters: { mu: 0.1 } });
  expect((ice.at(0.95, 'velocity') - ice.at(0.75, 'velocity')) / 0.2).toBeCloseTo((0.1 * 9.81) / 2, 1);
});

test('The flicked coin spins at the rate of its impulse, comes down and whirls', async () => {
  const coin = await play('flick-coin');
  const [radius, thick] = [0.0116, 0.2 * 0.0116];
  const mass = 7600 * Math.PI * radius ** 2 * thick;
  const speed = 0.0015 / mass;
  const spin = (0.0015 * radius) / ((mass * (3 * radius ** 2 + thick ** 2)) / 12);
  expect(coin.at(0.206, 'angular velocity', 2) / spin).toBeCloseTo(1, 1);
  expect(coin.at(0.204, 'velocity', 0)).toBeLessThan(speed);
  expect(coin.at(0.204, 'velocity', 0)).toBeGreaterThan(speed - 1.5 * 0.3 * 9.81 * 0.004); // the loss through friction in 4 ms
  expect(coin.run.statistics.ended).toContain('The coin lies on the table.');
});

test('The belt holds the load of the belt friction law and slips beyond it', async () => {
  const belt = await play('brake-belt');
  expect(belt.at(3.5, 'driven speed', 2)).toBeGreaterThan(11); // 24 N m
  expect(belt.at(4.7, 'driven speed', 2)).toBeLessThan(6); // 30 N m
  expect(belt.at(3.5, 'torques', 2)).toBeCloseTo(28, 0);
  expect(belt.last('driven speed', 2)).toBeGreaterThan(11);
});

test('The cradle’s balls leave as they came, and the work of the hand equals their energy', async () => {
  const cradle = await play('cradle-by-hand');
  const { time, values } = cradle;
  const [energy, power] = [values('energy'), values('power')];
  let work = 0;
  for (let i = 1; i < time.length && time[i] < 1.3; i++) work += 0.5 * (power[i] + power[i - 1]) * (time[i] - time[i - 1]) * 1e3;
  const lifted = energy[time.findIndex((t) => t >= 1.3)];
  expect(work / lifted).toBeCloseTo(1, 1);
  expect(lifted).toBeGreaterThan(75); // mJ
  // Then one leaves at the other end, nearly as high, while the others rest.
  const swing = (ball: number, from: number, to: number) =>
    largest(values('angles', ball).filter((_, i) => time[i] > from && time[i] < to));
  expect(swing(4, 1.3, 1.9)).toBeGreaterThan(27);
  expect(swing(1, 1.3, 1.9)).toBeLessThan(4);
});
