import { msg, str } from '@lit/localize';
import { catalogue } from '../../../wasm/engine/catalogue';
import type { ItemKind, ItemReference, Reference, RowReference } from '../../../wasm/engine/types';
import { own } from '../format/own';
import { common, listTitles } from '../format/texts';
import { functionTexts } from '../state/functions';

const groups = (): Record<'creator' | ItemKind | 'analysis' | 'live' | 'display' | 'function', string> => ({
  creator: listTitles.create(),
  ...(Object.fromEntries(catalogue.lists.map(({ name, kind }) => [kind, listTitles[name]()])) as Record<ItemKind, string>),
  analysis: listTitles.analysis(),
  live: msg('Inputs, events, measures, tasks'),
  display: msg('Display'),
  function: msg('Functions of formulas'),
});

export type EntryKind = keyof ReturnType<typeof groups>;
export type Row = ItemReference['parameters'][number];
export interface RowTable {
  name: string;
  text: string;
  rows: readonly Row[];
}

/** The subject of one page of the reference. */
export interface Entry {
  kind: EntryKind;
  /** The word used in documents. */
  type: string;
  summary: string;
  /** LaTeX, or "". */
  equation: string;
  /** For a function: an example of a call. */
  usage: string;
  rows: readonly Row[];
  /** The objects nested in its rows. */
  tables: readonly RowTable[];
  outputs: ItemReference['outputs'];
  visualization: readonly string[];
}

const steps = (): Record<string, string> => ({
  dynamic: msg('Motion over time, from the initial state or from the end of the previous step.'),
  static: msg('Equilibrium under loads that grow step by step.'),
  eigenvalues: msg('Eigenvalues and modes of the model, linearised about the state at the end of the previous step.'),
});

/** The pages of the reference, in the order of their groups, sorted by name within a group. */
export function entriesOf({ items, creators, steps: types, live, tables, functions }: Reference): Entry[] {
  const nothing = { equation: '', usage: '', rows: [], tables: [], outputs: [], visualization: [] };
  const page = (kind: EntryKind, type: string, summary: string, rows: readonly RowReference[] = []): Entry => {
    return { ...nothing, kind, type, summary, rows, tables: tablesIn(rows, tables) };
  };
  const all: Entry[] = [
    ...creators.map(({ name, text, rows }) => page('creator', name, text, rows)),
    ...items.map(({ parameters, ...item }) => ({ ...nothing, ...item, rows: parameters })),
    ...types.map(({ name, rows }) => page('analysis', name, own(steps(), name) ?? '', rows)),
    ...live.map(({ name, text, rows }) => page('live', name, text, rows)),
    ...[...functions, { name: 'sensor', usage: 'sensor("name")' }, { name: 'input', usage: 'input("name")' }].map(({ name, usage }) => ({
      ...page('function', name, own(functionTexts, name)?.text ?? ''),
      usage,
    })),
  ];
  return byKind(all).flatMap(({ entries }) => entries);
}

export function byKind(entries: readonly Entry[]): { kind: EntryKind; title: string; entries: Entry[] }[] {
  return (Object.keys(groups()) as EntryKind[]).map((kind) => ({
    kind,
    title: groups()[kind],
    entries: entries.filter((entry) => entry.kind === kind).sort((a, b) => a.type.localeCompare(b.type)),
  }));
}

/** The tables that rows refer to, directly or through other tables, without duplicates. */
function tablesIn(rows: readonly RowReference[], tables: readonly RowTable[]): RowTable[] {
  const found = new Set<RowTable>();
  const visit = (inner: readonly Row[]): void => {
    for (const name of inner.flatMap((row) => row.tables ?? [])) {
      const table = tables.find((other) => other.name === name);
      if (!table || found.has(table)) continue;
      found.add(table);
      visit(table.rows);
    }
  };
  visit(rows);
  return [...found];
}

/** A default value in a readable form; "" if there is none. */
export function defaultText({ required, default: value }: Row): string {
  if (required) return common.required();
  if (value === undefined || value === null) return '';
  const text = JSON.stringify(value, (_, entry) => entry).replaceAll(',', ', ');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The number of components of an output. */
export function sizeText({ size, sizePerSegment }: Entry['outputs'][number]): string {
  return sizePerSegment ? msg(str`${sizePerSegment} per segment`) : size ? String(size) : msg('as many as the item has');
}

/** The equations of an item, each on a separate line. */
export function equationLines(equation: string): string {
  if (equation === '') return '';
  return equation
    .split(/,?\s*\\q?quad\s*/)
    .map((line) => `$$\n${line}\n$$`)
    .join('\n\n');
}
