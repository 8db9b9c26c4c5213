import { TimeCursor, usualSpeed } from './cursor';
import type { ModelDocument } from './document';
import { Observable } from './observable';
import { parameterOfPointer } from './parameters';
import { timeSpan } from './recording';
import type { Runner } from './runner';
import type { ViewState } from './view-state';

/** What is open on a model page: a document, the values of its parameters, its runs and the time that is shown. */
export interface OpenModel {
  /** Name in the gallery, or null for a document from a link. */
  name: string | null;
  /** Where the browser keeps the visitor's version of it, once there is one. */
  draft?: string;
  document: ModelDocument;
  text: string;
  /** What the link said of how to look at it, and the parameters it changed. */
  view?: ViewState;
  parameters?: Record<string, number>;
}

const restDelay = 60; // ms without movement before a run starts while a slider moves
const lightRun = 0.5; // s of computing up to which runs follow a moving slider

/** Joins parameters, runs and the time cursor of one page. */
export class Session extends Observable {
  readonly cursor = new TimeCursor();
  opened: OpenModel | null = null;
  /** Parameters whose values are not those of the document. */
  values: Record<string, number> = {};
  /** Sensors that are plotted although the document does not ask for it. */
  plotted: readonly string[] = [];
  /** Whether the first run is played as soon as it is there. */
  autoplay = false;
  /** Why the model does not run before it is asked to, as a sentence. */
  waiting = '';

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A slider is being moved. */
  private moving = false;
  /** A run of this movement has begun; the next ones are compared with what that one was. */
  private ranMoving = false;
  private playedOnce = false;

  constructor(readonly runner: Runner) {
    super();
    runner.subscribe(() => this.follow());
  }

  /** Opens a model; it runs when `run` is called. */
  open(model: OpenModel, values: Record<string, number>): void {
    clearTimeout(this.timer);
    this.runner.clear();
    this.opened = model;
    this.values = { ...values };
    this.plotted = [];
    this.waiting = '';
    this.moving = false;
    this.playedOnce = false;
    this.cursor.look(null);
    this.cursor.pause();
    this.cursor.setSamples(0, 0, []);
    this.cursor.toStart();
    this.changed();
  }

  close(): void {
    clearTimeout(this.timer);
    this.opened = null;
    this.values = {};
    this.runner.clear();
    this.cursor.pause();
    this.changed();
  }

  /** Runs another text of the model that is open; its last run stays for comparison. */
  edit(model: OpenModel): void {
    this.opened = model;
    this.values = {};
    this.changed();
    this.run();
  }

  /** What is open is from now on the visitor's own version. */
  becomeDraft(draft: OpenModel): void {
    this.opened = draft;
    this.changed();
  }

  /** Says why the model does not run by itself. */
  wait(reason: string): void {
    this.waiting = reason;
    this.changed();
  }

  run(keepGhost = false): void {
    clearTimeout(this.timer);
    this.waiting = '';
    if (this.opened) void this.runner.start(this.opened.text, this.values, keepGhost);
  }

  /** `settled`: the person has let go of the control, or typed the value. */
  setParameter(name: string, value: number, settled: boolean): void {
    if (this.parameterValue(name) !== value) {
      this.values = { ...this.values, [name]: value };
      if (value === this.defaultOf(name)) delete this.values[name];
      this.afterChange(settled);
    } else if (settled && this.moving) {
      this.afterChange(true);
    }
  }

  /** Switches the plot of a sensor on or off. */
  togglePlot(sensor: string): void {
    this.plotted = this.plotted.includes(sensor) ? this.plotted.filter((name) => name !== sensor) : [...this.plotted, sensor];
    this.changed();
  }

  /** Sets several parameters at once, as a preset does; those not named stay. */
  setParameters(values: Record<string, number>): void {
    this.values = { ...this.values, ...values };
    for (const [name, value] of Object.entries(values)) if (value === this.defaultOf(name)) delete this.values[name];
    this.afterChange(true);
  }

  resetParameters(): void {
    if (Object.keys(this.values).length === 0) return;
    this.values = {};
    this.afterChange(true);
  }

  parameterValue(name: string): number | undefined {
    return this.values[name] ?? this.defaultOf(name);
  }

  /** The message of an error of this parameter, or "". */
  parameterError(name: string): string {
    return this.runner.issues.find((issue) => issue.severity === 'error' && parameterOfPointer(issue.pointer) === name)?.message ?? '';
  }

  private defaultOf(name: string): number | undefined {
    return this.runner.model?.parameters.find((parameter) => parameter.name === name)?.defaultValue;
  }

  private afterChange(settled: boolean): void {
    clearTimeout(this.timer);
    if (!this.moving) this.ranMoving = false;
    this.moving = !settled;
    const keepGhost = this.ranMoving;
    const run = () => {
      this.ranMoving = true;
      this.run(keepGhost);
    };
    const light = (this.runner.statistics?.wallSeconds ?? 0) <= lightRun;
    if (settled || light) this.timer = setTimeout(run, settled ? 0 : restDelay);
    this.changed();
  }

  private follow(): void {
    const { recording, phase } = this.runner;
    if (recording) {
      const [start, end] = timeSpan(recording.model);
      this.cursor.setSamples(start, end, recording.history.time);
    }
    if (phase === 'finished' && !this.playedOnce) {
      this.playedOnce = true;
      this.cursor.setSpeed(usualSpeed(this.cursor.end - this.cursor.start));
      const { time, window } = this.opened?.view ?? {};
      if (window) this.cursor.look(window);
      if (time !== undefined) this.cursor.seek(time);
      else if (this.autoplay) this.cursor.play();
    }
    this.changed();
  }
}
