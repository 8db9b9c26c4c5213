import { msg, str } from '@lit/localize';
import { nothing, type TemplateResult } from 'lit';
import { messageText, renderMessage } from '../engine';
import { isNumberText } from '../format/quantity';
import { html } from '../ui/html';
import { fieldKind, isNumber, optionsOf, typedText } from './field';
import { angleField, angleIn, isAngle } from './fields/angle';
import { type FormContext, idOf, labelOf, type Place, pointerTo, sentenceOf } from './fields/context';
import { isNested, nestedField } from './fields/nested';
import { select } from './fields/select';
import { isByParts, partsOf, sliderButtons, vectorField } from './fields/vector';
import { type Item, issuesAt, namesFor, ownRow, type Row, rowsOf } from './outline';

const ordinals = () => [msg('first'), msg('second')];
const asText = () => msg('As text');
const asFields = () => msg('As fields');

const ground = () => msg('— ground —');
const unnamed = ['analysis', 'model', 'plots', 'camera', 'tasks', 'measures'];

const look = (): Row => ({ ...ownRow('visualization', msg('how it is drawn'), { is: 'object' }), tables: ['visualization'] });

/** The rows of an item: first the given and required ones, then all others. */
export function renderForm(item: Item, context: FormContext): TemplateResult {
  const known = rowsOf(item, context.reference);
  const rows = known?.rows ?? Object.keys(item.entry).map((name) => ownRow(name, '', { is: 'object' }));
  const isShown = (row: Row) => row.required || Object.hasOwn(item.entry, row.name) || context.unparsed.has(pointerTo(item, row.name));
  const others = rows.filter((row) => !isShown(row));
  const hasLook = Object.hasOwn(item.entry, 'visualization') && !rows.some(({ name }) => name === 'visualization');
  return html`
    ${known?.text ? html`<p class="quiet build-summary">${known.text}</p>` : nothing}
    ${issuesAt(context.issues, item.pointer)
      .filter(({ pointer }) => pointer === item.pointer)
      .map((issue) => html`<p class="build-error" role="alert">${renderMessage(issue)}</p>`)}
    <div class="build-fields">
      ${unnamed.includes(item.list) ? nothing : nameField(item, context)}
      ${rows.filter(isShown).map((row) => renderField(item, row, context))}
    </div>
    ${hasLook ? html`<details class="build-more"><summary>${msg('Look')}</summary><div class="build-fields">${renderField(item, look(), context)}</div></details>` : nothing}
    ${
      others.length > 0
        ? html`<details class="build-more">
            <summary>${msg(str`${others.length} more with their defaults`)}</summary>
            <div class="build-fields">${others.map((row) => renderField(item, row, context))}</div>
          </details>`
        : nothing
    }
  `;
}

/** The name, by which formulas and other items refer to it. */
function nameField(item: Item, context: FormContext): TemplateResult {
  const text =
    item.list === 'parameters'
      ? msg('its name in formulas; these follow a new name')
      : msg('by which others refer to it; they follow a new name');
  const row = ownRow('name', text, { is: 'text' });
  const name = item.list === 'parameters' ? item.name : (item.entry.name as unknown);
  return renderField({ ...item, entry: { name } }, row, { ...context, type: (_, __, typed) => context.rename(item, typed.trim()) });
}

