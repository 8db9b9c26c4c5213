import { nothing } from 'lit';
import { html } from '../../ui/html';

interface Option {
  value: string;
  label: string;
}

/** A menu. `label`: its name, if no label in the page belongs to it. */
export function select(
  { id, label, describedBy }: { id?: string; label?: string; describedBy?: string },
  chosen: string,
  options: readonly (string | Option)[],
  take: (value: string) => void,
) {
  const known = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  const all = known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen || '—' }];
  return html`<select id=${id ?? nothing} aria-label=${label ?? nothing} aria-describedby=${describedBy || nothing} @change=${(event: Event) => take((event.target as HTMLSelectElement).value)}>
    ${all.map((option) => html`<option value=${option.value} .selected=${option.value === chosen}>${option.label}</option>`)}
  </select>`;
}
