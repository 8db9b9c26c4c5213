import { TimeCursor, usualSpeed } from './cursor';
import { layOut, type ModelDocument } from './document';
import { type ComparedRun, changedValues, type KeptRun, KeptRuns, type LinkedRun, runName, sameMechanism } from './kept-runs';
import type { LiveRun } from './live';
import { Observable, together } from './observable';
import { isAllowed, parameterOfPointer, seenParameters } from './parameters';
import { runSpan } from './recording';
import type { Runner } from './runner';
import { type Handed, type HandedRun, TaskBook } from './tasks';
import { documentForHands, eventfulStep, handsDone, stepAt, withEvents } from './touched';
import type { ViewState } from './view-state';

/** What is open on a model page: a document, the values of its parameters, its runs and the time that is shown. */
export interface OpenModel {
  /** Name in the gallery, or null for a document from a link. */
  name: string | null;
  /** Where the browser keeps the visitor's version of it, once there is one. */
  draft?: string;
  /** Name in the gallery of the model that the visitor changed. */
  base?: string;
  document: ModelDocument;
  text: string;
  /** How the link asks to show the model, and the parameters that it changed. */
  view?: ViewState;
  parameters?: Record<string, number>;
  /** What the page could not take from the link, as a sentence. */
  note?: string;
  /** The model as it was before a person took its run in hand: since then what was done is part of the document. */
  untouched?: OpenModel;
  /** What somebody handed in, as the link has it. */
  handed?: Handed;
}

const keptBytes = 256 * 1024 * 1024;
const restDelay = 60; // ms without movement before a run starts while a slider moves
const lightRun = 0.5; // s of computing up to which runs follow a moving slider
const longRun = 1000; // ms of computing from which on a first run is played before it has ended

/** Joins parameters, runs and the time cursor of one page. */
export class Session extends Observable {
  readonly cursor = new TimeCursor();
  readonly opened: OpenModel | null = null;
  /** Counts what was opened: the versions of one model that a person makes of it have the same number. */
  readonly visit: number = 0;
  /** Parameters whose values are not those of the document. */
  readonly values: Readonly<Record<string, number>> = {};
  /** Whether plots show the last run. */
  readonly lastShown: boolean = true;
  /** Runs for comparison. */
  readonly kept: KeptRuns;
  /** The document of the run that a person has in hand. */
  readonly inHand: ModelDocument | null = null;
  /** Answers to the tasks of the document. */
  readonly tasks: TaskBook;
  /** Sensors that are plotted although the document does not ask for it. */
  readonly plotted: readonly string[] = [];

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A slider is being moved. */
  private moving = false;
  /** A run of this movement has begun; the next ones are compared with what that one was. */
  private ranMoving = false;
  private playedOnce = false;
  /** Whether the first run is played as soon as it is there. */
  private autoplay = false;
  private comparedNow: readonly ComparedRun[] = [];
  private followed: LiveRun | null = null;
  private stopFollowing = () => {};
  /** What was drawn last for this person. */
  private variant: Readonly<Record<string, number>> = {};

  /** `mostKeptBytes`: of memory for the runs that are kept. */
  constructor(
    readonly runner: Runner,
    mostKeptBytes = keptBytes,
    /** The seed of tasks that the address gives. */
    private readonly seed?: string,
  ) {
    super();
    this.tasks = new TaskBook(async (submission, whole) => (await runner.prepare()).grade(submission, whole));
    this.tasks.subscribe(() => this.takeVariant());
    this.kept = new KeptRuns(mostKeptBytes);
    runner.subscribe(() => this.follow());
    this.kept.subscribe(() => this.set<Session>({}));
  }

  /** Opens a model in place of another one; it runs when `run` is called. `autoplay`: its first run is played as soon as it is there. */
  open(model: OpenModel, values: Record<string, number>, autoplay = false): void {
    this.show(model, values);
    this.autoplay = autoplay;
  }

  close(): void {
    this.show(null, {});
  }

  /** Runs another text of the model that is open; its last run stays for comparison. */
  edit(model: OpenModel): void {
    this.set<Session>({ opened: model, values: {} });
    this.openTasks();
    this.run();
  }

