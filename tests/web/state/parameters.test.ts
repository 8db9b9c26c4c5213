import { describe, expect, test } from 'vitest';
import { parameterControl, parameterOfPointer, parameterTextWithUnit, readTyped } from '../../../web/src/state/parameters';
import { parameterOf } from '../../support/recording';

const radius = parameterControl(parameterOf({ name: 'r', value: 0.01, min: 0.005, max: 0.05, step: 0.001, unit: 'm', label: 'radius' }));
const plain = parameterControl(parameterOf({ name: 'mu', value: 0.8 }));

describe('A parameter', () => {
  test('in metres is shown in millimetres', () => {
    expect(parameterTextWithUnit(radius, 0.012)).toBe('12\u2009mm');
  });

  test('without limits gets limits around its default, and its name as label', () => {
    expect(plain).toMatchObject({ min: 0, max: 1.6, step: 0.01, label: 'mu' });
    const negative = parameterControl(parameterOf({ name: 'a', value: -3 }));
    expect(negative.min).toBeLessThan(-3);
    expect(negative.max).toBeGreaterThan(-3);
  });

  test('offers its choices, as numbers or with names', () => {
    const choices = [
      { value: 1, label: '' },
      { value: 2, label: 'second' },
    ];
    expect(parameterControl(parameterOf({ name: 'gear', choices })).choices).toEqual([
      { value: 1, label: '1' },
      { value: 2, label: 'second' },
    ]);
  });

  test.each([
    ['12', 0.012],
    ['12 mm', 0.012],
    ['12,5', 0.0125],
    ['\u22123', -0.003],
    ['1e1', 0.01],
    ['', Number.NaN],
    ['12 kg', Number.NaN],
    ['0x10', Number.NaN],
  ])('typed as “%s” is %d', (text, value) => {
    expect(readTyped(radius, text)).toBe(value);
  });

  test('is found from the pointer of an error', () => {
    expect(parameterOfPointer('/parameters/mu/value')).toBe('mu');
    expect(parameterOfPointer('/parameters/a~1b')).toBe('a/b');
    expect(parameterOfPointer('/objects/0/mu')).toBeNull();
  });
});
