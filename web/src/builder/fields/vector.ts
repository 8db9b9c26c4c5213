import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { html } from '../../ui/html';
import { decimal, isDecimal, isListOf, split, typedText } from '../field';
import type { Row } from '../outline';
import { texts } from '../texts';
import { type FormContext, idOf, labelOf, type Place, pointerTo } from './context';

const axes = ['x', 'y', 'z'];

/** Names of the entries of a short list of numbers; null for other rows. */
export function partsOf(row: Row, { words }: Pick<FormContext, 'words'>): readonly string[] | null {
  const { count } = row.form;
  if (!isListOf(row, 'number') || typeof count !== 'number' || count < 2 || count > 6) return null;
  const known = Object.hasOwn(words.parts, row.name) ? words.parts[row.name] : axes;
  if (known.length >= count && row.unit !== 'mixed') return known.slice(0, count);
  return Array.from({ length: count }, (_, i) => String(i + 1));
}

/** Whether a value is shown as one field for each entry. */
export function isByParts(value: unknown, count: number): boolean {
  return value === undefined || (Array.isArray(value) && value.length === count && value.every((part) => typeof part !== 'object'));
}

/** A small field for each entry; a list that is typed or pasted into one fills them all. */
export function vectorField(place: Place, row: Row, parts: readonly string[], context: FormContext, describedBy: string) {
  const pointer = pointerTo(place, row.name);
  const id = idOf(pointer);
  const value = place.entry[row.name];
  const unparsed = context.unparsed.get(pointer);
  const shown = unparsed ? split(unparsed.text) : Array.isArray(value) ? value.map((part) => typedText(row, part)) : parts.map(() => '');
  const presets = Array.isArray(row.default) && row.default.length === parts.length ? row.default.map(String) : parts.map(() => '0');
  const type = (k: number, typed: string) => {
    const pasted = split(typed);
    const all =
      pasted.length === parts.length && (parts.length === 2 || !isDecimal(typed))
        ? pasted
        : parts.map((_, i) => (i === k ? decimal(typed) : (shown[i] ?? '')));
    const isEmpty = all.every((part) => part.trim() === '');
    context.type(place, row, isEmpty ? '' : all.map((part, i) => part.trim() || presets[i]).join(', '));
  };
  return html`<span class="build-vector" role="group" aria-labelledby=${`${id}-label`}>
    ${parts.map(
      (part, k) => html`<label><span>${part}</span><input
          id=${k === 0 ? id : `${id}-${k}`}
          type="text"
          autocomplete="off"
          spellcheck="false"
          aria-label=${`${labelOf(row.name, context.words)} ${part}`}
          aria-describedby=${describedBy}
          aria-invalid=${unparsed !== undefined}
          placeholder=${presets[k]}
          .value=${shown[k] ?? ''}
          @change=${(event: Event) => type(k, (event.target as HTMLInputElement).value)}
        /></label>`,
    )}
  </span>`;
}

/** Buttons that turn a number, or each number of a list, into a parameter. */
export function sliderButtons(place: Place, row: Row, parts: readonly string[] | null, context: FormContext) {
  const value = place.entry[row.name];
  const label = labelOf(row.name, context.words);
  const button = (text: string, name: string, part?: number) =>
    html`<button type="button" class="text-button" title=${texts.turnsIntoSlider()} aria-label=${name} @click=${() => context.makeSlider(place, row, part)}>${text}</button>`;
  if (!parts) return html`<span class="build-parts-sliders">${button(texts.makeSlider(), texts.makeSliderOf(label))}</span>`;
  const given = Array.isArray(value) ? value : row.default;
  const numbers = parts.flatMap((part, k) =>
    Array.isArray(given) && typeof given[k] === 'number' ? [button(part, msg(str`Make a slider: ${label} ${part}`), k)] : [],
  );
  return numbers.length === 0 ? nothing : html`<span class="build-parts-sliders">${msg(html`Make a slider of ${numbers}`)}</span>`;
}
