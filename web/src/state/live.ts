import type { Chunk, Issue, LiveEvent, RecordedEvent, Run } from '../../../wasm/engine/types';
import { Observable } from './observable';

const measured = 1000; // ms over which the rate is measured
const enough = 250; // ms after which it is said

/** A run that goes on under a person's hands. Who follows it is told once a picture. */
export class LiveRun extends Observable {
  /** Of the newest sample, s. */
  readonly time: number = 0;
  /** Accepted steps of the analysis step. */
  readonly steps: number = 0;
  /** Whether what is posted takes effect; before, the run is on its way to where it is taken over. */
  readonly taken: boolean = false;
  /** Simulated seconds in a second, as asked for and as they are; null: not known yet. */
  readonly pace: number;
  readonly rate: number | null = null;
  /** What could not be done last, as a sentence, or ''. */
  readonly problem: string = '';
  /** What was posted and taken, in this order. */
  readonly done: readonly LiveEvent[] = [];
  /** The person has asked for the end. */
  readonly ending: boolean = false;

  private next: Partial<LiveRun> | null = null;
  private marks: { at: number; time: number }[] = [];
  /** Where each thing that a person did began, in steps. */
  private undoSteps: number[] = [];

  constructor(
    private readonly run: Run,
    pace: number,
    private readonly from = 0,
  ) {
    super();
    this.pace = pace;
  }

  get history(): Run['history'] {
    return this.run.history;
  }

  get canUndo(): boolean {
    return this.undoSteps.length > 0;
  }

  /** How fast time goes, as far as one knows. */
  get speed(): number {
    return this.rate === null ? this.pace : Math.min(this.pace, this.rate);
  }

  /** Lets something happen at the next step; false if it cannot be done, which `problem` says. `undoable`: going back leads here. */
  async post(event: LiveEvent, undoable = false): Promise<boolean> {
    if (undoable) this.undoSteps.push(this.steps);
    const issues = await this.run
      .post(event)
      .catch((error: unknown): Issue[] => [{ severity: 'error', pointer: '', message: textOf(error) }]);
    if (issues.length > 0) this.set<LiveRun>({ problem: issues[0].message });
    else if (!isMove(event)) this.set<LiveRun>({ problem: 'release' in event ? this.problem : '', done: [...this.done, event] });
    return issues.length === 0;
  }

  /** Back to before the last thing that was done; nothing is held then. */
  async undo(): Promise<void> {
    const step = this.undoSteps.pop();
    if (step === undefined) return;
    this.marks = [];
    if (!(await this.run.goBack(Math.max(this.from, step)))) return this.set<LiveRun>({ problem: 'That is too long ago to be undone.' });
    const events = await this.run.events();
    if (isHeld(events)) await this.run.post({ release: true });
    this.set<LiveRun>({ problem: '', done: events.filter((event) => !isMove(event)), rate: null });
  }

  setPace(pace: number): void {
    this.run.setPace(pace);
    this.marks = [];
    this.set<LiveRun>({ pace, rate: null });
  }

  /** Ends the run at the next step; from then on it is one like any other. */
  async end(): Promise<void> {
    this.set<LiveRun>({ ending: true });
    await this.run.post({ end: true });
  }

  events(): Promise<RecordedEvent[]> {
    return this.run.events();
  }

  /** Only for the runner. `live`: the chunk is of the analysis step that is taken over. */
  take({ progress, refused }: Chunk, live: boolean): void {
    const now = performance.now();
    const { time, steps } = progress;
    const taken = live && steps >= this.from;
    const last = this.marks.at(-1);
    if (last && time < last.time) this.marks = [];
    if (taken) this.marks.push({ at: now, time });
    while (this.marks.length > 2 && now - this.marks[1].at > measured) this.marks.shift();
    const first = this.marks[0];
    const rate = first && now - first.at > enough ? (1000 * (time - first.time)) / (now - first.at) : this.rate;
    const waits = this.next !== null;
    // What follows from a grab that was refused is no news: its moves and its release.
    const problem = (this.next?.problem ?? this.problem) || (refused ? sentence(refused[0]) : '');
    this.next = { ...this.next, time, steps, taken, rate, ...(refused ? { problem } : {}) };
    if (!waits) atNextPicture(() => this.tellNow());
  }

  private tellNow(): void {
    const { next } = this;
    this.next = null;
    if (next) this.set<LiveRun>(next);
  }
}

/** The hand moves on; there are many of these. */
function isMove(event: LiveEvent): boolean {
  return 'to' in event && !('grab' in event);
}

function isHeld(events: readonly RecordedEvent[]): boolean {
  const last = events.filter((event) => 'grab' in event || 'release' in event).at(-1);
  return last !== undefined && 'grab' in last;
}

function atNextPicture(then: () => void): void {
  if (typeof document === 'undefined' || document.hidden) setTimeout(then, 15);
  else requestAnimationFrame(then);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text[0].toUpperCase()}${text.slice(1)}.`;
}
