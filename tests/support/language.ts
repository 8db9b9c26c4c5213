import { readFileSync } from 'node:fs';
import type { JsonSchema, Reference } from '../../wasm/engine/types';

/** The files that the page loads: the language of documents. */
export const schema = JSON.parse(readFileSync('web/public/schema.json', 'utf8')) as JsonSchema;
export const reference = JSON.parse(readFileSync('web/public/reference.json', 'utf8')) as Reference;
