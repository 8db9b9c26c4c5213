import { msg, str } from '@lit/localize';
import type { Graded, HandsDone, Regraded, Submission, TaskInfo } from '../../../wasm/engine/types';
import { attempt } from '../format/attempt';
import { hashOfText } from '../format/hash';
import { languageAmong } from '../format/language';
import { own } from '../format/own';
import { type ModelDocument, withParameters } from './document';
import { inLanguage } from './document-texts';
import { language } from './language';
import { Observable, observed } from './observable';

/** A remark on an answer, in English; its code and values permit translations. */
export interface Remark {
  message: string;
  code?: string;
  values?: Readonly<Record<string, unknown>>;
}

/** A person's progress in one task. */
export interface TaskAnswer extends HandsDone, Remark {
  /** undefined: none yet. */
  answer?: unknown;
  /** Counts checks of valid answers. */
  tries: number;
  /** Number of open hints. */
  hints: number;
  /** 0 … 1; null: not judged yet, or not possible, as explained in the message. */
  score: number | null;
}

/** A remark on an answer that does not count: it cannot be judged, or it is not right and other slider values than the task's are set. */
export interface Uncounted extends Remark {
  /** These values, and whether the answer is right for them. */
  moved?: { values: Readonly<Record<string, number>>; right: boolean };
}

/** A run as handed in: its events, and its values that differ from the document and the seed. */
export type SubmittedRun = HandsDone & Pick<Submission, 'parameters'>;

type Grade = (submission: Submission, whole?: boolean) => Promise<Graded>;

const prefix = 'slipstick.tasks.';
const nameKey = 'slipstick.name';
const untouched: TaskAnswer = { tries: 0, hints: 0, score: null, message: '' };
const longestSeed = 80; // characters

/** A submission from a link or a file, without further checks. `text`: the complete submission, as JSON. */
export type SubmissionText = Pick<Submission, 'document' | 'name' | 'seed'> & { answers: unknown; text: string };

/** A submission with its author, and whether recomputing it yields the same result. */
export interface OpenedSubmission {
  name: string;
  /** When it was saved, in ISO 8601, or "". */
  saved: string;
  /** null: it is still being recomputed. */
  again: (Pick<Regraded, 'different' | 'engine' | 'otherwise'> & Pick<Graded, 'notGraded'>) | null;
}

/** The seed in an address, given by ?seed=, or undefined. */
export function seedOfAddress(query = location.search): string | undefined {
  return new URLSearchParams(query).get('seed') ?? undefined;
}

/** The languages of the tasks. */
export function languagesOf(tasks: readonly TaskInfo[]): string[] {
  const texts = tasks.flatMap(({ title, text }) => [title, text]);
  return [...new Set(texts.flatMap((text) => (typeof text === 'object' && text !== null ? Object.keys(text) : [])))];
}

/** Answers to the tasks of the open document, stored by the browser for each document and seed. */
export class TaskState extends Observable {
  /** A name or number from which the values of this person are drawn; "": the values of the document. */
  @observed readonly seed: string = '';
  @observed readonly answers: Readonly<Record<string, TaskAnswer>> = {};
  /** The last answers to tasks, if they do not count; the earlier ones do. */
  @observed readonly uncounted: Readonly<Record<string, Uncounted>> = {};
  /** The values drawn by the seed. */
  @observed readonly values: Readonly<Record<string, number>> = {};
  /** The task with a check in progress, or "". */
  @observed readonly checking: string = '';
  /** The language that a person has chosen, or "". */
  @observed readonly language: string = '';
  /** The name for submissions, if the seed is not a name. */
  @observed readonly name: string = '';
  /** The submission that is shown; null: the answers are the reader's own. */
  @observed readonly submission: OpenedSubmission | null = null;
  /** Why submitting failed, as a sentence, or "". */
  @observed readonly notice: string = '';
  private document: ModelDocument | null = null;
  private key = '';
  /** Counts opened documents, so that late answers to another one are dropped. */
  private current = 0;

  constructor(
    private readonly grade: Grade,
    private readonly storage: () => Storage = () => localStorage,
  ) {
    super();
  }

  /** Starts the tasks of a document, with the given seed or the last one that a person entered. */
  async open(document: ModelDocument | null, seed?: string): Promise<void> {
    if (document === this.document && seed === undefined) return;
    this.document = document;
    this.key = document ? prefix + hashOfText(JSON.stringify(inLanguage(document, 'en'))) : '';
    this.set<TaskState>({ name: this.read(nameKey) ?? '', submission: null });
    await this.draw(seed ?? this.read(this.key) ?? '');
  }

