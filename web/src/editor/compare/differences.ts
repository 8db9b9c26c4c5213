import { isRecord, own } from '../../format/own';
import { flatText, type ModelDocument } from '../../state/document';

/** A difference between two documents. */
export interface Difference {
  kind: 'added' | 'removed' | 'changed';
  /** The key of the document that contains it, such as "objects". */
  part: string;
  /** Its place in the part, such as "spring.stiffness"; "" for the whole part. */
  place: string;
  /** The type of an item that was added or removed, or "". */
  type: string;
  /** Excerpts of the values as JSON, or "". */
  before: string;
  after: string;
}

export interface Differences {
  changes: Difference[];
  /** The lists whose common items have another order. */
  reordered: string[];
}

type Item = Record<string, unknown>;

const longestValue = 48; // characters of an excerpt
const context = 12; // characters of an excerpt before the first difference

/**
 * The differences between two documents. Items of a list are matched by their names, items without a name by their content, then by their
 * types. The order of keys and items is no difference.
 */
export function differences(before: ModelDocument, after: ModelDocument): Differences {
  const found: Differences = { changes: [], reordered: [] };
  for (const part of keysOf(before, after)) comparePart(own(before, part), own(after, part), part, found);
  return found;
}

function comparePart(before: unknown, after: unknown, part: string, found: Differences): void {
  const whole = before ?? after;
  // Each entry of an added or removed list counts separately.
  if (isItems(whole)) return compareValues(before ?? [], after ?? [], part, '', found);
  if (isRecord(whole)) return compareValues(before ?? {}, after ?? {}, part, '', found);
  compareValues(before, after, part, '', found);
}

function compareValues(before: unknown, after: unknown, part: string, place: string, found: Differences): void {
  if (isItems(before) && isItems(after)) return compareItems(before, after, part, place, found);
  if (isRecord(before) && isRecord(after)) return compareObjects(before, after, part, place, found);
  const [old, now] = [before, after].map((value) => (value === undefined ? '' : flatText(value)));
  if (old === now) return;
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  const start = kind === 'changed' ? firstDifference(old, now) : 0;
  found.changes.push({ kind, part, place, type: '', before: excerpt(old, start), after: excerpt(now, start) });
}

function compareObjects(before: Item, after: Item, part: string, place: string, found: Differences): void {
  for (const key of keysOf(before, after)) {
    const [old, now] = [own(before, key), own(after, key)];
    if (part === 'parameters' && place === '') compareParameters(old, now, key, found);
    else compareValues(old, now, part, place === '' ? key : `${place}.${key}`, found);
  }
}

/** A parameter may be given as its value alone, which has the place of the parameter. */
function compareParameters(before: unknown, after: unknown, name: string, found: Differences): void {
  if (before === undefined || after === undefined) return compareValues(before, after, 'parameters', name, found);
  const [{ value: old, ...others }, { value: now, ...otherwise }] = [before, after].map((each) =>
    isRecord(each) ? each : { value: each },
  );
  compareValues(old, now, 'parameters', name, found);
  compareObjects(others, otherwise, 'parameters', name, found);
}

function compareItems(before: Item[], after: Item[], part: string, place: string, found: Differences): void {
  const pairs = matched(before, after);
  const kept = new Set(pairs.values());
  const list = place || part;
  const placeOf = (item: Item, i: number) => {
    const name = nameOf(item);
    if (name === null) return `${list}[${i}]`;
    return place ? `${place}.${name}` : name;
  };
  before.forEach((item, i) => {
    if (!kept.has(i)) found.changes.push({ kind: 'removed', part, place: placeOf(item, i), type: typeOf(item), before: '', after: '' });
  });
  let last = -1;
  let isReordered = false;
  after.forEach((item, i) => {
    const old = pairs.get(i);
    if (old === undefined) {
      found.changes.push({ kind: 'added', part, place: placeOf(item, i), type: typeOf(item), before: '', after: '' });
      return;
    }
    compareObjects(before[old], item, part, placeOf(item, i), found);
    isReordered ||= old < last;
    last = Math.max(last, old);
  });
  if (isReordered) found.reordered.push(place ? `${part}: ${place}` : part);
}

/** The index in `before` of each item of `after` that has a counterpart there. */
function matched(before: Item[], after: Item[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const unnamed = (key: (item: Item) => string) => (item: Item) => (nameOf(item) === null ? key(item) : null);
  for (const keyOf of [nameOf, unnamed((item) => JSON.stringify(item)), unnamed(typeOf)]) {
    const free = new Map<string, number[]>(); // in reverse order
    for (let i = before.length - 1; i >= 0; i--) {
      const key = taken.has(i) ? null : keyOf(before[i]);
      if (key === null) continue;
      if (free.has(key)) free.get(key)?.push(i);
      else free.set(key, [i]);
    }
    after.forEach((item, i) => {
      const key = pairs.has(i) ? null : keyOf(item);
      const old = key === null ? undefined : free.get(key)?.pop();
      if (old === undefined) return;
      pairs.set(i, old);
      taken.add(old);
    });
  }
  return pairs;
}

/** What names an item: tasks have an `id`, plots a title. */
function nameOf({ name, id, title }: Item): string | null {
  return [name, id, title].find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}

const typeOf = ({ type }: Item) => (typeof type === 'string' ? type : '');

const isItems = (value: unknown): value is Item[] => Array.isArray(value) && value.every(isRecord);

/** The keys of both, in the order of the second. */
const keysOf = (before: object, after: object) => [...new Set([...Object.keys(after), ...Object.keys(before)])];

function firstDifference(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** A part of a text that contains the character at `start`. */
function excerpt(text: string, start: number): string {
  const from = text.length > longestValue ? Math.max(0, start - context) : 0;
  const part = text.slice(from, from + longestValue);
  return `${from > 0 ? '…' : ''}${part}${from + longestValue < text.length ? '…' : ''}`;
}
