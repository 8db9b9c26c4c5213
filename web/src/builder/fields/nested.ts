import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import type { Reference } from '../../../../wasm/engine/types';
import { isRecord } from '../../format/own';
import { common } from '../../format/texts';
import { titleOf } from '../../format/title';
import { html } from '../../ui/html';
import { isList } from '../field';
import type { Entry, Row } from '../outline';
import { answerHelp } from './answer';
import { type FormContext, idOf, labelOf, type Place, pointerTo, within } from './context';
import { inertiaHead } from './inertia';
import { select } from './select';

export interface Table {
  name: string;
  text: string;
  rows: readonly Row[];
}

/** A table of rows by its name: the display has its own tables, such as the curves of plots. */
export function tableOf(name: string, list: Place['list'], { tables, items }: Reference): Table | null {
  const shown = items.find(({ kind, type }) => kind === 'display' && type === name);
  const display = shown && { name, text: shown.summary, rows: shown.parameters };
  const other = tables.find((table) => table.name === name) as Table | undefined;
  return (list === 'plots' ? (display ?? other) : (other ?? display)) ?? null;
}

/** Whether a row holds objects with fields. */
export function isNested(row: Row, value: unknown): boolean {
  if (row.form.is !== 'object' || !row.tables?.length || row.form.byParameter) return false;
  return isList(row) ? Array.isArray(value ?? []) : isRecord(value ?? {}) || value === row.default;
}

/** An object with its fields, or a list of objects. */
export function nestedField(place: Place, row: Row, context: FormContext) {
  const value = place.entry[row.name];
  if (typeof row.default === 'string') return wordOrObject(place, row, value, context);
  if (!isList(row)) return renderObject(place, row, value, context);
  const list = (value ?? []) as unknown[];
  const label = labelOf(row.name, context.words);
  const one = row.tables?.length === 1 ? tableOf(row.tables[0], place.list, context.reference)?.name : undefined;
  const each = titleOf(one ? (one === 'choices' ? 'choice' : one) : label.replace(/s$/, '')).replace(/([a-z])([A-Z])/g, '$1 $2');
  const add = () => context.set(place, row.name, [...list, freshEntry(place, row, row.tables![0], context)]);
  const remove = ({ currentTarget }: Event, i: number) => {
    (currentTarget as Element).closest('.build-list')?.querySelector<HTMLElement>(':scope > .outline-button')?.focus();
    context.set(
      place,
      row.name,
      list.filter((_, k) => k !== i),
    );
  };
  return html`<div class="build-list" role="group" aria-labelledby=${`${idOf(pointerTo(place, row.name))}-label`}>
    ${list.map(
      (entry, i) => html`<div class="build-entry" role="group" aria-label=${`${each} ${i + 1}`}>
          <div class="build-entry-head"><strong>${each} ${i + 1}</strong>
            <button type="button" class="text-button" aria-label=${msg(str`Remove ${each.toLowerCase()} ${i + 1}`)} @click=${(event: Event) => remove(event, i)}>${common.remove()}</button></div>
          ${renderObject(place, row, entry, context, i)}
        </div>`,
    )}
    <button type="button" class="outline-button" @click=${add}>${/^[aeiou]/i.test(each) ? msg(str`Add an ${each.toLowerCase()}`) : msg(str`Add a ${each.toLowerCase()}`)}</button>
  </div>`;
}

/** A word that is the default, or an object, such as the horizontal axis of a plot. */
function wordOrObject(place: Place, row: Row, value: unknown, context: FormContext) {
  const word = String(row.default);
  const [name] = row.tables!;
  const options = [
    { value: word, label: labelOf(word, context.words) },
    { value: name, label: titleOf(tableOf(name, place.list, context.reference)?.text.replace(/\.$/, '') ?? name) },
  ];
  const choose = (chosen: string) => context.set(place, row.name, chosen === word ? undefined : freshEntry(place, row, name, context));
  return html`${select({ id: idOf(pointerTo(place, row.name)), label: labelOf(row.name, context.words) }, isRecord(value) ? name : word, options, choose)}
    ${isRecord(value) ? renderObject(place, row, value, context) : nothing}`;
}

