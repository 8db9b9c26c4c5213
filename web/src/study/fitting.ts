import type { Engine, ModelInfo, ReferencePoints, Trial } from '../../../wasm/engine/types';
import { Observable, observed } from '../state/observable';
import { timeSpan } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import { type Fitted, fitCurve, type Range, type Residuals } from './fit';
import type { ModelCurve } from './reference-curves';
import { runTrials } from './trials';

export interface FitTask {
  document: string;
  model: ModelInfo;
  curve: ModelCurve;
  points: ReferencePoints;
  /** Parameters that have another value in all runs. */
  fixed: Readonly<Record<string, number>>;
  ranges: readonly Range[];
  /** Present values of the parameters that may change. */
  start: readonly number[];
}

/** What a fit has found. */
export interface FitOutcome {
  task: FitTask;
  fitted: Fitted;
  /** Times and values of the curve, as the plot shows them. */
  first: readonly Float64Array[];
  last: readonly Float64Array[];
  runs: number;
}

/** A fit that is computed by several workers. */
export class Fitting extends Observable {
  @observed readonly running: boolean = false;
  @observed readonly runs: number = 0;
  /** Root mean square of the best run so far; null before the first step. */
  @observed readonly residual: number | null = null;
  @observed readonly problem: string = '';
  @observed readonly outcome: FitOutcome | null = null;
  private ending = new AbortController();

  constructor(private readonly prepare: () => Promise<Engine>) {
    super();
  }

  /** Ends it at once; what it had found is lost. */
  stop(): void {
    this.ending.abort();
    this.set<Fitting>({ running: false });
  }

  forget(): void {
    this.stop();
    this.set<Fitting>({ runs: 0, residual: null, problem: '', outcome: null });
  }

  async start(task: FitTask): Promise<void> {
    this.forget();
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.set<Fitting>({ running: true });
    try {
      const points = within(task.points, timeSpan(task.model));
      const engine = await this.prepare();
      const compute = async (sets: readonly (readonly number[])[]): Promise<Trial[]> => {
        const { document, fixed, curve, ranges } = task;
        const named = sets.map((values) => Object.fromEntries(ranges.map(({ name }, i) => [name, values[i]])));
        const trials = await runTrials(engine, { document, fixed, channels: [curve] }, named, signal);
        this.set<Fitting>({ runs: this.runs + sets.length });
        return trials;
      };
      const fitted = await fitCurve({
        ranges: task.ranges,
        start: task.start,
        residuals: async (sets) => (await compute(sets)).map((trial) => residualsOf(trial, task.curve, points)),
        onStep: (_, residual) => this.set<Fitting>({ residual }),
      });
      const [first, last] = await compute([task.start, fitted.values]);
      const shown = ({ columns: [times, values] }: Trial) => [times, values.map((value) => task.curve.scale * value)];
      this.set<Fitting>({ running: false, outcome: { task, fitted, first: shown(first), last: shown(last), runs: this.runs } });
    } catch (error) {
      if (!signal.aborted) this.set<Fitting>({ running: false, problem: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** The points that a run can meet. */
function within({ x, y }: ReferencePoints, [start, end]: [number, number]): { x: number[]; y: number[] } {
  const kept = x.flatMap((time, i) => (time >= start && time <= end && Number.isFinite(y[i]) ? [i] : []));
  if (kept.length === 0) throw new Error(`No point of the measured curve lies within the run, which lasts from ${start} to ${end} s.`);
  return { x: kept.map((i) => x[i]), y: kept.map((i) => y[i]) };
}

function residualsOf(
  { problem, columns: [times, values] }: Trial,
  { scale }: ModelCurve,
  { x, y }: { x: number[]; y: number[] },
): Residuals {
  if (problem !== '' || times.length === 0) return null;
  const residuals = Float64Array.from(x, (time, i) => scale * valueAt(values, placeOf(times, time)) - y[i]);
  return residuals.every(Number.isFinite) ? residuals : null;
}