  /** What is open is from now on the visitor's own version. */
  becomeDraft(draft: OpenModel): void {
    this.set<Session>({ opened: draft });
  }

  run(keepGhost = false): void {
    clearTimeout(this.timer);
    if (this.opened) void this.runner.start(this.opened.text, this.values, keepGhost);
  }

  /** Whether there are steps in which a person can do something. */
  get canTouch(): boolean {
    const { model, phase } = this.runner;
    return phase !== 'live' && phase !== 'running' && model !== null && eventfulStep(model) >= 0 && this.runner.recording !== null;
  }

  /** Whether something was computed before the time shown, which may stay. */
  get canGoOn(): boolean {
    return this.canTouch && this.cursor.time > this.cursor.start;
  }

  /**
   * Starts the run anew for a person's hands, without events; `fromHere`: as it was up to the time shown. Resolves when the person has ended
   * it: then it is a run like any other, of a document that has in it what was done.
   */
  async takeInHand(fromHere: boolean): Promise<void> {
    const { opened, runner, cursor } = this;
    const { model, recording } = runner;
    if (!opened || !model || !recording || !this.canTouch) return;
    clearTimeout(this.timer);
    cursor.pause();
    const pace = Math.min(1, cursor.speed);
    const from = fromHere ? stepAt(recording, cursor.time) : 0;
    const document = documentForHands(opened.document, model, pace, fromHere);
    this.set<Session>({ inHand: document });
    const events = await runner.goLive(JSON.stringify(document), this.values, { from, pace });
    if (this.inHand === document) this.set<Session>({ inHand: null });
    if (!events || this.opened !== opened || !runner.recording || runner.phase === 'invalid') return;
    cursor.toEnd();
    const touched = withEvents(document, events);
    const { name, base = name ?? undefined, view: _, note: __, ...rest } = opened;
    this.set<Session>({
      opened: { ...rest, name: null, base, document: touched, text: `${layOut(touched)}\n`, untouched: opened.untouched ?? opened },
    });
  }

  /** The document of the run in hand with all its numbers. */
  async expandInHand(): Promise<unknown> {
    const { inHand, values } = this;
    if (!inHand) return null;
    const engine = await this.runner.prepare();
    return JSON.parse(await engine.expand(JSON.stringify(inHand), values));
  }

  /** The run that is shown, where it is not that of the document and the seed. */
  get handedRun(): HandedRun {
    const { untouched, document } = this.opened ?? {};
    const drawn = this.tasks.values;
    const changed = Object.keys({ ...drawn, ...this.values }).flatMap((name) => {
      const value = this.parameterValue(name);
      return value === undefined || value === (drawn[name] ?? this.defaultOf(name)) ? [] : [[name, value] as const];
    });
    return {
      ...(untouched && document ? handsDone(untouched.document, document) : {}),
      ...(changed.length > 0 ? { parameters: Object.fromEntries(changed) } : {}),
    };
  }

  /** The model as it was before it was taken in hand. */
  letGo(): void {
    const { untouched } = this.opened ?? {};
    if (!untouched) return;
    this.set<Session>({ opened: untouched });
    this.run();
  }

  /** `settled`: the person has let go of the control, or typed the value. */
  setParameter(name: string, value: number, settled: boolean): void {
    if (this.parameterValue(name) !== value) {
      this.take({ ...this.values, [name]: value }, settled);
    } else if (settled && this.moving) {
      this.take(this.values, true);
    }
  }

  /** The runs that plots draw beside the one shown: the last one, unless it is kept, and those that are kept. The same list until it changes. */
  get compared(): readonly ComparedRun[] {
    const { last } = this;
    const compared: ComparedRun[] = last && this.lastShown ? [{ name: 'last run', recording: last, mark: null }] : [];
    for (const run of this.kept.runs)
      if (run.shown && run.recording) compared.push({ name: this.nameOf(run), recording: run.recording, mark: run.mark });
    const same = (run: ComparedRun, i: number) => {
      const before = this.comparedNow[i];
      return before?.recording === run.recording && before.name === run.name && before.mark === run.mark;
    };
    if (compared.length !== this.comparedNow.length || !compared.every(same)) this.comparedNow = compared;
    return this.comparedNow;
  }

