import { partsOf, plainTemplate } from '../format/language';
import type { Templates } from '../state/language';
import { html } from './html';

/** Translations as `msg` expects them: texts by identifier, with {0}, {1} … for values. Identifiers of texts with markup begin with h. */
export function templatesOf(texts: Readonly<Record<string, string>>): Templates {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, /^h[0-9a-f]{16}$/.test(id) ? marked(text) : plainTemplate(text)]),
  );
}

function marked(text: string) {
  const { strings, values } = partsOf(text);
  return html(strings, ...values);
}
