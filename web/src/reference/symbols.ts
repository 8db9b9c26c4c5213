import { own } from '../format/own';
import { renderMarkdown } from '../ui/markdown';
import letters from './symbols.json';

/** Symbols of item parameters in the equations, in LaTeX. */
const symbols: Readonly<Record<string, Readonly<Record<string, string>>>> = letters;

/** The symbol of a parameter in the equations of its item, or "". */
export function symbolOf(type: string, parameter: string): string {
  return own(own(symbols, type), parameter) ?? '';
}

const rendered = new Map<string, string>();

/** A symbol as HTML. */
export function renderSymbol(latex: string): string {
  const html = rendered.get(latex) ?? renderMarkdown(`$${latex}$`).replace(/^<p>|<\/p>$/g, '');
  rendered.set(latex, html);
  return html;
}
