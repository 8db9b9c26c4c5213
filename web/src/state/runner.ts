import { nextTask } from '../../../wasm/engine/task';
import {
  type Engine,
  type Issue,
  type ModelInfo,
  type Progress,
  type Run,
  SimulationError,
  type Statistics,
} from '../../../wasm/engine/types';
import { Observable } from './observable';
import type { Recording } from './recording';

/**
 * idle: nothing was asked. running: computing. finished, cancelled, stopped: there are results, to the end or until then.
 * invalid: the model is wrong (`issues`). broken: the engine itself failed.
 */
export type RunPhase = 'idle' | 'running' | 'finished' | 'cancelled' | 'stopped' | 'invalid' | 'broken';

const showEvery = 100; // ms at least between two looks at a run that goes on
const drawingShare = 1 / 4; // of the time at most, so that the page stays quick where drawing is slow
const longestRest = 1000; // ms between the end of drawing and the next look

/** Runs one model at a time and keeps what the views show: this run, the last complete run, progress and errors. */
export class Runner extends Observable {
  phase: RunPhase = 'idle';
  /** The model as the engine understood it; stays while the next one loads. */
  model: ModelInfo | null = null;
  recording: Recording | null = null;
  /** The last complete run before this one. */
  ghost: Recording | null = null;
  progress: Progress | null = null;
  statistics: Statistics | null = null;
  /** When the run began, for the time left; from performance.now(). */
  startedAt = 0; // ms
  issues: Issue[] = [];
  error: SimulationError | null = null;
  /** What the check of the model finds odd, though it can be computed. */
  warnings: Issue[] = [];

  private engine: Promise<Engine> | null = null;
  private run: Run | null = null;
  /** What becomes the ghost as soon as the next run has something to compare. */
  private complete: Recording | null = null;
  /** Counts starts, so that a run that was replaced stays silent. */
  private current = 0;

  constructor(private readonly createEngine: () => Engine | Promise<Engine>) {
    super();
  }

  /** Starts a run; one that is going on is cancelled. `keepGhost`: compare with the same run as before. */
  async start(document: string, parameters: Record<string, number>, keepGhost = false): Promise<void> {
    const ticket = ++this.current;
    this.run?.cancel();
    this.run = null;
    if (!keepGhost && this.phase === 'finished') this.complete = this.recording;
    this.phase = 'running';
    this.progress = null;
    this.error = null;
    this.startedAt = performance.now();
    this.changed();
    try {
      const engine = await this.prepare();
      if (ticket !== this.current) return;
      const run = engine.start(document, { parameters });
      this.run = run;
      run.model.catch(() => {}); // reported by the iteration below, once
      await this.collect(run, ticket);
      if (ticket !== this.current) return;
      this.end(run.status === 'cancelled' ? 'cancelled' : 'finished');
      await this.findWarnings(engine, document, parameters, ticket);
    } catch (error) {
      if (ticket === this.current) this.fail(asSimulationError(error));
    }
  }

  cancel(): void {
    if (this.phase !== 'running') return;
    const recorded = this.run !== null && this.run.history.samples > 0 && this.recording?.history === this.run.history;
    this.current++;
    this.run?.cancel();
    this.run = null;
    if (!recorded) this.recording = null;
    this.end('cancelled');
  }

  /** Forgets runs and results, so that another model can take their place. */
  clear(): void {
    this.current++;
    this.run?.cancel();
    this.run = null;
    this.model = null;
    this.recording = null;
    this.ghost = null;
    this.complete = null;
    this.statistics = null;
    this.progress = null;
    this.issues = [];
    this.warnings = [];
    this.error = null;
    this.phase = 'idle';
    this.changed();
  }

  dispose(): void {
    this.clear();
    this.dropEngine();
  }

  /** Loads the engine, if it is not there; may be called ahead of the first run. */
  prepare(): Promise<Engine> {
    this.engine ??= Promise.resolve().then(this.createEngine);
    this.engine.catch(() => {}); // reported by the run that needs it
    return this.engine;
  }

  /** What a model is, without running it; null if it has errors, which the run tells. */
  async inspect(document: string, parameters: Record<string, number>): Promise<ModelInfo | null> {
    const ticket = this.current;
    try {
      const { model } = await (await this.prepare()).check(document, parameters);
      if (ticket === this.current && this.phase === 'idle') {
        this.model = model;
        this.changed();
      }
      return model;
    } catch {
      return null;
    }
  }

  private dropEngine(): void {
    this.engine?.then((engine) => engine.dispose()).catch(() => {});
    this.engine = null;
  }

  private async collect(run: Run, ticket: number): Promise<void> {
    const model = await run.model;
    if (ticket !== this.current) return;
    this.model = model;
    this.issues = [];
    this.changed();
    let nextAt = Number.NEGATIVE_INFINITY;
    for await (const chunk of run) {
      if (ticket !== this.current) return;
      this.progress = chunk.progress;
      this.statistics = chunk.statistics;
      if (performance.now() < nextAt) continue;
      const begin = performance.now();
      nextAt = Number.POSITIVE_INFINITY;
      this.show(run, model);
      this.changed();
      afterDrawing(() => {
        const end = performance.now();
        nextAt = Math.max(begin + showEvery, end + Math.min(longestRest, (end - begin) * (1 / drawingShare - 1)));
      });
    }
    if (ticket === this.current) this.takeResults(run, model);
  }

  /** After the run, so that it does not wait. */
  private async findWarnings(engine: Engine, document: string, parameters: Record<string, number>, ticket: number): Promise<void> {
    const { issues } = await engine.check(document, parameters).catch(() => ({ issues: [] }));
    const warnings = issues.filter((issue) => issue.severity === 'warning');
    if (ticket !== this.current || JSON.stringify(warnings) === JSON.stringify(this.warnings)) return;
    this.warnings = warnings;
    this.changed();
  }

  private takeResults(run: Run, model: ModelInfo): void {
    this.statistics = run.statistics;
    this.show(run, model);
  }

  private show(run: Run, model: ModelInfo): void {
    if (run.history.samples === 0) return;
    this.recording = { model, history: run.history };
    this.ghost = this.complete;
  }

  private end(phase: RunPhase): void {
    this.phase = phase;
    this.progress = null;
    this.changed();
  }

  private fail(error: SimulationError): void {
    const run = this.run;
    this.run = null;
    this.error = error;
    if (error.code === 'cancelled') return this.end('cancelled');
    if (error.code === 'model') {
      this.issues = error.detail.issues?.length
        ? error.detail.issues
        : [{ severity: 'error', pointer: error.detail.pointer ?? '', message: error.message }];
      return this.end('invalid');
    }
    if (run && this.model) this.takeResults(run, this.model);
    if (error.code === 'stopped' || error.code === 'memory') return this.end('stopped');
    this.dropEngine();
    this.end('broken');
  }
}

/** Calls when the next picture has been drawn; a page that is not seen draws none. */
function afterDrawing(then: () => void): void {
  if (typeof document === 'undefined' || document.hidden) setTimeout(then, 0);
  // In the second task those who draw in tasks of their own have all been before us.
  else
    void nextTask()
      .then(nextTask)
      .then(() => requestAnimationFrame(() => setTimeout(then, 0)));
}

function asSimulationError(error: unknown): SimulationError {
  if (error instanceof SimulationError) return error;
  return new SimulationError('engine', error instanceof Error ? error.message : String(error));
}
