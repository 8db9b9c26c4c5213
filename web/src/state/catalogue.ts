import { hashOfText } from '../format/hash';
import type { ModelDocument } from './document';

/** A model of the gallery. `name` is the name of its file and in its link. */
export interface CatalogueEntry {
  name: string;
  document: ModelDocument;
  text: string;
}

const files = import.meta.glob<string>('../../models/*.json', { query: '?raw', import: 'default' });
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]));

/** The model shown by a page without a link. */
export const firstModel = 'rolling-coin';

/** Names of all gallery models. */
export const modelNames: readonly string[] = [...loaders.keys()].sort();

/** A short hash of a gallery model, for links: it changes with the model's content, but not with the layout of its file. */
export function modelHash(document: ModelDocument): string {
  return hashOfText(JSON.stringify(document)).slice(0, 6);
}

/** A model by name; null if there is none. */
export async function loadModel(name: string): Promise<CatalogueEntry | null> {
  const load = loaders.get(name);
  if (!load) return null;
  const text = await load();
  return { name, document: JSON.parse(text) as ModelDocument, text };
}
