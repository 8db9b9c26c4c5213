import type { Engine, SensorChannel, Trial } from '../../../wasm/engine/types';
import { Observable, observed } from '../state/observable';
import type { StudyTask } from './computation';
import type { StudyRow } from './rows';

const portion = 200; // ms of runs in one answer
const mostCurves = 60; // curves kept at the same time
const mostSamples = 1000; // samples of a curve

/** Curves of a sensor for the runs of a study, computed on demand. */
export class Family extends Observable {
  @observed readonly channel: SensorChannel | null = null;
  @observed readonly curves: readonly { row: StudyRow; trial: Trial }[] = [];
  @observed readonly running: boolean = false;
  private ticket = 0;

  constructor(private readonly prepare: () => Promise<Engine>) {
    super();
  }

  stop(): void {
    this.ticket++;
    this.set<Family>({ running: false });
  }

  clear(): void {
    this.stop();
    this.set<Family>({ channel: null, curves: [] });
  }

  async start(
    { document, fixed }: StudyTask,
    { rows, info }: { rows: readonly StudyRow[]; info: { parameters: string[] } },
    channel: SensorChannel,
  ): Promise<void> {
    const ticket = ++this.ticket;
    this.set<Family>({ channel, curves: [], running: true });
    const succeeded = rows.filter(({ status }) => status === 'ok').sort((one, other) => one.values[0] - other.values[0]);
    const every = Math.max(1, Math.ceil(succeeded.length / mostCurves));
    const waiting = succeeded.filter((_, i) => i % every === 0);
    try {
      const engine = await this.prepare();
      while (waiting.length > 0 && ticket === this.ticket) {
        const sets = waiting.map(({ values }) => ({ ...fixed, [info.parameters[0]]: values[0] }));
        const trials = await engine.trials(document, sets, [channel], portion);
        if (ticket !== this.ticket) return;
        const done = waiting.splice(0, trials.length).map((row, i) => ({ row, trial: thinned(trials[i]) }));
        this.set<Family>({ curves: [...this.curves, ...done.filter(({ trial }) => trial.problem === '')] });
      }
    } finally {
      if (ticket === this.ticket) this.set<Family>({ running: false });
    }
  }
}

function thinned(trial: Trial): Trial {
  const every = Math.max(1, Math.ceil((trial.columns[0]?.length ?? 0) / mostSamples));
  return { ...trial, columns: trial.columns.map((column) => column.filter((_, i) => i % every === 0)) };
}
