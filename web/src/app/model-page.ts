import { ContextProvider } from '@lit/context';
import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { createRef, ref } from 'lit/directives/ref.js';
import type { Issue } from '../../../wasm/engine/types';
import { useAsStart } from '../editor';
import { balanceNote } from '../energy';
import { common } from '../format/texts';
import { HandsOn, handsButtons, handsContext, handsHint } from '../hands';
import { html } from '../ui/html';
import '../editor/elsewhere';
import '../hands/hands-layer';
import '../hands/inputs-panel';
import '../hands/live-bar';
import '../model/issues';
import '../model/notes';
import '../model/parameter-panel';
import { ModeShow, modesContext } from '../modes';
import '../modes/mode-bar';
import '../plots/plot-grid';
import '../run/run-status';
import '../run/transport';
import '../scene/body-card';
import '../scene/scene-view';
import type { SceneView } from '../scene/scene-view';
import '../share/verdict';
import { baseName, titleOf } from '../state/open-model';
import { isControllable, parameterOfPointer } from '../state/parameters';
import { areResultsCovered, tasksCover, wordsFor } from '../tasks';
import { askingContext } from '../ui/asking';
import { icons } from '../ui/icons';
import { breakable } from '../ui/label';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import { splitter } from '../ui/splitter';
import '../ui/tabs';
import type { Tab } from '../ui/tabs';
import { askingOn } from './asking';
import { jumps } from './jumps';
import './model-page.css';
import { Panes } from './panes';
import { leadFigures, pageTabs } from './rooms';

const takesKeys = 'a[href], button, input, select, textarea, summary, [contenteditable], [tabindex="0"], dialog';

// px
const [leastSide, leastScene] = [360, 360];
const [leastPlots, usualPlots] = [36, 296];

/** The page of one model: the layout of picture, parameters, plots and tabs. */
@customElement('slip-model-page')
export class ModelPage extends SessionView {
  /** The parts shown in a frame of another page; null: everything. */
  @property({ attribute: false }) parts: ReadonlySet<string> | null = null;
  /** Whether the model's text is visible and editable. */
  @property({ attribute: false }) editable = true;
  /** Address of the site, for links. */
  @property({ attribute: false }) site = '';
  /** In a frame of another page: whether the reader may grab bodies. */
  @property({ attribute: false }) touchable = true;
  private readonly handsOn = new HandsOn();
  /** The person is occupied with something; hints stay hidden until the page is reloaded. */
  @state() private busy = false;
  private readonly modes = new ModeShow();
  private readonly panes = new Panes();
  private readonly tabsPlace = createRef<HTMLElement>();

  constructor() {
    super();
    new ContextProvider(this, { context: handsContext, initialValue: this.handsOn });
    new ContextProvider(this, { context: modesContext, initialValue: this.modes });
    new ContextProvider(this, { context: askingContext, initialValue: askingOn(this) });
  }

  protected override whileInPage() {
    this.handsOn.follow(this.session);
    this.modes.follow(this.session);
    return [
      () => this.handsOn.end(),
      () => this.modes.end(),
      listen(window, 'keydown', this.onKey),
      listen(window, ['scroll', 'input'], this.hideHint),
    ];
  }

  /** The person scrolls or moves a slider. */
  private readonly hideHint = () => {
    this.busy = true;
  };