/** A field with its label, its key, help and errors. */
export function renderField(place: Place, row: Row, context: FormContext): TemplateResult {
  const pointer = pointerTo(place, row.name);
  const id = idOf(pointer);
  const value = place.entry[row.name];
  const unparsed = context.unparsed.get(pointer);
  const isOpen = !context.asText.has(pointer);
  const parts = isOpen ? partsOf(row, context) : null;
  const kind =
    isOpen && isNested(row, value)
      ? 'nested'
      : isOpen && isAngle(place, row)
        ? 'angle'
        : parts && isByParts(value, parts.length)
          ? 'vector'
          : 'plain';
  const canFold = kind !== 'plain' || !isOpen;
  const problems = [
    ...(unparsed ? [unparsed.problem] : []),
    ...issuesAt(context.issues, pointer)
      .filter((issue) => kind !== 'nested' || issue.pointer === pointer)
      .map((issue) => messageText(issue).text),
  ];
  const help = sentenceOf(row);
  const helpText = help ? html`<p class="quiet build-help" id=${`${id}-help`}>${help}</p>` : nothing;
  const described = [help && `${id}-help`, problems.length > 0 && `${id}-error`].filter(Boolean).join(' ');
  const evaluated = kind === 'nested' ? undefined : context.values.get(pointer);
  const label = html`${labelOf(row.name, context.words)}${kind === 'angle' ? html` <span class="quiet">°</span>` : row.unit ? html` <span class="quiet">${row.unit}</span>` : nothing} <code aria-hidden="true">${row.name}</code>`;
  return html`<div class="build-field ${problems.length > 0 ? 'wrong' : ''}">
    ${kind === 'nested' || kind === 'vector' ? html`<span class="build-label" id=${`${id}-label`}>${label}</span>` : html`<label id=${`${id}-label`} for=${id}>${label}</label>`}
    ${canFold ? html`<button type="button" class="text-button" aria-label=${`${isOpen ? asText() : asFields()}: ${labelOf(row.name, context.words)}`} @click=${() => context.toggleText(pointer)}>${isOpen ? asText() : asFields()}</button>` : nothing}
    ${kind === 'nested' ? helpText : nothing}
    ${control({ place, row, value, kind, parts, described }, context)}
    ${evaluated ? html`<output class="quiet build-value">= ${evaluated}</output>` : nothing}
    ${problems.length > 0 ? html`<p class="build-error" id=${`${id}-error`} role="alert">${problems.join(' ')}</p>` : nothing}
    ${kind === 'nested' ? nothing : helpText}
    ${slidersOf(place, row, kind, parts, context)}
    ${context.pick && row.refersTo === 'object' ? pickers(place, row, value, context) : nothing}
  </div>`;
}

function slidersOf(place: Place, row: Row, kind: string, parts: readonly string[] | null, context: FormContext) {
  if (['parameters', 'plots', 'camera', 'tasks'].includes(place.list)) return nothing;
  const isNumeric = isNumber(row) && typeof place.entry[row.name] === 'number';
  if (kind === 'vector') return sliderButtons(place, row, parts, context);
  return isNumeric || (kind === 'angle' && isNumberText(angleIn(place.entry[row.name]) ?? ''))
    ? sliderButtons(place, row, null, context)
    : nothing;
}

/** Buttons that pick a body in the 3D view: one for each reference. */
function pickers(place: Place, row: Row, value: unknown, context: FormContext) {
  const pair = Array.isArray(value) && value.length === 2 ? value : null;
  const take = (name: string, k: number) =>
    context.set(place, row.name, pair ? pair.map((old: unknown, i) => (i === k ? name : old)) : name);
  const label = labelOf(row.name, context.words);
  return html`<span class="build-pick">${msg('Pick in the view')} ${(pair ? ordinals() : ['']).map(
    (which, k) =>
      html`<button type="button" class="text-button" aria-label=${msg(str`Pick in the view: ${label} ${which}`).trim()} @click=${() => context.pick?.((name) => take(name, k))}>${which || msg('a body')}</button>`,
  )}</span>`;
}

interface Field {
  place: Place;
  row: Row;
  value: unknown;
  kind: 'nested' | 'angle' | 'vector' | 'plain';
  parts: readonly string[] | null;
  described: string;
}

function control(field: Field, context: FormContext) {
  const { place, row, kind, parts, described } = field;
  if (kind === 'nested') return nestedField(place, row, context);
  if (kind === 'angle') return angleField(place, row, context, described);
  if (kind === 'vector') return vectorField(place, row, parts!, context, described);
  return menuOf(field, context) ?? textField(field, context);
}

