import { nothing, type TemplateResult } from 'lit';
import { short } from '../format/short';
import { html } from './html';

const longest = 300; // characters of a label or a title

const letters =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho - sigma tau upsilon phi chi psi omega';
const alpha = 'α'.codePointAt(0)!;
/** Letters as LaTeX writes them, small and with a capital; '-' stands for the final sigma. */
const greek = new Map(
  letters.split(' ').flatMap((name, i): [string, string][] => [
    [name, String.fromCodePoint(alpha + i)],
    [name[0].toUpperCase() + name.slice(1), String.fromCodePoint(alpha - 32 + i)],
  ]),
);
const subscript = /(?<![\p{L}\p{N}])(\p{L})_([\p{L}\p{N}]+)/gu;

/** "\\mu" is read as "μ". */
function withLetters(text: string): string {
  return short(text, longest).replace(/\\([A-Za-z]+)/g, (whole, name) => greek.get(name) ?? whole);
}

/** A label of a document with its subscripts below the line: "friction μ_s" or "friction \\mu_s". One letter and an underline make one. */
export function richLabel(label: string): TemplateResult | string {
  const text = withLetters(label);
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const match of text.matchAll(subscript)) {
    parts.push(text.slice(end, match.index), html`${match[1]}<sub>${match[2]}</sub>`);
    end = match.index + match[0].length;
  }
  return end === 0 ? text : html`${parts}${text.slice(end)}`;
}

/** The same where there is nothing but text. */
export function plainLabel(text: string): string {
  return withLetters(text).replace(subscript, '$1$2');
}

/** A name or title that may go on in another line before each word that begins with a capital. */
export function breakable(name: string): TemplateResult[] {
  return short(name, longest)
    .split(/(?=[A-Z][a-z])/)
    .map((word, i) => html`${i > 0 ? html`<wbr />` : nothing}${word}`);
}
