/** Random numbers that are identical on every computer: SplitMix32 with the mixing functions of MurmurHash3. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed, 0x85ebca6b) ^ 0x9e3779b9;
  }
  uniform(): number {
    this.state = (this.state + 0x9e3779b9) | 0;
    let z = this.state ^ (this.state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 0x1_0000_0000;
  }
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }
  among<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

/**
 * Texts that are easily misread: names that every object inherits, extreme numbers, and special characters of HTML, Markdown and addresses.
 */
const words = [
  'constructor',
  '__proto__',
  'toString',
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  '9007199254740993',
  '%',
  '%zz',
  '%00',
  '&',
  '=',
  '~',
  ';',
  '"',
  '\\',
  '\u0000',
  '\u202e',
  '\ud800',
  '\u{1f600}',
  'א',
  '<b>',
  '</script>',
  '&amp;',
  '![a](b)',
  '[a](javascript:b)',
  '```',
  '$$',
  '$\\frac{1}{',
  '\\def\\a{\\a\\a}',
  '\n\n',
  '\r\n',
  '\t',
  '| a | b |\n|---|---|\n',
  'x'.repeat(3000),
];
const numbers = [0, -0, -1, 1, 0.5, 2, 1e-300, 1e300, -1e9, 2 ** 31, 2 ** 53 + 2, Number.MAX_VALUE, 100];

/** Applies one to six changes to a text: removes, duplicates or replaces parts, or cuts off the end. */
export function mutatedText(text: string, random: Random): string {
  let changed = text;
  do {
    const start = random.below(changed.length + 1);
    const end = Math.min(changed.length, start + 1 + random.below(random.chance(0.8) ? 6 : 300));
    const part = changed.slice(start, end);
    const other = random.among([
      '',
      random.among(words),
      part + part,
      part.repeat(1 + random.below(random.chance(0.9) ? 3 : 60)),
      String.fromCharCode(random.below(random.chance(0.8) ? 128 : 65536)),
      part + random.among(words),
      String(random.among(numbers)),
    ]);
    changed = changed.slice(0, start) + other + (random.chance(0.04) ? '' : changed.slice(end));
  } while (random.chance(0.6) && changed.length < 100_000);
  return changed;
}

/** Like `mutatedText`, for bytes. */
export function mutatedBytes(bytes: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  let changed = Uint8Array.from(bytes);
  do {
    const at = random.below(changed.length + 1);
    const size = 1 + random.below(random.chance(0.8) ? 4 : 200);
    switch (random.below(4)) {
      case 0:
        if (at < changed.length) changed[at] = random.among([0, 255, 127, 128, 1, random.below(256)]);
        break;
      case 1:
        changed = Uint8Array.from([...changed.subarray(0, at), ...changed.subarray(at + size)]);
        break;
      case 2:
        changed = Uint8Array.from([...changed.subarray(0, at + size), ...changed.subarray(at)]);
        break;
      default:
        if (random.chance(0.2)) changed = changed.slice(0, at);
    }
  } while (random.chance(0.6));
  return changed;
}

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push({ holder: value as Record<string, unknown>, key });
    placesIn((value as Record<string, unknown>)[key], found);
  }
  return found;
}

/** A copy of JSON with one to six values or keys changed, possibly to another type. */
export function mutatedJson<T>(json: T, random: Random): T {
  const whole = { json: structuredClone(json) as unknown };
  do {
    const places = placesIn(whole);
    const { holder, key } = random.among(places);
    const other = random.among(places);
    const value = random.among<() => unknown>([
      () => null,
      () => random.among(numbers),
      () => random.among(words),
      () => [],
      () => ({}),
      () => random.chance(0.5),
      () => structuredClone(other.holder[other.key]),
      () => [holder[key]],
      () => ({ [random.among(words)]: holder[key] }),
    ])();
    if (key !== 'json' && random.chance(0.2)) delete holder[key];
    else if (key !== 'json' && random.chance(0.1))
      Object.defineProperty(holder, random.among(words), { value, enumerable: true, writable: true, configurable: true });
    else if (JSON.stringify(value)?.length < 20_000) holder[key] = value;
  } while (random.chance(0.6));
  return whole.json as T;
}
