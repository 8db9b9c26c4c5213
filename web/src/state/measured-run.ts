import type { Engine, Run } from '../../../wasm/engine/types';
import type { ModelDocument } from './document';
import { freeName } from './hand-events';
import { changedValues } from './kept-runs';
import { Observable, observed, watch } from './observable';
import type { Recording } from './recording';
import type { Session } from './session';

/** A sensor of a document, without its name. */
export interface Sensor {
  type: string;
  [key: string]: unknown;
}

/** A run that has ended with samples, and its document. */
export interface EndedRun {
  document: ModelDocument;
  recording: Recording;
}

/** The run shown, once it has ended with samples; null before. */
export function endedRun({ runner, opened }: Session): EndedRun | null {
  const { phase, recording } = runner;
  const hasEnded = phase === 'finished' || phase === 'stopped' || phase === 'cancelled';
  return hasEnded && opened && recording ? { document: opened.document, recording } : null;
}

/** Repeats the run shown with temporary sensors, which the document does not have. */
export class MeasuredRun extends Observable {
  /** The repeated run, once it has ended. */
  @observed readonly recording: Recording | null = null;
  /** The names of its temporary sensors, in their order. */
  @observed readonly names: readonly string[] = [];
  @observed readonly running: boolean = false;
  /** Why it did not reach its end, or "". */
  @observed readonly problem: string = '';
  private run: Run | null = null;
  private shown: Recording | null = null;
  /** Counts starts, so that a replaced run is ignored. */
  private ticket = 0;

  constructor(private readonly prepare: () => Promise<Engine>) {
    super();
  }

  /** Repeats each run of a session once it has ended, with these sensors; null: none. Returns a function that stops this. */
  follow(session: Session, sensors: (run: EndedRun) => readonly Sensor[] | null): () => void {
    const stop = watch(
      () => [endedRun(session), session.runner.phase] as const,
      ([run, phase]) => {
        const wanted = run && sensors(run);
        if (wanted) void this.start(run, wanted);
        else if (phase === 'running' || phase === 'live') this.cancel();
      },
    );
    return () => {
      stop();
      this.clear();
    };
  }

  /** Repeats a run, which has its parameter values. Resolves at the end. */
  async start({ document, recording: shown }: EndedRun, sensors: readonly Sensor[]): Promise<void> {
    if (this.shown?.history === shown.history && this.shown.history.samples > 0) return;
    this.cancel();
    this.shown = shown;
    const { ticket } = this;
    const taken = new Set(sensorsOf(document).map((sensor) => (sensor as { name?: unknown } | null)?.name));
    const names = sensors.map(() => freeName('measured', taken)); // no text
    this.set<MeasuredRun>({ running: true, problem: '' });
    let recording: Recording | null = null;
    let problem = '';
    try {
      const engine = await this.prepare();
      if (ticket !== this.ticket) return;
      const run = engine.start(withSensors(document, names, sensors), { parameters: changedValues(shown.model) });
      this.run = run;
      const model = await run.model;
      recording = { model, history: run.history };
      for await (const _ of run) if (ticket !== this.ticket) return; // leaving the loop cancels the run
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (ticket !== this.ticket) return;
    this.run = null;
    this.set<MeasuredRun>({ recording: recording && recording.history.samples > 0 ? recording : null, names, running: false, problem });
  }

  /** Ends the run and forgets its results. */
  clear(): void {
    this.cancel();
    this.set<MeasuredRun>({ recording: null, problem: '' });
  }

  /** Ends the run; an earlier one remains. */
  cancel(): void {
    this.ticket++;
    this.run?.cancel();
    this.run = null;
    this.shown = null;
    this.set<MeasuredRun>({ running: false });
  }
}

function sensorsOf({ sensors }: ModelDocument): unknown[] {
  return Array.isArray(sensors) ? sensors : [];
}

/** The text of the document with these sensors after its own. */
function withSensors(document: ModelDocument, names: readonly string[], sensors: readonly Sensor[]): string {
  const added = sensors.map(({ type, ...rest }, i) => ({ type, name: names[i], ...rest }));
  return JSON.stringify({ ...document, sensors: [...sensorsOf(document), ...added] });
}
