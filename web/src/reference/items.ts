import type { ItemReference, ParameterReference } from '../../../wasm/engine/types';

const titles = { node: 'Nodes', object: 'Objects', marker: 'Markers', load: 'Loads', sensor: 'Sensors', display: 'Display' };

/** Items by kind, in the order in which models are built, then what is shown. */
export function byKind(items: readonly ItemReference[]): { kind: ItemReference['kind']; title: string; items: ItemReference[] }[] {
  return (Object.keys(titles) as ItemReference['kind'][]).map((kind) => ({
    kind,
    title: titles[kind],
    items: items.filter((item) => item.kind === kind).sort((a, b) => a.type.localeCompare(b.type)),
  }));
}

/** The address of an item's page: "object.RigidBody". */
export function itemHash({ kind, type }: Pick<ItemReference, 'kind' | 'type'>): string {
  return `#i=${kind}.${type}`;
}

/** A default as a reader wants it; "" where there is none. */
export function defaultText({ required, default: value }: ParameterReference): string {
  if (required) return 'required';
  if (value === undefined || value === null) return '';
  const text = JSON.stringify(value, (_, entry) => entry).replaceAll(',', ', ');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The equations of an item, each on a line of its own. */
export function equationLines(equation: string): string {
  if (equation === '') return '';
  return equation
    .split(/,?\s*\\q?quad\s*/)
    .map((line) => `$$\n${line}\n$$`)
    .join('\n\n');
}
