/** Rows as CSV. `guarded`: a spreadsheet takes no cell for a formula, whoever wrote it. */
export function csvText(rows: readonly (readonly string[])[], guarded = false): string {
  const plain = (cell: string) => (guarded && /^[=+\-@]./.test(cell) ? `'${cell}` : cell);
  return rows.map((row) => `${row.map((cell) => quoted(plain(cell))).join(',')}\n`).join('');
}

/** A field with commas, quotes or line ends stands in quotes. */
export function quoted(field: string): string {
  return /[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