function renderObject(place: Place, row: Row, value: unknown, context: FormContext, index?: number) {
  const inner = within(place, row.name, value, index);
  const table = tableIn(inner, row, context.reference);
  if (!table) return nothing;
  const rows = rowsIn(row, table, inner.entry);
  const isShown = (each: Row) =>
    each.required ||
    Object.hasOwn(inner.entry, each.name) ||
    context.unparsed.has(pointerTo(inner, each.name)) ||
    rows.length <= 3 ||
    each.name === 'component';
  const others = rows.filter((each) => !isShown(each));
  const first = index === undefined ? idOf(pointerTo(place, row.name)) : `${idOf(inner.pointer)}-kind`;
  return html`<div class="build-fields build-inner">
    ${row.name === 'inertia' ? inertiaHead(inner, table, rowTables(place, row, context.reference), context, first) : kindOf(place, row, inner, table, context, first, index)}
    ${rows.filter(isShown).map((each) => context.field(inner, each))}
    ${table.name === 'number' ? answerHelp(inner, context) : nothing}
    ${
      others.length > 0
        ? html`<details class="build-more"><summary>${msg(str`${others.length} more`)}</summary><div class="build-fields">${others.map((each) => context.field(inner, each))}</div></details>`
        : nothing
    }
  </div>`;
}

const rowTables = ({ list }: Pick<Place, 'list'>, row: Row, reference: Reference): Table[] =>
  (row.tables ?? []).flatMap((name) => tableOf(name, list, reference) ?? []);

/** The table of an object: the only one, or the one that its key names; without the key, the last one. */
export function tableIn({ list, entry }: Pick<Place, 'list' | 'entry'>, row: Row, reference: Reference): Table | null {
  const tables = rowTables({ list }, row, reference);
  if (!row.key) return tables.find(({ name }) => Object.hasOwn(entry, name)) ?? tables.at(-1) ?? null;
  const chosen = entry[row.key];
  return (chosen === undefined ? tables.at(-1) : tables.find(({ name }) => name === chosen)) ?? null;
}

/** The rows of an object. Mass and density exclude each other; the numbers of an answer have its unit. */
function rowsIn(row: Row, table: Table, entry: Entry): readonly Row[] {
  if (row.name === 'answer' && typeof entry.unit === 'string')
    return table.rows.map((each) => (each.name === 'value' || each.name === 'tolerance' ? { ...each, unit: entry.unit as string } : each));
  if (row.name !== 'inertia') return table.rows;
  const hidden = Object.hasOwn(entry, 'density') ? 'mass' : 'density';
  return table.rows.filter(({ name }) => name !== hidden && !(name === 'inertiaTensor' && !Object.hasOwn(entry, name)));
}

/** A menu of the kinds that an object may be of. */
function kindOf(place: Place, row: Row, { entry }: Place, table: Table, context: FormContext, id: string, index?: number) {
  const tables = rowTables(place, row, context.reference);
  if (!row.key || tables.length < 2) return nothing;
  const choose = (name: string) => {
    const fresh = freshEntry(place, row, name, context);
    // What both kinds have stays.
    const kept = Object.entries(entry).filter(
      ([key]) => key !== row.key && tables.find((each) => each.name === name)?.rows.some((each) => each.name === key),
    );
    const value = { ...fresh, ...Object.fromEntries(kept) };
    if (index === undefined) return context.set(place, row.name, value);
    context.set(
      place,
      row.name,
      (place.entry[row.name] as unknown[]).map((old, i) => (i === index ? value : old)),
    );
  };
  const options = tables.map(({ name, text }) => ({ value: name, label: titleOf(text.replace(/\.$/, '')) }));
  return html`<div class="build-field"><label for=${id}>${msg('Kind')} <code aria-hidden="true">${row.key}</code></label>${select({ id }, table.name, options, choose)}</div>`;
}

/** An object of a kind with an example of everything that it needs. */
export function freshEntry(place: Place, row: Row, name: string, context: FormContext): Entry {
  const table = tableOf(name, place.list, context.reference);
  const path = [...place.path, row.name, ...(isList(row) ? [0] : [])];
  const entries = (table?.rows ?? [])
    .filter(({ required }) => required)
    .map((each) => [each.name, exampleOf({ ...place, path }, each, context)] as const);
  return { ...(row.key ? { [row.key]: name } : {}), ...Object.fromEntries(entries) };
}

function exampleOf(place: Place, row: Row, context: FormContext): unknown {
  const { is, count } = row.form;
  if (row.name === 'choices') return [{ text: 'the right answer', correct: true }, { text: 'another answer' }]; // no text: for the document
  const one = () => {
    if (is === 'object' && row.tables) return freshEntry(place, row, row.tables[0], context);
    if (is === 'formula') return '1';
    return ['name', 'text', 'color'].includes(is) ? (context.namesAt([...place.path, row.name])?.[0] ?? 'Text') : 0.1; // no text: for the document
  };
  return count === undefined ? one() : Array.from({ length: count ?? 1 }, one);
}
