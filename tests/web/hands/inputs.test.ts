import { expect, test } from 'vitest';
import type { InputInfo, ModelInfo } from '../../../wasm/engine/types';
import { keyText, speedOf, targetOfKey, valueOnRelease } from '../../../web/src/hands/inputs';
import { massesOf } from '../../../web/src/hands/masses';

const steer: InputInfo = {
  name: 'steer',
  value: 0.5,
  min: -3,
  max: 3,
  unit: 'N m',
  label: '',
  keys: ['ArrowRight', 'a'],
  rate: 12,
  returns: true,
};

test('A key moves its input to its end at the rate of the document, and back if it returns', () => {
  expect(targetOfKey(steer, 'ArrowRight')).toEqual({ value: 3, rate: 12 });
  expect(targetOfKey(steer, 'a')).toEqual({ value: -3, rate: 12 });
  expect(valueOnRelease(steer, 1.7)).toEqual({ value: 0.5, rate: 12 });
  expect(valueOnRelease({ ...steer, returns: false }, 1.7)).toEqual({ value: 1.7, rate: 0 });
});

test('Without a rate the value changes at once, without a limit it keeps changing', () => {
  expect(targetOfKey({ ...steer, rate: 0 }, 'a')).toEqual({ value: -3 });
  expect(valueOnRelease({ ...steer, rate: 0 }, -3)).toEqual({ value: 0.5 });
  expect(valueOnRelease({ ...steer, rate: 0, returns: false }, -3)).toBeNull();
  const { min: _, max: __, ...free } = steer;
  expect(targetOfKey(free, 'a')).toEqual({ value: 0.5 - 12e6, rate: 12 });
});

test('Keys are written as on a keyboard', () => {
  expect(['ArrowLeft', ' ', 'q', 'Shift'].map(keyText)).toEqual(['←', 'space', 'Q', 'Shift']);
});

test('The mass of a body is that of the document; a body without one has the usual mass of the others', () => {
  const massOf = massesOf({
    objects: [
      { name: 'ground' },
      { name: 'coin', physicsMass: 0.01 },
      { name: 'arm', linkMasses: [4, 2] },
      { name: 'rope 0', physicsMassPerLength: 0.5, physicsLength: 0.2 },
    ],
  });
  expect([massOf('coin', null), massOf('arm', 1), massOf('rope 0', null)]).toEqual([0.01, 2, 0.1]);
  expect(massOf('ground', null)).toBe(2);
  expect(massesOf(null)('any', null)).toBe(1);
});

test('The speed of a ride is the first curve in m/s of the plots', () => {
  const sensors = [
    { name: 'lean', unit: 'rad' },
    { name: 'velocity', unit: 'm/s' },
  ];
  const plot = (title: string, ...curves: string[]) => ({
    kind: 'sensors',
    title,
    curves: curves.map((sensor) => ({ sensor, component: 0, label: `of ${sensor}`, scale: 1 })),
  });
  const model = (...plots: object[]) => ({ sensors, display: { plots } }) as unknown as ModelInfo;
  expect(speedOf(model(plot('lean', 'lean'), plot('forward speed', 'velocity')))).toMatchObject({
    name: 'forward speed',
    sensor: 'velocity',
  });
  expect(speedOf(model(plot('both', 'lean', 'velocity')))).toMatchObject({ name: 'speed, of velocity' });
  expect(speedOf(model({ kind: 'over', curves: [] }, plot('lean', 'lean')))).toBeNull();
});
