import { withModel } from '../format/single-file';
import { common } from '../format/texts';
import type { GivenRun } from '../state/given-run';
import type { Held } from '../state/held';
import { frameViewer } from './frame-viewer';
import { languageAround } from './language';
import { ModelElement, type Viewer } from './model-element';
import type { Events } from './protocol';

type Values = Record<string, number>;

/** The traits of `slipstick.Widget` in Python. */
interface Traits {
  parameters: Values;
  show: string[];
  /** px */
  height: number;
  /** As text, because a saved notebook sorts the keys of objects, whose order matters in a document. */
  _document: string;
  /** The values of all parameters in the document. */
  _defaults: Values;
  /** A run that was computed in Python, or null. */
  _run: GivenRun | null;
  _site: string;
  /** Name of the model that contains the viewer's page, which all widgets share. */
  _viewer: string;
}

/** The interface of anywidget to the model of a widget. */
export interface WidgetModel {
  get<N extends keyof Traits>(name: N): Traits[N];
  set<N extends keyof Traits>(name: N, value: Traits[N]): void;
  save_changes(): void;
  on(event: string, then: () => void): void;
  off(event: string, then: () => void): void;
  widget_manager: { get_model(id: string): Promise<{ get(name: 'page'): string }> };
}

/** The state that a viewer shows. */
interface Shown {
  document: string;
  show: string[];
  parameters: Values;
  run: GivenRun | null;
}

const followed = ['_document', 'show', 'parameters', '_run'].map((name) => `change:${name}`);

/**
 * A model in a notebook: a picture until it is visible or used, then the page of the viewer in a frame without access to anything outside.
 */
class WidgetElement extends ModelElement {
  private model!: WidgetModel;
  private page = '';
  private shown: Shown | null = null;
  private following = false;

  begin(model: WidgetModel, page: string): void {
    this.model = model;
    this.page = page;
    this.name();
    this.resize();
    this.setAttribute('autoplay', ''); // start when it becomes visible
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const event of followed) this.model.on(event, this.follow);
    this.model.on('change:height', this.resize);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const event of followed) this.model.off(event, this.follow);
    this.model.off('change:height', this.resize);
  }

  protected override pictureOf(): string {
    return '';
  }

  protected override makeViewer(): Viewer {
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-scripts', 'allow-popups', 'allow-downloads');
    frame.title = this.title;
    frame.srcdoc = this.filled();
    void this.follow();
    return frameViewer(frame, '*', (event, data) => this.notify(event, data));
  }

  /** The page with the model inserted. A run computed in Python is sent later, by a message. */
  private filled(): string {
    const { model } = this;
    const [document, show, values] = [model.get('_document'), model.get('show'), model.get('parameters')];
    this.shown = { document, show, parameters: values, run: null };
    const held: Held = {
      show: show.join(),
      theme: themeAround(),
      values,
      waits: model.get('_run') !== null,
      language: languageAround(this),
    };
    return withModel(this.page, { document: JSON.parse(document), view: '', site: model.get('_site'), held });
  }

  private readonly resize = () => {
    this.style.cssText = `aspect-ratio: auto; height: ${this.model.get('height')}px`;
  };

  private name(): void {
    const { title } = JSON.parse(this.model.get('_document')) as { title?: unknown };
    this.title = typeof title === 'string' && title ? title : common.model();
  }

  /** Updates the viewer to the state of the model, one step after another. */
  private readonly follow = async (): Promise<void> => {
    if (this.following) return;
    this.following = true;
    try {
      await Promise.resolve(); // collect simultaneous changes, which are reported one by one
      for (let step = this.next(); step; step = this.next()) await step();
    } catch (error) {
      if (this.viewer) this.notify('error', { message: (error as Error).message });
    } finally {
      this.following = false;
    }
  };

  /** The next update of the viewer; null: it is up to date. */
  private next(): (() => Promise<unknown>) | null {
    const { model, shown } = this;
    const [document, parameters, run] = [model.get('_document'), model.get('parameters'), model.get('_run')];
    if (!this.viewer || !shown) return null;
    if (document !== shown.document || model.get('show').join() !== shown.show.join()) return () => this.restart();
    if (run !== shown.run) {
      shown.run = run;
      if (run) shown.parameters = run.parameters;
      if (run) return () => this.ask('draw', { run });
    }
    if (sameValues(parameters, shown.parameters)) return null;
    shown.parameters = parameters;
    return () => this.setParameters(parameters);
  }

  private restart(): Promise<void> {
    this.end();
    this.name();
    return this.start();
  }

  protected override notify<N extends keyof Events>(event: N, data: Events[N]): void {
    if (event === 'parameters' && !this.following) this.take((data as Events['parameters']).values);
    super.notify(event, data);
  }

  /** Stores values that a person has set. `changed`: values that differ from the document. */
  private take(changed: Values): void {
    const { model, shown } = this;
    const parameters = { ...model.get('_defaults'), ...changed };
    if (!shown || sameValues(parameters, shown.parameters)) return;
    const run = shown.run && sameValues(parameters, shown.run.parameters) ? shown.run : null;
    this.shown = { ...shown, parameters, run };
    model.set('parameters', parameters);
    model.set('_run', run);
    model.save_changes();
  }
}

/** Ignores the order, because a saved notebook sorts the keys of objects. */
function sameValues(a: Values, b: Values): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** JupyterLab declares its theme; in other environments the system decides. */
function themeAround(): string {
  const light = document.body.dataset.jpThemeLight;
  return light === undefined ? 'system' : light === 'true' ? 'light' : 'dark';
}

const tag = 'slipstick-widget';

/** Renders the widget into an element of the notebook; called by anywidget. Returns a function that removes it. */
async function render({ model, el }: { model: WidgetModel; el: HTMLElement }): Promise<() => void> {
  if (!customElements.get(tag)) customElements.define(tag, WidgetElement); // every widget loads this script again
  const id = model.get('_viewer').replace('IPY_MODEL_', '');
  const viewer = await model.widget_manager.get_model(id);
  const element = document.createElement(tag) as WidgetElement;
  element.begin(model, viewer.get('page'));
  el.append(element);
  return () => element.remove();
}

export default { render };
