import { msg, str } from '@lit/localize';
import type { Engine, ModelInfo, ReferencePoints, Trial } from '../../../wasm/engine/types';
import { Observable, observed } from '../state/observable';
import { timeSpan } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import { type Fitted, fitCurve, type Range, type Residuals, rootMeanSquare, stoppedFit } from './fit';
import type { ModelCurve } from './reference-curves';
import { runTrials } from './trials';

export interface FitTask {
  document: string;
  model: ModelInfo;
  curve: ModelCurve;
  points: ReferencePoints;
  /** Parameters with values that replace the document's in all runs. */
  fixed: Readonly<Record<string, number>>;
  ranges: readonly Range[];
  /** Present values of the parameters that may change. */
  start: readonly number[];
}

/** The result of a fit. */
export interface FitOutcome {
  task: FitTask;
  fitted: Fitted;
  /** Times and values of the curve, as shown in the plot. */
  first: readonly Float64Array[];
  last: readonly Float64Array[];
  runs: number;
  /** Stopped by a person: contains the best run so far. */
  stopped: boolean;
}

/** A run with its residuals. */
interface Found {
  values: readonly number[];
  residuals: Float64Array;
  trial: Trial;
}

/** A fit computed by several workers. */
export class Fitting extends Observable {
  @observed readonly running: boolean = false;
  @observed readonly runs: number = 0;
  /** Root mean square of the best run so far; null before the first. */
  @observed readonly residual: number | null = null;
  @observed readonly problem: string = '';
  @observed readonly outcome: FitOutcome | null = null;
  private task: FitTask | null = null;
  /** The run with the present values, and the best of all. */
  private first: Found | null = null;
  private best: Found | null = null;
  private ending = new AbortController();

  constructor(private readonly prepare: () => Promise<Engine>) {
    super();
  }

  /** Stops it at once; the best run so far is the result. */
  stop(): void {
    this.ending.abort();
    if (!this.running) return;
    const { task, first, best, runs } = this;
    const fitted = first && best && stoppedFit(best.values, first.residuals, best.residuals);
    const outcome = task && fitted && { task, fitted, first: shown(first.trial, task), last: shown(best.trial, task), runs, stopped: true };
    this.set<Fitting>({ running: false, outcome: outcome || null });
  }

  forget(): void {
    this.stop();
    this.first = this.best = this.task = null;
    this.set<Fitting>({ runs: 0, residual: null, problem: '', outcome: null });
  }

  async start(task: FitTask): Promise<void> {
    this.forget();
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.task = task;
    this.set<Fitting>({ running: true });
    try {
      const points = within(task.points, timeSpan(task.model));
      const engine = await this.prepare();
      const compute = async (sets: readonly (readonly number[])[]): Promise<Trial[]> => {
        const { document, fixed, curve, ranges } = task;
        const named = sets.map((values) => Object.fromEntries(ranges.map(({ name }, i) => [name, values[i]])));
        const onTrial = (i: number, trial: Trial) => {
          this.keep(sets[i], trial, residualsOf(trial, curve, points));
          this.set<Fitting>({ runs: this.runs + 1 });
        };
        return runTrials(engine, { document, fixed, channels: [curve] }, named, signal, onTrial);
      };
      const fitted = await fitCurve({
        ranges: task.ranges,
        start: task.start,
        residuals: async (sets) => (await compute(sets)).map((trial) => residualsOf(trial, task.curve, points)),
      });
      const [first, last] = await compute([task.start, fitted.values]);
      const outcome = { task, fitted, first: shown(first, task), last: shown(last, task), runs: this.runs, stopped: false };
      this.set<Fitting>({ running: false, outcome });
    } catch (error) {
      if (!signal.aborted) this.set<Fitting>({ running: false, problem: error instanceof Error ? error.message : String(error) });
    }
  }

  private keep(values: readonly number[], trial: Trial, residuals: Residuals): void {
    if (!residuals) return;
    const found = { values, residuals, trial };
    if (values.every((value, i) => value === this.task?.start[i])) this.first ??= found;
    const [now, before] = [residuals, this.best?.residuals].map((each) => (each ? rootMeanSquare(each) : Number.POSITIVE_INFINITY));
    if (now >= before) return;
    this.best = found;
    this.set<Fitting>({ residual: now });
  }
}

/** Times and values of a run's curve, as shown in the plot. */
const shown = ({ columns: [times, values] }: Trial, { curve }: FitTask) => [times, values.map((value) => curve.scale * value)];

/** The points within the time span of a run. */
function within({ x, y }: ReferencePoints, [start, end]: [number, number]): { x: number[]; y: number[] } {
  const kept = x.flatMap((time, i) => (time >= start && time <= end && Number.isFinite(y[i]) ? [i] : []));
  if (kept.length === 0)
    throw new Error(msg(str`No point of the measured curve lies within the run, which lasts from ${start} to ${end} s.`));
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
