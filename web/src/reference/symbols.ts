import { renderMarkdown } from '../ui/markdown';

/** What the equations call the parameters of items, in LaTeX. */
const symbols = Object.values(
  import.meta.glob<Record<string, Record<string, string>>>('../../../docs/symbols.json', { eager: true, import: 'default' }),
)[0];

/** The letter of a parameter in the equations of its item, or "". */
export function symbolOf(type: string, parameter: string): string {
  return symbols[type]?.[parameter] ?? '';
}

const rendered = new Map<string, string>();

/** A symbol as HTML. */
export function renderSymbol(latex: string): string {
  const html = rendered.get(latex) ?? renderMarkdown(`$${latex}$`).replace(/^<p>|<\/p>$/g, '');
  rendered.set(latex, html);
  return html;
}
