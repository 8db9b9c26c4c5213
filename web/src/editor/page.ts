import type { Tree } from '@lezer/common';
import { catalogue } from '../../../wasm/engine/catalogue';
import type { JsonSchema } from '../../../wasm/engine/types';
import { own } from '../format/own';
import { docHash, referenceHash } from '../link/link';
import { functionTexts } from '../state/functions';
import { keysIn, nodeAt, pathOf } from './place';
import { schemasAt, type TypeAt, typesOf } from './schema';

/** A page of the reference. */
export interface ReferencePlace {
  hash: string;
  title: string;
}

const kinds: Record<string, string> = {
  create: 'creator',
  ...Object.fromEntries(catalogue.lists.map(({ name, kind }) => [name, kind])),
};

/** The page about a type that is named in the object at a path. */
export function pageOfType(path: readonly string[], type: string): string {
  const kind = path.includes('graphics')
    ? 'display'
    : path[0] === 'analysis'
      ? 'analysis'
      : path.length === 2
        ? own(kinds, path[0])
        : undefined;
  return kind ? referenceHash(kind, type) : '';
}

/** The page about the word at a position of a model document; null if the word has no page. */
export function pageAt(schema: JsonSchema, tree: Tree, text: string, position: number, typeAt: TypeAt): ReferencePlace | null {
  const node = tree.resolveInner(position, position > 0 && /\s/.test(text[position] ?? ' ') ? -1 : 1);
  const call = node.name === 'String' ? functionAt(text, position) : '';
  if (call) return { hash: referenceHash('function', call), title: call };
  const path = pathOf(node, text);
  const [list, ...inside] = path;
  const page = (kind: string, type: string, section = '') => ({ hash: referenceHash(kind, type, section), title: type });
  if (list === 'parameters' || list === 'definitions') return { hash: docHash('model-format', 'parameters-and-definitions'), title: list };
  if (list === 'analysis') {
    const steps = /^\d+$/.test(inside[0]) ? 1 : 0;
    const rest = inside.slice(steps);
    const section = rest.some((key) => /^\d+$/.test(key)) ? rest[0] : rest.slice(-2).join('.');
    const type = typeAt(path.slice(0, 1 + steps)) ?? 'dynamic';
    return known(schema, path.slice(0, 1 + steps), typeAt, type) ? page('analysis', type, section === 'type' ? '' : section) : null;
  }
  const drawn = path.indexOf('visualization');
  if (list === 'display' || drawn >= 0) return pageOfDisplay(path, tree, text, typeAt);
  const kind = own(kinds, list);
  const type = kind && inside.length > 0 ? typeAt(path.slice(0, 2)) : null;
  if (!kind || !type || !known(schema, path.slice(0, 2), typeAt, type)) return null;
  return page(kind, type, inside[1] === 'type' || inside[1] === 'name' ? '' : inside[1]);
}

function pageOfDisplay(path: readonly string[], tree: Tree, text: string, typeAt: TypeAt): ReferencePlace {
  const page = (type: string, section = '') => ({ hash: referenceHash('display', type, section), title: type });
  const solids = path.indexOf('graphics');
  if (solids >= 0) {
    const type = typeAt(path.slice(0, solids + 2));
    if (type) return page(type, path[solids + 2] === 'type' ? '' : path[solids + 2]);
  }
  const drawn = path.indexOf('visualization');
  if (drawn >= 0) return page('visualization', path[drawn + 1]);
  const [, key = '', ...inside] = path;
  const section = inside.find((name) => !/^\d+$/.test(name));
  const shown = catalogue.display.find(({ name }) => name === key);
  if (!shown || (shown.isList && inside.length === 0)) return page('display', key);
  const entry = nodeAt(tree, text, path.slice(0, shown.isList ? 3 : 2));
  const keys = entry?.name === 'Object' ? keysIn(entry, text) : [];
  const pages: readonly string[] = shown.pages;
  return page(pages.find((name) => keys.includes(name)) ?? pages[pages.length - 1], section);
}

/** Whether the type is permitted at the path. */
function known(schema: JsonSchema, path: readonly string[], typeAt: TypeAt, type: string): boolean {
  const open: TypeAt = (at) => (at.length === path.length ? null : typeAt(at));
  return typesOf(schemasAt(schema, path, open)).some((entry) => entry.type === type);
}

/** The function whose name is at a position of a formula, or "". */
function functionAt(text: string, position: number): string {
  const before = /\w*$/.exec(text.slice(Math.max(0, position - 40), position))?.[0] ?? '';
  const [, after, call] = /^(\w*)(\s*\()?/.exec(text.slice(position, position + 40)) ?? [];
  const name = before + after;
  return call && Object.hasOwn(functionTexts, name) ? name : '';
}
