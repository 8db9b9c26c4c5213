import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import type { ParameterInfo } from '../../../wasm/engine/types';
import { formatNumber } from '../format/quantity';
import { isAllowed, parameterControl, readTyped } from '../state/parameters';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import type { Range } from './fit';
import { texts } from './texts';

/** The typed limits of a parameter's range; null: the limits of its slider. */
export interface TypedRange {
  from: string | null;
  to: string | null;
}
/** The parameters that may change, by name. */
export type TypedRanges = ReadonlyMap<string, TypedRange>;

/** A list of selectable parameters; each selected one has a range. */
export function rangeList(infos: readonly ParameterInfo[], chosen: TypedRanges, change: (chosen: TypedRanges) => void) {
  const set = (name: string, range: TypedRange | null) => {
    const next = new Map(chosen);
    if (range) next.set(name, range);
    else next.delete(name);
    change(next);
  };
  return html`<fieldset class="study-ranges">
    <legend class="quiet">${msg('Parameters that may change')}</legend>
    ${infos.map((info) => {
      const control = parameterControl(info);
      const range = chosen.get(info.name);
      const label = plainLabel(control.label);
      const end = (key: 'from' | 'to', value: number) => html`<label class="study-field"
        ><span class="quiet">${texts[key]()}${control.unit.text ? ` [${control.unit.text}]` : ''}</span>
        <input type="text" inputmode="decimal" size="7" aria-label=${`${label}, ${texts[key]()}`}
          .value=${range?.[key] ?? formatNumber(value * control.unit.factor, 6)}
          @change=${({ target }: Event) => range && set(info.name, { ...range, [key]: (target as HTMLInputElement).value })} /></label
      >`;
      return html`<div class="study-range">
        <label class="study-choice"
          ><input type="checkbox" .checked=${range !== undefined}
            @change=${({ target }: Event) => set(info.name, (target as HTMLInputElement).checked ? { from: null, to: null } : null)} />${label}</label
        >
        ${range ? html`<span class="study-ends">${end('from', control.min)} ${end('to', control.max)}</span>` : nothing}
      </div>`;
    })}
  </fieldset>`;
}

/** The ranges in SI units, or a sentence about an error. */
export function readRanges(infos: readonly ParameterInfo[], chosen: TypedRanges, most: number): Range[] | string {
  const ranges: Range[] = [];
  for (const info of infos) {
    const typed = chosen.get(info.name);
    if (!typed) continue;
    const control = parameterControl(info);
    const label = plainLabel(control.label);
    const ends = { from: control.min, to: control.max };
    for (const key of ['from', 'to'] as const) {
      const text = typed[key];
      if (text === null) continue;
      ends[key] = readTyped(control, text);
      if (!Number.isFinite(ends[key])) return msg(str`${label}, ${texts[key]()}: “${text}” is not a number.`);
      if (!isAllowed(info, ends[key])) return msg(str`${label}, ${texts[key]()}: ${text} is outside of what the model allows.`);
    }
    if (!(ends.from < ends.to))
      return msg(str`${label}: the range must rise, but it goes from ${typed.from ?? control.min} to ${typed.to ?? control.max}.`);
    ranges.push({ name: info.name, low: ends.from, high: ends.to });
  }
  if (ranges.length === 0) return msg('Choose at least one parameter that may change.');
  return ranges.length > most ? msg(str`At most ${most} parameters may change at once; ${ranges.length} are chosen.`) : ranges;
}
