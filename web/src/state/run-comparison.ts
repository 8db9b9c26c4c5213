import { msg } from '@lit/localize';
import { equalJson } from '../format/equal';
import { own } from '../format/own';
import { type ComparedRun, type KeptRun, KeptRuns, runName, sameMechanism } from './kept-runs';
import type { LinkedRun } from './linked-view';
import { computed, Observable, observed } from './observable';
import { beforeLiveRun, type OpenModel } from './open-model';
import type { ParameterStore } from './parameter-store';
import { seenParameters } from './parameters';
import type { Runner } from './runner';

/** The runs compared with the one shown: the last one and the kept ones. */
export class RunComparison extends Observable {
  /** Runs for comparison. */
  readonly kept: KeptRuns;
  /** Whether plots show the last run. */
  @observed readonly lastShown: boolean = true;
  private before: readonly ComparedRun[] = [];

  /** `mostBytes`: memory limit for the kept runs. */
  constructor(
    private readonly runner: Runner,
    private readonly parameters: ParameterStore,
    private readonly opened: () => OpenModel | null,
    mostBytes: number,
  ) {
    super();
    this.kept = new KeptRuns(mostBytes);
  }

  /** Opens another model; `runs`: the runs in its link. */
  open(model: OpenModel | null): void {
    this.set<RunComparison>({ lastShown: true });
    this.kept.open(model ?? { document: {}, text: '' }, model?.view?.kept?.filter((run) => run !== null) ?? []);
  }

  private readonly list = computed<readonly ComparedRun[]>(() => {
    const { last } = this;
    const compared: ComparedRun[] = [];
    for (const run of this.kept.runs)
      if (run.shown && run.recording) compared.push({ name: this.nameOf(run), recording: run.recording, mark: run.mark });
    if (last && this.lastShown) compared.push({ name: msg('last run'), recording: last, mark: null });
    const same = (run: ComparedRun, i: number) => {
      const before = this.before[i];
      return before?.recording === run.recording && before.name === run.name && before.mark === run.mark;
    };
    if (compared.length !== this.before.length || !compared.every(same)) this.before = compared;
    return this.before;
  });

  /**
   * The runs that plots draw together with the one shown: the kept ones, then the last one, unless it is kept. Differences refer to the
   * first. Returns the same list until it changes.
   */
  get compared(): readonly ComparedRun[] {
    return this.list.value;
  }

  /** The last run, unless it is a kept one. */
  get last(): Runner['ghost'] {
    const { ghost } = this.runner;
    return this.kept.has(ghost) ? null : ghost;
  }

  /** Whether there is a complete run that is not kept yet. */
  get canKeep(): boolean {
    const { phase, recording } = this.runner;
    return phase === 'finished' && recording !== null && !this.kept.has(recording);
  }

  keep(): void {
    const { recording } = this.runner;
    const opened = this.opened();
    if (opened && recording && this.canKeep) this.kept.keep(opened, recording, beforeLiveRun(opened) !== null);
  }

  showLast(lastShown: boolean): void {
    this.set<RunComparison>({ lastShown });
  }

  nameOf(run: KeptRun): string {
    const model = run.recording?.model ?? this.runner.model;
    return runName(run, model ? seenParameters(model) : []);
  }

  /** Whether the model has changed since the run, apart from parameter values and actions by hand. */
  isEarlier(run: KeptRun): boolean {
    const opened = this.opened();
    return opened !== null && run.text !== opened.text && !sameMechanism(run.document, opened.document);
  }

  /** Whether a link of this model can contain the run: it belongs to this version, and has this version's events or none. */
  isLinkable(run: KeptRun): boolean {
    const { events } = run.document;
    if (run.other && !run.recording) return false; // its values are not known yet
    return !this.isEarlier(run) && (events === undefined || equalJson(events, this.opened()?.document.events));
  }

  /** The kept runs that a link can contain. `baked`: the link's document contains the current parameter values. */
  linkedRuns(baked: boolean): LinkedRun[] {
    const parameters = this.runner.model?.parameters ?? [];
    const { linked } = this.parameters;
    const start = (name: string, defaultValue: number) => (baked ? (own(linked, name) ?? defaultValue) : defaultValue);
    const events = this.opened()?.document.events;
    return this.kept.runs
      .filter((run) => this.isLinkable(run))
      .map((run) => {
        const ran = new Map(run.recording?.model.parameters.map(({ name, value }) => [name, value]));
        const values = parameters.map(({ name, defaultValue }) => [name, ran.get(name) ?? own(run.values, name) ?? defaultValue] as const);
        const changed = values.filter(([name, value], i) => value !== start(name, parameters[i].defaultValue));
        const without = run.document.events !== events && !run.document.events ? { untouched: true as const } : {};
        return { values: Object.fromEntries(changed), name: baked ? this.nameOf(run) : run.name, shown: run.shown, ...without };
      });
  }
}
