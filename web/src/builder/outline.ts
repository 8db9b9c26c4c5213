import { msg } from '@lit/localize';
import { catalogue } from '../../../wasm/engine/catalogue';
import { pointerOf } from '../../../wasm/engine/pointer';
import type { Issue, Reference } from '../../../wasm/engine/types';
import { isRecord } from '../format/own';
import { common, listTitles } from '../format/texts';
import type { ModelDocument } from '../state/document';
import { freeName } from '../state/hand-events';
import { factsOf } from '../state/type-facts';
import type { Path } from './text';

export type Row = Reference['items'][number]['parameters'][number];
export type Entry = Record<string, unknown>;

/** The lists of a document whose entries can be edited in *Build*, in the order of the outline. */
export const lists = [
  { key: 'model', title: common.model },
  { key: 'parameters', title: common.sliders },
  { key: 'create', title: () => msg('Parts') },
  ...catalogue.lists.map(({ name }) => ({ key: name, title: listTitles[name] })),
  { key: 'analysis', title: listTitles.analysis },
  { key: 'plots', title: common.plots },
  { key: 'camera', title: common.camera },
  { key: 'measures', title: common.measures },
  { key: 'tasks', title: common.tasks },
] as const;
export type ListKey = (typeof lists)[number]['key'];

/** An item of the document, as shown in the outline. */
export interface Item {
  list: ListKey;
  path: Path;
  /** Its JSON Pointer. */
  pointer: string;
  name: string;
  type: string;
  entry: Entry;
}

export function itemsOf(document: ModelDocument, list: ListKey): Item[] {
  if (list === 'model') return [{ list, path: [], pointer: '/title', name: msg('Title and text'), type: '', entry: document }];
  if (list === 'camera') {
    const camera = document.display?.camera;
    const entry = isRecord(camera) ? camera : {};
    return [{ list, path: ['display', list], pointer: '/display/camera', name: msg('First view'), type: '', entry }];
  }
  const value = list === 'plots' ? document.display?.plots : document[list];
  const item = (entry: unknown, path: Path, name: string, type: string): Item => ({
    list,
    path,
    pointer: pointerOf(path.map(String)),
    name,
    type,
    entry: isRecord(entry) ? entry : { value: entry },
  });
  if (list === 'parameters' || list === 'measures') {
    const label = (entry: unknown) => (isRecord(entry) && typeof entry.label === 'string' ? entry.label : '');
    return Object.entries(value ?? {}).map(([name, entry]) => item(entry, [list, name], name, label(entry)));
  }
  if (list === 'analysis' && isRecord(value)) return [item(value, [list], 'step', String(value.type ?? 'dynamic'))];
  if (!Array.isArray(value)) return [];
  const place = list === 'plots' ? ['display', list] : [list];
  return value.flatMap((entry: unknown, number) => {
    if (!isRecord(entry)) return [];
    const type = typeof entry.type === 'string' ? entry.type : list === 'analysis' ? 'dynamic' : '';
    const name = [entry.name, entry.title, entry.id].find((each) => typeof each === 'string' && each !== '');
    return [item(entry, [...place, number], String(name ?? `${type || list.replace(/s$/, '')} ${number}`), type)];
  });
}

/** The item at a JSON Pointer. */
export function itemAt(document: ModelDocument, pointer: string | null): Item | null {
  for (const { key } of lists) for (const item of itemsOf(document, key)) if (item.pointer === pointer) return item;
  return null;
}

/** Reads the types of objects in a document by their paths. */
export const typesIn =
  (document: ModelDocument) =>
  (path: readonly string[]): string | null => {
    let value: unknown = document;
    for (const key of path) value = (value as Entry | undefined)?.[key];
    const type = (value as Entry | undefined)?.type;
    return typeof type === 'string' ? type : null;
  };

