import { msg, str } from '@lit/localize';

/** The limits of a page; links to larger documents are rejected. */
const most = { parameters: 200, plots: 40, description: 200_000 };
const deepest = 64;

/** Whether a JSON text is nested more deeply than any model; checked before parsing. */
export function tooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Why a document is too large to show, as a sentence, or "". */
export function tooMuch(document: Record<string, unknown>): string {
  const { parameters, display, description } = document;
  const count = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value).length : 0);
  const plots = count((display as { plots?: unknown } | undefined)?.plots);
  if (count(parameters) > most.parameters)
    return msg(str`it has ${count(parameters)} parameters, and the page shows at most ${most.parameters}`);
  if (plots > most.plots) return msg(str`it has ${plots} plots, and the page shows at most ${most.plots}`);
  if (typeof description === 'string' && description.length > most.description)
    return msg('its description has more than 200\u2009000 characters');
  return '';
}
