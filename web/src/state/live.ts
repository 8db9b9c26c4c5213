import { msg } from '@lit/localize';
import type { Chunk, Issue, LiveEvent, RecordedEvent, Run } from '../../../wasm/engine/types';
import { Observable, observed } from './observable';

const measured = 1000; // ms over which the rate is measured
const enough = 250; // ms before it is reported

/** A live run. It notifies its followers once per frame. */
export class LiveRun extends Observable {
  /** Time of the newest sample, s. */
  @observed readonly time: number = 0;
  /** Accepted steps of the analysis step. */
  @observed readonly steps: number = 0;
  /** Whether posted events take effect; before that, the run is still computing up to its takeover. */
  @observed readonly takenOver: boolean = false;
  /** Simulated seconds per second, requested and actual; null: not known yet. */
  @observed readonly pace: number;
  @observed readonly rate: number | null = null;
  /** Why the last action failed, as a sentence, or ''. */
  @observed readonly problem: string = '';
  /** The posted and accepted events, in this order. */
  @observed readonly done: readonly LiveEvent[] = [];
  /** The person has asked for the end. */
  @observed readonly ending: boolean = false;

  private next: Partial<LiveRun> | null = null;
  private marks: { at: number; time: number }[] = [];
  /** The step at which each action began. */
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

  /** Simulated seconds per second, if known. */
  get speed(): number {
    return this.rate === null ? this.pace : Math.min(this.pace, this.rate);
  }

  /**
   * Posts an event for the next step; false if it is rejected, with the reason in `problem`. `undoable`: undo returns to before this event.
   */
  async post(event: LiveEvent, undoable = false): Promise<boolean> {
    if (undoable) this.undoSteps.push(this.steps);
    const issues = await this.run
      .post(event)
      .catch((error: unknown): Issue[] => [{ severity: 'error', pointer: '', message: textOf(error) }]);
    if (issues.length > 0) this.set<LiveRun>({ problem: issues[0].message });
    else if (!isMove(event)) this.set<LiveRun>({ problem: 'release' in event ? this.problem : '', done: [...this.done, event] });
    return issues.length === 0;
  }

  /** Goes back to before the last action; the hand is empty then. */
  async undo(): Promise<void> {
    const step = this.undoSteps.pop();
    if (step === undefined) return;
    this.marks = [];
    if (!(await this.run.goBack(Math.max(this.from, step))))
      return this.set<LiveRun>({ problem: msg('That is too long ago to be undone.') });
    const events = await this.run.events();
    if (isHeld(events)) await this.run.post({ release: true });
    this.set<LiveRun>({ problem: '', done: events.filter((event) => !isMove(event)), rate: null });
  }

  setPace(pace: number): void {
    this.run.setPace(pace);
    this.marks = [];
    this.set<LiveRun>({ pace, rate: null });
  }

  /** Ends the run at the next step; then it is a normal run. */
  async end(): Promise<void> {
    this.set<LiveRun>({ ending: true });
    await this.run.post({ end: true });
  }

  events(): Promise<RecordedEvent[]> {
    return this.run.events();
  }

  /** Called only by the runner. `live`: the chunk belongs to the live analysis step. */
  take({ progress, refused }: Chunk, live: boolean): void {
    const now = performance.now();
    const { time, steps } = progress;
    const takenOver = live && steps >= this.from;
    const last = this.marks.at(-1);
    if (last && time < last.time) this.marks = [];
    if (takenOver) this.marks.push({ at: now, time });
    while (this.marks.length > 2 && now - this.marks[1].at > measured) this.marks.shift();
    const first = this.marks[0];
    const rate = first && now - first.at > enough ? (1000 * (time - first.time)) / (now - first.at) : this.rate;
    const waits = this.next !== null;
    // After a rejected grab, its moves and its release need no message.
    const problem = this.next?.problem || (refused && !this.problem ? sentence(refused[0]) : '');
    this.next = { ...this.next, time, steps, takenOver, rate, ...(problem ? { problem } : {}) };
    if (!waits) atNextPicture(() => this.tellNow());
  }

  private tellNow(): void {
    const { next } = this;
    this.next = null;
    if (next) this.set<LiveRun>(next);
  }
}

/** Moves of the hand, of which there are many. */
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