  /** The last run, where it is not one of the kept ones. */
  get last(): Runner['ghost'] {
    const { ghost } = this.runner;
    return this.kept.has(ghost) ? null : ghost;
  }

  /** Whether there is a whole run to be kept that is not kept yet. */
  get canKeep(): boolean {
    const { phase, recording } = this.runner;
    return phase === 'finished' && recording !== null && !this.kept.has(recording);
  }

  keep(): void {
    const { recording } = this.runner;
    if (this.opened && recording && this.canKeep) this.kept.keep(this.opened, recording);
  }

  showLast(lastShown: boolean): void {
    this.set<Session>({ lastShown });
  }

  nameOf(run: KeptRun): string {
    const model = run.recording?.model ?? this.runner.model;
    return runName(run, model ? seenParameters(model) : []);
  }

  /** Whether the model has changed since the run, in more than values of parameters and what hands did. */
  isEarlier(run: KeptRun): boolean {
    return this.opened !== null && run.text !== this.opened.text && !sameMechanism(run.document, this.opened.document);
  }

  /** Whether a link of this model can carry the run: it is of this version, and has its events or none. */
  isLinkable(run: KeptRun): boolean {
    const same = () => JSON.stringify(run.document.events) === JSON.stringify(this.opened?.document.events);
    return !this.isEarlier(run) && (run.document.events === undefined || same());
  }

  /** The kept runs that a link can carry. `baked`: the link's document has the present values of the parameters as its own. */
  linkedRuns(baked: boolean): LinkedRun[] {
    const without = ({ document }: KeptRun) =>
      document.events !== this.opened?.document.events && !document.events ? { untouched: true as const } : {};
    const own = (name: string, defaultValue: number) => (baked ? (this.linked[name] ?? defaultValue) : defaultValue);
    return this.kept.runs
      .filter((run) => this.isLinkable(run))
      .map((run) => {
        const parameters = this.runner.model?.parameters ?? [];
        const ran = new Map(run.recording?.model.parameters.map(({ name, value }) => [name, value]));
        const values = parameters.map(({ name, defaultValue }) => [name, ran.get(name) ?? run.values[name] ?? defaultValue] as const);
        const changed = values.filter(([name, value], i) => value !== own(name, parameters[i].defaultValue));
        return { values: Object.fromEntries(changed), name: baked ? this.nameOf(run) : run.name, shown: run.shown, ...without(run) };
      });
  }

  /** Switches the plot of a sensor on or off. */
  togglePlot(sensor: string): void {
    const { plotted } = this;
    this.set<Session>({ plotted: plotted.includes(sensor) ? plotted.filter((name) => name !== sensor) : [...plotted, sensor] });
  }

  /** Sets several parameters at once, as a preset does; those not named stay. */
  setParameters(values: Record<string, number>): void {
    this.take({ ...this.values, ...values }, true);
  }

  resetParameters(): void {
    if (Object.keys(this.values).length > 0) this.take({ ...this.tasks.values }, true);
  }

  parameterValue(name: string): number | undefined {
    return this.values[name] ?? this.defaultOf(name);
  }

  /** The values that a link may carry: of those that the model does not take, the last ones that it took. */
  get linked(): Readonly<Record<string, number>> {
    const { model, phase } = this.runner;
    if (!model) return phase === 'invalid' ? {} : this.values;
    const taken = Object.fromEntries(model.parameters.map((parameter) => [parameter.name, parameter]));
    const known = phase === 'invalid' ? changedValues(model) : this.values;
    const entries = Object.entries(known).map(([name, value]) => [
      name,
      !taken[name] || isAllowed(taken[name], value) ? value : taken[name].value,
    ]);
    return Object.fromEntries(entries.filter(([name, value]) => value !== this.defaultOf(name as string)));
  }

