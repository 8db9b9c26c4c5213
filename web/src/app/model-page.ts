import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Issue, ModelInfo, Plot } from '../../../wasm/engine/types';
import '../editor/editor';
import type { Editor } from '../editor/editor';
import '../export/export-view';
import '../ui/about';
import { HandsOn, handsButtons } from '../hands';
import '../hands/hands-layer';
import '../hands/inputs-panel';
import '../hands/live-bar';
import '../model/parameter-panel';
import '../model/used';
import { type ChartView, referencesOf } from '../plots/chart-view';
import '../plots/map-view';
import '../plots/over-view';
import '../plots/plot-view';
import '../plots/runs-bar';
import { rowWidths } from '../plots/rows';
import { plotOfSensor } from '../plots/spec';
import '../export/data-table';
import type { ModelDocument } from '../state/document';
import { parameterOfPointer } from '../state/parameters';
import { type RunRecording, runSpan, timeSpan } from '../state/recording';
import '../run/run-status';
import { galleryHash } from '../link/link';
import type { OpenModel, Session } from '../state/session';
import '../statistics/statistics';
import '../run/transport';
import '../scene/scene-view';
import type { SceneView } from '../scene/scene-view';
import type { PageLook } from '../state/view-state';
import '../share/verdict';
import '../tasks/tasks-view';
import { stabilitySpec } from '../stability/spec';
import { type Words, wordsOf } from '../tasks/words';
import '../stability/stability-view';
import '../model/failure';
import { icons } from '../ui/icons';
import { breakable } from '../ui/label';
import type { Tab, Tabs } from '../ui/tabs';
import '../ui/tabs';
import { View } from '../ui/view';
import './model-page.css';

const plotWidth = 320; // pixels at least, where there is room

/** One model: its picture, its parameters, its plots and its text. Everything shown comes from the document. */
@customElement('slip-model-page')
export class ModelPage extends View {
  @property({ attribute: false }) session!: Session;
  /** What of the page is shown in a frame of another one; null: everything. */
  @property({ attribute: false }) parts: ReadonlySet<string> | null = null;
  /** Whether the text of the model can be seen and changed. */
  @property({ attribute: false }) editable = true;
  /** Address of the site, for links. */
  @property({ attribute: false }) site = '';
  /** How many plots stand side by side. */
  @state() private columns = 3;
  /** In a frame of another page: whether what moves can be taken. */
  @property({ attribute: false }) touchable = true;
  private specs: Plot[] = [];
  private specsOf: object | null = null;
  private plotted: readonly string[] = [];

  @state() private tab = 'about';
  /** The visit in which a text with hidden values was asked for. */
  @state() private revealed = -1;
  /** What was opened last, and whether it is known to be sound. */
  private visit = 0;
  private judged = true;
  /** The visit whose tasks were put in front. */
  private tasksOf = -1;
  private measured: Element | null = null;

  private handsOn: HandsOn | null = null;

  private readonly resize = new ResizeObserver(([{ contentRect }]) => {
    this.columns = Math.max(1, Math.floor((contentRect.width + 24) / (plotWidth + 24)));
  });

  /** How it looks at the moment. */
  get look(): PageLook {
    const plots = [...this.querySelectorAll<ChartView>('.plots-part [data-number]')];
    return {
      camera: this.querySelector<SceneView>('slip-scene')?.shot ?? null,
      plots: plots.map(({ spec, look, dataset }) => ({ number: Number(dataset.number), title: spec.title, look })),
    };
  }

  protected override follows() {
    return [{ source: this.session }];
  }

  /** An own model in which there is nothing yet, or which cannot be run, opens in the editor. */
  protected override willUpdate(): void {
    const { visit, opened, runner } = this.session;
    if (visit !== this.visit) {
      this.visit = visit;
      this.judged = !opened?.draft;
      if (opened?.draft && !hasParts(opened.document)) this.tab = 'model';
    }
    if (this.tasksOf !== visit && runner.model) {
      this.tasksOf = visit;
      const { tasks, variants } = runner.model;
      const first = variants !== null || tasks.some(({ before }) => before === 'run');
      if (first && this.tab === 'about') this.tab = 'tasks';
      else if (tasks.length === 0 && this.tab === 'tasks') this.tab = 'about';
    }
    if (this.judged || runner.phase === 'idle' || runner.phase === 'running') return;
    this.judged = true;
    if (runner.phase === 'invalid') this.tab = 'model';
  }

