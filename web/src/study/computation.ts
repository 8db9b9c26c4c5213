import { msg, str } from '@lit/localize';
import type { Engine, StudyInfo, StudyLane } from '../../../wasm/engine/types';
import { own } from '../format/own';
import { Observable, observed } from '../state/observable';
import { mostRunsHere } from './plan';
import { rowOf, type StudyRow } from './rows';

const portion = 150; // ms of runs that a worker computes before it answers
const showEvery = 150; // ms between two updates of the page,
const showMore = 0.2; // plus ms for each row to be drawn
const timeout = 1000; // ms that stopping waits for current runs
const mostLanes = 8;
const laneGibibytes = 0.5; // memory of a worker's engine
const memoryShare = 0.5; // of the memory of the device

/** Workers for a study: one for each core except one, at least one and at most eight, using no more than half of the memory. */
export function lanesFor({ hardwareConcurrency = 2, deviceMemory = 4 }: { hardwareConcurrency?: number; deviceMemory?: number }): number {
  const held = Math.floor((memoryShare * deviceMemory) / laneGibibytes);
  return Math.max(1, Math.min(mostLanes, (hardwareConcurrency || 2) - 1, held));
}

export const studyLanes = lanesFor(globalThis.navigator ?? {});

export interface StudyTask {
  /** Includes its study. */
  document: string;
  /** Parameters with values that replace the document's in all runs. */
  fixed: Record<string, number>;
  /** Values of the varied parameters; the runs nearest to them come first. */
  near: Record<string, number>;
}

/** Computes the runs of a study in several workers, starting near the present values. */
export class StudyComputation extends Observable {
  /** The current study; null before the first. */
  @observed readonly info: StudyInfo | null = null;
  /** The same list until rows are added. */
  @observed readonly rows: readonly StudyRow[] = [];
  @observed readonly failed: number = 0;
  @observed readonly running: boolean = false;
  /** Computing time of the rows, in s. */
  @observed readonly seconds: number = 0;
  /** Why nothing can be computed, or "". */
  @observed readonly problem: string = '';
  /** Values of all runs, one run after another. */
  values: Float64Array = new Float64Array();
  task: StudyTask | null = null;

  private found: StudyRow[] = [];
  private waiting: number[] = [];
  private lanes = new Set<StudyLane>();
  /** Cancels lanes that are still opening. */
  private opening = new AbortController();
  private ticket = 0;
  private shownAt = 0;
  private before = 0;
  private since = 0;

  constructor(
    private readonly prepare: () => Promise<Engine>,
    private readonly count = studyLanes,
  ) {
    super();
  }

  /** Estimated seconds until the end; null before the first rows. */
  get secondsLeft(): number | null {
    const { rows, info, seconds } = this;
    return info && rows.length > 0 && seconds > 0 ? (seconds / rows.length) * (info.runs - rows.length) : null;
  }

  get complete(): boolean {
    return this.info !== null && this.rows.length === this.info.runs;
  }

  /** Discards all results and starts another study. */
  async start(task: StudyTask): Promise<void> {
    this.end();
    const ticket = this.ticket;
    this.task = task;
    this.found = [];
    this.waiting = [];
    this.before = 0;
    this.values = new Float64Array();
    this.set<StudyComputation>({ info: null, rows: [], failed: 0, running: true, seconds: 0, problem: '' });
    try {
      const lane = await (await this.prepare()).study(task.document, task.fixed, this.opening.signal);
      if (ticket !== this.ticket) return lane.close();
      this.lanes.add(lane);
      const { info } = lane;
      if (info.runs > mostRunsHere)
        throw new Error(
          msg(
            str`${info.runs} runs are too many for the page, which computes up to ${mostRunsHere}. The program computes them: slipstick study.`,
          ),
        );
      const values = await lane.values(0, info.runs);
      if (ticket !== this.ticket) return;
      this.values = values;
      this.waiting = nearestFirst(values, info, task.near);
      this.set<StudyComputation>({ info });
      await this.work(ticket, lane);
    } catch (error) {
      this.fail(ticket, error);
    }
  }

  /** Continues a stopped study. */
  async resume(): Promise<void> {
    const { task, info, ticket } = this;
    if (!task || !info || this.running) return;
    this.set<StudyComputation>({ running: true, problem: '' });
    try {
      await this.work(ticket);
    } catch (error) {
      this.fail(ticket, error);
    }
  }

  /** Keeps the rows; current runs end soon. */
  stop(): void {
    if (!this.running) return;
    this.end();
  }

