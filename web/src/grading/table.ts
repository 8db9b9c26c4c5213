import { msg, str } from '@lit/localize';
import type { Regraded } from '../../../wasm/engine/types';
import { own } from '../format/own';
import { formatNumber } from '../format/quantity';
import { common } from '../format/texts';
import type { ModelDocument } from '../state/document';

/** A recomputed submission. */
export interface GradedFile {
  /** Name of the person, or else of the file. */
  name: string;
  file: string;
  /** When it was saved, in ISO 8601, or "". */
  saved: string;
  /** Title of the model. */
  title: string;
  /** Address of the page that shows it, or "". */
  hash: string;
  /** Points of each task, and the reached ones; null: no answer that can be judged. */
  tasks: Readonly<Record<string, { points: number; reached: number | null }>>;
  /** Whether it was reproduced: "yes", the changed parts, or the version of the engine that computed it. */
  verdict: string;
  /** The same for the page. */
  shown: string;
  isChanged: boolean;
  /** Why it could not be graded, or "". */
  problem: string;
}

/** The submissions of one model, with a column for each task. */
export interface GradedTable {
  title: string;
  tasks: readonly string[];
  files: readonly GradedFile[];
}

export function gradedFile(file: string, hash: string, regraded: Regraded): GradedFile {
  const { submission, different, engine, verdict } = regraded;
  const { name, saved = '', document, points = {}, answers = {}, error = '', notGraded } = submission;
  const wrong =
    error &&
    (engine ? msg(str`This version cannot read this model of engine ${engine}: ${error}`) : msg(str`The model is wrong: ${error}`));
  const { title } = document as ModelDocument;
  const tasks = Object.entries(points).map(([id, each]) => {
    const score = own(answers, id)?.score ?? null;
    return [id, { points: each, reached: score === null ? null : score * each }];
  });
  return {
    name: name || file,
    file,
    saved,
    title: typeof title === 'string' ? title : '',
    hash,
    tasks: Object.fromEntries(tasks),
    verdict,
    shown: shownVerdict(regraded),
    isChanged: different.length > 0,
    problem: notGraded ?? wrong,
  };
}

function shownVerdict({ different, engine, otherwise, verdict }: Regraded): string {
  const by = engine ? [msg(str`computed by engine ${engine}`)] : [];
  if (different.length > 0) return msg(str`✗ was changed: ${[different.join(', '), ...by].join('; ')}`);
  return otherwise.length > 0 ? verdict : [msg('✓ matches'), ...by].join(', ');
}

export function ungradedFile(file: string, problem: string): GradedFile {
  return { name: file, file, saved: '', title: '', hash: '', tasks: {}, verdict: problem, shown: '', isChanged: false, problem };
}

/** Groups submissions by model, sorted by name. Those that could not be graded are in the last table. */
export function tablesOf(files: readonly GradedFile[]): GradedTable[] {
  const table = (title: string, members: readonly GradedFile[]): GradedTable => ({
    title,
    tasks: [...new Set(members.flatMap(({ tasks }) => Object.keys(tasks)))],
    files: members,
  });
  const sorted = [...files].sort((a, b) => a.name.localeCompare(b.name));
  const [graded, others] = [sorted.filter(({ problem }) => !problem), sorted.filter(({ problem }) => problem)];
  const titles = [...new Set(graded.map(({ title }) => title))].sort((a, b) => a.localeCompare(b));
  const tables = titles.map((title) =>
    table(
      title || common.untitled(),
      graded.filter((file) => file.title === title),
    ),
  );
  return others.length > 0 ? [...tables, table(msg('Not graded'), others)] : tables;
}

export function sumOf({ tasks }: GradedFile): { reached: number; points: number } {
  const all = Object.values(tasks);
  return {
    reached: all.reduce((sum, { reached }) => sum + (reached ?? 0), 0),
    points: all.reduce((sum, { points }) => sum + points, 0),
  };
}

/**
 * One table of all submissions, by model and name; those that were not graded are last and have no sum. The program writes the same
 * (`gradesTable` in core/program/grades.h).
 */
export function rowsOf(tables: readonly GradedTable[]): string[][] {
  const number = (value: number) => String(Number(value.toPrecision(6)));
  const tasks = [...new Set(tables.flatMap((table) => table.tasks))];
  return [
    ['name', 'file', 'model', ...tasks, 'sum', 'of', 'saved', 'reproduced'],
    ...tables
      .flatMap(({ files }) => files)
      .map((file) => {
        const { reached, points } = sumOf(file);
        const each = tasks.map((id) => own(file.tasks, id)?.reached ?? null);
        const cells = each.map((value) => (value === null ? '' : number(value)));
        const sum = file.problem ? ['', ''] : [number(reached), number(points)];
        return [file.name, file.file, file.title, ...cells, ...sum, file.saved, file.verdict];
      }),
  ];
}

export function pointsText(value: number | null): string {
  return value === null ? '–' : formatNumber(value, 3);
}
