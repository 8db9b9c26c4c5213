import { nextTask } from '../../../wasm/engine/task';
import {
  type Engine,
  type Issue,
  type LiveOptions,
  type MeasureResult,
  type ModelInfo,
  type Progress,
  type RecordedEvent,
  type Run,
  SimulationError,
  type Statistics,
} from '../../../wasm/engine/types';
import { equalJson } from '../format/equal';
import { textInLanguage } from './document-texts';
import { eventfulStep } from './hand-events';
import { LiveRun } from './live';
import { computed, Observable, observed } from './observable';
import { parameterOfPointer } from './parameters';
import { type Recording, type RunRecording, stillOf } from './recording';

/** The last request and its outcome. */
export type RunState =
  /** No run yet. `reason`: a sentence on why it waits for the person, or "". */
  | { phase: 'idle'; reason: string }
  /** `startedAt`: from performance.now(), in ms. `issues`: the errors of the previous attempt, until this one has a model. */
  | { phase: 'running'; startedAt: number; progress: Progress | null; issues: readonly Issue[] }
  /** A live run, until the person ends it. */
  | { phase: 'live'; live: LiveRun; issues: readonly Issue[] }
  | { phase: 'finished'; statistics: Statistics }
  /** There may be results up to that time. */
  | { phase: 'cancelled'; statistics: Statistics | null }
  | { phase: 'stopped'; statistics: Statistics; error: SimulationError }
  /** The model is wrong. */
  | { phase: 'invalid'; issues: readonly Issue[] }
  /** The engine itself failed. */
  | { phase: 'broken'; error: SimulationError };

export type RunPhase = RunState['phase'];

const showEvery = 100; // ms, the shortest time between two updates of the page during a run
const showLiveEvery = 250; // ms
const stillAfter = 150; // ms after which the state of a new run replaces the previous run
const drawingShare = 1 / 4; // the maximum fraction of the time spent on drawing, so that the page responds quickly even if drawing is slow
const liveDrawingShare = 1 / 8;
const longestRest = 1000; // ms, the longest pause between drawing and the next update

const unseen = { recording: null, ghost: null, still: null };

/** Runs one model at a time and keeps what the views show: this run, the last complete run, progress and errors. */
export class Runner extends Observable {
  @observed readonly state: RunState = { phase: 'idle', reason: '' };
  /** The model as resolved by the engine; remains while the next one loads. */
  @observed readonly model: ModelInfo | null = null;
  /** The run that is shown: the last one that has recorded samples. */
  @observed readonly recording: RunRecording | null = null;
  /** Eigenvalues of each eigenvalue step of the analysis, from the last finished run. */
  @observed readonly eigenvalues: NonNullable<Run['eigenvalues']> = [];
  /** The motions of the poses in their modes, as in `modes` of a run. */
  @observed readonly modes: NonNullable<Run['modes']> = [];
  /** The poses of the current run while it has recorded nothing; they replace an earlier run if that takes long. */
  @observed readonly still: Recording | null = null;
  /** The last complete run before this one. */
  @observed readonly ghost: RunRecording | null = null;
  /** The warnings of the check. */
  @observed readonly warnings: readonly Issue[] = [];

  /** The reader's language, for texts of documents in several languages. */
  private language = 'en';
  /** The last document, as given to the engine, and its values. */
  private given: { document: string; shown: string; parameters: Record<string, number> } | null = null;
  private engine: Promise<Engine> | null = null;
  private run: Run | null = null;
  /** The next ghost, which becomes active once the next run has samples to compare. */
  private complete: RunRecording | null = null;
  /** Counts starts, so that a replaced run is ignored. */
  private current = 0;

  constructor(private readonly createEngine: () => Engine | Promise<Engine>) {
    super();
  }

  private readonly phaseNow = computed(() => this.state.phase);

  get phase(): RunPhase {
    return this.phaseNow.value;
  }

  /** The errors of the model. */
  get issues(): readonly Issue[] {
    return 'issues' in this.state ? this.state.issues : [];
  }

  /** The errors concern more than parameter values, or there is no earlier run: the page shows the errors. */
  get unusable(): boolean {
    return this.phase === 'invalid' && (!this.recording || this.issues.every(({ pointer }) => parameterOfPointer(pointer) === null));
  }

  /** Whether the run has finished without recording samples, such as a run with eigenvalue steps only. */
  get timeless(): boolean {
    return this.phase === 'finished' && this.recording === null;
  }

  /** Why the last run stopped, or the engine failed. */
  get error(): SimulationError | null {
    return 'error' in this.state ? this.state.error : null;
  }

  /** Whether the run shown is still computing and not live. */
  get growing(): boolean {
    return this.phase === 'running' && this.run !== null && this.recording?.history === this.run.history;
  }

  /** The live run. */
  get live(): LiveRun | null {
    return this.state.phase === 'live' ? this.state.live : null;
  }

  /** Starts a run and cancels the current one. `keepGhost`: keeps the run for comparison. */
  async start(document: string, parameters: Record<string, number>, keepGhost = false): Promise<void> {
    await this.go(document, parameters, keepGhost, null);
  }

