import type { StudyInfo } from '../../../wasm/engine/types';

/** A run of a study with its result. */
export interface StudyRow {
  run: number;
  /** Values of the varied parameters. */
  values: number[];
  status: 'ok' | 'failed' | 'refused';
  message: string;
  /** null: no value. */
  measures: (number | null)[];
  /** The line as the engine wrote it. */
  line: string;
}

/** Reads a line of CSV that the engine wrote. */
export function rowOf(line: string, { parameters, measures }: StudyInfo): StudyRow {
  const cells = cellsOf(line.trimEnd());
  const numbers = (from: number, count: number) => cells.slice(from, from + count);
  const behind = 1 + parameters.length;
  return {
    run: Number(cells[0]),
    values: numbers(1, parameters.length).map(Number),
    status: cells[behind] as StudyRow['status'],
    message: cells[behind + 1],
    measures: numbers(behind + 2, measures.length).map((cell) => (cell === '' ? null : Number(cell))),
    line,
  };
}

/** The cells of one line of CSV. */
export function cellsOf(line: string, separator = ','): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quoted && c === '"' && line[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (c === '"') quoted = !quoted;
    else if (c === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += c;
  }
  return [...cells, cell];
}

/** The rows as written by the program, so that the program can continue the file. */
export function rowsCsv(info: StudyInfo, rows: Iterable<StudyRow>): string {
  const lines = [...rows].sort((one, other) => one.run - other.run).map(({ line }) => line);
  return info.head + lines.join('');
}
