import { html, nothing, type TemplateResult } from 'lit';

const subscript = /(?<![\p{L}\p{N}])(\p{L})_([\p{L}\p{N}]+)/gu;

/** A label of a document with its subscripts below the line: "friction μ_s". One letter and an underline make one. */
export function richLabel(text: string): TemplateResult | string {
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
  return text.replace(subscript, '$1$2');
}

/** A name or title that may go on in another line before each word that begins with a capital. */
export function breakable(name: string): TemplateResult[] {
  return name.split(/(?=[A-Z][a-z])/).map((word, i) => html`${i > 0 ? html`<wbr />` : nothing}${word}`);
}