  protected override render() {
    const { runner, visit } = this.session;
    const { recording, phase } = runner;
    // A new model starts with a fresh page: no camera, text or half-drawn picture remains.
    return keyed(
      visit,
      html`
      <div class="model-page" role=${this.parts ? nothing : 'main'} data-phase=${phase} data-samples=${recording?.history.samples ?? 0} ?data-embedded=${this.parts !== null} ?data-editing=${this.session.view.editorLarge} ?data-drawing=${this.drawingTab !== undefined} style=${this.paneStyle}>
        <div class="title-part" ?hidden=${!this.shows('title')}>${this.renderTitle()}</div>
        ${this.parts ? nothing : jumps(this.session, this)}
        <div class="scene-part" ?hidden=${!this.shows('scene')} @drawn=${{ handleEvent: this.onDrawn, capture: true }}>${this.renderScene()}</div>
        ${this.renderTime()}
        <slip-inputs class="inputs-part"></slip-inputs>
        <slip-parameters class="parameters-part" .studies=${this.parts === null && !this.covered} .useAsStart=${this.parts || !this.editable ? null : this.useAsStart} ?hidden=${!this.shows('parameters')} ?inert=${runner.live !== null}></slip-parameters>
        <section class="plots-part" aria-label=${common.plots()} ?hidden=${!this.shows('plots') || runner.timeless}>
          ${runner.unusable || this.covered || runner.timeless || !this.shows('plots') ? nothing : html`<slip-plots .lead=${leadFigures} .fixed=${this.parts !== null}></slip-plots>`}
        </section>
        ${this.parts?.has('tasks') ? html`<section class="tasks-part" aria-label=${common.tasks()}><slip-tasks .site=${this.site}></slip-tasks></section>` : nothing}
        ${this.parts ? nothing : [this.renderTabs(), this.renderSplitters()]}
      </div>
    `,
    );
  }

  private renderTitle() {
    const { runner, opened, language } = this.session;
    const title = titleOf(opened, language) || common.untitled();
    return html`
      <h1 lang=${this.session.languageOf(title) || nothing}>${breakable(title)}</h1>
      <slip-run-status .runner=${runner} .again=${() => this.session.run()} .go=${this.go}></slip-run-status>
      ${this.parts || !this.editable || this.covered ? nothing : balanceNote(runner.phase === 'finished')}
      ${this.parts || !this.editable ? nothing : html`<slip-elsewhere></slip-elsewhere>`}
      <slip-notes .embedded=${this.parts !== null}></slip-notes>
      <slip-verdict .brief=${this.parts !== null || !this.editable}></slip-verdict>
    `;
  }

  private renderScene() {
    const { session, covered } = this;
    const { issues, state } = session.runner;
    const { over } = this.drawingTab ?? {};
    const unusable = session.runner.unusable && !(over && session.runner.recording);
    const mode = this.modes.recording;
    const [recording, cursor] = mode ? [mode, this.modes.cursor] : [session.runner.still ?? session.runner.recording, session.cursor];
    const { opened } = session;
    const start = opened?.view?.camera ?? null;
    const isExercise = opened?.view?.student === true && baseName(opened) === '';
    if (covered) return unusable ? this.renderIssues(issues) : tasksCover(session);
    if (session.runner.timeless && !mode)
      return html`<p class="run-reason" role="status">${msg('This analysis takes no steps in time, so nothing moves.')}</p>`;
    return html`
      ${unusable ? this.renderIssues(issues) : html`<slip-scene .recording=${recording} .cursor=${cursor} .start=${start} .symbolsFirst=${isExercise}></slip-scene>`}
      ${unusable || mode || this.parts || over ? nothing : html`<slip-body-card></slip-body-card>`}
      ${this.touchable && !mode ? html`<slip-hands></slip-hands>` : nothing}
      ${unusable || mode || !over ? nothing : over(session)}
      ${this.touchable && !mode && !over && this.parts === null && !this.busy && !session.runner.live && !session.view.freeBody ? handsHint(session, this.handsOn) : nothing}
      ${
        state.phase === 'idle'
          ? html`<button type="button" class="run-button" @click=${() => session.run()}>${icons.play}<span>${common.run()}</span></button>
              ${state.reason ? html`<p class="run-reason" role="status">${state.reason}</p>` : nothing}`
          : nothing
      }
    `;
  }

  /** The open tab if it covers the picture. */
  private get drawingTab() {
    if (this.parts !== null || !this.editable) return undefined;
    return pageTabs.find(({ id, over }) => over !== undefined && id === this.session.view.tab);
  }

  private renderIssues(issues: readonly Issue[]) {
    return html`<slip-issues .issues=${issues} .go=${this.go}></slip-issues>`;
  }

  private renderTime() {
    const { session, covered } = this;
    const { recording, live } = session.runner;
    if (live) return html`<slip-live class="transport-part"></slip-live>`;
    if (this.modes.recording && this.shows('time') && !covered) return html`<slip-mode-bar class="transport-part"></slip-mode-bar>`;
    const more = () => (this.touchable ? handsButtons(session, this.handsOn) : nothing);
    return html`<slip-transport class="transport-part" ?hidden=${!this.shows('time') || covered} .cursor=${session.cursor} .more=${more} ?disabled=${(recording?.history.samples ?? 0) < 2}></slip-transport>`;
  }