  /** Starts a live run. Resolves at its end with its events; null if another run replaced it. */
  goLive(document: string, parameters: Record<string, number>, live: LiveOptions): Promise<RecordedEvent[] | null> {
    return this.go(document, parameters, false, live);
  }

  private async go(
    document: string,
    parameters: Record<string, number>,
    keepGhost: boolean,
    live: LiveOptions | null,
  ): Promise<RecordedEvent[] | null> {
    const ticket = ++this.current;
    this.run?.cancel();
    this.run = null;
    if (!keepGhost && this.phase === 'finished') this.complete = this.recording;
    this.set<Runner>({ state: { phase: 'running', startedAt: performance.now(), progress: null, issues: this.issues } });
    let run: Run | null = null;
    try {
      const engine = await this.prepare();
      const shown = textInLanguage(document, this.language);
      if (ticket !== this.current) return null;
      this.given = { document, shown, parameters };
      run = engine.start(shown, { parameters, ...(live ? { live } : {}) });
      this.run = run;
      run.model.catch(() => {}); // reported by the iteration below, once
      const model = await run.model;
      if (ticket !== this.current) return null;
      await this.collect(run, model, ticket, live);
      if (ticket !== this.current) return null;
      const { statistics } = run;
      const measures = await run.measures();
      const looked = this.lookAt(run, this.model ?? model, false, measures);
      if (ticket !== this.current) return null;
      const { eigenvalues = [], modes = [] } = run;
      if (run.status === 'cancelled') this.set<Runner>({ ...looked, state: { phase: 'cancelled', statistics } });
      // A run with eigenvalue steps only has no samples: the earlier recording belongs to another model or other values.
      else this.set<Runner>({ ...unseen, ...looked, eigenvalues, modes, state: { phase: 'finished', statistics } });
      if (!live) await this.findWarnings(engine, document, parameters, ticket);
    } catch (error) {
      const measures = (await this.run?.measures()) ?? [];
      if (ticket !== this.current) return null;
      this.fail(asSimulationError(error), measures);
      if (this.phase === 'invalid' && !this.model && Object.keys(parameters).length > 0) await this.findDefaults(document, ticket);
    }
    return live && run ? run.events() : [];
  }

  cancel(): void {
    if (this.phase !== 'running') return;
    const { run, recording } = this;
    const recorded = run !== null && recording?.history === run.history;
    this.current++;
    this.run = null;
    run?.cancel();
    this.set<Runner>({
      recording: recorded ? recording : null,
      state: { phase: 'cancelled', statistics: recorded ? run.statistics : null },
    });
    void run?.measures().then((measures) => {
      if (recorded && this.recording === recording) this.set<Runner>({ recording: { ...recording, measures } });
    });
  }

  /** Shows a run computed elsewhere. `problem`: why it stopped before its end, or "". */
  show(recording: RunRecording, problem: string): void {
    const ghost = this.phase === 'finished' ? this.recording : null;
    this.clear();
    const { model, statistics } = recording;
    const state: RunState = problem
      ? { phase: 'stopped', statistics, error: new SimulationError('stopped', problem) }
      : { phase: 'finished', statistics };
    this.set<Runner>({ model, recording, ghost, state });
  }

  /** Discards runs and results, so that another model can be opened. */
  clear(): void {
    this.current++;
    this.run?.cancel();
    this.run = null;
    this.complete = null;
    this.given = null;
    const nothing = { ...unseen, model: null, eigenvalues: [], modes: [], warnings: [] };
    this.set<Runner>({ state: { phase: 'idle', reason: '' }, ...nothing });
  }

  /** Waits, with the reason why the model does not run automatically. */
  wait(reason: string): void {
    if (this.phase === 'idle') this.set<Runner>({ state: { phase: 'idle', reason } });
  }

  dispose(): void {
    this.clear();
    this.dropEngine();
  }

  /** Loads the engine unless it is loaded; may be called before the first run. */
  prepare(): Promise<Engine> {
    this.engine ??= Promise.resolve().then(this.createEngine);
    this.engine.catch(() => {}); // reported by the run that needs it
    return this.engine;
  }

  /** Loads a model and its first state without running it; null if it has errors, which the run reports. Another start cancels it. */
  async inspect(document: string, parameters: Record<string, number>): Promise<ModelInfo | null> {
    const ticket = this.current;
    try {
      const engine = await this.prepare();
      const shown = textInLanguage(document, this.language);
      if (ticket !== this.current) return null;
      this.given = { document, shown, parameters };
      const run = engine.start(shown, { parameters });
      this.run = run;
      const model = await run.model;
      for await (const { poses, progress } of run) {
        if (ticket === this.current && this.phase === 'idle')
          this.set<Runner>({ model, still: poses ? stillOf(model, poses, progress.time) : null });
        break; // leaving the loop cancels the run
      }
      return model;
    } catch {
      return null;
    }
  }

