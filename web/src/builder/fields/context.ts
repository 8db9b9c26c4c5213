import type { TemplateResult } from 'lit';
import { pointerOf } from '../../../../wasm/engine/pointer';
import type { Issue, Reference, SensorInfo } from '../../../../wasm/engine/types';
import { isRecord } from '../../format/own';
import { titleOf } from '../../format/title';
import type { ModelDocument } from '../../state/document';
import type { Change } from '../changes';
import type { Item, Row } from '../outline';

/** A part of the document with fields: an item, or an object in one, such as an answer. */
export type Place = Pick<Item, 'list' | 'path' | 'pointer' | 'entry'>;

/** Words for keys, and for the entries of lists of numbers. */
export interface Words {
  labels: Readonly<Record<string, string>>;
  parts: Readonly<Record<string, readonly string[]>>;
}

/** The data and actions of a form. Fields are identified by their JSON Pointers. */
export interface FormContext {
  document: ModelDocument;
  reference: Reference;
  words: Words;
  sensors: readonly SensorInfo[];
  issues: readonly Issue[];
  /** Values of formulas. */
  values: ReadonlyMap<string, string>;
  /** Unreadable texts, each with its error. */
  unparsed: ReadonlyMap<string, { text: string; problem: string }>;
  /** Fields that are shown as one text. */
  asText: ReadonlySet<string>;
  /** Names in the document that the value at a path may refer to; null if the value is not a name. */
  namesAt(path: Place['path']): string[] | null;
  set(place: Place, key: string, value: unknown): void;
  change(changes: readonly Change[]): void;
  /** Takes a typed text, which may be a quantity with a unit. */
  type(place: Place, row: Row, text: string): void;
  /** Turns a number, or one of a list, into a parameter. */
  makeSlider(place: Place, row: Row, part?: number): void;
  rename(place: Place, name: string): void;
  toggleText(pointer: string): void;
  /** Describes the same inertia in another way, by a table of the reference. */
  convertInertia(place: Place, table: string, by: 'density' | 'mass'): void;
  /** Lets a person pick a body in the 3D view; null if there is no view. */
  pick: ((take: (name: string) => void) => void) | null;
  field(place: Place, row: Row): TemplateResult;
}

export const pointerTo = ({ pointer }: Place, key: string | number) => pointer + pointerOf([String(key)]);
export const idOf = (pointer: string) => `field${pointer.replace(/[^\w-]/g, '-')}`;

/** The object at a key of a place, or at an index of a list there. */
export function within(place: Place, key: string, value: unknown, index?: number): Place {
  const path = index === undefined ? [key] : [key, index];
  const pointer = place.pointer + pointerOf(path.map(String));
  return { list: place.list, path: [...place.path, ...path], pointer, entry: isRecord(value) ? value : {} };
}

/** A key in words: from the table, otherwise its parts. */
export function labelOf(key: string, { labels }: Words): string {
  if (Object.hasOwn(labels, key)) return labels[key];
  const parts = key.replace(/^physics(?=[A-Z])/, '').replace(/([a-z])([A-Z0-9])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return titleOf(parts.replaceAll('_', ' ').trim() || key);
}

/** A description as a sentence. */
export function sentenceOf({ text, range }: Row): string {
  const words = [text, range].filter(Boolean).join('; ').replaceAll('`', '');
  return words && `${titleOf(words)}${/[.…!?]$/.test(words) ? '' : '.'}`;
}