  private renderTabs() {
    const { session } = this;
    const tabs = pageTabs
      .filter(({ isIn }) => isIn?.(session, this) ?? true)
      .map(({ id, label, showsResults, content }): Tab => {
        const words = wordsFor(session);
        const shown = () =>
          showsResults && this.covered ? html`<p class="quiet" lang=${words.lang}>${words.numbersLater}</p>` : content(session, this);
        return { id, label: label(), content: shown };
      });
    return html`<slip-tabs ${ref(this.tabsPlace)} class="tabs-part" label=${msg('About this model')} .tabs=${tabs} .chosen=${session.view.tab} .choose=${this.choose}></slip-tabs>`;
  }

  /** The splitters of the layout with two columns. */
  private renderSplitters() {
    const { panes } = this;
    const { clientWidth, clientHeight } = document.documentElement;
    return html`
      ${splitter({
        label: msg('Width of the side pane'),
        vertical: true,
        size: panes.side ?? Math.max(420, 0.4 * clientWidth),
        least: leastSide,
        most: clientWidth - leastScene,
        resize: (side) => panes.resize({ side }),
      })}
      ${splitter({
        label: msg('Height of the plots'),
        vertical: false,
        size: panes.plots ?? usualPlots,
        least: leastPlots,
        most: Math.max(usualPlots, clientHeight - leastScene),
        resize: (plots) => panes.resize({ plots }),
      })}
    `;
  }

  private get paneStyle() {
    if (this.parts) return nothing;
    const { side, plots } = this.panes;
    const width = side === null ? '' : `--side:${side}px;`;
    const height = this.session.runner.timeless ? 0 : this.hasPlots ? (plots ?? usualPlots) : leastPlots;
    return `${width}--plots:${height}px`;
  }

  /** Whether there is something to plot; a model that is still loading counts as one with plots. */
  private get hasPlots(): boolean {
    const { runner, view } = this.session;
    const { model } = runner;
    return !model || model.display.plots.length + view.plotted.length > 0 || leadFigures.some((figure) => figure.isIn(model, view));
  }

  private readonly useAsStart = () => useAsStart(this.session);

  private readonly choose = (tab: string) => this.session.view.choose(tab);

  /** Whether the result stays hidden until a task is answered. */
  private get covered(): boolean {
    return (!this.parts || this.parts.has('tasks')) && areResultsCovered(this.session);
  }

  /** Goes to the place of an issue: the control of a parameter, or the text. Null if they are not visible. */
  private get go(): ((issue: Issue) => void) | null {
    return this.parts || !this.editable ? null : this.goTo;
  }

  private readonly goTo = async (issue: Issue) => {
    const { runner, view } = this.session;
    const name = parameterOfPointer(issue.pointer);
    if (name !== null && runner.model && isControllable(runner.model, name)) return view.goTo({ at: 'parameter', name });
    view.goTo({ at: 'text', issue });
    await this.updateComplete;
    this.tabsPlace.value?.scrollIntoView({ block: 'nearest' });
  };

  /** Keys that play and step, active unless the focused element uses them. */
  private readonly onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const path = event.composedPath();
    if (this.getRootNode() !== document && !path.includes(this)) return; // other parts of a surrounding page that is not ours
    if ((path[0] as Element).closest?.(takesKeys) || ctrlKey || metaKey || altKey || defaultPrevented) return;
    const { runner, cursor } = this.session;
    const samples = runner.recording?.history.samples ?? 0;
    if (runner.live || this.covered || !this.shows('time') || ![' ', 'ArrowLeft', 'ArrowRight'].includes(key)) return;
    const time = this.modes.recording ? this.modes.cursor : samples > 1 ? cursor : null;
    if (time?.key(event)) event.preventDefault();
  };

  private readonly onDrawn = (event: Event) => this.session.view.setCamera((event.target as SceneView).shot);

  private shows(part: string): boolean {
    return this.parts?.has(part) ?? true;
  }
}
