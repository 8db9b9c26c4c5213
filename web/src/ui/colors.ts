import type { Range } from '../format/range';

/**
 * How a quantity is shown in colours: with uniform steps of lightness, or, if the sign matters, from blue to red through white, which is a
 * dark grey on dark paper.
 */
export interface ColorScale {
  low: number;
  high: number;
  /** Equally spaced colours from low to high. */
  stops: readonly string[];
  /** 256 colours from low to high, each as red, green and blue between 0 and 255. */
  table: Uint8Array;
}

// The hues of viridis with uniform steps of lightness from 34 to 90, so that both ends are visible on dark and on light paper.
const even = ['#753584', '#734fa4', '#646baf', '#5386ae', '#469ca8', '#3cb39d', '#48c687', '#77d760', '#b8e12f', '#fae421'];
const signed = ['#2166ac', '#67a9cf', '#d1e5f0', '#f7f7f7', '#fddbc7', '#ef8a62', '#b2182b'];
const signedDark = ['#86c4ff', '#5496d6', '#44678f', '#3d4855', '#85524c', '#d87860', '#ffb59d'];
const tables = new Map([even, signed, signedDark].map((stops) => [stops, tableOf(stops)]));

/** The scale for a range of numbers. Its centre is zero if a considerable part of the numbers is on either side. `dark`: for dark paper. */
export function colorScale([low, high]: Range, dark: boolean): ColorScale {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const diverging = low < -0.1 * size && high > 0.1 * size;
  const stops = !diverging ? even : dark ? signedDark : signed;
  const look = { stops, table: tables.get(stops) as Uint8Array };
  if (diverging) return { low: -size, high: size, ...look };
  return high > low ? { low, high, ...look } : { low: low - 0.5, high: high + 0.5, ...look };
}

/** Index in the table of the first colour component for a number; numbers out of range have the colour of the nearest end. */
export function colorPlace({ low, high }: ColorScale, value: number): number {
  return 3 * Math.max(0, Math.min(255, Math.floor((256 * (value - low)) / (high - low))));
}

/** The scale as a CSS gradient from left to right. */
export function gradient({ stops }: ColorScale): string {
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

function tableOf(colors: string[]): Uint8Array {
  const channels = colors.map((color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)));
  const table = new Uint8Array(3 * 256);
  for (let i = 0; i < 256; i++) {
    const place = (i / 255) * (colors.length - 1);
    const from = Math.min(colors.length - 2, Math.floor(place));
    for (let k = 0; k < 3; k++)
      table[3 * i + k] = Math.round(channels[from][k] + (place - from) * (channels[from + 1][k] - channels[from][k]));
  }
  return table;
}
