import { msg } from '@lit/localize';
import { isNumberText } from '../format/quantity';
import type { Row } from './outline';
import { flat } from './text';

/** The kind of input for a row. */
export type FieldKind = 'flag' | 'choice' | 'reference' | 'references' | 'output' | 'value';

export function fieldKind(row: Row): FieldKind {
  const { is } = row.form;
  if (optionsOf(row).length > 0) return 'choice';
  if (is === 'reference') return isList(row) ? 'references' : 'reference';
  return is === 'flag' || is === 'output' ? is : 'value';
}

/** The words that a row allows. */
export const optionsOf = ({ form, choices }: Row): string[] => form.words ?? choices?.map(({ name }) => name) ?? [];

export const isList = ({ form }: Row) => form.count !== undefined;
export const isListOf = (row: Row, kind: Row['form']['is']) => isList(row) && row.form.is === kind;
const takesText = (row: Row) => !isList(row) && ['text', 'name', 'color', 'formula', 'userFunction'].includes(row.form.is);
/** Whether commas separate the entries of its list. */
const isSplit = (row: Row) => isList(row) && ['number', 'wholeNumber', 'reference'].includes(row.form.is);
/** Whether it is one number or a vector in space. */
const isPlain = ({ form }: Row) => form.is === 'number' && (form.count ?? 3) === 3;
/** Rounds a number for a person. */
export const sixDigits = (value: number) => Number(value.toPrecision(6));
export const isNumber = (row: Row) => row.form.is === 'number' && !isList(row);

/** A value as a person types it: lists of numbers without their brackets. */
export function typedText(row: Row, value: unknown): string {
  if (value === undefined) return '';
  if (value === '') return '""'; // an empty text, because an empty field means the default
  if (typeof value === 'string') return value;
  const isOne = (entry: unknown) => typeof entry !== 'object' && split(String(entry)).length === 1;
  if (isSplit(row) && Array.isArray(value) && value.length > 1 && value.every(isOne))
    return value.map((entry) => (typeof entry === 'string' ? entry : flat(entry))).join(', ');
  return flat(value);
}

/** The typed text as a value of the document, undefined if it is empty; or an error. */
export function readText(row: Row, text: string): { value: unknown } | { problem: string } {
  const typed = text.trim();
  if (typed === '') return { value: undefined };
  if (/^[[{]/.test(typed)) {
    try {
      return { value: JSON.parse(typed) as unknown };
    } catch {
      if (!typed.startsWith('[')) return { problem: msg('is not JSON: keys and texts need quotes') };
      return { value: typed }; // a formula
    }
  }
  if (typed === '""') return { value: '' };
  if (takesText(row)) return { value: typed };
  const parts = isSplit(row) ? split(typed) : [typed];
  return { value: parts.length > 1 ? parts.map(numberOr) : numberOr(typed) };
}

const numberOr = (text: string): unknown => (isNumberText(text) ? Number(text) : text);

/** The parts between commas outside of brackets. */
export function split(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const c of text) {
    if ('([{'.includes(c)) depth++;
    if (')]}'.includes(c)) depth--;
    if (c === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

/** A typed number with a decimal point instead of a comma; other texts are unchanged. */
export const decimal = (typed: string) => (isDecimal(typed) ? typed.replace(',', '.') : typed);
export const isDecimal = (typed: string) => /^\s*[+-]?\d*,\d+\s*$/.test(typed);

/** A number with a unit or a decimal comma; formulas have an operator after their first number. */
const isQuantity = (value: unknown): value is string =>
  typeof value === 'string' && /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?(\s*[^\s\d.,+\-*/^()<>=!?:&|[\];].*)?$/i.test(value);

/** Whether a typed value is, or contains, a quantity to convert to the unit of its row. */
export const hasUnits = (row: Row, value: unknown): boolean =>
  row.form.is === 'number' && row.unit !== 'mixed' && (Array.isArray(value) ? value.some(isQuantity) : isQuantity(value));

/** A typed value with its quantities as numbers in the unit of its row; or the first error. `read`: reads one quantity. */
export async function inUnits(
  value: unknown,
  read: (typed: string) => Promise<{ value: number | null; problem: string }>,
): Promise<{ value: unknown } | { problem: string }> {
  const parts = Array.isArray(value) ? value : [value];
  const numbers: unknown[] = [];
  for (const part of parts) {
    const found = isQuantity(part) ? await read(part) : { value: part, problem: '' };
    if (found.value === null) return { problem: found.problem };
    numbers.push(typeof found.value === 'number' ? Number(found.value.toPrecision(15)) : found.value);
  }
  return { value: Array.isArray(value) ? numbers : numbers[0] };
}

/** Whether a value of the document is or contains a formula that yields one number or three. */
export function isFormula(row: Row, value: unknown): boolean {
  if (!isPlain(row)) return false;
  return typeof value === 'string' || (Array.isArray(value) && value.some((entry) => typeof entry === 'string'));
}

/** A small document whose expansion contains the values of formulas as coordinates of its nodes: [value, 0, 0] for a number. */
export function documentOfFormulas(document: Record<string, unknown>, formulas: readonly { row: Row; value: unknown }[]): string {
  const { slipstick, parameters, definitions } = document;
  const nodes = formulas.map(({ row, value }) => ({ type: 'Point', referenceCoordinates: isNumber(row) ? [value, 0, 0] : value }));
  return JSON.stringify({ slipstick, parameters, definitions, nodes });
}
