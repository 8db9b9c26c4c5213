import type { ModelDocument } from '../state/document';

const lists = { nodes: 'node', objects: 'object', markers: 'marker', loads: 'load' };

/** The types of the items that creators of one type made of a document: those that have their names in the document as written out. */
export function madeBy(creator: string, document: ModelDocument, expanded: ModelDocument): { kind: string; type: string }[] {
  const entries = entriesOf(document.create).filter(({ type }) => type === creator);
  const circles = entries.flatMap((entry) => entriesOf(entry.circles));
  const names = [...entries, ...circles].flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const made = Object.entries(lists).flatMap(([key, kind]) =>
    entriesOf(expanded[key])
      .filter(({ name }) => names.some((own) => name === own || String(name).startsWith(`${own}.`)))
      .map(({ type }) => ({ kind, type: String(type) })),
  );
  return [...new Map(made.map((item) => [`${item.kind}.${item.type}`, item])).values()];
}

function entriesOf(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list : [];
}
