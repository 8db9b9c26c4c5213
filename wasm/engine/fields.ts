/**
 * A list of fields serves two purposes: `Of` derives the TypeScript type from it, and `misfits` checks a value against it.
 *
 * 'text', 'number', 'flag'; 'object': an object whose fields are not described; 'any': any JSON value; `{ listOf: … }`; `{ oneOf: ['a',
 * 'b'] }`: one of these texts; `{ orNull: … }`; 'point': three numbers; `{ byName: … }`: an object that maps arbitrary names to such
 * values; `{ either: […] }`: one of several objects, distinguished by the text of `kind` or `type`. Otherwise an object with these fields;
 * a field whose name ends in ? is optional.
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
  | 'point'
  | { readonly byName: Shape }
  | { readonly either: readonly Fields[] }
  | Fields;
export interface Fields {
  readonly [name: string]: Shape;
}

/** The type that a list of fields describes. */
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
                : S extends 'point'
                  ? [number, number, number]
                  : S extends { readonly byName: infer Value }
                    ? Record<string, Of<Value>>
                    : S extends { readonly either: readonly (infer Each)[] }
                      ? Of<Each>
                      : ObjectOf<S>;
type ObjectOf<S> = { -readonly [K in keyof S as K extends `${string}?` ? never : K]: Of<S[K]> } & {
  -readonly [K in keyof S as K extends `${infer Name}?` ? Name : never]?: Of<S[K]>;
};

/**
 * Deviations of a value from the fields: "/model/title: must be a text, got 3", "/issues/0/place: is not in the list of fields". `seen`
 * collects the fields that occurred, such as "/issues/severity" or ":disc/radius"; `fieldsOf` returns all possible fields.
 */
export function misfits(value: unknown, shape: Shape, seen: Set<string> = new Set(), place = '', field = ''): string[] {
  const wrong = (expected: string) => [`${place}: must be ${expected}, got ${JSON.stringify(value)?.slice(0, 80)}`];
  if (shape === 'any') return [];
  if (shape === 'text') return typeof value === 'string' ? [] : wrong('a text');
  if (shape === 'number') return typeof value === 'number' ? [] : wrong('a number');
  if (shape === 'flag') return typeof value === 'boolean' ? [] : wrong('true or false');
  if (isShape(shape, 'oneOf')) return shape.oneOf.includes(value as string) ? [] : wrong(`one of ${shape.oneOf.join(', ')}`);
  if (isShape(shape, 'orNull')) return value === null ? [] : misfits(value, shape.orNull, seen, place, field);
  if (shape === 'point') return misfits(value, { listOf: 'number' }, seen, place, field);
  if (isShape(shape, 'either')) {
    const found = shape.either.find((each) => isOf(value, each));
    return found ? misfits(value, found, seen, place, `:${nameOf(found)}`) : wrong(`one of ${shape.either.map(nameOf).join(', ')}`);
  }
  if (isShape(shape, 'byName')) {
    if (typeof value !== 'object' || value === null) return wrong('an object');
    return Object.entries(value).flatMap(([name, entry]) => misfits(entry, shape.byName, seen, `${place}/${name}`, field));
  }
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

/** All fields of a list, including nested ones: "/model", "/model/title" … */
export function fieldsOf(shape: Shape, field = ''): string[] {
  if (isShape(shape, 'listOf')) return fieldsOf(shape.listOf, field);
  if (isShape(shape, 'orNull')) return fieldsOf(shape.orNull, field);
  if (isShape(shape, 'byName')) return fieldsOf(shape.byName, field);
  if (isShape(shape, 'either')) return shape.either.flatMap((each) => fieldsOf(each, `:${nameOf(each)}`));
  if (typeof shape === 'string' || isShape(shape, 'oneOf')) return [];
  return Object.entries(shape).flatMap(([name, inner]) => {
    const path = `${field}/${name.replace(/\?$/, '')}`;
    return [path, ...fieldsOf(inner, path)];
  });
}

/** The name that distinguishes one of several objects: the text of `kind` or `type`. */
function nameOf({ kind, type }: Fields): string {
  const key = kind ?? type;
  return typeof key === 'object' && isShape(key, 'oneOf') ? key.oneOf.join(' ') : '';
}

function isOf(value: unknown, { kind, type }: Fields): boolean {
  const given = value as { kind?: unknown; type?: unknown } | null;
  return kind ? misfits(given?.kind, kind).length === 0 : type !== undefined && misfits(given?.type, type).length === 0;
}

function isShape<K extends 'oneOf' | 'orNull' | 'listOf' | 'byName' | 'either'>(
  shape: object | string,
  key: K,
): shape is Extract<Shape, { readonly [key in K]: unknown }> {
  return typeof shape === 'object' && key in shape;
}