  /** Sets another name or number, with its values and answers, also for the next visit. */
  async enter(given: string): Promise<void> {
    const drawn = this.draw(given);
    if (this.seed) this.write(this.key, this.seed);
    await drawn;
  }

  /** Like `enter`, for this visit only: an address with a seed may come from another person. */
  private async draw(given: string): Promise<void> {
    const seed = given.trim().slice(0, longestSeed);
    const ticket = ++this.current;
    this.set<TaskState>({ seed, answers: this.kept(seed), uncounted: {}, values: {}, checking: '' });
    if (!this.document || !seed) return;
    const { values = {} } = await this.grade(this.unsigned({})).catch(() => ({ values: {} }));
    if (ticket === this.current) this.set<TaskState>({ values });
  }

  /** Stores the name for this and other models. */
  sign(name: string): void {
    this.set<TaskState>({ name: name.trim().slice(0, longestSeed) });
    this.write(nameKey, this.name);
  }

  of(task: string): TaskAnswer {
    return own(this.answers, task) ?? untouched;
  }

  /** Opens the next hint of a task. */
  hint(task: string): void {
    this.keep(task, { ...this.of(task), hints: this.of(task).hints + 1 });
  }

  /**
   * Checks an answer; `done`: the actions in the run that is the answer; `moved`: values of sliders that differ from those that the task is
   * about. An answer that does not count keeps the earlier score.
   */
  async answer(task: string, answer: unknown, done: HandsDone = {}, moved?: Readonly<Record<string, number>>): Promise<void> {
    if (!this.document || this.checking) return;
    const ticket = this.current;
    this.set<TaskState>({ checking: task });
    try {
      const { score, ...remark } = await this.judge(task, answer, done);
      const there = score === 0 && moved ? { values: moved, right: (await this.judge(task, answer, done, moved)).score === 1 } : undefined;
      if (ticket !== this.current) return;
      if (score === null || there) return this.remark(task, { ...remark, moved: there });
      const { tries, hints } = this.of(task);
      this.remark(task, null);
      this.keep(task, { answer, ...done, score, ...remark, tries: tries + 1, hints });
    } catch (error) {
      if (ticket === this.current) this.remark(task, { message: error instanceof Error ? error.message : String(error) });
    } finally {
      if (ticket === this.current) this.set<TaskState>({ checking: '' });
    }
  }

  /** Judges an answer with the values of the document and the seed, with `moved` instead of these. */
  private async judge(task: string, answer: unknown, done: HandsDone, moved: Readonly<Record<string, number>> = {}) {
    const submission = this.unsigned({ [task]: { answer, ...done } });
    const graded = await this.grade({ ...submission, document: withParameters(submission.document as ModelDocument, moved) });
    const judged = own(graded.answers, task);
    if (!judged) throw new Error(graded.notGraded ?? graded.error ?? msg(str`The document has no task '${task}'.`));
    const { score, code, values, message } = judged;
    return { score, code, values, message };
  }

  /** Shows a remark on an answer that does not count; null: removes it. */
  remark(task: string, remark: Uncounted | null): void {
    const { [task]: _, ...others } = this.uncounted;
    this.set<TaskState>({ uncounted: remark ? { ...others, [task]: remark } : others });
  }

  /** Whether a first answer has been judged; before, there is no score to report. */
  get begun(): boolean {
    return Object.values(this.answers).some(({ score }) => score !== null);
  }

  /** Whether the result stays hidden until a task is answered. */
  covers(tasks: readonly TaskInfo[]): boolean {
    return tasks.some(({ id, before }) => before === 'run' && this.of(id).score === null);
  }

  /** Score of all tasks, 0 … 1. */
  scoreOf(tasks: readonly TaskInfo[]): number {
    const all = tasks.reduce((sum, { points }) => sum + points, 0);
    return all > 0 ? tasks.reduce((sum, { id, points }) => sum + points * (this.of(id).score ?? 0), 0) / all : 0;
  }

  /** Discards the answers of this seed. */
  reset(): void {
    attempt(() => this.storage().removeItem(`${this.key}.${this.seed}`), undefined);
    this.set<TaskState>({ answers: {}, uncounted: {} });
  }

