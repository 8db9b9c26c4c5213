import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { equalJson } from '../format/equal';

export type Path = readonly (string | number)[];
/** Another value at a path, undefined to remove it. */
export type ValueChange = { path: Path; value: unknown };

/** The value at a path; an index may be written as text. */
function nodeAt(root: Node, path: Path): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) node = node && findNodeAtLocation(node, [node.type === 'array' ? Number(key) : String(key)]);
  return node;
}

const endOf = ({ offset, length }: Node) => offset + length;
/** The property that has the value, or the value itself in a list. */
const entryOf = (value: Node) => (value.parent?.type === 'property' ? value.parent : value);

/** White space from the start of the line to a position. */
function indentAt(text: string, place: number): string {
  const line = text.lastIndexOf('\n', place - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, place))![0];
}

const replaced = (text: string, from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to);

/**
 * The text with another value at a path. Everything else keeps its bytes; so does an unchanged value. `layOut` formats a value after an
 * indent. Missing objects along the path are created.
 */
export function withValue(text: string, path: Path, value: unknown, layOut: (value: unknown, indent: string) => string): string {
  const root = parseTree(text)!;
  const there = nodeAt(root, path);
  if (there) {
    const [from, to] = [there.offset, endOf(there)];
    const isSame = equalJson(JSON.parse(text.slice(from, to)), value);
    return isSame ? text : replaced(text, from, to, layOut(value, indentAt(text, from)));
  }
  const parent = nodeAt(root, path.slice(0, -1));
  const key = path[path.length - 1];
  if (!parent) return withValue(text, path.slice(0, -1), typeof key === 'number' ? [value] : { [key]: value }, layOut);
  return withEntry(text, parent, key, value, layOut);
}

/** Appends an entry to an object or a list, laid out like the entries before it. */
function withEntry(
  text: string,
  parent: Node,
  key: string | number,
  value: unknown,
  layOut: (value: unknown, indent: string) => string,
): string {
  const head = typeof key === 'string' ? `${JSON.stringify(key)}: ` : '';
  const [from, to] = [parent.offset, endOf(parent)];
  const last = parent.children?.at(-1);
  if (!last) {
    const outer = indentAt(text, from);
    return replaced(text, from, to, `${text[from]}\n${outer}  ${head}${layOut(value, `${outer}  `)}\n${outer}${text[to - 1]}`);
  }
  const previous = parent.children!.at(-2);
  const ownLine = text.slice(previous ? endOf(previous) : from + 1, last.offset).includes('\n');
  const indent = indentAt(text, last.offset);
  return replaced(text, endOf(last), endOf(last), `,${ownLine ? `\n${indent}` : ' '}${head}${layOut(value, indent)}`);
}

/** The text with another key for the value at a path. */
export function withKey(text: string, path: Path, key: string): string {
  const name = nodeAt(parseTree(text)!, path)?.parent?.children?.[0];
  return name?.type === 'string' ? replaced(text, name.offset, endOf(name), JSON.stringify(key)) : text;
}

/** The text without the entry at a path and the comma that it needs. */
export function withoutEntry(text: string, path: Path): string {
  const value = nodeAt(parseTree(text)!, path);
  const entry = value && entryOf(value);
  if (!entry?.parent) return text;
  const { parent } = entry;
  const entries = parent.children!;
  const number = entries.indexOf(entry);
  if (entries.length === 1) return replaced(text, parent.offset + 1, endOf(parent) - 1, '');
  if (number === 0) return replaced(text, entry.offset, entries[1].offset, '');
  return replaced(text, endOf(entries[number - 1]), endOf(entry), '');
}

/** A value as compactly as possible: numbers, lists and small objects on one line. */
export function flat(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${flat(entry)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
