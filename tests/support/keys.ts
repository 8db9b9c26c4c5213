import type { JsonSchema } from '../../wasm/engine/types';

type Two = readonly [string, string];
/** Names in the document that texts may refer to, two of each kind. */
export type Names = Record<'objects' | 'parameters', Two> & Partial<Record<NonNullable<JsonSchema['refersTo']>, Two>>;

/** Two different values that fit a schema; for a table, two objects with the required keys and different values. */
export function twoValues(root: JsonSchema, schema: JsonSchema, names: Names): [unknown, unknown] {
  const { $ref, anyOf, oneOf, type, items, properties } = schema;
  if ($ref === '#/$defs/color') return ['#112233', '#445566'];
  if ($ref === '#/$defs/formula') return ['s', '2*s'];
  if ($ref) return twoValues(root, root.$defs![$ref.replace('#/$defs/', '')], names);
  if (schema.const !== undefined) return [schema.const, schema.const];
  if (schema.enum) return [schema.enum[0], schema.enum[1] ?? schema.enum[0]];
  const alternatives = (anyOf ?? oneOf)?.filter((each) => each.$ref !== '#/$defs/formula');
  if (alternatives) {
    const flag = alternatives.some((each) => each.type === 'boolean');
    const [a, b] = twoValues(root, alternatives[0], names);
    return flag ? [a, false] : [a, b];
  }
  if (schema.refersTo && type !== 'object') return [...(names[schema.refersTo] ?? (['one', 'two'] as const))];
  if (schema.refersTo) return [{ [names.parameters[0]]: 1 }, { [names.parameters[0]]: 3 }];
  if (properties) {
    const some = (which: 0 | 1) => required(root, schema, names, which);
    return [some(0), some(1)];
  }
  if (type === 'boolean') return [true, false];
  if (type === 'integer') return [1, 2];
  if (type === 'number') return [0.3, 0.6];
  if (type === 'array') return twoLists(root, schema, twoValues(root, items ?? {}, names));
  return ['one', 'two'];
}

/** An object with the required keys. */
export function required(root: JsonSchema, table: JsonSchema, names: Names, which: 0 | 1 = 0): Record<string, unknown> {
  const constant = Object.keys(table.properties ?? {}).filter((key) => table.properties![key].const !== undefined);
  const keys = [...new Set([...constant, ...(table.required ?? [])])].filter((key) => table.properties![key]);
  return Object.fromEntries(keys.map((key) => [key, twoValues(root, table.properties![key], names)[which]]));
}

function twoLists(root: JsonSchema, { items, minItems }: JsonSchema, [a, b]: [unknown, unknown]): [unknown, unknown] {
  const inner = items?.anyOf?.[0] ?? items;
  if (minItems === 3 && inner?.minItems === 3) {
    const turned = [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ];
    return [
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      turned,
    ];
  }
  if (typeof a === 'number' && typeof b === 'number') {
    const size = minItems ?? 2;
    return [Array.from({ length: size }, (_, i) => a + 0.1 * i), Array.from({ length: size }, (_, i) => b - 0.2 * i)];
  }
  void root;
  return [
    [a, b],
    [b, a],
  ];
}
