import type { JsonSchema } from '../../../wasm/engine/types';
import { own } from '../format/own';

/** The "type" in the object at a path, or null. */
export type TypeAt = (path: readonly string[]) => string | null;

/**
 * The schemas permitted at a path: references are resolved, and alternatives for another "type" are dropped. A resolved reference keeps the
 * description of the referring place.
 */
export function schemasAt(root: JsonSchema, path: readonly string[], typeAt: TypeAt): JsonSchema[] {
  let schemas = chosen(root, [root], typeAt([]));
  for (let depth = 0; depth < path.length; depth++) {
    const next = schemas.flatMap((schema) => inside(schema, path[depth]));
    schemas = chosen(root, next, typeAt(path.slice(0, depth + 1)));
  }
  return schemas;
}

/** The schemas of one key before references are resolved: these contain the description of the key. */
export function keySchemas(root: JsonSchema, path: readonly string[], typeAt: TypeAt): JsonSchema[] {
  const key = path[path.length - 1];
  return schemasAt(root, path.slice(0, -1), typeAt).flatMap((schema) => inside(schema, key));
}

/** The types that an object may have, each with its explanation. */
export function typesOf(schemas: readonly JsonSchema[]): { type: string; text: string }[] {
  return schemas.flatMap((schema) => {
    const type = schema.properties?.type?.const;
    return typeof type === 'string' ? [{ type, text: schema.description ?? '' }] : [];
  });
}

/** Resolves references and expands alternatives. */
function chosen(root: JsonSchema, schemas: readonly JsonSchema[], type: string | null): JsonSchema[] {
  const all = schemas.flatMap((schema) => open(root, schema));
  const fitting = type === null ? [] : all.filter((schema) => schema.properties?.type?.const === type);
  return fitting.length > 0 ? fitting : all;
}

function open(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  if (schema.$ref) {
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    const { $ref: _, ...words } = schema;
    return target ? open(root, { ...target, ...words }) : [];
  }
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (!alternatives) return [schema];
  const { oneOf: _, anyOf: __, ...words } = schema;
  return alternatives.flatMap((alternative) => open(root, alternative)).map((found) => ({ ...words, ...found }));
}

function inside(schema: JsonSchema, key: string): JsonSchema[] {
  const property = own(schema.properties, key);
  if (property) return [property];
  if (schema.items && /^\d+$/.test(key)) return [schema.items];
  return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
}