  /** The submission, with the current run. Throws the reason if it is not graded, because then it has no answers. */
  async submit(name: string, run: SubmittedRun = {}): Promise<Graded> {
    const answered = Object.entries(this.answers).filter(([, { answer }]) => answer !== undefined);
    const answers = Object.fromEntries(answered.map(([id, { score: _, message: __, code: ___, values: ____, ...given }]) => [id, given]));
    const graded = await this.grade({ ...this.unsigned(answers), name, saved: new Date().toISOString(), ...run }, true);
    if (graded.notGraded) throw new Error(graded.notGraded);
    return graded;
  }

  /** Shows a submission with scores computed here, and stores nothing. */
  async openSubmission(
    { document, name, seed, answers, text }: SubmissionText,
    regrade: (text: string) => Promise<Regraded>,
  ): Promise<void> {
    this.document = document as ModelDocument;
    this.key = '';
    this.set<TaskState>({ name, submission: { name, saved: '', again: null } });
    await this.enter(seed);
    const ticket = this.current;
    const given = answersOf(answers);
    const { submission, ...again } = await regrade(text);
    if (ticket !== this.current) return;
    const judged = Object.entries(submission.answers ?? {}).map(([id, { score, code, values, message }]) => [
      id,
      { ...own(given, id), score, code, values, message },
    ]);
    const { saved = '', notGraded } = submission;
    this.set<TaskState>({ answers: Object.fromEntries(judged), submission: { name, saved, again: { ...again, notGraded } } });
  }

  setLanguage(language: string): void {
    this.set<TaskState>({ language });
  }

  /** The language for these tasks: the reader's, if available. */
  languageFor(tasks: readonly TaskInfo[]): string {
    const languages = languagesOf(tasks);
    if (languages.includes(this.language)) return this.language;
    return (
      languageAmong(languages, [language.shown, ...(globalThis.navigator?.languages ?? [])]) ||
      (languages.includes('en') ? 'en' : (languages[0] ?? 'en'))
    );
  }

  notify(notice: string): void {
    this.set<TaskState>({ notice });
  }

  /** The state that a host stores and restores; anything else is ignored. */
  get saved(): { seed: string; answers: Readonly<Record<string, TaskAnswer>> } {
    return { seed: this.seed, answers: this.answers };
  }
  async restore(saved: unknown): Promise<void> {
    const { seed, answers } = (typeof saved === 'object' && saved !== null ? saved : {}) as Record<string, unknown>;
    if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return;
    if (typeof seed === 'string') await this.enter(seed);
    this.set<TaskState>({ answers: answersOf(answers) });
    this.write(`${this.key}.${this.seed}`, JSON.stringify(this.answers));
  }

  /** A submission without a name and a time. */
  private unsigned(answers: Submission['answers']): Submission {
    return { document: this.document ?? {}, name: '', seed: this.seed, answers };
  }

  private keep(task: string, answer: TaskAnswer): void {
    this.set<TaskState>({ answers: { ...this.answers, [task]: answer } });
    this.write(`${this.key}.${this.seed}`, JSON.stringify(this.answers));
  }

  private kept(seed: string): Record<string, TaskAnswer> {
    return attempt(() => answersOf(JSON.parse(this.read(`${this.key}.${seed}`) ?? '{}')), {});
  }

  private read(key: string): string | null {
    return this.key ? attempt(() => this.storage().getItem(key), null) : null;
  }
  private write(key: string, text: string): void {
    if (this.key) attempt(() => this.storage().setItem(key, text), undefined);
  }
}

/** The answers in a value from elsewhere. */
function answersOf(value: unknown): Record<string, TaskAnswer> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).flatMap(([id, given]) => {
    if (typeof given !== 'object' || given === null) return [];
    const { answer, tries, hints, score, message, code, values, events, handFrequency } = given as Record<string, unknown>;
    const count = (number: unknown) => (typeof number === 'number' && number >= 0 && Number.isInteger(number) ? number : 0);
    const judged = typeof score === 'number' && score >= 0 && score <= 1 ? score : null;
    const remark: Remark = {
      message: typeof message === 'string' ? message.slice(0, 300) : '',
      ...(typeof code === 'string' && typeof values === 'object' && values !== null ? { code, values: values as Remark['values'] } : {}),
    };
    const done: HandsDone = {
      ...(Array.isArray(events) && events.length > 0 ? { events } : {}),
      ...(typeof handFrequency === 'number' ? { handFrequency } : {}),
    };
    return [[id, { answer, ...done, tries: count(tries), hints: count(hints), score: judged, ...remark }] as const];
  });
  return Object.fromEntries(entries);
}
