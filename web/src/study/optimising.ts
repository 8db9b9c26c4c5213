import { msg, str } from '@lit/localize';
import type { Engine } from '../../../wasm/engine/types';
import { Observable, observed } from '../state/observable';
import type { Range } from './fit';
import { type Optimum, optimise } from './optimise';
import type { StudyRow } from './rows';
import { runTrials } from './trials';

export interface OptimiseTask {
  document: string;
  /** Parameters with values that replace the document's in all runs. */
  fixed: Readonly<Record<string, number>>;
  ranges: readonly Range[];
  measure: string;
  goal: 'least' | 'most';
  mostRuns: number;
}

/** A search for the largest or smallest value of a measure, computed by several workers. */
export class Optimising extends Observable {
  @observed readonly running: boolean = false;
  /** In the order of computing. */
  @observed readonly rows: readonly StudyRow[] = [];
  /** Index of the best row; -1: there is none. */
  @observed readonly best: number = -1;
  @observed readonly problem: string = '';
  /** Stopped by a person. */
  @observed readonly stopped: boolean = false;
  task: OptimiseTask | null = null;
  private ending = new AbortController();

  constructor(private readonly prepare: () => Promise<Engine>) {
    super();
  }

  /** Stops it at once and keeps the results. */
  stop(): void {
    this.ending.abort();
    if (this.running) this.set<Optimising>({ running: false, stopped: true });
  }

  async start(task: OptimiseTask): Promise<void> {
    this.stop();
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.task = task;
    this.set<Optimising>({ running: true, rows: [], best: -1, problem: '', stopped: false });
    const messages: string[] = [];
    try {
      const engine = await this.prepare();
      const { document, fixed, ranges, measure } = task;
      await optimise({
        ...task,
        values: async (sets) => {
          const named = sets.map((values) => Object.fromEntries(ranges.map(({ name }, i) => [name, values[i]])));
          const trials = await runTrials(engine, { document, fixed, channels: [] }, named, signal);
          return trials.map(({ problem, measures }) => {
            const found = measures.find(({ name }) => name === measure);
            messages.push(problem || (found ? found.reason : msg(str`There is no measure '${measure}'.`)));
            return problem || !found ? null : found.value;
          });
        },
        onBatch: (found) => this.set<Optimising>({ rows: rowsOf(found, messages), best: found.best }),
      });
      const none = this.best < 0 ? msg(str`No run has a value: ${messages[0]}`) : '';
      this.set<Optimising>({ running: false, problem: none });
    } catch (error) {
      if (!signal.aborted) this.set<Optimising>({ running: false, problem: error instanceof Error ? error.message : String(error) });
    }
  }
}

function rowsOf({ places, values }: Optimum, messages: readonly string[]): StudyRow[] {
  return places.map((place, run) => ({
    run,
    values: [...place],
    status: values[run] === null ? 'failed' : 'ok',
    message: messages[run],
    measures: [values[run]],
    line: '',
  }));
}
