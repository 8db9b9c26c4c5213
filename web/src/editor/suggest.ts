import type { SyntaxNode, Tree } from '@lezer/common';
import { msg, str } from '@lit/localize';
import type { JsonSchema } from '../../../wasm/engine/types';
import { common } from '../format/texts';
import { referenceHash } from '../link/link';
import { functionTexts } from '../state/functions';
import { factsOf } from '../state/type-facts';
import { pageOfType } from './page';
import { child, elements, keysIn, nodeAt, pathOf, type Range, textOf } from './place';
import { keySchemas, schemasAt, type TypeAt, typesOf } from './schema';

export interface Suggestion {
  label: string;
  /** The replacement of the word. */
  text: string;
  detail: string;
  info: string;
  kind: 'property' | 'type' | 'constant' | 'variable' | 'function';
  /** The page of the reference about it, or "". */
  page: string;
}

export interface Suggestions extends Range {
  options: Suggestion[];
}

/** Suggestions for a position of a model document; null if there are none. */
export function suggestionsAt(schema: JsonSchema, tree: Tree, text: string, position: number): Suggestions | null {
  const formula = formulaWord(tree, text, position);
  if (formula) return { ...formula, options: formulaNames(tree, text) };
  const range = wordAt(text, position);
  const before = text.slice(0, range.from).trimEnd();
  const mark = before.slice(-1);
  const around = enclosing(tree.resolveInner(before.length, -1));
  const typeAt = typesIn(tree, text);
  if ((mark === '{' || mark === ',') && around?.name === 'Object')
    // no text
    return { ...range, options: keys(schema, around, tree, text, range, typeAt) };
  if (mark === ':' && around?.name === 'Property') return { ...range, options: values(schema, pathOf(around, text), tree, text, typeAt) };
  if ((mark === '[' || mark === ',') && around?.name === 'Array') {
    const index = elements(around).filter((element) => element.to <= range.from).length;
    return { ...range, options: values(schema, [...pathOf(around, text), String(index)], tree, text, typeAt) };
  }
  return null;
}

/** A sentence about the key or the type at a position, with its character range. */
export function explanationAt(
  schema: JsonSchema,
  tree: Tree,
  text: string,
  position: number,
): (Range & { title: string; text: string }) | null {
  const node = tree.resolveInner(position, 1);
  const property = node.parent;
  if (property?.name !== 'Property') return null;
  const path = pathOf(property, text);
  const typeAt = typesIn(tree, text);
  const range = { from: node.from, to: node.to };
  if (node.name === 'PropertyName') {
    const found = keySchemas(schema, path, typeAt).flatMap((entry) => (entry.description ? [{ ...entry }] : []))[0];
    if (!found) return null;
    const preset = found.default === undefined ? '' : `, ${msg(str`otherwise ${JSON.stringify(found.default)}`)}`;
    return { ...range, title: path[path.length - 1], text: `${found.description}${preset}` };
  }
  if (node.name === 'String' && path[path.length - 1] === 'type') {
    const object = schemasAt(schema, path.slice(0, -1), typeAt);
    const type = text.slice(node.from + 1, node.to - 1);
    const found = typesOf(object).find((entry) => entry.type === type);
    return found?.text ? { ...range, title: type, text: found.text } : null;
  }
  return null;
}

