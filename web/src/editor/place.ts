import type { SyntaxNode, Tree } from '@lezer/common';
import { keysOf, pointerOf } from '../../../wasm/engine/pointer';
import { attempt } from '../format/attempt';

/** Character positions in a text; `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

const valueNames = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']); // no text

/** The character at the first error of a text that is not JSON; null if it is. */
export function errorIn(tree: Tree, text: string): Range | null {
  let found: Range | null = null;
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) found ??= from < text.length ? { from, to: from + 1 } : { from: Math.max(0, from - 1), to: from };
    },
  });
  return found;
}

/** The range of the value at a JSON Pointer, or of the nearest enclosing value if there is none. */
export function placeOf(tree: Tree, text: string, pointer: string): Range {
  let value = children(tree.topNode).find(isValue);
  if (!value) return { from: 0, to: text.length };
  let mark: Range = value;
  for (const key of keysOf(pointer)) {
    const next = child(value, text, key);
    if (!next) break;
    value = next.value ?? next.mark;
    mark = next.mark;
    if (!next.value) break;
  }
  // A value longer than one line is represented by its key.
  const range = mark === value || lineCount(text, value) > 1 ? mark : value;
  return firstLine(text, range);
}

/** The range of the value itself, or null if the document has no such value. */
export function valueAt(tree: Tree, text: string, pointer: string): Range | null {
  const value = nodeAt(tree, text, keysOf(pointer));
  return value && { from: value.from, to: value.to };
}

/** The value at a path, or null. */
export function nodeAt(tree: Tree, text: string, path: readonly string[]): SyntaxNode | null {
  let value = children(tree.topNode).find(isValue) ?? null;
  for (const key of path) value = (value && child(value, text, key)?.value) ?? null;
  return value;
}

/** Keys from the root to the value that contains `node`. */
export function pathOf(node: SyntaxNode, text: string): string[] {
  const path: string[] = [];
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    if (at.name === 'Property') path.unshift(keyOf(at, text));
    else if (at.parent.name === 'Array' && isValue(at)) path.unshift(String(elements(at.parent).findIndex((e) => e.from === at?.from)));
  }
  return path;
}

/** The pointer of the item that a path leads into; null if there is none. */
export function itemOn(path: readonly string[]): string | null {
  const [list, key] = path;
  if (list === 'title' || list === 'description') return '/title';
  const depth = list === 'display' ? (key === 'plots' ? 3 : 2) : list === 'analysis' && !/^\d+$/.test(key) ? 1 : 2;
  return path.length < depth || (list === 'display' && key !== 'plots' && key !== 'camera') ? null : pointerOf(path.slice(0, depth));
}

/** The text of a property's string value in an object, such as its "type"; null if it has none. */
export function textOf(object: SyntaxNode, text: string, key: string): string | null {
  const value = child(object, text, key)?.value;
  return value?.name === 'String' ? unquoted(text.slice(value.from, value.to)) : null;
}

export function keysIn(object: SyntaxNode, text: string): string[] {
  return children(object)
    .filter((node) => node.name === 'Property')
    .map((property) => keyOf(property, text));
}

/** The values of an array. */
export function elements(array: SyntaxNode): SyntaxNode[] {
  return children(array).filter(isValue);
}

export function child(container: SyntaxNode, text: string, key: string): { mark: SyntaxNode; value: SyntaxNode | null } | null {
  if (container.name === 'Array') {
    const element = /^\d+$/.test(key) ? elements(container)[Number(key)] : undefined;
    return element ? { mark: element, value: element } : null;
  }
  const property = children(container).find((node) => node.name === 'Property' && keyOf(node, text) === key);
  if (!property) return null;
  return { mark: property.getChild('PropertyName')!, value: children(property).find(isValue) ?? null };
}

function keyOf(property: SyntaxNode, text: string): string {
  const name = property.getChild('PropertyName');
  return name ? unquoted(text.slice(name.from, name.to)) : '';
}

function isValue(node: SyntaxNode): boolean {
  return valueNames.has(node.name);
}

function children(node: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  for (let at = node.firstChild; at; at = at.nextSibling) list.push(at);
  return list;
}

function unquoted(text: string): string {
  return attempt(() => String(JSON.parse(text)), text.replace(/^"|"$/g, ''));
}

function lineCount(text: string, { from, to }: Range): number {
  return text.slice(from, to).split('\n').length;
}

function firstLine(text: string, { from, to }: Range): Range {
  const end = text.indexOf('\n', from);
  return { from, to: end < 0 ? to : Math.min(to, Math.max(end, from + 1)) };
}