  protected override updated(): void {
    const plots = this.querySelector('.plots-part');
    if (plots === this.measured) return;
    this.resize.disconnect();
    if (plots) this.resize.observe(plots);
    this.measured = plots;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resize.disconnect();
    this.measured = null;
  }

  protected override render() {
    const { runner, cursor, opened } = this.session;
    const { recording, issues, state, unusable, live } = runner;
    this.handsOn ??= new HandsOn(this.session);
    const { handsOn } = this;
    const samples = recording?.history.samples ?? 0;
    const title = typeof opened?.document.title === 'string' ? opened.document.title : 'Untitled model';
    const go = this.parts || !this.editable ? null : this.goTo;
    const { covered } = this;
    // Nothing of one model is kept for the next: no camera, no text, no half of a picture.
    const content = html`
      <div class="model-page" role=${this.parts ? nothing : 'main'} data-phase=${state.phase} data-samples=${samples} ?data-embedded=${this.parts !== null}>
        <div class="title-part" ?hidden=${!this.shows('title')}>
          ${this.parts ? nothing : html`<button type="button" class="text-button to-text" @click=${() => this.querySelector('slip-tabs')?.scrollIntoView()}>Text ↓</button>`}
          <h1>${breakable(title)}</h1>
          <slip-run-status .runner=${runner} .again=${() => this.session.run()} .go=${go}></slip-run-status>
          ${opened?.draft && !this.parts ? this.ownNote(opened) : nothing}
          ${opened?.untouched && !live ? this.touchedNote(opened) : nothing}
          ${opened?.note ? html`<p class="link-note" role="status">${opened.note}</p>` : nothing}
          <slip-verdict .session=${this.session}></slip-verdict>
        </div>
        <div class="scene-part" ?hidden=${!this.shows('scene')}>
          ${covered && !unusable ? this.cover() : unusable ? html`<slip-issues .issues=${issues} .go=${go}></slip-issues>` : html`<slip-scene .recording=${recording} .cursor=${cursor} .start=${opened?.view?.camera ?? null}></slip-scene>`}
          ${this.touchable && !covered ? html`<slip-hands .session=${this.session} .handsOn=${handsOn}></slip-hands>` : nothing}
          ${
            state.phase === 'idle' && !covered
              ? html`<button type="button" class="run-button" @click=${() => this.session.run()}>${icons.play}<span>Run</span></button>
                  ${state.reason ? html`<p class="run-reason" role="status">${state.reason}</p>` : nothing}`
              : nothing
          }
        </div>
        ${
          live
            ? html`<slip-live class="transport-part" .session=${this.session} .handsOn=${handsOn}></slip-live>`
            : html`<slip-transport class="transport-part" ?hidden=${!this.shows('time') || covered} .cursor=${cursor} .more=${() => (this.touchable ? handsButtons(this.session) : nothing)} ?disabled=${samples < 2}></slip-transport>`
        }
        <slip-inputs class="inputs-part" .session=${this.session} .handsOn=${handsOn}></slip-inputs>
        <slip-parameters class="parameters-part" ?hidden=${!this.shows('parameters')} ?inert=${live !== null} .session=${this.session}></slip-parameters>
        <section class="plots-part" aria-label="Plots" ?hidden=${!this.shows('plots')}>${unusable || covered || !this.shows('plots') ? nothing : this.renderPlots(recording)}</section>
        ${this.parts?.has('tasks') ? html`<section class="tasks-part" aria-label="Tasks">${this.tasks()}</section>` : nothing}
        ${this.parts ? nothing : html`<slip-tabs class="tabs-part" label="About this model" .tabs=${this.tabs()} .chosen=${this.tab} .choose=${this.choose}></slip-tabs>`}
      </div>
    `;
    return keyed(this.session.visit, content);
  }

  /** That a model is the visitor's own, how it can be sent, and the way back to what it was made of. */
  private ownNote({ base }: OpenModel) {
    const share = () => this.dispatchEvent(new CustomEvent('share'));
    return html`<p class="own-note">
      <span>${base ? 'Your changed copy' : 'Your own model'}: this address works in this browser only.</span>
      <button type="button" class="text-button" @click=${share}>Make a link that works everywhere</button>
      ${base ? html`<a href=${galleryHash(base, {})}>Back to the original</a>` : nothing}
    </p>`;
  }

