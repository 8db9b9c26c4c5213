import { nothing, type TemplateResult } from 'lit';
import type { Issue, Reference } from '../../../wasm/engine/types';
import type { ModelDocument } from '../state/document';
import { html } from '../ui/html';
import { fieldKind, isNumber, optionsOf, readText, typedText } from './field';
import { type Item, issuesAt, namesFor, ownRow, type Row, rowsOf } from './outline';

/** The data and actions of a form. */
export interface FormContext {
  document: ModelDocument;
  reference: Reference;
  issues: readonly Issue[];
  /** Values of formulas, by the names of rows. */
  values: ReadonlyMap<string, string>;
  /** Unreadable texts by the names of rows, each with its error. */
  unread: ReadonlyMap<string, { text: string; problem: string }>;
  set(row: Row, value: unknown): void;
  refuse(row: Row, text: string, problem: string): void;
  makeSlider(row: Row): void;
  /** Lets a person pick a body in the 3D view; null if there is none. */
  pick: ((take: (name: string) => void) => void) | null;
}

const ground = '— ground —';

/** The rows of an item: first the given and required ones, then all others. */
export function renderForm(item: Item, context: FormContext): TemplateResult {
  const known = rowsOf(item, context.reference);
  const rows = known?.rows ?? Object.keys(item.entry).map((name) => ownRow(name, '', { is: 'object' }));
  const named = !['parameters', 'analysis', 'model', 'plots', 'camera', 'tasks'].includes(item.list);
  const name = ownRow('name', 'by which others refer to it', { is: 'text' });
  const isShown = (row: Row) => row.required || Object.hasOwn(item.entry, row.name) || context.unread.has(row.name);
  const others = rows.filter((row) => !isShown(row));
  const extra = ['visualization'].filter((key) => Object.hasOwn(item.entry, key) && !rows.some((row) => row.name === key));
  const looks = extra.map((key) => ownRow(key, 'how it is drawn', { is: 'object' }));
  return html`
    ${known?.text ? html`<p class="quiet build-summary">${known.text}</p>` : nothing}
    ${issuesAt(context.issues, item.pointer)
      .filter(({ pointer }) => pointer === item.pointer)
      .map(({ message }) => html`<p class="build-error" role="alert">${message}</p>`)}
    <div class="build-fields">
      ${[...(named ? [name] : []), ...rows.filter(isShown), ...looks].map((row) => renderField(item, row, context))}
    </div>
    ${
      others.length > 0
        ? html`<details class="build-more">
            <summary>${others.length} more with their defaults</summary>
            <div class="build-fields">${others.map((row) => renderField(item, row, context))}</div>
          </details>`
        : nothing
    }
  `;
}

function renderField(item: Item, row: Row, context: FormContext): TemplateResult {
  const id = `build-${row.name}`;
  const value = item.entry[row.name];
  const unread = context.unread.get(row.name);
  const problems = [
    ...(unread ? [unread.problem] : []),
    ...issuesAt(context.issues, `${item.pointer}/${row.name}`).map(({ message }) => message),
  ];
  const said = context.values.get(row.name);
  const help = [row.text, row.range].filter(Boolean).join('; ');
  return html`<div class="build-field ${problems.length > 0 ? 'wrong' : ''}" title=${help}>
    <label for=${id}>${row.name}${row.unit ? html` <span class="quiet">${row.unit}</span>` : nothing}</label>
    ${
      isNumber(row) && typeof value === 'number' && item.list !== 'parameters'
        ? html`<button type="button" class="text-button" title="Turns the number into a parameter" @click=${() => context.makeSlider(row)}>
            Make this a slider
          </button>`
        : nothing
    }
    ${context.pick && row.refersTo === 'object' ? pickers(row, value, context) : nothing}
    ${control(id, row, value, context, problems.length > 0 ? `${id}-error` : '')}
    ${said ? html`<output class="quiet build-value">= ${said}</output>` : nothing}
    ${problems.length > 0 ? html`<p class="build-error" id=${`${id}-error`} role="alert">${problems.join(' ')}</p>` : nothing}
  </div>`;
}

