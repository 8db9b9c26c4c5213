import { catalogue } from '../../../wasm/engine/catalogue';
import type { ModelDocument } from '../state/document';

export interface Made {
  kind: string;
  title: string;
  types: string[];
}

/**
 * The types of the items that creators of one type generated from a document: items whose names in the expanded document begin with the
 * creators' names.
 */
export function madeBy(creator: string, document: ModelDocument, expanded: ModelDocument): Made[] {
  const entries = entriesOf(document.create).filter(({ type }) => type === creator);
  const circles = entries.flatMap((entry) => entriesOf(entry.circles));
  const names = [...entries, ...circles].flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  return catalogue.lists.flatMap(({ name: title, kind }) => {
    const items = entriesOf(expanded[title]).filter(({ name }) => names.some((own) => name === own || String(name).startsWith(`${own}.`)));
    const types = [...new Set(items.map(({ type }) => String(type)))];
    return types.length > 0 ? [{ kind, title, types }] : [];
  });
}

function entriesOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list : [];
}