  private end(): void {
    this.ticket++;
    const { lanes, opening } = this;
    this.lanes = new Set();
    this.opening = new AbortController();
    // Closing a worker ends a long run or the loading of a model.
    const close = () => {
      opening.abort();
      for (const lane of lanes) lane.close();
    };
    setTimeout(close, this.running ? timeout : 0);
    const done = new Set(this.found.map(({ run }) => run));
    const { info, task } = this;
    if (info && task) this.waiting = nearestFirst(this.values, info, task.near).filter((run) => !done.has(run));
    this.show(false);
  }

  private async work(ticket: number, first?: StudyLane): Promise<void> {
    const { task } = this;
    if (!task) return;
    this.before = this.seconds;
    this.since = performance.now();
    const engine = await this.prepare();
    const wanted = Math.min(this.count, this.waiting.length);
    await Promise.all(Array.from({ length: wanted }, (_, i) => this.occupy(ticket, engine, task, i === 0 ? first : undefined)));
    if (ticket !== this.ticket) return;
    for (const lane of this.lanes) lane.close();
    this.lanes.clear();
    this.show(false);
  }

  /** Keeps one worker busy until no runs are left. If it dies, its current run becomes a row, and another worker takes over. */
  private async occupy(ticket: number, engine: Engine, task: StudyTask, given?: StudyLane): Promise<void> {
    let lane = given ?? (await this.open(ticket, engine, task));
    let batch = 1;
    while (lane && this.waiting.length > 0 && ticket === this.ticket) {
      const runs = this.waiting.splice(0, batch);
      try {
        const lines: string[] = await lane.rows(runs, portion);
        if (ticket !== this.ticket) return;
        this.waiting.unshift(...runs.slice(lines.length));
        // The next batch is as large as the number of runs computed in time, so that other workers have enough runs and hardly any are
        // returned.
        batch = Math.max(1, Math.min(2 * batch, lines.length === runs.length ? 2 * batch : lines.length));
        this.take(lines.map((line) => rowOf(line, lane!.info)));
      } catch (error) {
        if (ticket !== this.ticket) return;
        this.lanes.delete(lane);
        lane.close();
        this.waiting.unshift(...runs.slice(1));
        this.take([this.diedRow(runs[0], error)]);
        lane = await this.open(ticket, engine, task);
      }
    }
  }

  private async open(ticket: number, engine: Engine, { document, fixed }: StudyTask): Promise<StudyLane | null> {
    const lane = await engine.study(document, fixed, this.opening.signal);
    if (ticket !== this.ticket) {
      lane.close();
      return null;
    }
    this.lanes.add(lane);
    return lane;
  }

  private diedRow(run: number, error: unknown): StudyRow {
    const { parameters, measures } = this.info!;
    const values = [...this.values.subarray(run * parameters.length, (run + 1) * parameters.length)];
    const message = error instanceof Error ? error.message : String(error);
    const cells = [run, ...values, 'failed', `"${message.replaceAll('"', '""')}"`, ...measures.map(() => ''), 0, ''];
    return {
      run,
      values,
      status: 'failed',
      message,
      measures: measures.map(() => null),
      line: `${cells.join(',')}\n`,
    };
  }

  private take(rows: StudyRow[]): void {
    this.found.push(...rows);
    if (performance.now() - this.shownAt > showEvery + showMore * this.found.length) this.show(true);
  }

  private show(running: boolean): void {
    this.shownAt = performance.now();
    const seconds = this.running && this.since ? this.before + (performance.now() - this.since) / 1000 : this.seconds;
    const rows = this.found.length === this.rows.length ? this.rows : [...this.found];
    const failed = this.found.filter(({ status }) => status !== 'ok').length;
    this.set<StudyComputation>({ rows, failed, running, seconds });
  }

  private fail(ticket: number, error: unknown): void {
    if (ticket !== this.ticket) return;
    for (const lane of this.lanes) lane.close();
    this.lanes.clear();
    const problem = error instanceof Error ? error.message : String(error);
    this.set<StudyComputation>({ running: false, problem });
  }
}

/** All runs, sorted by their distance from the present values relative to the length of each axis. */
export function nearestFirst(values: Float64Array, { runs, parameters }: StudyInfo, near: Readonly<Record<string, number>>): number[] {
  const size = parameters.length;
  const lows = parameters.map(() => Infinity);
  const highs = parameters.map(() => -Infinity);
  values.forEach((value, i) => {
    lows[i % size] = Math.min(lows[i % size], value);
    highs[i % size] = Math.max(highs[i % size], value);
  });
  const distances = new Float64Array(runs);
  for (let run = 0; run < runs; run++)
    parameters.forEach((name, axis) => {
      const span = highs[axis] - lows[axis] || 1;
      const away = (values[run * size + axis] - (own(near, name) ?? lows[axis])) / span;
      distances[run] += away * away;
    });
  return Array.from({ length: runs }, (_, run) => run).sort((one, other) => distances[one] - distances[other] || one - other);
}