/** Buttons that pick a body in the 3D view: one for each reference. */
function pickers(row: Row, value: unknown, context: FormContext) {
  const pair = Array.isArray(value) && value.length === 2 ? value : null;
  const take = (name: string, k: number) => context.set(row, pair ? pair.map((old: unknown, i) => (i === k ? name : old)) : name);
  return html`<span class="build-pick">Pick in the view ${(pair ? ['first', 'second'] : ['']).map(
    (which, k) =>
      html`<button type="button" class="text-button" aria-label=${`Pick in the view: ${row.name} ${which}`.trim()} @click=${() => context.pick?.((name) => take(name, k))}>${which || 'a body'}</button>`,
  )}</span>`;
}

function control(id: string, row: Row, value: unknown, context: FormContext, errorId: string) {
  const kind = fieldKind(row);
  const described = errorId || nothing;
  const select = (
    chosen: string,
    options: readonly string[],
    take: (value: string) => void,
    own = id,
    label: string | typeof nothing = nothing,
  ) =>
    html`<select id=${own} aria-label=${label} aria-describedby=${described} @change=${(event: Event) => take((event.target as HTMLSelectElement).value)}>
      ${[...new Set([...options, chosen])].map((option) => html`<option value=${option} ?selected=${option === chosen}>${option || `default${defaultText(row)}`}</option>`)}
    </select>`;
  if (kind === 'flag' && typeof value !== 'string')
    return select(value === undefined ? '' : String(value), ['', 'true', 'false'], (chosen) =>
      context.set(row, chosen === '' ? undefined : chosen === 'true'),
    );
  if (kind === 'choice')
    return select(value === undefined ? '' : typedText(row, value), [...(row.required ? [] : ['']), ...optionsOf(row)], (chosen) =>
      context.set(row, chosen || undefined),
    );
  if (kind === 'reference')
    return select(value === null ? ground : value === undefined ? '' : String(value), ['', ...namesFor(row, context.document)], (chosen) =>
      context.set(row, chosen || undefined),
    );
  if (kind === 'output')
    return select(String(value ?? ''), [...(value ? [] : ['']), ...outputs(context.reference)], (chosen) =>
      context.set(row, chosen || undefined),
    );
  if (kind === 'references' && Array.isArray(value) && value.length === 2) {
    const names = [...(row.refersTo === 'object' ? [ground] : []), ...namesFor(row, context.document)];
    return html`<span class="build-pair" role="group" aria-label=${row.name}>
      ${value.map((entry: unknown, i) =>
        select(
          entry === null ? ground : String(entry),
          names,
          (chosen) =>
            context.set(
              row,
              value.map((old: unknown, k) => (k !== i ? old : chosen === ground ? null : chosen)),
            ),
          i === 0 ? id : `${id}-${i}`,
          `${row.name}, ${i === 0 ? 'first' : 'second'}`,
        ),
      )}
    </span>`;
  }
  if (row.name === 'description' && typeof (value ?? '') === 'string')
    return html`<textarea id=${id} rows="6" aria-describedby=${described} .value=${String(value ?? '')} @change=${(event: Event) => context.set(row, (event.target as HTMLTextAreaElement).value || undefined)}></textarea>`;
  return html`<input
    id=${id}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${row.required ? '' : defaultText(row).replace(/^: /, '')}
    aria-invalid=${errorId !== ''}
    aria-describedby=${described}
    .value=${context.unread.get(row.name)?.text ?? typedText(row, value)}
    @change=${(event: Event) => {
      const { value: text } = event.target as HTMLInputElement;
      const read = readText(row, text);
      if ('problem' in read) context.refuse(row, text, read.problem);
      else context.set(row, read.value);
    }}
  />`;
}

const defaultText = (row: Row) => (row.default === undefined || row.default === null ? '' : `: ${typedText(row, row.default)}`);

/** Names of all output variables of bodies and connectors. */
const outputs = ({ items }: Reference) =>
  [...new Set(items.filter(({ kind }) => kind === 'object').flatMap((type) => type.outputs.map(({ name }) => name)))].sort();
