import { msg, str } from '@lit/localize';
import type { Engine, ModelInfo, ParameterInfo, Run } from '../../../wasm/engine/types';
import { listed } from '../format/language';
import type { ModelDocument } from './document';
import { withEvents, withoutHands } from './hand-events';
import { type LinkedRun, longestName } from './linked-view';
import { Observable, observed } from './observable';
import { isAllowed, limitsOf, parameterControl, parameterTextWithUnit } from './parameters';
import type { Recording, RunRecording } from './recording';

export const mostKept = 6;
const namedValues = 3; // number of parameters in a name derived from values

/** A run that plots draw together with the one shown. */
export interface ComparedRun {
  name: string;
  recording: Recording;
  /** Index of its colour and mark, from 0; null: the last run, which shares colour and mark with the run shown. */
  mark: number | null;
}

/** A run that a person has kept for comparison. */
export interface KeptRun extends Omit<LinkedRun, 'untouched'> {
  /** Index of its colour and mark, from 0; unique. */
  readonly mark: number;
  /** The document that ran, and its text. */
  readonly document: ModelDocument;
  readonly text: string;
  /** It was a live run. */
  readonly byHand: boolean;
  /** It is the run of another model, which was compared with this one. */
  readonly other?: true;
  /** null: not computed yet. */
  readonly recording: RunRecording | null;
}

type Source = Pick<KeptRun, 'document' | 'text'>;

/** The runs of one model that are kept for comparison, in the order in which they were kept. */
export class KeptRuns extends Observable {
  @observed readonly runs: readonly KeptRun[] = [];
  /** Why runs could not be computed or kept, as a sentence, or "". */
  @observed readonly note: string = '';
  private going: { run: Run; mark: number } | null = null;
  /** Counts models, so that a run of a closed model is ignored. */
  private current = 0;
  /** The model whose runs are being computed. */
  private computing = -1;

  /** `mostBytes`: memory limit for all of them. */
  constructor(private readonly mostBytes: number) {
    super();
  }

  /** Whether the recording belongs to a kept run. */
  has(recording: Recording | null): boolean {
    return recording !== null && this.runs.some((run) => run.recording?.history === recording.history);
  }

  keep({ document, text }: Source, recording: RunRecording, byHand: boolean): void {
    if (this.has(recording)) return;
    const refusal = this.refusal(recording);
    if (refusal) return this.set<KeptRuns>({ note: refusal });
    const values = changedValues(recording.model);
    this.append({ mark: this.freeMark, document, text, values, name: '', shown: true, byHand, recording });
  }

  /** Adds the run of another model, which `compute` computes. Returns why that is impossible, as a sentence, or "". */
  add({ document, text }: Source, name: string): string {
    const known = this.runs.find((run) => run.other && run.text === text);
    if (known) this.show(known, true);
    else if (this.runs.length >= mostKept) return tooMany();
    else {
      const other = { document, text, values: {}, name: name.slice(0, longestName), other: true as const };
      this.append({ ...other, mark: this.freeMark, shown: true, byHand: false, recording: null });
    }
    return '';
  }

  private append(run: KeptRun): void {
    this.set<KeptRuns>({ runs: [...this.runs, run], note: '' });
  }

  private get freeMark(): number {
    const taken = new Set(this.runs.map(({ mark }) => mark));
    return Array.from({ length: mostKept }, (_, i) => i).find((i) => !taken.has(i)) ?? 0;
  }

  /** Replaces all runs by the runs of a link, which `compute` computes. */
  open({ document, text }: Source, runs: readonly LinkedRun[]): void {
    this.current++;
    this.going?.run.cancel();
    const source = (untouched = false) => {
      const plain = untouched ? withEvents(document, []) : document;
      return { document: plain, text: untouched ? JSON.stringify(plain) : text };
    };
    const waiting = runs
      .slice(0, mostKept)
      .map(({ untouched, ...run }, mark) => ({ ...run, ...source(untouched), mark, byHand: false, recording: null }));
    this.set<KeptRuns>({ runs: waiting, note: '' });
  }

  rename(run: KeptRun, name: string): void {
    this.change(run, { name: name.trim().slice(0, longestName) });
  }

  show(run: KeptRun, shown: boolean): void {
    this.change(run, { shown });
  }

  remove(run: KeptRun): void {
    if (run.recording === null && this.going?.mark === run.mark) this.going.run.cancel();
    this.set<KeptRuns>({ runs: this.runs.filter(({ mark }) => mark !== run.mark), note: '' });
  }

  /** Computes the runs of a link, one after another. */
  async compute(prepare: () => Promise<Engine>): Promise<void> {
    const { current } = this;
    if (this.computing === current) return;
    this.computing = current;
    for (let next = this.waiting; next && current === this.current; next = this.waiting) await this.computeOne(next, prepare);
    if (this.computing === current) this.computing = -1;
  }

