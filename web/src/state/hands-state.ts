import type { HandsDone } from '../../../wasm/engine/types';
import type { TimeCursor } from './cursor';
import { layOut, type ModelDocument } from './document';
import { documentForHands, eventfulStep, handsDone, stepAt, withEvents } from './hand-events';
import { Observable, observed } from './observable';
import { beforeLiveRun, galleryName, type OpenModel } from './open-model';
import type { ParameterStore } from './parameter-store';
import type { Runner } from './runner';

/** Owns the open model, and accepts new versions of it. */
interface Owner {
  readonly opened: OpenModel | null;
  replace(model: OpenModel): void;
  run(): void;
}

/** Live runs and their changes to the model. */
export class HandsState extends Observable {
  /** The document of the live run. */
  @observed readonly document: ModelDocument | null = null;

  constructor(
    private readonly owner: Owner,
    private readonly runner: Runner,
    private readonly parameters: ParameterStore,
    private readonly cursor: TimeCursor,
  ) {
    super();
  }

  /** Whether the analysis permits a live run. */
  get canTakeOver(): boolean {
    const { model, phase, recording } = this.runner;
    return phase !== 'live' && phase !== 'running' && model !== null && eventfulStep(model) >= 0 && recording !== null;
  }

  /** Whether there are steps before the time shown. */
  get canContinue(): boolean {
    return this.canTakeOver && this.cursor.time > this.cursor.start;
  }

  /**
   * Restarts the run under a person's control, without events; `fromHere`: repeats it up to the time shown. Resolves when the person has
   * ended it. Then it is a normal run of a document that contains the person's actions.
   */
  async take(fromHere: boolean): Promise<void> {
    const { runner, cursor, parameters } = this;
    const { opened } = this.owner;
    const { model, recording } = runner;
    if (!opened || !model || !recording || !this.canTakeOver) return;
    parameters.rest();
    cursor.pause();
    const pace = Math.min(1, cursor.speed);
    // At the latest one step before the end of the run, because the run would be over.
    const from = fromHere ? Math.max(0, Math.min(stepAt(recording, cursor.time), stepAt(recording, cursor.end) - 1)) : 0;
    const document = documentForHands(opened.document, model, pace, fromHere);
    this.set<HandsState>({ document });
    const events = await runner.goLive(JSON.stringify(document), parameters.values, { from, pace });
    if (this.document === document) this.set<HandsState>({ document: null });
    if (!events || this.owner.opened !== opened || !runner.recording || runner.phase === 'invalid') return;
    cursor.toEnd();
    const recorded = withEvents(document, events);
    const { view: _, note: __, ...rest } = opened;
    const before = beforeLiveRun(opened) ?? opened;
    this.owner.replace({ ...rest, document: recorded, text: `${layOut(recorded)}\n`, hands: { actions: 'added', before } });
  }

  /** Returns to the model before a person's actions were added or removed. */
  goBack(): void {
    const { hands } = this.owner.opened ?? {};
    if (!hands) return;
    this.owner.replace(hands.before);
    this.owner.run();
  }

  /**
   * Whether the model was opened with a person's actions, from a link or a file. Models of the gallery do not count, because their texts
   * mention the actions.
   */
  get openedWithActions(): boolean {
    const { opened } = this.owner;
    const events = opened?.document.events;
    return !galleryName(opened) && !beforeLiveRun(opened) && Array.isArray(events) && events.length > 0;
  }

  /** Runs the model without them. */
  removeActions(): void {
    const { opened } = this.owner;
    if (!opened || !this.openedWithActions) return;
    const document = withEvents(opened.document, []);
    this.owner.replace({ ...opened, document, text: `${layOut(document)}\n`, hands: { actions: 'removed', before: opened } });
    this.owner.run();
  }

  /** The expanded document of the live run, with all parameter values. */
  async expand(): Promise<unknown> {
    const { document, parameters } = this;
    if (!document) return null;
    const engine = await this.runner.prepare();
    return JSON.parse(await engine.expand(JSON.stringify(document), parameters.values));
  }

  /** The events of the run shown. */
  get done(): HandsDone {
    const { opened } = this.owner;
    const before = beforeLiveRun(opened);
    return opened && before ? handsDone(before.document, opened.document) : {};
  }
}
