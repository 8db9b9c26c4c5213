/**
 * A list of fields is written once, as a constant, and is both: `Of` makes the TypeScript type of it, `misfits` holds a value against it.
 *
 * 'text', 'number', 'flag'; 'object': an object that is not described here; 'any': whatever JSON has; `{ listOf: … }`; `{ oneOf: ['a', 'b'] }`:
 * one of these texts; `{ orNull: … }`. Otherwise an object with these fields; one whose name ends in ? may be missing.
 */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'object'
  | 'any'
  | { readonly listOf: Shape }
  | { readonly oneOf: readonly string[] }
  | { readonly orNull: Shape }
  | Fields;
export interface Fields {
  readonly [name: string]: Shape;
}

/** The type of what a list of fields describes. */
export type Of<S> = S extends 'text'
  ? string
  : S extends 'number'
    ? number
    : S extends 'flag'
      ? boolean
      : S extends 'object'
        ? Record<string, unknown>
        : S extends 'any'
          ? unknown
          : S extends { readonly listOf: infer Entry }
            ? Of<Entry>[]
            : S extends { readonly oneOf: readonly (infer Word)[] }
              ? Word
              : S extends { readonly orNull: infer Value }
                ? Of<Value> | null
                : ObjectOf<S>;
type ObjectOf<S> = { -readonly [K in keyof S as K extends `${string}?` ? never : K]: Of<S[K]> } & {
  -readonly [K in keyof S as K extends `${infer Name}?` ? Name : never]?: Of<S[K]>;
};

/**
 * Where a value is not what the fields say: "/model/title: must be a text, got 3", "/issues/0/place: is not in the list of fields". `seen`
 * collects the fields that there were, as "/issues/severity"; `fieldsOf` has all that there may be.
 */
export function misfits(value: unknown, shape: Shape, seen: Set<string> = new Set(), place = '', field = ''): string[] {
  const wrong = (expected: string) => [`${place}: must be ${expected}, got ${JSON.stringify(value)?.slice(0, 80)}`];
  if (shape === 'any') return [];
  if (shape === 'text') return typeof value === 'string' ? [] : wrong('a text');
  if (shape === 'number') return typeof value === 'number' ? [] : wrong('a number');
  if (shape === 'flag') return typeof value === 'boolean' ? [] : wrong('true or false');
  if (isShape(shape, 'oneOf')) return shape.oneOf.includes(value as string) ? [] : wrong(`one of ${shape.oneOf.join(', ')}`);
  if (isShape(shape, 'orNull')) return value === null ? [] : misfits(value, shape.orNull, seen, place, field);
  if (isShape(shape, 'listOf')) {
    if (!Array.isArray(value)) return wrong('a list');
    return value.flatMap((entry, i) => misfits(entry, shape.listOf, seen, `${place}/${i}`, field));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('an object');
  if (shape === 'object') return [];
  const expected = new Map(
    Object.entries(shape).map(([name, inner]) => [name.replace(/\?$/, ''), { inner, optional: name.endsWith('?') }]),
  );
  const found = Object.entries(value).flatMap(([name, inner]) => {
    const entry = expected.get(name);
    if (!entry) return [`${place}/${name}: is not in the list of fields`];
    seen.add(`${field}/${name}`);
    return misfits(inner, entry.inner, seen, `${place}/${name}`, `${field}/${name}`);
  });
  const missing = [...expected].filter(([name, { optional }]) => !optional && !Object.hasOwn(value, name));
  return [...found, ...missing.map(([name]) => `${place}/${name}: is missing`)];
}

/** All fields of a list, those inside of others too: "/model", "/model/title" … */
export function fieldsOf(shape: Shape, field = ''): string[] {
  if (isShape(shape, 'listOf')) return fieldsOf(shape.listOf, field);
  if (isShape(shape, 'orNull')) return fieldsOf(shape.orNull, field);
  if (typeof shape === 'string' || isShape(shape, 'oneOf')) return [];
  return Object.entries(shape).flatMap(([name, inner]) => {
    const path = `${field}/${name.replace(/\?$/, '')}`;
    return [path, ...fieldsOf(inner, path)];
  });
}

function isShape<K extends 'oneOf' | 'orNull' | 'listOf'>(
  shape: object | string,
  key: K,
): shape is Extract<Shape, { readonly [key in K]: unknown }> {
  return typeof shape === 'object' && key in shape;
}
