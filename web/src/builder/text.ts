import { equalJson } from '../format/equal';

/** Characters of a text, `to` not included. */
interface Range {
  from: number;
  to: number;
}
/** A value in a JSON text, with its entries. */
interface Node extends Range {
  entries?: { key: string; whole: Range; value: Node }[];
}

export type Path = readonly (string | number)[];

/** Parts of a valid JSON text. */
function parse(text: string): Node {
  let at = 0;
  const skip = () => {
    while (' \t\r\n'.includes(text[at])) at++;
  };
  const endOfString = () => {
    for (at++; text[at] !== '"'; at++) if (text[at] === '\\') at++;
    at++;
  };
  const value = (): Node => {
    skip();
    const from = at;
    const close = { '{': '}', '[': ']' }[text[at]];
    if (!close) {
      if (text[at] === '"') endOfString();
      else while (at < text.length && !',]} \t\r\n'.includes(text[at])) at++;
      return { from, to: at };
    }
    const entries: NonNullable<Node['entries']> = [];
    for (at++, skip(); text[at] !== close; skip()) {
      if (text[at] === ',') at++;
      skip();
      const start = at;
      let key = String(entries.length);
      if (close === '}') {
        endOfString();
        key = JSON.parse(text.slice(start, at)) as string;
        skip();
        at++; // the colon
      }
      const entry = value();
      entries.push({ key, whole: { from: start, to: at }, value: entry });
    }
    at++;
    return { from, to: at, entries };
  };
  return value();
}

function nodeAt(root: Node, path: Path): Node | null {
  let node: Node | null = root;
  for (const key of path) node = node?.entries?.find((entry) => entry.key === String(key))?.value ?? null;
  return node;
}

/** White space from the start of the line to a place. */
function indentAt(text: string, place: number): string {
  const line = text.lastIndexOf('\n', place - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, place))![0];
}

const replaced = (text: string, { from, to }: Range, by: string) => text.slice(0, from) + by + text.slice(to);

/**
 * The text with another value at a path; everything else keeps its bytes, and so does a value that is the same. `layOut` writes a value
 * behind an indent. What is missing on the way is made.
 */
export function withValue(text: string, path: Path, value: unknown, layOut: (value: unknown, indent: string) => string): string {
  const root = parse(text);
  const there = nodeAt(root, path);
  if (there) {
    const isSame = equalJson(JSON.parse(text.slice(there.from, there.to)), value);
    return isSame ? text : replaced(text, there, layOut(value, indentAt(text, there.from)));
  }
  const parent = nodeAt(root, path.slice(0, -1));
  const key = path[path.length - 1];
  if (!parent) return withValue(text, path.slice(0, -1), typeof key === 'number' ? [value] : { [key]: value }, layOut);
  return withEntry(text, parent, key, value, layOut);
}

/** Adds an entry at the end of an object or a list, laid out as those before it are. */
function withEntry(
  text: string,
  parent: Node,
  key: string | number,
  value: unknown,
  layOut: (value: unknown, indent: string) => string,
): string {
  const head = typeof key === 'string' ? `${JSON.stringify(key)}: ` : '';
  const last = parent.entries?.at(-1);
  if (!last) {
    const outer = indentAt(text, parent.from);
    const [open, close] = [text[parent.from], text[parent.to - 1]];
    return replaced(text, parent, `${open}\n${outer}  ${head}${layOut(value, `${outer}  `)}\n${outer}${close}`);
  }
  const before = text.slice(parent.entries!.at(-2)?.whole.to ?? parent.from + 1, last.whole.from);
  const ownLine = before.includes('\n');
  const indent = indentAt(text, last.whole.from);
  return replaced(text, { from: last.whole.to, to: last.whole.to }, `,${ownLine ? `\n${indent}` : ' '}${head}${layOut(value, indent)}`);
}

/** The text without the entry at a path and the comma that it needs. */
export function withoutEntry(text: string, path: Path): string {
  const parent = nodeAt(parse(text), path.slice(0, -1));
  const number = parent?.entries?.findIndex(({ key }) => key === String(path[path.length - 1])) ?? -1;
  if (!parent?.entries || number < 0) return text;
  const { entries } = parent;
  if (entries.length === 1) return replaced(text, { from: parent.from + 1, to: parent.to - 1 }, '');
  const own = entries[number].whole;
  if (number === 0) return replaced(text, { from: own.from, to: entries[1].whole.from }, '');
  return replaced(text, { from: entries[number - 1].whole.to, to: own.to }, '');
}

/** A value as short as it goes: numbers, lists and small objects stand in one line. */
export function flat(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${flat(entry)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
