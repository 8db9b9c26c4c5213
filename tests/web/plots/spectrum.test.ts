import { expect, test } from 'vitest';
import { fourier } from '../../../web/src/plots/fourier';
import { peaksOf, type SpectrumSettings, spectrumOf } from '../../../web/src/plots/spectrum';

const amplitude: SpectrumSettings = { window: 'hann', segments: 1, quantity: 'amplitude', logarithmic: false };
const samples = (count: number, step: number, of: (t: number) => number) => {
  const times = Array.from({ length: count + 1 }, (_, i) => i * step);
  return [times, times.map(of)] as const;
};
const sine =
  (frequency: number, size = 1) =>
  (t: number) =>
    size * Math.sin(2 * Math.PI * frequency * t + 0.7);
const largest = (values: ArrayLike<number>) => Math.max(...Array.from(values));

test.each([1, 2, 3, 8, 30, 97])('The transform of %i numbers equals its sum', (count) => {
  const x = Array.from({ length: count }, (_, n) => Math.cos(n * n) - 0.3 * n);
  const { re, im } = fourier(x);
  for (let k = 0; k < count; k++) {
    const angle = (n: number) => (2 * Math.PI * k * n) / count;
    expect(re[k]).toBeCloseTo(
      x.reduce((sum, value, n) => sum + value * Math.cos(angle(n)), 0),
      9,
    );
    expect(im[k]).toBeCloseTo(
      x.reduce((sum, value, n) => sum - value * Math.sin(angle(n)), 0),
      9,
    );
  }
});

test.each(['hann', 'rectangle', 'flatTop'] as const)('A sine in whole periods has its amplitude with the window %s', (window) => {
  const spectrum = spectrumOf(...samples(1000, 0.01, (t) => 5 + sine(2.5, 0.3)(t)), { ...amplitude, window })!;
  expect(spectrum.frequency[0]).toBeCloseTo(0.1, 12);
  expect(spectrum.values[24]).toBeCloseTo(0.3, 12);
  expect(peaksOf(spectrum, { ...amplitude, window }, 5)).toEqual([
    { index: 24, frequency: expect.closeTo(2.5, 9), value: spectrum.values[24] },
  ]);
});

test('Between two frequencies, a flat top keeps the amplitude to 0.1 % and Hann to 15 %', () => {
  const read = (window: SpectrumSettings['window']) =>
    largest(spectrumOf(...samples(1000, 0.01, sine(2.55, 0.3)), { ...amplitude, window })!.values) / 0.3;
  expect(Math.abs(read('flatTop') - 1)).toBeLessThan(1e-3);
  expect(read('hann')).toBeCloseTo(0.849, 3);
  expect(read('rectangle')).toBeCloseTo(0.64, 1);
});

test.each([
  ['hann', 3, [0.008360195477387358, 0.2964940290244001, 5.693762710272699e-10, 0.15836851464909968, 0.9431235799582154]],
  ['flatTop', 1, [0.01139358370330956, 2.811494351691357e-10, 5.941379578401398e-11, 0.20838275943550824, 3.273408597795764e-5]],
  ['rectangle', 3, [0.02357718805641641, 0.3774339947740784, 0.00012825204234867194, 0.21715058395692335, 0.8688313930493976]],
] as const)('With the window %s and %i segments, SciPy gives the same', (window, segments, numbers) => {
  const curve = samples(100, 0.02, (t) => Math.sin(2 * Math.PI * 7.3 * t) + 0.4 * Math.cos(2 * Math.PI * 13 * t) + 0.3 * t ** 2);
  const density = spectrumOf(...curve, { ...amplitude, window, segments, quantity: 'density' })!.values;
  const own = spectrumOf(...curve, { ...amplitude, window, segments })!.values;
  [density[0], density[6], density[density.length - 1], own[0], own[6]].forEach((value, i) => {
    expect(value / numbers[i]).toBeCloseTo(1, 9);
  });
});

test('The power density of a sine has its mean square as integral', () => {
  for (const window of ['hann', 'rectangle', 'flatTop'] as const) {
    const { frequency, values } = spectrumOf(...samples(4000, 0.01, sine(2.53, 0.3)), { ...amplitude, window, quantity: 'density' })!;
    expect(values.reduce((sum, value) => sum + value * frequency[0], 0)).toBeCloseTo(0.5 * 0.3 ** 2, 3);
  }
});

test('Peaks are the frequencies of a curve, without side lobes', () => {
  for (const window of ['hann', 'rectangle', 'flatTop'] as const) {
    const curve = samples(2000, 0.01, (t) => sine(2.534)(t) + sine(9.21, 0.08)(t));
    const peaks = peaksOf(spectrumOf(...curve, { ...amplitude, window })!, { ...amplitude, window }, 5);
    expect(peaks.map(({ frequency }) => Number(frequency.toFixed(1)))).toEqual([2.5, 9.2]);
    expect(Math.abs(peaks[0].frequency - 2.534)).toBeLessThan(window === 'flatTop' ? 0.02 : 0.01);
  }
  const decay = samples(4000, 0.005, (t) => Math.exp(-0.2 * t) * sine(3)(t) + 0.2 * Math.exp(-0.5 * t) * sine(8)(t));
  const peaks = peaksOf(spectrumOf(...decay, amplitude)!, amplitude, 5);
  expect(peaks.map(({ frequency }) => Number(frequency.toFixed(1)))).toEqual([3, 8]);
});

test('Unequal steps are interpolated, and only lower frequencies are shown', () => {
  const times = Array.from({ length: 2001 }, (_, i) => i * 0.01 + 0.002 * Math.sin(i * i));
  const read = (frequency: number) => spectrumOf(times, times.map(sine(frequency)), { ...amplitude, window: 'flatTop' })!;
  const { frequency } = read(2);
  expect(frequency[frequency.length - 1]).toBeGreaterThan(17);
  expect(frequency[frequency.length - 1]).toBeLessThan(25);
  expect(Math.abs(largest(read(2).values) - 1)).toBeLessThan(2e-3);
  expect(Math.abs(largest(read(15).values) - 1)).toBeLessThan(1.5e-2);
});

test('A shorter last step is left out, and so is the first of two samples at one time', () => {
  const [times, curve] = samples(1000, 0.01, sine(2.5, 0.3));
  const late = [...times, 10.003];
  expect(spectrumOf(late, late.map(sine(2.5, 0.3)), amplitude)!.frequency[0]).toBeCloseTo(0.1, 9);
  const twice = spectrumOf([...times.slice(0, 501), ...times.slice(500)], [...curve.slice(0, 500), 99, ...curve.slice(500)], amplitude)!;
  expect(twice.values[24]).toBeCloseTo(0.3, 12);
});

test('Short, constant and infinite curves have no spectrum', () => {
  expect(spectrumOf(...samples(6, 0.1, sine(1)), amplitude)).toBeNull();
  expect(spectrumOf(...samples(7, 0.1, sine(1)), amplitude)).not.toBeNull();
  expect(spectrumOf(...samples(20, 0.1, sine(1)), { ...amplitude, segments: 8 })).toBeNull();
  expect(spectrumOf(...samples(100, 0.1, (t) => 9.81 + 1e-15 * Math.sin(t)), amplitude)).toBeNull();
  expect(spectrumOf(...samples(100, 0.1, (t) => (t > 5 ? Number.NaN : t)), amplitude)).toBeNull();
  expect(spectrumOf([], [], amplitude)).toBeNull();
});
