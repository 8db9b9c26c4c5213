import { expect, test } from 'vitest';
import {
  decimalsFor,
  displayUnit,
  formatDuration,
  formatFixed,
  formatNumber,
  inputUnit,
  niceBelow,
  quantityText,
  withoutNoise,
  withUnit,
} from '../../../web/src/format/quantity';

test('Small lengths are shown in millimetres, forces unchanged', () => {
  expect(displayUnit('m', 0.03)).toEqual({ factor: 1000, text: 'mm' });
  expect(displayUnit('m', 3)).toEqual({ factor: 1, text: 'm' });
  expect(displayUnit('N', 9.81)).toEqual({ factor: 1, text: 'N' });
  expect(displayUnit('rad/s', 1e-9)).toEqual({ factor: 1, text: 'rad/s' });
  expect(displayUnit('m', 0)).toEqual({ factor: 1, text: 'm' });
});

test('Angles are shown in degrees', () => {
  const { factor, text } = inputUnit('rad', 1);
  expect([Math.PI * factor, text]).toEqual([180, '°']);
});

test('Numbers have a true minus, no trailing zeros, and powers of ten if these help', () => {
  expect(formatNumber(-0.25)).toBe('\u22120.25');
  expect(formatNumber(10)).toBe('10');
  expect(formatNumber(123456, 3)).toBe('123000');
  expect(formatNumber(1.5e-9)).toBe('1.5e\u22129');
  expect(formatNumber(0)).toBe('0');
  expect(formatNumber(Number.NaN)).toBe('–');
});

test('Fixed decimals never show minus zero', () => {
  expect(formatFixed(-0.0001, 2)).toBe('0.00');
  expect(formatFixed(-0.126, 2)).toBe('\u22120.13');
});

test('Decimals follow the range of a curve', () => {
  expect(decimalsFor(40)).toBe(2);
  expect(decimalsFor(0.5)).toBe(4);
  expect(decimalsFor(12345)).toBe(0);
});

test('Durations are written for people', () => {
  expect(['0.031', '0.5', '1.238', '125'].map((seconds) => formatDuration(Number(seconds)).replaceAll('\u2009', ' '))).toEqual([
    '31 ms',
    '500 ms',
    '1.24 s',
    '2 min 5 s',
  ]);
});

test('Units have a space, degrees have none, and grid cells are 1, 2 or 5', () => {
  expect(withUnit('5', '°')).toBe('5°');
  expect(withUnit('5', 'mm')).toBe('5\u2009mm');
  expect([0.07, 0.0231, 950].map(niceBelow)).toEqual([0.05, 0.02, 500]);
});

test('Rounding errors read as zero beside the scale of the model and beside other components', () => {
  const text = (values: number[], unit: string, scale: number) => quantityText(values, unit, scale).replace('\u2009', ' ');
  expect(text([5.898e-19, 3.482e-21, 0], 'm', 0.4)).toBe('0, 0, 0 mm');
  expect(text([0.25, 1.5e-8, -0.0625], 'm', 0.4)).toBe('250, 0, \u221262.5 mm');
  expect(text([2e-5, 0, 0], 'm', 0.4)).toBe('20, 0, 0 µm');
  expect(text([2.172e-13], 'N', 12)).toBe('0 N');
  expect([withoutNoise(2e-13, 12), withoutNoise(1e-3, 12)]).toEqual([0, 1e-3]);
});
