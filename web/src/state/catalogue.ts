import { hashOfText } from '../format/hash';
import { own } from '../format/own';
import type { ModelDocument } from './document';
import { inLanguage } from './document-texts';
import { english, whole } from './models';

/** A model of the gallery. `name` is the name of its file and in its link. */
export interface CatalogueEntry {
  name: string;
  document: ModelDocument;
  text: string;
  /** A short hash for links: it changes with the model's content, but not with the layout of its file or its translations. */
  hash: string;
}

/** The model shown by a page without a link. */
export const firstModel = 'rolling-coin';

/** Names of all gallery models. */
export const modelNames: readonly string[] = [...whole.keys()].sort();

/** Hashes of these models in earlier links. Their tasks in German belonged to the hash. */
const earlierHashes: Readonly<Record<string, string>> = { bicycle: '27nfv4', 'bouncing-balls': 'bbrvuy', 'stick-slip': 'jfz5m1' };

export const hashOfModel = (document: ModelDocument): string => hashOfText(JSON.stringify(document)).slice(0, 6);

/** Whether a hash in a link is that of the present model. */
export function isPresent(hash: string, entry: Pick<CatalogueEntry, 'name' | 'hash'>): boolean {
  return hash === entry.hash || hash === own(earlierHashes, entry.name);
}

/** A model by name; null if there is none. For a reader of another language than English, it has texts in all languages. */
export async function loadModel(name: string, language = 'en'): Promise<CatalogueEntry | null> {
  const isEnglish = language === 'en';
  const load = (isEnglish ? english : whole).get(name);
  if (!load) return null;
  const text = await load();
  const document = JSON.parse(text) as ModelDocument;
  const reduced = isEnglish ? document : inLanguage(document, 'en');
  return { name, document, text, hash: hashOfModel(reduced) };
}
