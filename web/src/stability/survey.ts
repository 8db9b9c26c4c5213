import type { Eigenvalue, Engine } from '../../../wasm/engine/types';
import type { ModelDocument } from '../state/document';
import { Observable, observed } from '../state/observable';

const showEvery = 200; // ms between two updates of the chart, because drawing slows down the computation
const portion = 100; // ms that a worker computes before it answers; answers wait while the page draws
const timeout = 1000; // ms that a survey waits for workers of its predecessor

/** The models to linearise: a document at values of one parameter, with given values of the others. */
export interface SurveyTask {
  document: ModelDocument;
  parameter: string;
  values: number[];
  /** Values of all other parameters that differ from their defaults. */
  parameters: Record<string, number>;
}

const coarsest = 16; // stride of the first pass over the values

/** Eigenvalues of a model over a parameter. Several values are computed at once, each in a separate worker: first coarse, then finer. */
export class Survey extends Observable {
  /** In ascending order; during the survey, the values computed so far. */
  @observed readonly values: readonly number[] = [];
  /** In the order of the values; null: not found. */
  @observed readonly spectra: readonly (readonly Eigenvalue[] | null)[] = [];
  @observed readonly running: boolean = false;
  /** The duration of the last complete survey. */
  @observed readonly seconds: number = 0;
  /** Why some values have no eigenvalues, or "". */
  @observed readonly problem: string = '';

  private ticket = 0;
  private workers = new AbortController();
  private task = '';

  /** `lanes`: number of concurrent runs. */
  constructor(
    private readonly prepare: () => Promise<Engine>,
    private readonly lanes: number,
  ) {
    super();
  }

  /** Starts a survey, unless it equals the last one; stops one that is still running. */
  async start(task: SurveyTask): Promise<void> {
    const text = JSON.stringify(task);
    if (text === this.task) return;
    this.task = text;
    const ticket = this.replace();
    const { signal } = this.workers;
    const begin = performance.now();
    const document = linearised(task.document);
    const spectra: (readonly Eigenvalue[] | null)[] = task.values.map(() => null);
    let problem = '';
    const known = new Set<number>();
    const show = () => {
      const places = [...known].sort((a, b) => a - b);
      this.set<Survey>({ values: places.map((i) => task.values[i]), spectra: places.map((i) => spectra[i]), problem });
    };
    this.set<Survey>({ values: [], spectra: [], problem, running: true });
    let shownAt = begin;
    const order = coarseFirst(task.values.length);
    const work = async (engine: Engine, lane: number) => {
      const indices = order.filter((_, i) => i % this.lanes === lane);
      while (indices.length > 0) {
        const sets = indices.map((i) => ({ ...task.parameters, [task.parameter]: task.values[i] }));
        const found = await engine.spectra(document, sets, portion, signal);
        if (ticket !== this.ticket) return;
        for (const spectrum of found) {
          if ('problem' in spectrum) problem ||= spectrum.problem;
          const index = indices.shift()!;
          known.add(index);
          spectra[index] = 'problem' in spectrum ? null : spectrum.eigenvalues;
        }
        if (performance.now() - shownAt < showEvery) continue;
        shownAt = performance.now();
        show();
      }
    };
    try {
      const engine = await this.prepare();
      await Promise.all(Array.from({ length: this.lanes }, (_, lane) => work(engine, lane)));
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (ticket !== this.ticket) return;
    const seconds = (performance.now() - begin) / 1000;
    this.set<Survey>({ values: task.values, spectra, problem, running: false, seconds });
  }

  /** Cancels the current survey. */
  cancel(): void {
    this.replace();
    this.task = '';
    this.set<Survey>({ running: false });
  }

  /** Workers of a finished survey answer soon, or are ended. */
  private replace(): number {
    const { workers } = this;
    this.workers = new AbortController();
    setTimeout(() => workers.abort(), timeout);
    return ++this.ticket;
  }
}

/** The numbers from 0 to `count` − 1: first both ends and a few between them, then the midpoints, and so on. */
export function coarseFirst(count: number): number[] {
  const order = new Set(count > 0 ? [0, count - 1] : []);
  for (let stride = coarsest; stride >= 1; stride /= 2) for (let i = 0; i < count; i += stride) order.add(i);
  return [...order];
}

/** The document, linearised about its initial state instead of solved over time, without its parts for drawing, measuring and events. */
function linearised({ display: _, description: __, events: ___, sensors, ...document }: ModelDocument): string {
  const analysis = [{ type: 'eigenvalues', computeModes: false }];
  const text = JSON.stringify({ ...document, analysis }, (key, value) => (key === 'visualization' ? undefined : value));
  // Formulas may use sensors.
  return text.includes('sensor(') && sensors ? JSON.stringify({ ...JSON.parse(text), sensors }) : text;
}