function keys(schema: JsonSchema, object: SyntaxNode, tree: Tree, text: string, range: Range, typeAt: TypeAt): Suggestion[] {
  const present = new Set(keysIn(object, text));
  present.delete(text.slice(range.from, range.to).replaceAll('"', '')); // the one being typed
  const next = /^\s*:/.test(text.slice(range.to));
  const found = new Map<string, Suggestion>();
  for (const entry of schemasAt(schema, pathOf(object, text), typeAt)) {
    for (const { name } of entry.refersTo ? namesIn(tree, text, entry.refersTo) : [])
      if (!present.has(name))
        found.set(name, {
          label: name,
          text: next ? JSON.stringify(name) : `${JSON.stringify(name)}: `,
          detail: '',
          info: '',
          kind: 'variable',
          page: '',
        });
    for (const [key, property] of Object.entries(entry.properties ?? {})) {
      if (present.has(key) || found.has(key)) continue;
      const required = entry.required?.includes(key) ?? false;
      found.set(key, {
        label: key,
        text: next ? JSON.stringify(key) : `${JSON.stringify(key)}: `,
        detail: required ? common.required() : defaultText(property),
        info: descriptionOf(schema, property),
        kind: 'property',
        page: '',
      });
    }
  }
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

function rank({ label, detail }: Suggestion): number {
  return label === 'type' ? 0 : label === 'name' ? 1 : detail === 'required' ? 2 : 3;
}

function values(schema: JsonSchema, path: string[], tree: Tree, text: string, typeAt: TypeAt): Suggestion[] {
  const key = path[path.length - 1];
  const owner = path.slice(0, -1);
  if (key === 'type') {
    // The current type must not hide the others.
    const open: TypeAt = (at) => (at.length === owner.length ? null : typeAt(at));
    return typesOf(schemasAt(schema, owner, open)).map(({ type, text: info }) => ({
      ...constant(type, '', info, 'type'),
      page: pageOfType(owner, type),
    }));
  }
  const schemas = schemasAt(schema, path, typeAt);
  const list = schemas.find(({ type, refersTo }) => type !== 'object' && refersTo)?.refersTo;
  if (list) return namesIn(tree, text, list).map(({ name, type }) => constant(name, type, '', 'variable'));
  const options = schemas.flatMap((entry) => {
    if (entry.enum) return entry.enum.map((value) => constant(value, '', entry.description ?? ''));
    if (entry.const !== undefined) return [constant(entry.const, '', entry.description ?? '')];
    if (entry.type === 'boolean') return [constant(true, '', ''), constant(false, '', '')];
    return [];
  });
  const preset = schemas.find((entry) => entry.default !== undefined)?.default;
  if (preset !== undefined && options.length === 0) options.push(constant(preset, 'default', ''));
  const formula = schemas.some((entry) => entry.format === 'formula') || options.length === 0;
  const names = formula && schemas.some((entry) => entry.type === 'number' || entry.type === 'integer') ? quotedNames(tree, text) : [];
  const object = schemas.some((entry) => entry.properties)
    ? [{ label: '{ }', text: '{}', detail: '', info: '', kind: 'constant' as const, page: '' }]
    : [];
  const unique = new Map([...options, ...names, ...object].map((option) => [option.text, option]));
  return [...unique.values()];
}

function constant(value: unknown, detail: string, info: string, kind: Suggestion['kind'] = 'constant'): Suggestion {
  return { label: typeof value === 'string' ? value : JSON.stringify(value), text: JSON.stringify(value), detail, info, kind, page: '' };
}

/** The word being typed in a formula: a name inside a string value. */
function formulaWord(tree: Tree, text: string, position: number): Range | null {
  const node = tree.resolveInner(position, -1);
  if (node.name !== 'String' || position <= node.from) return null;
  if (position >= node.to && text[position - 1] === '"') return null;
  const from = position - (/[A-Za-z_]\w*$/.exec(text.slice(node.from + 1, position))?.[0].length ?? 0);
  if (from === node.from + 1) return null; // for the whole string there are other suggestions
  return { from, to: position + (/^\w*/.exec(text.slice(position))?.[0].length ?? 0) };
}

function formulaNames(tree: Tree, text: string): Suggestion[] {
  const names = constants(tree, text).map(
    ({ name, detail }): Suggestion => ({ label: name, text: name, detail, info: '', kind: 'variable', page: '' }),
  );
  const functions = Object.entries(functionTexts).map(
    ([name, { text: info }]): Suggestion => ({
      label: name,
      text: `${name}(`,
      detail: '',
      info,
      kind: 'function',
      page: referenceHash('function', name),
    }),
  );
  return [...names, ...functions];
}

function quotedNames(tree: Tree, text: string): Suggestion[] {
  return constants(tree, text).map(({ name, detail }) => constant(name, detail, '', 'variable'));
}

/** Parameters and definitions of the document. */
function constants(tree: Tree, text: string): { name: string; detail: string }[] {
  return ['parameters', 'definitions'].flatMap((section) => {
    const object = topValue(tree, text, section);
    if (object?.name !== 'Object') return [];
    return keysIn(object, text).map((key) => ({ name: key.replace(/\(.*$/, ''), detail: section.slice(0, -1) }));
  });
}

/** Names of the items of a list, including creators that make such items; of cables and belts, of parameters and inputs. */
function namesIn(tree: Tree, text: string, list: string): { name: string; type: string }[] {
  if (list === 'parameters' || list === 'inputs') {
    const object = topValue(tree, text, list);
    return object?.name === 'Object' ? keysIn(object, text).map((name) => ({ name, type: '' })) : [];
  }
  if (list === 'lines')
    return namesIn(tree, text, 'objects').filter(({ type }) => ['objects', 'create'].some((each) => factsOf(each, type)?.line));
  const created = list === 'objects' || list === 'nodes' || list === 'markers' ? ['create'] : [];
  return [list, ...created].flatMap((section) => {
    const array = topValue(tree, text, section);
    if (array?.name !== 'Array') return [];
    return elements(array).flatMap((item) => {
      const name = item.name === 'Object' ? textOf(item, text, 'name') : null;
      return name ? [{ name, type: textOf(item, text, 'type') ?? '' }] : [];
    });
  });
}

function topValue(tree: Tree, text: string, key: string): SyntaxNode | null {
  const top = tree.topNode.getChild('Object');
  return (top && child(top, text, key)?.value) ?? null;
}

/** The types named in a document. */
export function typesIn(tree: Tree, text: string): TypeAt {
  return (path) => {
    const node = nodeAt(tree, text, path);
    return node?.name === 'Object' ? textOf(node, text, 'type') : null;
  };
}

function enclosing(node: SyntaxNode | null): SyntaxNode | null {
  let at = node;
  while (at && at.name !== 'Object' && at.name !== 'Array' && at.name !== 'Property') at = at.parent;
  // The position after a value belongs to its container.
  return at;
}

/** The word at a position, including its quotes. */
function wordAt(text: string, position: number): Range {
  const before = /"?[\w.-]*$/.exec(text.slice(Math.max(0, position - 100), position))?.[0].length ?? 0;
  const after = /^[\w.-]*"?/.exec(text.slice(position, position + 100))?.[0] ?? '';
  const opened = text[position - before] === '"';
  return { from: position - before, to: position + (opened ? after.length : after.replace('"', '').length) };
}

function defaultText(property: JsonSchema): string {
  if (property.default === undefined) return '';
  const text = JSON.stringify(property.default);
  return text.length > 24 ? '' : text;
}

function descriptionOf(root: JsonSchema, property: JsonSchema): string {
  if (property.description) return property.description;
  const target = property.$ref ? root.$defs?.[property.$ref.replace('#/$defs/', '')] : undefined;
  return target?.description ?? '';
}
