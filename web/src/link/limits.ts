/** What a page shows at once: beyond it, a document from a link is a burden rather than a model. */
const most = { parameters: 200, plots: 40, description: 200_000 };
const deepest = 64;

/** Whether brackets of a JSON text nest deeper than any model does; asked before it is parsed. */
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

/** Why a document is not shown, as a sentence, or "". */
export function tooMuch(document: Record<string, unknown>): string {
  const { parameters, display, description } = document;
  const count = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value).length : 0);
  const plots = count((display as { plots?: unknown } | undefined)?.plots);
  if (count(parameters) > most.parameters) return `it has ${count(parameters)} parameters, at most ${most.parameters} are shown`;
  if (plots > most.plots) return `it has ${plots} plots, at most ${most.plots} are shown`;
  if (typeof description === 'string' && description.length > most.description) return 'its description is longer than a book';
  return '';
}
