import { isNumberText } from './quantity';

/** Rows of texts as CSV. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

/**
 * A text as a cell: quoted if necessary, and never interpreted as a formula by a spreadsheet, whoever wrote it. Numbers remain unchanged.
 * The program writes the same cells (`csvCell` in core/simulation/result.cpp).
 */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r\n]./s.test(text) && !isNumberText(text);
  const cell = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
