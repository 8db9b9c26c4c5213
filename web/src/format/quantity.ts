import { listed, withDecimalMark } from './language';

/** How a quantity in SI units is shown: shown = factor * SI. */
export interface DisplayUnit {
  factor: number;
  text: string;
}

const much = 2e3; // from this number on, the next prefix is easier to read

/** With the prefix for thousandths for small numbers, and with all prefixes for large ones. */
function scaled(unit: string, ...prefixes: string[]): [limit: number, factor: number, text: string][] {
  const larger = prefixes.map((prefix, i) => [1000 ** (i + 1), prefix] as const);
  return [
    [1e-2, 1e3, `m${unit}`],
    [much, 1, unit],
    ...larger.map(([size, prefix], i): [number, number, string] => [
      i < larger.length - 1 ? much * size : Infinity,
      1 / size,
      prefix + unit,
    ]),
  ];
}

const prefixed: Record<string, [limit: number, factor: number, text: string][]> = {
  m: [
    [1e-3, 1e6, 'µm'],
    [0.5, 1e3, 'mm'],
  ],
  s: [
    [1e-3, 1e6, 'µs'],
    [0.1, 1e3, 'ms'],
  ],
  N: scaled('N', 'k', 'M'),
  N·m: scaled('N·m', 'k', 'M'),
  Pa: scaled('Pa', 'k', 'M', 'G'),
  W: scaled('W', 'k', 'M'),
  J: scaled('J', 'k', 'M'),
  'N/m': scaled('N/m', 'k', 'M').slice(1),
};

/** The unit in which numbers up to `magnitude` (SI) are easy to read. */
export function displayUnit(unit: string, magnitude: number): DisplayUnit {
  if (!(magnitude > 0)) return { factor: 1, text: unit };
  for (const [limit, factor, text] of prefixed[unit] ?? []) if (magnitude < limit) return { factor, text };
  return { factor: 1, text: unit };
}

/** The unit of a slider: angles use degrees. */
export function inputUnit(unit: string, magnitude: number): DisplayUnit {
  return unit === 'rad' ? { factor: 180 / Math.PI, text: '°' } : displayUnit(unit, magnitude);
}

/** Decimals that show about four digits of numbers within `span`. */
export function decimalsFor(span: number): number {
  if (!(span > 0) || !Number.isFinite(span)) return 3;
  return Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(span))));
}

/** A number for readers with fixed decimals; in scientific notation if it is very large or small. */
export function formatFixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const text = size >= 1e7 || decimals > 9 ? value.toExponential(3) : value.toFixed(decimals);
  return written(/^-0(\.0*)?$/.test(text) ? text.slice(1) : text);
}

/** Like `formatFixed`, with a plus sign if it is positive. */
export function formatDifference(value: number, decimals: number): string {
  const text = formatFixed(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A number for readers with at most `digits` significant digits and no trailing zeros. */
export function formatNumber(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-5)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string];
    return written(`${trimZeros(mantissa)}e${exponent.replace('+', '')}`);
  }
  const text = value.toPrecision(digits);
  return written(trimZeros(text.includes('e') ? String(Number(text)) : text));
}

/** `value`, or 0 if it is a rounding error beside `scale`, the size that such a quantity usually has. */
export function withoutNoise(value: number, scale: number): number {
  return Math.abs(value) < 1e-9 * scale ? 0 : value;
}

/**
 * Quantities in SI units with one common unit, as a person writes them: "1, 0, 0 m". `scale`: the size that such quantities usually have in
 * the model. A component that is far below the others is 0.
 */
export function quantityText(values: readonly number[], unit: string, scale: number, digits = 4): string {
  const known = values.map((value) => withoutNoise(value, scale));
  const largest = Math.max(...known.map(Math.abs));
  const shown = displayUnit(unit, largest || scale);
  const texts = known.map((value) => formatNumber(Math.abs(value) < 1e-6 * largest ? 0 : value * shown.factor, digits));
  return withUnit(listed(texts), shown.text);
}

/** A number with its unit; there is no space before a degree sign. */
export function withUnit(number: string, unit: string): string {
  return unit === '' ? number : unit === '°' ? `${number}°` : `${number}\u2009${unit}`;
}

/** A duration for people: "31 ms", "1.24 s", "2 min 5 s". */
export function formatDuration(seconds: number): string {
  if (seconds < 0.0995) return `${formatNumber(seconds * 1000, 2)}\u2009ms`;
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)}\u2009ms`;
  if (seconds < 60) return `${formatNumber(seconds, 3)}\u2009s`;
  return `${Math.floor(seconds / 60)}\u2009min ${Math.round(seconds % 60)}\u2009s`;
}

/** 1, 2 or 5 times a power of ten, the largest one not above `value`. */
export function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const leading = value / power;
  return (leading >= 5 ? 5 : leading >= 2 ? 2 : 1) * power;
}

/** A number with a true minus sign and the reader's decimal mark. */
function written(text: string): string {
  return withDecimalMark(text.replaceAll('-', '\u2212'));
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Whether a text is a number as in JSON, or with a sign, or without digits on one side of the point. */
export const isNumberText = (text: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