  /** The message of an error of this parameter, or "". */
  parameterError(name: string): string {
    return this.runner.issues.find((issue) => issue.severity === 'error' && parameterOfPointer(issue.pointer) === name)?.message ?? '';
  }

  private defaultOf(name: string): number | undefined {
    return this.runner.model?.parameters.find((parameter) => parameter.name === name)?.defaultValue;
  }

  /** Replaces the model and everything that belongs to it at once, so that no view sees a mixture of old and new. */
  private show(opened: OpenModel | null, values: Record<string, number>): void {
    clearTimeout(this.timer);
    this.moving = false;
    this.playedOnce = false;
    together(() => {
      this.set<Session>({ opened, visit: this.visit + 1, values: { ...values }, plotted: [], lastShown: true });
      this.kept.open(opened ?? { document: {}, text: '' }, opened?.view?.kept?.filter((run) => run !== null) ?? []);
      this.runner.clear();
      this.cursor.reset();
    });
    this.openTasks();
  }

  private openTasks(): void {
    const { document = {}, handed } = this.opened ?? {};
    if (handed) return void this.tasks.openSubmission(handed);
    void this.tasks.open(document.tasks || document.variants ? document : null, this.seed);
  }

  /** The values of this person, as soon as they are known. */
  private takeVariant(): void {
    const { values } = this.tasks;
    if (values !== this.variant) {
      const given = Object.keys({ ...this.variant, ...values }).length > 0;
      this.variant = values;
      if (given && this.opened) this.take({ ...this.values, ...values }, true);
    }
    this.set<Session>({});
  }

  /** Takes values, those at their defaults left out, and runs soon. */
  private take(values: Record<string, number>, settled: boolean): void {
    clearTimeout(this.timer);
    const changed = Object.entries(values).filter(([name, value]) => value !== this.defaultOf(name));
    if (!this.moving) this.ranMoving = false;
    this.moving = !settled;
    const keepGhost = this.ranMoving;
    const run = () => {
      this.ranMoving = true;
      this.run(keepGhost);
    };
    const light = (this.runner.recording?.statistics.wallSeconds ?? 0) <= lightRun;
    if (settled || light) this.timer = setTimeout(run, settled ? 0 : restDelay);
    this.set<Session>({ values: Object.fromEntries(changed) });
  }

  private follow(): void {
    const { recording, phase, live } = this.runner;
    if (live !== this.followed) {
      this.stopFollowing();
      this.followed = live;
      this.stopFollowing = live?.subscribe(() => this.followLive(live)) ?? (() => {});
    }
    together(() => {
      if (recording && (!live || recording.history !== live.history)) {
        const [start, end] = runSpan(recording);
        this.cursor.setSamples(start, end, recording.history.time, this.runner.growing);
      }
      if (!this.playedOnce && (phase === 'finished' || this.playsEarly)) this.begin();
      if (phase === 'finished') void this.kept.compute(() => this.runner.prepare());
      this.set<Session>({});
    });
  }

  /** The time shown is that of the newest sample. */
  private followLive(live: LiveRun): void {
    const { recording } = this.runner;
    if (recording?.history !== live.history) return; // nothing of it is in sight yet
    const [start, end] = runSpan(recording);
    this.cursor.follow(start, end, live.history.time);
  }

  /** Whether the first run, which still goes on, is played with what there is of it. */
  private get playsEarly(): boolean {
    const { state, growing } = this.runner;
    const long = growing && state.phase === 'running' && performance.now() - state.startedAt > longRun;
    return long && this.autoplay && this.opened?.view?.time === undefined;
  }

  /** Shows the first run at the time that the link says, or plays it, unless a person has moved the time meanwhile. */
  private begin(): void {
    this.playedOnce = true;
    const { cursor } = this;
    cursor.setSpeed(usualSpeed(cursor.end - cursor.start));
    const { time, window } = this.opened?.view ?? {};
    if (window) cursor.look(window);
    if (time !== undefined) cursor.seek(time);
    else if (this.autoplay && cursor.time === cursor.start) cursor.play();
  }
}
