import { msg, str } from '@lit/localize';
import { isNumberText } from '../format/quantity';
import { cellsOf } from './rows';

/** A table of numbers from a file; NaN for cells without a number. */
export interface MeasuredTable {
  columns: MeasuredColumn[];
  /** Number of skipped lines, which have fewer than two numbers. */
  skipped: number;
}
export interface MeasuredColumn {
  name: string;
  /** As given in the file, or "". */
  unit: string;
  values: number[];
}

/** Points of a curve, in SI units, with ascending times. */
export interface MeasuredCurve {
  x: number[];
  y: number[];
}

const largestTable = 2 * 1024 * 1024; // bytes
const mostPoints = 1000; // points of a curve stored in a document
const leastPoints = 3;

/** Reads a file that may be a table. Throws an error with one sentence if it is not. */
export async function readMeasuredFile(file: File): Promise<MeasuredTable> {
  if (file.size > largestTable) throw new Error(msg(str`“${file.name}” is larger than 2 MiB. Save fewer columns or fewer points.`));
  return readMeasured(await file.text(), file.name);
}

/**
 * Reads comma-separated values, also with semicolons, tabs or spaces as separators and with decimal commas. Throws an error with one
 * sentence if a comma is ambiguous.
 */
export function readMeasured(text: string, name = msg('The file')): MeasuredTable {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#%]/.test(line));
  const separator = separatorOf(lines);
  const cells = lines.map((line) => (separator === ' ' ? line.split(/\s+/) : cellsOf(line, separator)).map((cell) => cell.trim()));
  const commas = cells.flat().filter((cell) => /^[+-\u2212]?[\d.]*,[\d.,]*(e[+-]?\d+)?$/i.test(cell)); // cells between commas: quoted ones
  if (separator === ',' && commas.length > 0 && commas.every((cell) => /^[+-\u2212]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(cell)))
    throw new Error(
      msg(str`“${name}” has numbers such as ${commas[0]}, whose comma may separate thousands: save them with decimal points.`),
    );
  const numbers = cells.map((row) => row.map(numberOf));
  const counts = numbers.map((row) => row.filter((value) => !Number.isNaN(value)).length);
  const first = counts.findIndex((count) => count >= 2);
  if (first < 0)
    throw new Error(msg(str`“${name}” has no line with two numbers: expected a table with a column of times and a column of values.`));
  const width = Math.max(...numbers.slice(first).map((row) => row.length));
  const rows = numbers.filter((_, i) => i >= first && counts[i] >= 2);
  const head = first > 0 && cells[first - 1].length <= width ? cells[first - 1] : [];
  if (separator === ',' && head.length > 0 && 2 * head.length === width && rows.every((row) => row.length === width))
    throw new Error(msg(str`“${name}” has decimal commas between commas: save it with semicolons, or with decimal points.`));
  return {
    columns: Array.from({ length: width }, (_, i) => ({ ...headOf(head[i] ?? '', i), values: rows.map((row) => row[i] ?? Number.NaN) })),
    skipped: numbers.length - first - rows.length,
  };
}

/** The separator that splits the last lines, which contain the numbers, into most cells. */
function separatorOf(lines: readonly string[]): string {
  const last = lines.slice(-20);
  const count = (separator: string) => last.filter((line) => line.includes(separator)).length;
  const spaced = last.filter((line) => line.includes(',') && /\s/.test(line) && line.split(/\s+/).every(isNumberWithComma)).length;
  // A comma may be a decimal comma, so unambiguous separators come first; a space may follow any separator.
  if (count('\t') + count(';') === 0 && spaced > last.length / 2) return ' ';
  return ['\t', ';', ',', ' '].find((separator) => count(separator) > last.length / 2) ?? ',';
}

/** Requires digits on both sides of a comma: "1, 2" are two numbers. */
function isNumberWithComma(cell: string): boolean {
  return /^[+-\u2212]?\d+(,\d+)?(e[+-]?\d+)?$/i.test(cell);
}

function numberOf(cell: string): number {
  const plain = cell.replace(',', '.').replace('\u2212', '-');
  return isNumberText(plain) ? Number(plain) : Number.NaN;
}

/** What a column without a name is called. */
export const columnName = (column: number) => msg(str`column ${column + 1}`);

/** "height [mm]" or "height (mm)" is a name with a unit. */
function headOf(text: string, column: number): { name: string; unit: string } {
  const plain = text.replace(/^'(?=[=+\-@])/, ''); // protects against formulas in spreadsheets
  const [, name = plain, unit = ''] = /^(.*?)\s*[[(]([^\])]*)[\])]$/.exec(plain) ?? [];
  return { name: name || columnName(column), unit };
}

/** The points of two columns; `xFactor` and `yFactor` convert them to SI units. Throws an error with one sentence if there are too few. */
export function curveOf({ columns }: MeasuredTable, x: number, y: number, xFactor: number, yFactor: number): MeasuredCurve {
  const [times, values] = [columns[x], columns[y]];
  const points = times.values
    .map((time, i): [number, number] => [time * xFactor, values.values[i] * yFactor])
    .filter(([time, value]) => Number.isFinite(time) && Number.isFinite(value))
    .sort(([one], [other]) => one - other);
  if (points.length < leastPoints)
    throw new Error(
      msg(str`“${times.name}” and “${values.name}” have ${points.length} lines with a number in both; at least ${leastPoints} are needed.`),
    );
  if (points[0][0] === points[points.length - 1][0]) throw new Error(msg(str`All times in “${times.name}” are the same.`));
  const every = Math.ceil(points.length / mostPoints);
  const kept = points.filter((_, i) => i % every === 0);
  const short = (value: number) => Number(value.toPrecision(8));
  return { x: kept.map(([time]) => short(time)), y: kept.map(([, value]) => short(value)) };
}