  /** That the run has something in it that a person did, how it can be sent, and the way back. */
  private touchedNote({ document }: OpenModel) {
    const count = Array.isArray(document.events) ? document.events.length : 0;
    const share = () => this.dispatchEvent(new CustomEvent('share'));
    return html`<p class="own-note">
      <span>${count > 0 ? 'What you did is part of the model: it runs like this everywhere.' : 'Nothing was done in this run.'}</span>
      ${count > 0 && !this.parts ? html`<button type="button" class="text-button" @click=${share}>Share this run</button>` : nothing}
      <button type="button" class="text-button" @click=${() => this.session.letGo()}>Back to the untouched run</button>
    </p>`;
  }

  /** Whether the result is not to be seen before a task is answered. */
  private get covered(): boolean {
    const { runner, tasks } = this.session;
    if (this.parts && !this.parts.has('tasks')) return false;
    return tasks.covers(runner.model?.tasks ?? []);
  }

  private cover() {
    const go = async () => {
      this.tab = 'tasks';
      await this.updateComplete;
      const tabs = this.querySelector<Tabs>('slip-tabs');
      await tabs?.updateComplete;
      const tasks = this.querySelector<HTMLElement>('slip-tasks');
      tasks?.scrollIntoView({ block: 'nearest' });
      tasks?.querySelector<HTMLElement>('.task input, .task [tabindex="0"]')?.focus();
    };
    const { words } = this;
    return html`<div class="tasks-cover">
      <p>${words.cover}</p>
      <button type="button" class="main-button" @click=${go}>${words.toTask}</button>
    </div>`;
  }

  /** Around tasks. */
  private get words(): Words {
    const { tasks, runner } = this.session;
    return wordsOf(tasks.spoken(runner.model?.tasks ?? []));
  }

  private tasks(solutions = false) {
    return html`<slip-tasks .session=${this.session} .site=${this.site} .book=${this.session.tasks} ?solutions=${solutions}></slip-tasks>`;
  }

  private tabs(): Tab[] {
    const { session } = this;
    const hasTasks = (session.runner.model?.tasks ?? []).length > 0;
    const uncovered = (content: () => TemplateResult) => () =>
      this.covered ? html`<p class="quiet">${this.words.numbersLater}</p>` : content();
    const preview = () =>
      hasTasks
        ? html`<details class="task-preview"><summary>Preview of the tasks, with solutions</summary>${this.tasks(true)}</details>`
        : nothing;
    return [
      {
        id: 'about',
        label: 'About',
        content: () =>
          html`<slip-about .text=${this.description()}></slip-about>${this.editable ? html`<slip-used .session=${session}></slip-used>` : nothing}`,
      },
      ...(hasTasks ? [{ id: 'tasks', label: 'Tasks', content: () => this.tasks() }] : []),
      ...(this.editable
        ? [
            {
              id: 'model',
              label: 'Model',
              content: () => (this.hidesText ? this.textGate() : html`<slip-editor .session=${session}></slip-editor>${preview()}`),
            },
          ]
        : []),
      {
        id: 'statistics',
        label: 'Statistics',
        content: uncovered(
          () => html`<slip-statistics .runner=${session.runner} .compared=${session.compared} .cursor=${session.cursor}></slip-statistics>`,
        ),
      },
      {
        id: 'data',
        label: 'Data',
        content: uncovered(() => html`<slip-export .session=${session}></slip-export><slip-data .session=${session}></slip-data>`),
      },
    ];
  }

  /** To the control of a parameter, or to the text. */
  private readonly goTo = async (issue: Issue) => {
    const name = parameterOfPointer(issue.pointer);
    const control = [...this.querySelectorAll<HTMLElement>('.parameter')].find(({ dataset }) => dataset.parameter === name);
    const field = control?.querySelector<HTMLElement>('input, button, select');
    if (field) return field.focus();
    this.tab = 'model';
    this.revealed = this.session.visit;
    await this.updateComplete;
    const tabs = this.querySelector<Tabs>('slip-tabs');
    await tabs?.updateComplete;
    tabs?.scrollIntoView({ block: 'nearest' });
    this.querySelector<Editor>('slip-editor')?.goTo(issue);
  };

