import { msg, str } from '@lit/localize';
import { nothing, type TemplateResult } from 'lit';
import { licenceAddress } from '../format/spdx';
import { html } from '../ui/html';

/** Authors, licence and origin of a model, from `about` of its document, which anybody may have written; nothing if it has none. */
export function credits(about: unknown): TemplateResult | typeof nothing {
  if (typeof about !== 'object' || about === null) return nothing;
  const { authors, licence, version, source, basedOn } = about as Record<string, unknown>;
  const names = Array.isArray(authors) ? authors.filter((name) => typeof name === 'string' && name !== '') : [];
  const original = typeof basedOn === 'object' && basedOn !== null ? (basedOn as Record<string, unknown>).address : undefined;
  const parts = [
    names.length > 0 ? html`${msg(str`By ${names.join(', ')}`)}` : nothing,
    isText(licence) ? html`${msg('Licence:')} ${linked(licence, licenceAddress(licence) ?? '')}` : nothing,
    isText(version) ? html`${msg(str`Version ${version}`)}` : nothing,
    isText(source) ? html`${msg('Source:')} ${linked(source, source)}` : nothing,
    isText(original) ? html`${msg('Based on')} ${linked(original, original)}` : nothing,
  ].filter((part) => part !== nothing);
  return parts.length > 0 ? html`<ul class="credits quiet">${parts.map((part) => html`<li>${part}</li>`)}</ul>` : nothing;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const longest = 80; // characters of a shown address

/** A link if the address leads to a page of the web or of this site; otherwise the text. */
function linked(text: string, address: string) {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  if (address.startsWith('#')) return html`<a href=${address}>${shown}</a>`;
  if (!/^https?:\/\//.test(address)) return html`<span title=${text}>${shown}</span>`;
  return html`<a href=${address} rel="noopener noreferrer nofollow" target="_blank">${shown}</a>`;
}
