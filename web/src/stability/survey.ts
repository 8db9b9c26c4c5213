import { type Eigenvalue, type Engine, SimulationError } from '../../../wasm/engine/types';
import type { ModelDocument } from '../model/document';
import { Observable } from '../run/observable';

const showEvery = 200; // ms between two looks at results that come in; drawing takes its time from them

/** What is linearised: a document at values of one parameter, the others as given. */
export interface SurveyTask {
  document: ModelDocument;
  parameter: string;
  values: number[];
  /** Of all other parameters that are not at their defaults. */
  parameters: Record<string, number>;
}

/** Eigenvalues of a model over a parameter, several values at once, each in its own worker. */
export class Survey extends Observable {
  values: number[] = [];
  /** In the order of the values; null: not known yet, or not found. */
  spectra: (readonly Eigenvalue[] | null)[] = [];
  running = false;
  /** What the last complete survey took. */
  seconds = 0;
  /** Why some values have no eigenvalues, or "". */
  problem = '';

  private ticket = 0;
  private task = '';

  /** `lanes`: how many runs go on at once. */
  constructor(
    private readonly prepare: () => Promise<Engine>,
    private readonly lanes: number,
  ) {
    super();
  }

  /** Starts a survey; the same one as before is not repeated, another one that is going on is given up. */
  async start(task: SurveyTask): Promise<void> {
    const text = JSON.stringify(task);
    if (text === this.task) return;
    this.task = text;
    const ticket = ++this.ticket;
    const begin = performance.now();
    const document = linearised(task.document);
    this.values = task.values;
    this.spectra = task.values.map(() => null);
    this.problem = '';
    this.running = true;
    this.changed();
    let next = 0;
    let shownAt = begin;
    const work = async (engine: Engine) => {
      while (next < task.values.length && ticket === this.ticket) {
        const index = next++;
        const parameters = { ...task.parameters, [task.parameter]: task.values[index] };
        const spectrum = await this.eigenvalues(engine, document, parameters).catch((error: unknown) => this.note(error, ticket));
        if (ticket !== this.ticket) return;
        this.spectra[index] = spectrum;
        if (performance.now() - shownAt < showEvery) continue;
        shownAt = performance.now();
        this.spectra = [...this.spectra];
        this.changed();
      }
    };
    try {
      const engine = await this.prepare();
      await Promise.all(Array.from({ length: this.lanes }, () => work(engine)));
    } catch (error) {
      this.note(error, ticket);
    }
    if (ticket !== this.ticket) return;
    this.spectra = [...this.spectra];
    this.running = false;
    this.seconds = (performance.now() - begin) / 1000;
    this.changed();
  }

  /** Gives up what is going on. */
  cancel(): void {
    this.ticket++;
    this.task = '';
    this.running = false;
  }

  private async eigenvalues(engine: Engine, document: string, parameters: Record<string, number>): Promise<readonly Eigenvalue[]> {
    const run = engine.start(document, { parameters });
    run.model.catch(() => {}); // reported by the iteration, once
    for await (const _ of run);
    const found = run.eigenvalues?.[0];
    if (!found) throw new SimulationError('engine', 'The engine found no eigenvalues.');
    return found;
  }

  private note(error: unknown, ticket: number): null {
    if (ticket === this.ticket && this.problem === '') this.problem = error instanceof Error ? error.message : String(error);
    return null;
  }
}

/** Linearised about the initial state instead of solved over time, without what only draws or watches. */
function linearised({ display: _, description: __, sensors, ...document }: ModelDocument): string {
  const analysis = [{ type: 'eigenvalues', computeModes: false }];
  const text = JSON.stringify({ ...document, analysis }, (key, value) => (key === 'visualization' ? undefined : value));
  // Formulas may ask sensors.
  return text.includes('sensor(') && sensors ? JSON.stringify({ ...JSON.parse(text), sensors }) : text;
}