/** The issues at an item or within it. */
export function issuesAt(issues: readonly Issue[], pointer: string): Issue[] {
  return issues.filter((issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`));
}

/** The parameters of an item, with a sentence on its type; null for an unknown type. */
export function rowsOf(item: Item, { items, creators, steps, live, tables }: Reference): { text: string; rows: readonly Row[] } | null {
  if (item.list === 'create') {
    const creator = creators.find(({ name }) => name === item.type);
    return creator ? { text: creator.text, rows: creator.rows as readonly Row[] } : null;
  }
  if (item.list === 'analysis') {
    const step = steps.find(({ name }) => name === item.type);
    return step ? { text: '', rows: step.rows as readonly Row[] } : null;
  }
  if (item.list === 'model') return { text: msg('The introduction on its page.'), rows: modelRows() };
  if (item.list === 'camera') return { text: msg('How the 3D view looks at the model first.'), rows: cameraRows() };
  if (item.list === 'plots') {
    const kind = ['over', 'map', 'spectrum'].find((key) => Object.hasOwn(item.entry, key)) ?? 'sensors';
    const plot = items.find((each) => each.kind === 'display' && each.type === kind);
    // Without a sensor, the horizontal axis is the time.
    const rows = plot?.parameters.map((row): Row => (row.name === 'x' ? { ...row, default: 't' } : row));
    return plot ? { text: plot.summary, rows: rows! } : null;
  }
  if (item.list === 'measures')
    return { text: msg('A number that a run gives.'), rows: (live.find(({ name }) => name === 'measures')?.rows ?? []) as readonly Row[] };
  if (item.list === 'tasks') return { text: msg('A question with an answer that is checked.'), rows: taskRows(tables) };
  if (item.list === 'parameters') return { text: msg('A number that formulas name, and that has a slider.'), rows: sliderRows() };
  const kind = catalogue.lists.find(({ name }) => name === item.list)?.kind;
  const found = items.find((type) => type.kind === kind && type.type === item.type);
  return found ? { text: found.summary, rows: found.parameters } : null;
}

/** A row that is in no table of the core. */
export const ownRow = (name: string, text: string, form: Row['form'], required = false): Row => ({
  name,
  takes: '',
  form,
  unit: '',
  range: '',
  required,
  text,
});
const number = { is: 'number' } as const;
const text = { is: 'text' } as const;
const vector = { is: 'number', count: 3 } as const;
const sliderRows = (): readonly Row[] => [
  ownRow('value', msg('start value of the slider'), number, true),
  ownRow('min', msg('the lower end of the slider'), number),
  ownRow('max', msg('the upper end of the slider'), number),
  ownRow('step', msg('the distance from one value of the slider to the next'), number),
  ownRow('unit', msg('the unit of its values, such as m'), text),
  ownRow('label', msg('the name shown beside the slider'), text),
];
const modelRows = (): readonly Row[] => [
  ownRow('title', msg('the heading of its page'), text, true),
  ownRow('description', msg('description of the model, as Markdown'), text, true),
];
const cameraRows = (): readonly Row[] => [
  ownRow('position', msg('the direction from the model to the camera; default: suits the model'), vector),
  ownRow('up', msg('the direction that points up in the picture'), vector),
  ownRow('zoom', msg('how much nearer than usual'), number),
  ownRow('follow', msg('the body that stays in the middle'), text),
];
const taskRows = (tables: Reference['tables']) => (tables.find(({ name }) => name === 'task')?.rows ?? []) as readonly Row[];

/** Names that a row may refer to, in a document with creators. Creators of bodies and connectors make objects, creators of loads do not. */
export function namesFor({ name: row, refersTo: kind }: Row, document: ModelDocument): string[] {
  const list = catalogue.lists.find((each) => each.kind === kind)?.name;
  if (!list) return [];
  // A parameter that is called after bodies takes no joint or spring.
  const takesBody = kind === 'object' && /^bod(y|ies)/.test(row);
  const makesObject = ({ list, type }: Item) => {
    const family = factsOf(list, type)?.family;
    return takesBody ? family === 'body' : list !== 'create' || (family !== 'load' && family !== undefined);
  };
  const items = [...(kind === 'object' ? itemsOf(document, 'create') : []), ...itemsOf(document, list)];
  return [...new Set(items.filter((item) => typeof item.entry.name === 'string' && makesObject(item)).map(({ name }) => name))];
}

/** Words that mean something in formulas besides the functions; the engine refuses them as names. */
const words = ['sensor', 'and', 'or', 'not', 'pi', 'e', 'true', 'false', 't'];

/** Every name that a document gives: of items, tasks, definitions, inputs and measures. */
function namesIn(document: ModelDocument): string[] {
  const items = lists.flatMap(({ key }) => itemsOf(document, key));
  const ids = items.flatMap(({ name, entry: { id } }) => (typeof id === 'string' ? [name, id] : [name]));
  const keyed = ['definitions', 'inputs', 'measures'].flatMap((key) => (isRecord(document[key]) ? Object.keys(document[key]) : []));
  return [...ids, ...keyed.map((name) => name.replace(/\s*\(.*$/, ''))];
}

/** A name that nothing in the document has: the stem, or the first free number after it. */
export function freshName(document: ModelDocument, stem: string, between = ' ', reserved: readonly string[] = []): string {
  const taken = new Set([...namesIn(document), ...reserved]);
  return freeName(stem.replace(/\s*\d+$/, ''), taken, between);
}

/** A free name of a parameter, which formulas can use. */
export function freshParameter(document: ModelDocument, stem: string, { functions }: Pick<Reference, 'functions'>): string {
  const letters = stem.replace(/\W+/g, '').replace(/^\d+/, '');
  return freshName(document, letters.replace(/\d+$/, '') || 'a', '', [...words, ...functions.map(({ name }) => name)]);
}
