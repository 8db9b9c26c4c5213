import type { InputInfo } from '../../../wasm/engine/types';
import { own } from '../format/own';

const farAway = 1e6; // s; an upper limit for the time that a key without a limit is held

const names: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'space',
};

/** The symbol on a key. */
export function keyText(key: string): string {
  return own(names, key) ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The target of an input while one of its keys is held: the first key raises it. Without a rate, it takes effect at once. */
export function targetOfKey({ keys, value, min, max, rate }: InputInfo, key: string): { value: number; rate?: number } {
  const up = keys[0] === key;
  const end = (up ? max : min) ?? value + (up ? 1 : -1) * rate * farAway;
  return rate > 0 ? { value: end, rate } : { value: end };
}

/** The next value of an input whose keys have been released; `now`: its present value. Null: it is unchanged. */
export function valueOnRelease({ value, rate, returns }: InputInfo, now: number): { value: number; rate?: number } | null {
  if (returns) return rate > 0 ? { value, rate } : { value };
  return rate > 0 ? { value: now, rate: 0 } : null;
}
