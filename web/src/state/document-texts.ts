import { textPlaces } from '../../../wasm/engine/text-places';
import { isLocalised, languageIn } from '../format/localised';
import { own } from '../format/own';
import type { ModelDocument } from './document';

type Path = readonly string[];
/** Returns a text instead of the one at a path. */
type Change = (text: unknown, path: Path) => unknown;

const places: readonly Path[] = textPlaces.map((place) => place.split('/'));
const mayHaveLanguages = /\{\s*"[a-z]{2,3}(-\w{1,8})*"\s*:\s*"/i;

/** A value with changed texts at a place; the same value if none changes. */
function changedAt(value: unknown, place: Path, path: Path, change: Change): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return change(value, path);
  if (typeof value !== 'object' || value === null) return value;
  const keys = key === '*' ? Object.keys(value) : [key];
  let result = value as Record<string, unknown>;
  for (const each of keys) {
    const before = own(value as Record<string, unknown>, each);
    if (before === undefined) continue;
    const after = changedAt(before, rest, [...path, each], change);
    if (after === before) continue;
    if (result === value) result = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    result[each] = after;
  }
  return result;
}

function withTexts(document: ModelDocument, change: Change): ModelDocument {
  return places.reduce<unknown>((changed, place) => changedAt(changed, place, [], change), document) as ModelDocument;
}

/** The document with its texts in one language; the same object if it has no others. `besides`: the places that keep all languages. */
export function inLanguage(document: ModelDocument, language: string, besides = ''): ModelDocument {
  return withTexts(document, (text, path) => {
    if (!isLocalised(text) || path[0] === besides) return text;
    const key = languageIn(text, language);
    return key === '' ? text : text[key]; // the engine reports a malformed one
  });
}

/** The languages of a document's texts, in the order in which they occur. */
export function languagesOfDocument(document: ModelDocument): string[] {
  const languages = new Set<string>();
  withTexts(document, (text) => {
    if (isLocalised(text)) for (const key of Object.keys(text)) languages.add(key);
    return text;
  });
  return [...languages];
}

/** Paths of the texts that a document gives in several languages. */
export function localisedPaths(document: ModelDocument): Path[] {
  const paths: Path[] = [];
  withTexts(document, (text, path) => {
    if (isLocalised(text)) paths.push(path);
    return text;
  });
  return paths;
}

/**
 * The text of a document for the engine, with other texts than those of tasks in one language. A text that is not JSON remains as it is, for
 * the engine's message.
 */
export function textInLanguage(text: string, language: string): string {
  if (!mayHaveLanguages.test(text)) return text;
  try {
    const document = JSON.parse(text) as ModelDocument;
    const shown = inLanguage(document, language, 'tasks');
    return shown === document ? text : JSON.stringify(shown);
  } catch {
    return text;
  }
}
