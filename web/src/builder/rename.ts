import { msg, str } from '@lit/localize';
import type { JsonSchema, Reference } from '../../../wasm/engine/types';
import { schemasAt } from '../editor';
import type { ModelDocument } from '../state/document';
import type { Change } from './changes';
import { typesIn } from './outline';
import type { Path } from './text';

/** A new name of a parameter, or of the items of a list; `create`: of all items that a creator makes. */
export interface Renaming {
  list: string;
  from: string;
  to: string;
}

interface Search extends Renaming {
  document: ModelDocument;
  schema: JsonSchema;
  /** The arguments of each user function, by its key. */
  functions: ReadonlyMap<string, ReadonlySet<string>>;
  changes: Change[];
  /** Keys are renamed last, because they are parts of paths. */
  keys: Change[];
  problem: string;
}

/** The changes that give a parameter or an item another name in the whole document; or why it cannot have this name. */
export function renamed(document: ModelDocument, renaming: Renaming, schema: JsonSchema, reference: Reference): Change[] | string {
  const functions = new Map<string, Set<string>>();
  for (const { name, arguments: list } of [
    ...reference.items.flatMap(({ parameters }) => parameters),
    ...reference.creators.flatMap(({ rows }) => rows),
  ])
    if (list) functions.set(name, new Set([...(functions.get(name) ?? []), ...list]));
  const search: Search = { ...renaming, document, schema, functions, changes: [], keys: [], problem: '' };
  visit(document, [], search);
  return search.problem || [...search.changes, ...search.keys.reverse()];
}

function visit(value: unknown, path: Path, search: Search): void {
  if (typeof value === 'string') {
    const text = value.includes(search.from) ? textAt(value, path, search) : value;
    if (text !== value) search.changes.push({ path, value: text });
  } else if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) if (typeof entry !== 'number') visit(entry, [...path, i], search);
  } else if (typeof value === 'object' && value !== null) {
    if (search.list === 'parameters' && Object.hasOwn(value, search.from) && isKeyedByParameter(path, search))
      search.keys.push({ path: [...path, search.from], key: search.to });
    for (const [key, entry] of Object.entries(value)) visit(entry, [...path, key], search);
  }
}

const isKeyedByParameter = (path: Path, search: Search) =>
  (path.length === 1 && path[0] === 'parameters') ||
  schemasOf(path, search).some(({ type, refersTo }) => type === 'object' && refersTo === 'parameters');

const schemasOf = (path: Path, { schema, document }: Search): JsonSchema[] => schemasAt(schema, path.map(String), typesIn(document));

/** The new name of an item; items that a creator makes are called after its entry. */
function itemName(name: string, { from, to, list }: Renaming): string {
  if (name === from) return to;
  return list === 'create' && name.startsWith(`${from}.`) ? to + name.slice(from.length) : name;
}

/** A text of the document with the new name, if it is a formula or a name of that kind. */
function textAt(text: string, path: Path, search: Search): string {
  const { from, to, list } = search;
  const key = String(path.findLast((each) => typeof each === 'string'));
  const isDefinition = path[0] === 'definitions';
  const schemas: JsonSchema[] = isDefinition ? [] : schemasOf(path, search);
  const refers: string[] = schemas.flatMap(({ refersTo }) => refersTo ?? []);
  const kinds = list === 'create' ? ['nodes', 'objects', 'markers', 'loads', 'lines'] : list === 'objects' ? [list, 'lines'] : [list];
  if (refers.some((kind) => kinds.includes(kind))) return itemName(text, search);
  const hidden = search.functions.get(key);
  // A step sets parameters of items, whose keys the schema does not name.
  const isSetting = path[0] === 'analysis' && path.includes('set') && schemas.length === 0;
  if (!isDefinition && !isSetting && !hidden && !schemas.some(({ format }) => format === 'formula')) return text;
  if (list === 'sensors') return withSensor(text, from, to);
  if (list === 'objects' || list === 'create') return withReaction(text, search);
  if (list !== 'parameters') return text;
  const own = isDefinition ? argumentsOf(String(path[1])) : (hidden ?? new Set<string>());
  const found = withName(text, from, to, own);
  if (found === null) search.problem ||= msg(str`“${to}” already has a meaning in the formula “${text}”.`);
  return found ?? text;
}

const argumentsOf = (head: string) => new Set((/\((.*)\)/.exec(head)?.[1] ?? '').split(',').map((name) => name.trim()));

/** Texts in quotes, numbers, and names. */
const tokens = /"[^"]*"|'[^']*'|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_]\w*/g;

/**
 * A formula with another name for a parameter; local names, arguments and functions of that name stay. null: the new name already means
 * something else there.
 */
export function withName(formula: string, from: string, to: string, args: ReadonlySet<string>): string | null {
  const names: readonly string[] = formula.match(tokens) ?? [];
  const isLocal = new RegExp(`(^|;)\\s*${from}\\s*=(?!=)`).test(formula);
  if (args.has(from) || isLocal || !names.includes(from)) return formula;
  const result = formula.replace(tokens, (token, at: number) =>
    token === from && !/^\s*\(/.test(formula.slice(at + token.length)) ? to : token,
  );
  return result !== formula && (args.has(to) || names.includes(to)) ? null : result;
}

const withSensor = (formula: string, from: string, to: string) =>
  formula.replace(/\bsensor\(\s*(["'])(.*?)\1\s*\)/g, (call, _, name: string) => (name === from ? `sensor(${JSON.stringify(to)})` : call));

const withReaction = (formula: string, search: Search) =>
  formula.replace(/\breaction\(\s*(["'])[^"']*\1\s*(,\s*(["'])[^"']*\3\s*)?\)/g, (call) =>
    call.replace(/(["'])(.*?)\1/g, (text, _, name: string) => {
      const renamed = itemName(name, search);
      return renamed === name ? text : JSON.stringify(renamed);
    }),
  );
