/** The parts of a model document that the page itself reads; the engine reads and checks the others. */
export interface ModelDocument {
  title?: unknown;
  description?: unknown;
  parameters?: Record<string, unknown>;
  display?: Record<string, unknown>;
  [key: string]: unknown;
}

/** A copy of the document with other parameter values, for showing and saving. */
export function withParameters(document: ModelDocument, values: Record<string, number>): ModelDocument {
  const parameters = { ...document.parameters };
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(parameters, name)) continue;
    const parameter = parameters[name];
    parameters[name] = typeof parameter === 'object' && parameter !== null ? { ...parameter, value } : value;
  }
  return 'parameters' in document ? { ...document, parameters } : document;
}

/** The document without its description, its tasks and the reference curves of its plots: the same mechanism for a shorter link. */
export function withoutTexts({ description: _, tasks: _tasks, ...document }: ModelDocument): ModelDocument {
  const plots = document.display?.plots;
  if (!Array.isArray(plots)) return document;
  const bare = plots.map((plot: unknown) => {
    if (typeof plot !== 'object' || plot === null || Array.isArray(plot)) return plot;
    const { reference: _, ...rest } = plot as Record<string, unknown>;
    return rest;
  });
  return { ...document, display: { ...document.display, plots: bare } };
}

/** JSON laid out for reading: a value that fits on one line is on one line. */
export function layOut(value: unknown, width = 100, indent = ''): string {
  const flat = flatText(value);
  if (typeof value !== 'object' || value === null || (indent !== '' && indent.length + flat.length <= width)) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((entry) => inner + layOut(entry, width, inner))
    : Object.entries(value).map(([key, entry]) => {
        const head = `${inner}${JSON.stringify(key)}: `;
        return head + layOut(entry, width - JSON.stringify(key).length - 2, inner);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** JSON on one line. */
export function flatText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(flatText).join(', ')}]`;
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${flatText(entry)}`);
  return `{${entries.join(', ')}}`;
}
