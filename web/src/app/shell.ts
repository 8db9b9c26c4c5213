import { type Context, ContextProvider } from '@lit/context';
import type { TaskInfo } from '../../../wasm/engine/types';
import { plotsContext } from '../plots';
import { SceneOnPage, sceneContext } from '../scene';
import { runUnlessHeavy, UnfinishedRuns } from '../state/caution';
import { followClock } from '../state/cursor';
import { createPageEngine, memoryForRuns } from '../state/engine';
import { language, readersLanguages } from '../state/language';
import { watch } from '../state/observable';
import { Runner } from '../state/runner';
import { Session } from '../state/session';
import { seedOfAddress } from '../state/tasks';
import { markLabels } from '../ui/label';
import { papers } from '../ui/papers';
import { Part } from '../ui/part';
import { sessionContext } from '../ui/session';
import { View } from '../ui/view';
import { translations } from './languages';

/** The element around everything that shows models: it owns the session and drives its clock, and provides it to all views below. */
export abstract class Shell extends View {
  protected readonly session = new Session(new Runner(createPageEngine), memoryForRuns(), this.seed());
  protected readonly scene = new SceneOnPage();
  private readonly unfinished = new UnfinishedRuns();

  constructor() {
    super();
    const provide = <Value>(context: Context<unknown, Value>, initialValue: Value) => new ContextProvider(this, { context, initialValue });
    provide(sessionContext, this.session);
    provide(sceneContext, this.scene);
    provide(plotsContext, new Part());
  }

  override connectedCallback(): void {
    language.begin(translations, this.readers());
    super.connectedCallback();
  }

  /** The first picture waits for its language. */
  protected override scheduleUpdate() {
    const { pending } = language;
    return pending ? pending.then(() => super.scheduleUpdate()) : super.scheduleUpdate();
  }

  /** The languages that the reader wants. */
  protected readers(): string[] {
    return readersLanguages(location.search);
  }

  /** The seed of the person who sees the model, if its values are drawn for each person. */
  protected seed(): string | undefined {
    return seedOfAddress();
  }

  protected override whileInPage() {
    const { session, unfinished } = this;
    markLabels((text) => session.languageOf(text));
    return [
      followClock(session.cursor),
      unfinished.follow(session),
      () => session.runner.dispose(),
      watch(
        () => language.shown,
        (shown) => {
          (papers.has(document.documentElement) ? document.documentElement : this).lang = shown;
          session.setLanguage(shown);
        },
      ),
    ];
  }

  /** Whether first runs may play on their own. */
  protected get mayPlay(): boolean {
    return !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  protected readonly tasks = (): readonly TaskInfo[] => this.session.runner.model?.tasks ?? [];

  /** Runs the open model, unless it should wait for the person. */
  protected run(): Promise<void> {
    return runUnlessHeavy(this.session, this.unfinished);
  }
}
