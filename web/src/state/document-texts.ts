import { textPlaces } from '../../../wasm/engine/text-places';
import { attempt } from '../format/attempt';
import { equalJson } from '../format/equal';
import { isLocalised, languageIn, localised } from '../format/localised';
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

/** Calls `visit` with each text of a document and its path. */
export function forEachText(document: ModelDocument, visit: (text: unknown, path: Path) => void): void {
  withTexts(document, (text, path) => {
    visit(text, path);
    return text;
  });
}

/** Texts of a document that lack a reader's language, as shown, with the language in which they are shown. */
export function foreignTexts(document: ModelDocument, language: string): ReadonlyMap<string, string> {
  const foreign = new Map<string, string>();
  const [primary] = language.split('-');
  forEachText(document, (text) => {
    const { text: shown, lang } = localised(text, language);
    if (lang !== '' && lang.split('-')[0] !== primary) foreign.set(shown, lang);
  });
  return foreign;
}

/** The languages of a document's texts, in the order in which they occur. */
export function languagesOfDocument(document: ModelDocument): string[] {
  const languages = new Set<string>();
  forEachText(document, (text) => {
    if (isLocalised(text)) for (const key of Object.keys(text)) languages.add(key);
  });
  return [...languages];
}

/** Paths of the texts that a document gives in several languages. */
export function localisedPaths(document: ModelDocument): Path[] {
  const paths: Path[] = [];
  forEachText(document, (text, path) => {
    if (isLocalised(text)) paths.push(path);
  });
  return paths;
}

/**
 * The text of a document for the engine, with other texts than those of tasks in one language. A text that is not JSON remains as it is, for
 * the engine's message.
 */
export function textInLanguage(text: string, language: string): string {
  if (!mayHaveLanguages.test(text)) return text;
  return attempt(() => {
    const document = JSON.parse(text) as ModelDocument;
    const shown = inLanguage(document, language, 'tasks');
    return shown === document ? text : JSON.stringify(shown);
  }, text);
}

/**
 * A new value for a place of a document, in which texts in the shown language have changed: the other languages of a text remain. Entries
 * of a list keep theirs when others are added or removed.
 */
export function withOtherLanguages(document: ModelDocument, path: readonly (string | number)[], value: unknown, language: string): unknown {
  const texts = new Set(localisedPaths(document).map((each) => each.join('\n')));
  if (texts.size === 0) return value;
  const merge = (before: unknown, shown: unknown, after: unknown, at: Path): unknown => {
    if (texts.has(at.join('\n'))) return withText(before as Record<string, unknown>, after, language);
    if (Array.isArray(before) && Array.isArray(after)) {
      const was = shown as unknown[];
      return after.map((each, i) => {
        const same = was.findIndex((other) => equalJson(other, each));
        const k = same < 0 && before.length === after.length ? i : same;
        return k < 0 ? each : merge(before[k], was[k], each, [...at, String(k)]);
      });
    }
    if (!isLocalised(before) || !isLocalised(after)) return after;
    const parts = Object.entries(after).map(([key, each]) => [
      key,
      merge(own(before, key), own(shown as typeof before, key), each, [...at, key]),
    ]);
    return Object.fromEntries(parts);
  };
  const there = (root: unknown) => path.reduce<unknown>((parent, key) => own((parent ?? {}) as Record<string, unknown>, String(key)), root);
  return merge(there(document), there(inLanguage(document, language)), value, path.map(String));
}

/** A text in several languages with another one in the shown language; undefined removes it. */
function withText(texts: Record<string, unknown>, text: unknown, language: string): unknown {
  const shown = languageIn(texts, language);
  if (typeof text === 'string') return { ...texts, [shown]: text };
  if (text !== undefined) return text;
  const { [shown]: _, ...others } = texts;
  return Object.keys(others).length > 0 ? others : undefined;
}