/** A check box or a menu for a row with few values; null for others. */
function menuOf(field: Field, context: FormContext) {
  const { place, row, value, described } = field;
  const id = idOf(pointerTo(place, row.name));
  const kind = fieldKind(row);
  const names = { id, describedBy: described };
  const take = (chosen: string) => context.set(place, row.name, chosen || undefined);
  const preset = {
    value: '',
    label: row.default === undefined || row.default === null ? msg('default') : msg(str`default: ${typedText(row, row.default)}`),
  };
  if (kind === 'flag' && typeof value !== 'string') {
    const usual = row.default === true;
    const check = (event: Event) => {
      const { checked } = event.target as HTMLInputElement;
      context.set(place, row.name, checked === usual ? undefined : checked);
    };
    return html`<input class="build-flag" type="checkbox" id=${id} aria-describedby=${described} .checked=${value === undefined ? usual : value === true} @change=${check} />`;
  }
  if (kind === 'choice')
    return select(names, value === undefined ? '' : typedText(row, value), [...(row.required ? [] : [preset]), ...optionsOf(row)], take);
  if (kind === 'reference')
    return select(
      names,
      value === null ? ground() : value === undefined ? '' : String(value),
      [{ value: '', label: '—' }, ...namesFor(row, context.document)],
      take,
    );
  if (kind === 'output') return select(names, String(value ?? ''), [...(value ? [] : [preset]), ...outputs(context.reference)], take);
  if (kind === 'references' && Array.isArray(value) && value.length === 2) return pairOf(field, value, context);
  return namedMenu(field, context);
}

/** Two menus for a pair of references. */
function pairOf({ place, row, described }: Field, value: readonly unknown[], context: FormContext) {
  const id = idOf(pointerTo(place, row.name));
  const names = [...(row.refersTo === 'object' ? [ground()] : []), ...namesFor(row, context.document)];
  const take = (i: number, chosen: string) =>
    context.set(
      place,
      row.name,
      value.map((old, k) => (k !== i ? old : chosen === ground() ? null : chosen)),
    );
  const label = labelOf(row.name, context.words);
  return html`<span class="build-pair" role="group" aria-labelledby=${`${id}-label`}>
    ${value.map((entry, i) =>
      select(
        { id: i === 0 ? id : `${id}-${i}`, label: `${label}, ${ordinals()[i]}`, describedBy: described },
        entry === null ? ground() : String(entry),
        names,
        (chosen) => take(i, chosen),
      ),
    )}
  </span>`;
}

/** A menu of names of the document, or of the components of a sensor; null if there are none. */
function namedMenu({ place, row, value, described }: Field, context: FormContext) {
  const names = { id: idOf(pointerTo(place, row.name)), describedBy: described };
  const { sensor } = place.entry;
  if (row.name === 'component' && typeof sensor === 'string' && (value === undefined || typeof value === 'number')) {
    const components = context.sensors.find(({ name }) => name === sensor)?.components ?? [];
    if (components.length === 0) return null;
    const options = components.map((label, i) => ({ value: String(i), label: label || String(i) }));
    return select(names, String(value ?? 0), options, (chosen) =>
      context.set(place, row.name, chosen === '0' ? undefined : Number(chosen)),
    );
  }
  if (row.form.is !== 'name' || row.form.count !== undefined || (value !== undefined && typeof value !== 'string')) return null;
  const offered = context.namesAt([...place.path, row.name]);
  if (!offered || offered.length === 0) return null;
  return select(names, String(value ?? ''), [...(row.required && value ? [] : [{ value: '', label: '—' }]), ...offered], (chosen) =>
    context.set(place, row.name, chosen || undefined),
  );
}

function textField({ place, row, value, described }: Field, context: FormContext) {
  const pointer = pointerTo(place, row.name);
  const id = idOf(pointer);
  const isProse = row.name === 'description' || (row.name === 'text' && place.list === 'tasks' && place.path.length === 2);
  if (isProse && typeof (value ?? '') === 'string')
    return html`<textarea id=${id} rows=${row.name === 'text' ? 4 : 6} aria-describedby=${described} .value=${String(value ?? '')} @change=${(event: Event) => context.set(place, row.name, (event.target as HTMLTextAreaElement).value || undefined)}></textarea>`;
  const preset = row.default === undefined || row.default === null || row.required ? '' : typedText(row, row.default);
  return html`<input
    id=${id}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${preset}
    aria-invalid=${context.unparsed.has(pointer)}
    aria-describedby=${described}
    .value=${context.unparsed.get(pointer)?.text ?? typedText(row, value)}
    @change=${(event: Event) => context.type(place, row, (event.target as HTMLInputElement).value)}
  />`;
}

/** Names of all output variables of bodies and connectors. */
const outputs = ({ items }: FormContext['reference']) =>
  [...new Set(items.filter(({ kind }) => kind === 'object').flatMap((type) => type.outputs.map(({ name }) => name)))].sort();