  private async computeOne({ mark, text, values }: KeptRun, prepare: () => Promise<Engine>): Promise<void> {
    const { current } = this;
    const kept = () => (current === this.current ? this.runs.find((run) => run.mark === mark && run.recording === null) : undefined);
    try {
      const engine = await prepare();
      if (!kept()) return;
      const run = engine.start(text, { parameters: { ...values } });
      this.going = { run, mark };
      const model = await run.model;
      for await (const _ of run) if (!kept()) run.cancel();
      const recording = { model, history: run.history, statistics: run.statistics, measures: await run.measures() };
      this.finish(kept(), recording, this.refusal(recording, this.runs.length - 1));
    } catch (error) {
      this.finish(kept(), null, msg(str`Could not compute a kept run: ${error instanceof Error ? error.message : error}`));
    }
  }

  private finish(run: KeptRun | undefined, recording: RunRecording | null, problem: string): void {
    if (!run) return;
    if (!problem) return this.change(run, { recording });
    this.remove(run);
    this.set<KeptRuns>({ note: problem });
  }

  private get waiting(): KeptRun | undefined {
    return this.runs.find(({ recording }) => recording === null);
  }

  private refusal(recording: Recording, others = this.runs.length): string {
    if (others >= mostKept) return tooMany();
    const bytes = this.runs.reduce((sum, run) => sum + (run.recording ? bytesOf(run.recording) : 0), bytesOf(recording));
    return bytes > this.mostBytes ? msg('This run is too long to keep beside the others.') : '';
  }

  private change(run: KeptRun, fields: Partial<KeptRun>): void {
    this.set<KeptRuns>({ runs: this.runs.map((other) => (other.mark === run.mark ? { ...other, ...fields } : other)) });
  }
}

const tooMany = () => msg(str`You can keep at most ${mostKept} runs; remove one to keep another.`);

/** The name of a run: given by a person, or derived from the values that differ from its document. */
export function runName(
  run: Pick<KeptRun, 'name' | 'values'> & Partial<Pick<KeptRun, 'byHand'>>,
  parameters: readonly ParameterInfo[],
): string {
  const values = valuesText(parameters, run.values, namedValues);
  return run.name || (run.byHand ? [msg('by hand'), values].filter(Boolean).join(', ') : values || msg('original values'));
}

/** "μ = 0.3, radius = 20 mm": the first `most` of these values with their labels and units. */
export function valuesText(parameters: readonly ParameterInfo[], values: Readonly<Record<string, number>>, most = Infinity): string {
  const parts = parameters
    .filter(({ name }) => Object.hasOwn(values, name))
    .map((info) => {
      const control = parameterControl(info);
      const choice = control.choices.find(({ value }) => value === values[info.name]);
      return `${control.label} = ${choice?.label ?? parameterTextWithUnit(control, values[info.name])}`;
    });
  return parts.length > most ? `${listed(parts.slice(0, most))} …` : listed(parts);
}

/** Values that differ from their defaults. */
export function changedValues(model: ModelInfo): Record<string, number> {
  return Object.fromEntries(
    model.parameters.filter(({ value, defaultValue }) => value !== defaultValue).map(({ name, value }) => [name, value]),
  );
}

/** Whether two documents are equal apart from parameter values and actions by hand. */
export function sameMechanism(a: ModelDocument, b: ModelDocument): boolean {
  return a === b || mechanismOf(a) === mechanismOf(b);
}

const textKeys: ReadonlySet<string> = new Set(['label', 'description', 'message', 'text']); // no text: keys of a document
const mechanisms = new WeakMap<ModelDocument, string>();

function mechanismOf(document: ModelDocument): string {
  const known = mechanisms.get(document);
  if (known !== undefined) return known;
  const { parameters, definitions, title: _, description: __, tasks: ___, display: ____, ...rest } = withoutHands(document);
  const plain = Object.entries(parameters ?? {}).map(([name, parameter]) => {
    if (typeof parameter !== 'object' || parameter === null) return [name, null];
    return [name, { ...parameter, value: null }];
  });
  const text = JSON.stringify(definitions ?? null) + JSON.stringify([rest, plain], (key, value) => (textKeys.has(key) ? null : value));
  mechanisms.set(document, text);
  return text;
}

/**
 * The runs of a link that a document can run, and a sentence about the others; null represents an unreadable run. Limits that are not numbers are ignored.
 */
export function usableRuns(
  runs: readonly (LinkedRun | null)[],
  parameters: Readonly<Record<string, unknown>>,
): { runs: LinkedRun[]; note: string } {
  const allowed = ([name, value]: [string, number]) => Object.hasOwn(parameters, name) && isAllowed(limitsOf(parameters[name]), value);
  const usable = runs.filter((run) => run !== null).filter(({ values }) => Object.entries(values).every(allowed));
  const taken = usable.slice(0, mostKept);
  const left = runs.length - taken.length;
  if (left === 0) return { runs: taken, note: '' };
  return { runs: taken, note: usable.length > mostKept ? tooManyRuns(left) : unusableRuns(left) };
}

function tooManyRuns(left: number): string {
  return left === 1
    ? msg(str`A kept run of this link is left out: the page keeps at most ${mostKept}.`)
    : msg(str`${left} kept runs of this link are left out: the page keeps at most ${mostKept}.`);
}

function unusableRuns(left: number): string {
  return left === 1
    ? msg('A kept run of this link is left out: its values cannot be used here.')
    : msg(str`${left} kept runs of this link are left out: their values cannot be used here.`);
}

function bytesOf({ history }: Recording): number {
  return 8 * history.columns.length * history.samples;
}
