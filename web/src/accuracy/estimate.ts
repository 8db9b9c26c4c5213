import { type AccuracyReport, SimulationError } from '../../../wasm/engine/types';
import { Observable, observed } from '../state/observable';
import type { Recording } from '../state/recording';
import type { Session } from '../state/session';

/** The estimated errors of the run shown, from two more runs. */
export class AccuracyEstimate extends Observable {
  /** The run whose errors were requested, by its history; null: none. */
  @observed readonly of: Recording['history'] | null = null;
  @observed readonly found: AccuracyReport | null = null;
  @observed readonly fraction: number = 0;
  /** The current run, 0 … 2. */
  @observed readonly run: number = 0;
  /** Why there is no estimate, or "". */
  @observed readonly problem: string = '';
  private ending = new AbortController();

  constructor(private readonly session: Session) {
    super();
  }

  /** Errors can be estimated: the run shown has ended. */
  get possible(): boolean {
    return this.session.runner.phase === 'finished' && this.session.runner.recording !== null;
  }

  /** Errors of the run shown were requested. */
  get open(): boolean {
    return this.of !== null && this.of === this.session.runner.recording?.history;
  }

  get running(): boolean {
    return this.open && this.found === null && this.problem === '';
  }

  /** The errors of the run shown; null until they are there. */
  get report(): AccuracyReport | null {
    return this.open ? this.found : null;
  }

  async start(): Promise<void> {
    const { opened, runner, parameters } = this.session;
    const history = runner.recording?.history;
    if (!opened || !history) return;
    this.end();
    const { signal } = this.ending;
    this.set<AccuracyEstimate>({ of: history, found: null, fraction: 0, run: 0, problem: '' });
    try {
      const engine = await runner.prepare();
      const onProgress = (fraction: number, run: number) => {
        if (!this.open) this.end();
        else if (!signal.aborted) this.set<AccuracyEstimate>({ fraction, run });
      };
      const report = await engine.accuracy(opened.text, parameters.values, { onProgress, signal });
      if (!signal.aborted) this.set<AccuracyEstimate>(report.problem ? { problem: report.problem } : { found: report });
    } catch (error) {
      if (!signal.aborted) this.set<AccuracyEstimate>({ problem: error instanceof SimulationError ? error.message : String(error) });
    }
  }

  /** Forgets the estimate, and ends its runs. */
  close(): void {
    this.end();
    this.set<AccuracyEstimate>({ of: null, found: null, problem: '' });
  }

  private end(): void {
    this.ending.abort();
    this.ending = new AbortController();
  }
}