  /** Loads the model without the values that caused errors, so that other values can be set. */
  private async findDefaults(document: string, ticket: number): Promise<void> {
    const { model } = await (await this.prepare()).check(textInLanguage(document, this.language)).catch(() => ({ model: null }));
    if (ticket === this.current) this.set<Runner>({ model });
  }

  /** Shows the texts of the model in another language; the run remains. `document`: the same model with other texts. */
  async setLanguage(language: string, document = this.given?.document): Promise<void> {
    this.language = language;
    const { given } = this;
    if (!given || document === undefined) return;
    const shown = textInLanguage(document, this.language);
    if (shown === given.shown || this.language !== language || this.given !== given) return;
    this.given = { ...given, document, shown };
    const { model } = await (await this.prepare()).check(shown, given.parameters).catch(() => ({ model: null }));
    if (!model || this.given?.shown !== shown) return;
    const { recording } = this;
    this.set<Runner>({ model, ...(recording ? { recording: { ...recording, model } } : {}) });
  }

  private dropEngine(): void {
    this.engine?.then((engine) => engine.dispose()).catch(() => {});
    this.engine = null;
  }

  private async collect(run: Run, model: ModelInfo, ticket: number, options: LiveOptions | null): Promise<void> {
    const startedAt = this.state.phase === 'running' ? this.state.startedAt : performance.now();
    const live = options && new LiveRun(run, options.pace ?? 1, options.from);
    const going = (progress: Progress | null): RunState =>
      live ? { phase: 'live', live, issues: [] } : { phase: 'running', startedAt, progress, issues: [] };
    this.set<Runner>({ model, state: going(null) });
    const eventful = eventfulStep(model);
    const [every, share] = live ? [showLiveEvery, liveDrawingShare] : [showEvery, drawingShare];
    let nextAt = Number.NEGATIVE_INFINITY;
    for await (const chunk of run) {
      const { progress } = chunk;
      if (ticket !== this.current) return;
      live?.take(chunk, progress.analysisStep === eventful);
      const begin = performance.now();
      if (chunk.poses && this.recording && begin - startedAt < stillAfter) continue; // the previous run is still visible
      const isFirst = run.history.samples > 0 && this.recording?.history !== run.history;
      if (!isFirst && begin < nextAt) continue;
      nextAt = Number.POSITIVE_INFINITY;
      const still = chunk.poses ? stillOf(model, chunk.poses, progress.time) : null;
      this.set<Runner>({ ...this.lookAt(run, this.model ?? model, live !== null), ...(still ? { still } : {}), state: going(progress) });
      afterDrawing(() => {
        const end = performance.now();
        nextAt = Math.max(begin + every, end + Math.min(longestRest, (end - begin) * (1 / share - 1)));
      });
    }
  }

  /** Runs after the run, so that it does not delay it. */
  private async findWarnings(engine: Engine, document: string, parameters: Record<string, number>, ticket: number): Promise<void> {
    const { issues } = await engine.check(document, parameters).catch(() => ({ issues: [] }));
    const warnings = issues.filter((issue) => issue.severity === 'warning');
    if (ticket !== this.current || equalJson(warnings, this.warnings)) return;
    this.set<Runner>({ warnings });
  }

  /** Shows the recording of a run from now on, once it has samples. */
  private lookAt(
    run: Run,
    model: ModelInfo,
    live = false,
    measures: readonly MeasureResult[] = [],
  ): Partial<Pick<Runner, 'recording' | 'ghost' | 'still'>> {
    if (run.history.samples === 0) return {};
    const { history, statistics, eigenvalues } = run;
    const recording = { model, history, statistics, eigenvalues, measures, ...(live ? { live } : {}) };
    return { recording, ghost: this.complete, still: null };
  }

  private fail(error: SimulationError, measures: readonly MeasureResult[]): void {
    const { run, model } = this;
    this.run = null;
    if (error.code === 'cancelled') return this.set<Runner>({ state: { phase: 'cancelled', statistics: run?.statistics ?? null } });
    if (error.code === 'model') {
      const { issues, pointer = '' } = error.detail;
      const found: Issue[] = issues?.length ? issues : [{ severity: 'error', pointer, message: error.message }];
      return this.set<Runner>({ state: { phase: 'invalid', issues: found } });
    }
    const results = run && model ? this.lookAt(run, model, false, measures) : {};
    if (run && (error.code === 'stopped' || error.code === 'memory'))
      return this.set<Runner>({ ...results, state: { phase: 'stopped', statistics: run.statistics, error } });
    this.dropEngine();
    this.set<Runner>({ ...results, state: { phase: 'broken', error } });
  }
}

/** Calls `then` when the next frame has been drawn; a hidden page does not draw. */
function afterDrawing(then: () => void): void {
  if (typeof document === 'undefined' || document.hidden) setTimeout(then, 0);
  // By the second task, all views that draw in their own tasks have drawn.
  else
    void nextTask()
      .then(nextTask)
      .then(() => requestAnimationFrame(() => setTimeout(then, 0)));
}

function asSimulationError(error: unknown): SimulationError {
  if (error instanceof SimulationError) return error;
  return new SimulationError('engine', error instanceof Error ? error.message : String(error));
}
