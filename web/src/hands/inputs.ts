import { msg, str } from '@lit/localize';
import type { InputInfo, ModelInfo, SensorPlot } from '../../../wasm/engine/types';
import { own } from '../format/own';

const farAway = 1e6; // s; the target of an input without limits is its value after this time, longer than any key is held

const names: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The symbol on a key. */
export function keyText(key: string): string {
  if (key === ' ') return msg('space', { desc: 'the space bar' });
  return own(names, key) ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The target of an input while one of its keys is held: the first key raises it. Without a rate, it takes effect at once. */
export function targetOfKey({ keys, value, min, max, rate }: InputInfo, key: string): { value: number; rate?: number } {
  const up = keys[0] === key;
  const end = (up ? max : min) ?? value + (up ? 1 : -1) * rate * farAway;
  return rate > 0 ? { value: end, rate } : { value: end };
}

/** The speed that the first plot with one in m/s shows, with its name; null: no plot shows one. */
export function speedOf({
  display,
  sensors,
}: Pick<ModelInfo, 'display' | 'sensors'>): (SensorPlot['curves'][number] & { name: string }) | null {
  const isSpeed = (name: string) => sensors.some((sensor) => sensor.name === name && sensor.unit === 'm/s');
  for (const plot of display.plots) {
    const curve = plot.kind === 'sensors' && plot.curves.find(({ sensor }) => isSpeed(sensor));
    if (curve) return { ...curve, name: plot.curves.length === 1 ? plot.title : msg(str`speed, ${curve.label}`) };
  }
  return null;
}

/** The next value of an input whose keys have been released; `now`: its present value. Null: it is unchanged. */
export function valueOnRelease({ value, rate, returns }: InputInfo, now: number): { value: number; rate?: number } | null {
  if (returns) return rate > 0 ? { value, rate } : { value };
  return rate > 0 ? { value: now, rate: 0 } : null;
}