  /** Whether the text of somebody else's model has values in it that are hidden, and nobody has asked for it. */
  private get hidesText(): boolean {
    const { opened, runner, visit } = this.session;
    return (runner.model?.hidden ?? []).length > 0 && !opened?.draft && this.revealed !== visit;
  }

  private textGate() {
    const { words } = this;
    const show = () => {
      this.revealed = this.session.visit;
    };
    return html`<p>${words.hides}</p><button type="button" class="outline-button" @click=${show}>${words.showText}</button>`;
  }

  private readonly choose = (tab: string) => {
    this.tab = tab;
  };

  private shows(part: string): boolean {
    return this.parts?.has(part) ?? true;
  }

  private renderPlots(recording: Session['runner']['recording']) {
    const model = this.session.runner.model;
    if (!model) return nothing;
    const shown = recording?.model ?? model;
    const { plotted, compared } = this.session;
    if (shown !== this.specsOf || plotted !== this.plotted) {
      const chosen = plotted.flatMap((name) => shown.sensors.find((sensor) => sensor.name === name) ?? []);
      const specs = [...shown.display.plots, ...chosen.map(plotOfSensor)];
      // The same plots as before stay as they are, with what a person has set in them.
      const known = new Map(this.specs.map((spec) => [JSON.stringify(spec), spec]));
      this.specs = specs.map((spec) => known.get(JSON.stringify(spec)) ?? spec);
      this.specsOf = shown;
      this.plotted = plotted;
    }
    const references = this.specs.some((spec) => referencesOf(spec).length > 0);
    const wide = stabilitySpec(model) !== null;
    const asked = this.session.opened?.view?.plots;
    const shownSpecs = this.specs.map((spec, number) => ({ spec, number })).filter(({ number }) => asked?.includes(number) ?? true);
    const widths = [...(wide ? [2] : []), ...shownSpecs.map(() => 1)];
    const rows = rowWidths(widths, this.columns);
    if (this.specs.length === 0 && !wide) return html`<p class="quiet">This model has no sensors, so there is nothing to plot.</p>`;
    const runs =
      this.specs.length > 0
        ? html`<slip-runs .session=${this.session} .references=${references} .fixed=${this.parts !== null}></slip-runs>`
        : nothing;
    const below = this.columns > 1; // where plots stand one under another, their end is far away
    const share = (i: number) => `--share:${Math.min(widths[i], rows[i]) / rows[i]}`;
    return html`
      ${below ? nothing : runs}
      <div class="plot-grid">
        ${wide ? html`<slip-stability style=${share(0)} .session=${this.session}></slip-stability>` : nothing}
        ${shownSpecs.map(({ spec, number }, i) => {
          const [style, span, cursor] = [share(i + Number(wide)), spanOf(shown, recording), this.session.cursor];
          const start = this.session.opened?.view?.looks?.[number] ?? null;
          if (spec.kind === 'over')
            return html`<slip-over-plot data-number=${number} style=${style} .start=${start} .spec=${spec} .recording=${recording} .compared=${compared} .cursor=${cursor}></slip-over-plot>`;
          if (spec.kind === 'map')
            return html`<slip-map-plot data-number=${number} style=${style} .start=${start} .spec=${spec} .recording=${recording} .span=${span} .cursor=${cursor}></slip-map-plot>`;
          return html`<slip-plot data-number=${number} style=${style} .start=${start} .spec=${spec} .recording=${recording} .compared=${compared} .span=${span} .cursor=${cursor}></slip-plot>`;
        })}
      </div>
      ${below ? runs : nothing}
    `;
  }

  private description(): string {
    const { description } = this.session.opened?.document ?? {};
    return typeof description === 'string' ? description : '';
  }
}

/** The time that plots show: as planned, or as long as a person has kept the run going. */
function spanOf(model: ModelInfo, recording: RunRecording | null): [number, number] {
  if (!recording || recording.model !== model) return timeSpan(model);
  const [start, end] = runSpan(recording);
  return [start, Math.max(end, timeSpan(model)[1])];
}

function hasParts(document: ModelDocument): boolean {
  return [document.create, document.nodes, document.objects].some((list) => Array.isArray(list) && list.length > 0);
}
