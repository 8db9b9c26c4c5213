import { TimeCursor } from './cursor';
import type { ModelDocument } from './document';
import { foreignTexts, inLanguage } from './document-texts';
import { HandsState } from './hands-state';
import { changedValues } from './kept-runs';
import { computed, Observable, observed, together, watch } from './observable';
import type { OpenModel } from './open-model';
import { ParameterStore, type Values } from './parameter-store';
import { Playback } from './playback';
import type { RunRecording } from './recording';
import { RunComparison } from './run-comparison';
import type { Runner } from './runner';
import { StudyChoice } from './study-choice';
import { type SubmittedRun, TaskState } from './tasks';
import { ViewState } from './view-state';

const keptBytes = 256 * 1024 * 1024;

/** Opens and closes models with their values, runs, time, hands, tasks and view. */
export class Session extends Observable {
  @observed readonly opened: OpenModel | null = null;
  /** The reader's language, for texts of documents in several languages. */
  @observed readonly language: string = 'en';
  /** Counts opened models; edited versions of one model share its number. */
  @observed readonly visit: number = 0;

  readonly cursor = new TimeCursor();
  readonly parameters: ParameterStore;
  readonly comparison: RunComparison;
  readonly hands: HandsState;
  readonly tasks: TaskState;
  readonly view: ViewState;
  readonly study = new StudyChoice();
  private readonly playback: Playback;
  private readonly parts = new Map<unknown, unknown>();

  /** `mostKeptBytes`: memory limit for the kept runs. */
  constructor(
    readonly runner: Runner,
    mostKeptBytes = keptBytes,
    /** The seed of tasks given in the address. */
    private readonly seed?: string,
  ) {
    super();
    this.parameters = new ParameterStore(runner, (keepGhost) => this.run(keepGhost));
    this.comparison = new RunComparison(runner, this.parameters, () => this.opened, mostKeptBytes);
    this.hands = new HandsState(this, runner, this.parameters, this.cursor);
    this.tasks = new TaskState(async (submission, whole) => (await runner.prepare()).grade(submission, whole));
    this.view = new ViewState(runner);
    this.playback = new Playback(runner, this.cursor);
    watch(
      () => this.tasks.values,
      (values) => this.parameters.draw(values, this.opened !== null),
    );
    watch(
      () => runner.phase === 'finished', // the run that is shown has priority
      (finished) => finished && void this.comparison.kept.compute(() => runner.prepare()),
    );
  }

  /** The state that a room adds to the session, made when it is first needed. */
  part<State>(Kind: new (session: Session) => State): State {
    if (!this.parts.has(Kind)) this.parts.set(Kind, new Kind(this));
    return this.parts.get(Kind) as State;
  }

  close(): void {
    this.open(null, {});
  }

  /** Runs another text of the open model; its last run remains for comparison. */
  edit(model: OpenModel): void {
    together(() => {
      this.parameters.keep(this.opened?.document ?? {}, model.document);
      this.replace(model);
    });
    this.openTasks();
    this.run();
  }

  /** Replaces the model by another version, such as the visitor's own. */
  replace(opened: OpenModel): void {
    this.set<Session>({ opened });
  }

  private readonly documentShown = computed(() => inLanguage(this.opened?.document ?? {}, this.language));

  /** The open document with its texts in the reader's language, {} without one. */
  get shownDocument(): ModelDocument {
    return this.documentShown.value;
  }

  private readonly foreign = computed(() => foreignTexts(this.opened?.document ?? {}, this.language));

  /** The language of a text of the open document, as shown, for `lang`, if it is not the reader's; "" otherwise. */
  languageOf(text: string): string {
    return this.foreign.value.get(text) ?? '';
  }

  /** Shows the open model's texts in a language. Its run remains. */
  setLanguage(language: string): void {
    this.set<Session>({ language });
    void this.runner.setLanguage(language);
  }

  /** Replaces the open model by the same one with more languages. Its run remains. */
  replaceTexts(opened: OpenModel): void {
    this.replace(opened);
    void this.runner.setLanguage(this.language, opened.text);
  }

  run(keepGhost = false): void {
    this.parameters.rest();
    if (this.opened) void this.runner.start(this.opened.text, this.parameters.values, keepGhost);
  }

  /** Shows a run of the model that was computed elsewhere, and sets its values. */
  showRun(recording: RunRecording, problem: string): void {
    together(() => {
      this.parameters.open(changedValues(recording.model));
      this.runner.show(recording, problem);
    });
  }

  /** The run shown, if it differs from the run of the document and the seed. */
  get submittedRun(): SubmittedRun {
    const parameters = this.parameters.own;
    return { ...this.hands.done, ...(Object.keys(parameters).length > 0 ? { parameters } : {}) };
  }

  /**
   * Replaces the model and everything that belongs to it at once, so that no view sees a mixture of old and new. The new one runs when `run`
   * is called. `autoplay`: plays its first run as soon as it is available.
   */
  open(opened: OpenModel | null, values: Values, autoplay = false): void {
    together(() => {
      this.set<Session>({ opened, visit: this.visit + 1 });
      this.parameters.open(values);
      this.comparison.open(opened);
      this.view.open(opened);
      this.study.choose(opened?.view?.study ?? null);
      this.runner.clear();
      this.playback.open(opened?.view, autoplay);
    });
    this.openTasks();
  }

  private openTasks(): void {
    const { opened } = this;
    if (opened?.origin === 'submission')
      return void this.tasks.openSubmission(opened.submission, async (text) => (await this.runner.prepare()).regrade(text));
    const { document = {} } = opened ?? {};
    void this.tasks.open(document.tasks || document.variants ? document : null, this.seed);
  }
}
