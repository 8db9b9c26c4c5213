// no text: names for the document
import { type EndedRun, endedRun, MeasuredRun } from '../state/measured-run';
import { Observable, observed, watch } from '../state/observable';
import type { Recording } from '../state/recording';
import type { Session } from '../state/session';
import { type Balance, balanceOf, type Energies, energiesOf, energySensors, hasEnergy, mostChanged, sensorsOfObject } from './balance';

/** The energies of a run and their balance. */
export interface Measured {
  energies: Energies;
  balance: Balance;
  /** The unexplained part is above the limit of the model. */
  isLarge: boolean;
  /** If it is large: the connector or body whose energy changes most at that time, or "". */
  item: string;
}

const mostItems = 40; // whose energies are followed to name one

/** The energies of the run shown, from a second run with their sensors; the note below the title and the plot share them. */
export class RunEnergies extends Observable {
  @observed readonly measured: Measured | null = null;
  @observed readonly running: boolean = false;
  /** Why there are no energies, or why their run did not reach its end; or "". */
  @observed readonly problem: string = '';
  /** The repeated run has fewer than two samples. */
  @observed readonly isEmpty: boolean = false;
  /** The run that was measured, by its history. */
  @observed readonly of: Recording['history'] | null = null;
  private readonly run: MeasuredRun;

  constructor(private readonly session: Session) {
    super();
    this.run = new MeasuredRun(() => session.runner.prepare());
    watch(
      () => [session.runner.phase, session.runner.recording] as const,
      ([phase, recording]) => {
        if (phase === 'running' || phase === 'live' || recording?.history !== this.of) this.cancel();
        if (!recording) this.set<RunEnergies>({ measured: null, problem: '', isEmpty: false });
      },
    );
  }

  /** The run has steps in time; other analyses exchange no energy. */
  get possible(): boolean {
    return this.session.runner.model?.analysis.some(({ type }) => type === 'dynamic') ?? false;
  }

  /** `measured` belongs to the run shown. */
  get isOfShown(): boolean {
    return !this.running && this.of !== null && this.of === this.session.runner.recording?.history;
  }

  /** Measures the energies of the run shown, unless they are known. */
  async measure(): Promise<void> {
    const ended = endedRun(this.session);
    if (!ended || !this.possible || ended.recording.history === this.of) return;
    const { history } = ended.recording;
    this.set<RunEnergies>({ of: history, running: true, problem: '', isEmpty: false });
    const found = await this.balance(ended);
    if (this.of !== history) return;
    const { problem } = this.run;
    this.run.clear(); // its history may be large
    this.set<RunEnergies>({ measured: found, isEmpty: found === null && problem === '', running: false, problem });
  }

  private async balance(ended: EndedRun): Promise<Measured | null> {
    const { run } = this;
    await run.start(ended, energySensors);
    const energies = run.recording && energiesOf(run.recording, run.names);
    if (!energies) return null;
    const balance = balanceOf(energies);
    const isLarge = balance.relative > ended.recording.model.balanceTolerance;
    return { energies, balance, isLarge, item: isLarge ? await this.itemOf(ended, balance) : '' };
  }

  /** A third run follows the energy of each item. */
  private async itemOf(ended: EndedRun, { at }: Balance): Promise<string> {
    const followed = ended.recording.model.objects.map((object, number) => ({ object, number })).filter(({ object }) => hasEnergy(object));
    const few = followed.slice(0, mostItems);
    const run = new MeasuredRun(() => this.session.runner.prepare());
    const stop = watch(
      () => this.running,
      (running) => !running && run.cancel(),
    );
    await run.start(
      ended,
      few.flatMap(({ object, number }) => sensorsOfObject(object, number)),
    );
    stop();
    const objects = few.map(({ object }) => object);
    return (run.recording && objects[mostChanged(run.recording, run.names, objects, at)]?.name) ?? '';
  }

  private cancel(): void {
    this.run.clear();
    this.set<RunEnergies>({ of: null, running: false });
  }
}
