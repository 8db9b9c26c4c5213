import type { Issue } from '../../../wasm/engine/types';
import type { ModelDocument } from './document';
import type { FreeBodyLook } from './linked-view';
import type { PlotLook } from './look';
import { Observable, observed, watch } from './observable';
import type { OpenModel } from './open-model';
import type { Runner } from './runner';
import type { CameraShot } from './shot';

/** A place requested by a person: the view that shows it takes the focus there. */
export type Aim =
  | { at: 'tasks' }
  | { at: 'parameter'; name: string }
  | { at: 'text'; issue: Issue }
  /** The comparison with another model. */
  | { at: 'comparison' }
  /** The plot of energies. */
  | { at: 'energy' }
  /** A study of a parameter. */
  | { at: 'study'; name: string }
  /** A file with a measured curve, dropped on a plot with this index; -1: elsewhere. */
  | { at: 'curve'; file: File; plot: number };

/** The look of a plot of the document, with its index. */
export interface SeenPlot {
  number: number;
  title: string;
  look: PlotLook | null;
}

const firstTab = 'about';

/** The current view of a model's page, as far as a person can change it. */
export class ViewState extends Observable {
  @observed readonly tab: string = firstTab;
  /** The tab that a person has chosen for this model; null: none yet. */
  @observed readonly chosen: string | null = null;
  /** The camera set by a person; null: it frames the motion automatically. */
  @observed readonly camera: CameraShot | null = null;
  @observed readonly plots: readonly SeenPlot[] = [];
  /** Sensors plotted in addition to the document's plots. */
  @observed readonly plotted: readonly string[] = [];
  /** The plot of energies is shown. */
  @observed readonly energyShown: boolean = false;
  /** The free-body diagram shown. */
  @observed readonly freeBody: FreeBodyLook | null = null;
  /** The editor covers most of the page. */
  @observed readonly editorLarge: boolean = false;
  /** The text of a model with hidden values is shown, because a person requested it. */
  @observed readonly textRevealed: boolean = false;
  /** The dialog with links is open. */
  @observed readonly sharing: boolean = false;
  @observed readonly aim: Aim | null = null;
  /** The selected item of the document: a JSON Pointer. */
  @observed readonly selected: string | null = null;
  /** The open model is or was found valid. */
  private judged = true;
  /** Whether the tasks of the model, if there are any, have been brought to the front. */
  private placed = true;
  /** The page is for tasks: of a submission or for students. */
  private forTasks = false;

  constructor(runner: Runner) {
    super();
    watch(
      () => [runner.model, runner.phase],
      () => this.judge(runner),
    );
  }

  /**
   * Opens another model, which begins with its tasks; an empty one with *Build*; a visitor's own one keeps the tab. null: the page is left.
   */
  open(model: OpenModel | null): void {
    const isOwn = model?.draft !== undefined;
    this.judged = !isOwn;
    this.placed = model === null;
    this.forTasks = model?.origin === 'submission' || model?.view?.student === true;
    const empty = isOwn && !hasParts(model.document);
    this.set<ViewState>({
      tab: empty ? 'build' : isOwn ? this.tab : model?.view?.study ? 'study' : firstTab,
      chosen: null,
      camera: null,
      plots: [],
      plotted: [],
      energyShown: false,
      freeBody: model?.view?.freeBody ?? null,
      editorLarge: false,
      textRevealed: false,
      sharing: false,
      aim: null,
      selected: null,
    });
  }

  select(selected: string | null): void {
    this.set<ViewState>({ selected });
  }

  /** A person has chosen a tab; later findings about the model do not switch it. */
  choose(tab: string): void {
    this.judged = true;
    this.set<ViewState>({ tab, chosen: tab });
  }

  /** Restores a tab that a person had chosen. */
  restore(tab: string): void {
    this.set<ViewState>({ tab, chosen: tab });
  }

  /** Requests a place; the view that contains it reads `aim` and calls `arrive`. */
  goTo(aim: Aim): void {
    if (aim.at === 'parameter') return this.set<ViewState>({ aim });
    if (aim.at === 'energy') return this.set<ViewState>({ aim, energyShown: true });
    const revealed = aim.at === 'text' || this.textRevealed;
    const tab = { tasks: 'tasks', text: 'model', comparison: 'model', study: 'study', curve: 'study' }[aim.at];
    this.set<ViewState>({ aim, tab, textRevealed: revealed });
  }

  arrive(): void {
    this.set<ViewState>({ aim: null });
  }

  setCamera(camera: CameraShot | null): void {
    this.set<ViewState>({ camera });
  }

  setPlots(plots: readonly SeenPlot[]): void {
    this.set<ViewState>({ plots });
  }

  /** Switches the plot of a sensor on or off. */
  togglePlot(sensor: string): void {
    const { plotted } = this;
    this.set<ViewState>({ plotted: plotted.includes(sensor) ? plotted.filter((name) => name !== sensor) : [...plotted, sensor] });
  }

  showEnergy(energyShown: boolean): void {
    this.set<ViewState>({ energyShown });
  }

  showFreeBody(freeBody: FreeBodyLook | null): void {
    this.set<ViewState>({ freeBody });
  }

  enlargeEditor(editorLarge: boolean): void {
    this.set<ViewState>({ editorLarge });
  }

  revealText(): void {
    this.set<ViewState>({ textRevealed: true });
  }

  share(sharing: boolean): void {
    this.set<ViewState>({ sharing });
  }

  /** Brings tasks to the front if they precede the run, and opens an invalid own model in the editor. */
  private judge({ model, phase }: Runner): void {
    if (!this.placed && model) {
      this.placed = true;
      const { tasks, variants } = model;
      const first = (this.forTasks && tasks.length > 0) || variants !== null || tasks.some(({ before }) => before === 'run');
      if (first && this.tab === firstTab) this.set<ViewState>({ tab: 'tasks' });
      else if (tasks.length === 0 && this.tab === 'tasks') this.set<ViewState>({ tab: firstTab });
    }
    if (this.judged || phase === 'idle' || phase === 'running') return;
    this.judged = true;
    if (phase === 'invalid') this.set<ViewState>({ tab: 'model' });
  }
}

function hasParts(document: ModelDocument): boolean {
  return [document.create, document.nodes, document.objects].some((list) => Array.isArray(list) && list.length > 0);
}
