import type { HandsDone } from '../../../wasm/engine/types';
import type { TimeCursor } from './cursor';
import { layOut, type ModelDocument } from './document';
import { Observable, observed } from './observable';
import { beforeLiveRun, galleryName, type OpenModel } from './open-model';
import type { ParameterStore } from './parameter-store';
import type { Runner } from './runner';
import { documentForHands, eventfulStep, handsDone, stepAt, withEvents } from './touched';

/** The owner of the open model, which accepts new versions of it. */
interface Owner {
  readonly opened: OpenModel | null;
  replace(model: OpenModel): void;
  run(): void;
}

/** Live runs and their changes of the model. */
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

  /** Whether the analysis has steps for a live run. */
  get canTake(): boolean {
    const { model, phase, recording } = this.runner;
    return phase !== 'live' && phase !== 'running' && model !== null && eventfulStep(model) >= 0 && recording !== null;
  }

  /** Whether there are steps before the time shown. */
  get canGoOn(): boolean {
    return this.canTake && this.cursor.time > this.cursor.start;
  }

  /**
   * Starts the run anew for a person's hands, without events; `fromHere`: as it was up to the time shown. Resolves when the person has ended
   * it: then it is a run like any other, of a document that has in it what was done.
   */
  async take(fromHere: boolean): Promise<void> {
    const { runner, cursor, parameters } = this;
    const { opened } = this.owner;
    const { model, recording } = runner;
    if (!opened || !model || !recording || !this.canTake) return;
    parameters.rest();
    cursor.pause();
    const pace = Math.min(1, cursor.speed);
    // One step before the end of the run at the latest, where it would be over.
    const from = fromHere ? Math.max(0, Math.min(stepAt(recording, cursor.time), stepAt(recording, cursor.end) - 1)) : 0;
    const document = documentForHands(opened.document, model, pace, fromHere);
    this.set<HandsState>({ document });
    const events = await runner.goLive(JSON.stringify(document), parameters.values, { from, pace });
    if (this.document === document) this.set<HandsState>({ document: null });
    if (!events || this.owner.opened !== opened || !runner.recording || runner.phase === 'invalid') return;
    cursor.toEnd();
    const touched = withEvents(document, events);
    const { view: _, note: __, ...rest } = opened;
    const before = beforeLiveRun(opened) ?? opened;
    this.owner.replace({ ...rest, document: touched, text: `${layOut(touched)}\n`, hands: { actions: 'added', before } });
  }

  /** Returns to the model before a person's actions were added or removed. */
  goBack(): void {
    const { hands } = this.owner.opened ?? {};
    if (!hands) return;
    this.owner.replace(hands.before);
    this.owner.run();
  }

  /** Whether the model came with actions of a person in it: by a link or a file, not from the gallery, whose texts say it. */
  get cameTouched(): boolean {
    const { opened } = this.owner;
    const events = opened?.document.events;
    return !galleryName(opened) && !beforeLiveRun(opened) && Array.isArray(events) && events.length > 0;
  }

  /** Runs it without them. */
  leaveOut(): void {
    const { opened } = this.owner;
    if (!opened || !this.cameTouched) return;
    const document = withEvents(opened.document, []);
    this.owner.replace({ ...opened, document, text: `${layOut(document)}\n`, hands: { actions: 'removed', before: opened } });
    this.owner.run();
  }

  /** The document of the live run with all its values. */
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
