import { nothing, type TemplateResult } from 'lit';
import { short } from '../format/short';
import { html } from './html';

const longest = 300; // characters of a label or a title

const letters =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho - sigma tau upsilon phi chi psi omega'; // no text
const alpha = 'α'.codePointAt(0)!;
/** LaTeX names of Greek letters, small and with a capital; '-' marks the position of the final sigma. */
export const greek: ReadonlyMap<string, string> = new Map(
  letters.split(' ').flatMap((name, i): [string, string][] => [
    [name, String.fromCodePoint(alpha + i)],
    [name[0].toUpperCase() + name.slice(1), String.fromCodePoint(alpha - 32 + i)],
  ]),
);
const subscript = /(?<![\p{L}\p{N}])(\p{L})_([\p{L}\p{N}]+)/gu;

/** Replaces "\\mu" by "μ". */
function withLetters(text: string): string {
  return short(text, longest).replace(/\\([A-Za-z]+)/g, (whole, name) => greek.get(name) ?? whole);
}

let languageOf = (_: string): string => '';

/** From now on, labels have the language that this function returns; "": the page's. */
export function markLabels(language: typeof languageOf): void {
  languageOf = language;
}

/** A label of a document with subscripts: "friction μ_s" or "friction \\mu_s". A single letter before an underscore introduces one. */
export function richLabel(label: string): TemplateResult | string {
  const lang = languageOf(label);
  return lang ? html`<span lang=${lang}>${subscripted(label)}</span>` : subscripted(label);
}

function subscripted(label: string): TemplateResult | string {
  const text = withLetters(label);
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const match of text.matchAll(subscript)) {
    parts.push(text.slice(end, match.index), html`${match[1]}<sub>${match[2]}</sub>`);
    end = match.index + match[0].length;
  }
  return end === 0 ? text : html`${parts}${text.slice(end)}`;
}

/** The label as plain text. */
export function plainLabel(text: string): string {
  return withLetters(text).replace(subscript, '$1$2');
}

/** A name or title that may be broken before each capitalised word. */
export function breakable(name: string): TemplateResult[] {
  return short(name, longest)
    .split(/(?=[A-Z][a-z])/)
    .map((word, i) => html`${i > 0 ? html`<wbr />` : nothing}${word}`);
}
