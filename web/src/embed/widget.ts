import { equalJson } from '../format/equal';
import type { GivenRun } from '../state/given-run';
import type { Held } from '../state/held';
import { frameViewer } from './frame-viewer';
import { ModelElement, type Viewer } from './model-element';
import type { Events } from './protocol';

type Values = Record<string, number>;

/** The traits of `slipstick.Widget` in Python. */
interface Traits {
  document: { title?: unknown };
  /** The values of all parameters; `defaults`: those of the document. */
  parameters: Values;
  defaults: Values;
  /** A run that was computed in Python, or null. */
  run: GivenRun | null;
  show: string[];
  /** px */
  height: number;
  site: string;
  /** Names the model with the page of the viewer, which all widgets share. */
  viewer: string;
}

/** What anywidget gives of the model behind a widget. */
export interface WidgetModel {
  get<N extends keyof Traits>(name: N): Traits[N];
  set<N extends keyof Traits>(name: N, value: Traits[N]): void;
  save_changes(): void;
  on(event: string, then: () => void): void;
  off(event: string, then: () => void): void;
  widget_manager: { get_model(id: string): Promise<{ get(name: 'page'): string }> };
}

const empty = '<script type="application/json" id="model">null</script>';
const followed = ['document', 'parameters', 'run'].map((name) => `change:${name}`);

/** A model in a notebook: a picture until it is in sight or used, then the page of the viewer in a frame that reaches nothing outside. */
class WidgetElement extends ModelElement {
  private model!: WidgetModel;
  private page = '';
  /** What the viewer shows. */
  private shown: Pick<Traits, 'document' | 'parameters' | 'run'> | null = null;
  private following = false;

  begin(model: WidgetModel, page: string): void {
    this.model = model;
    this.page = page;
    this.name();
    this.style.cssText = `aspect-ratio: auto; height: ${model.get('height')}px`;
    this.setAttribute('autoplay', ''); // when it comes in sight
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const event of followed) this.model.on(event, this.follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const event of followed) this.model.off(event, this.follow);
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
    return frameViewer(frame, '*', (event, data) => this.told(event, data));
  }

  /** The page with the model in it. A run of Python comes later, by a message. */
  private filled(): string {
    const [document, values, run] = [this.model.get('document'), this.model.get('parameters'), this.model.get('run')];
    this.shown = { document, parameters: values, run: null };
    const held: Held = { show: this.model.get('show').join(), theme: themeAround(), values, waits: run !== null };
    const data = JSON.stringify({ document, view: '', site: this.model.get('site'), held }).replaceAll('<', '\\u003c');
    return this.page.replace(empty, () => empty.replace('null', () => data));
  }

  private name(): void {
    const { title } = this.model.get('document');
    this.title = typeof title === 'string' && title ? title : 'Model';
  }

  /** Brings the viewer to what the model says, one thing after the other. */
  private readonly follow = async (): Promise<void> => {
    if (this.following) return;
    this.following = true;
    try {
      await Promise.resolve(); // changes that came together are told one by one
      for (let step = this.next(); step; step = this.next()) await step();
    } catch (error) {
      if (this.viewer) this.told('error', { message: (error as Error).message });
    } finally {
      this.following = false;
    }
  };

  /** The next thing in which the viewer differs; null: none. */
  private next(): (() => Promise<unknown>) | null {
    const { model, shown } = this;
    const [document, parameters, run] = [model.get('document'), model.get('parameters'), model.get('run')];
    if (!this.viewer || !shown) return null;
    if (!equalJson(document, shown.document)) return () => this.restart();
    if (run !== shown.run) {
      shown.run = run;
      if (run) shown.parameters = run.parameters;
      if (run) return () => this.ask('draw', { run });
    }
    if (equalJson(parameters, shown.parameters)) return null;
    shown.parameters = parameters;
    return () => this.setParameters(parameters);
  }

  private restart(): Promise<void> {
    this.end();
    this.name();
    return this.start();
  }

  protected override told<N extends keyof Events>(event: N, data: Events[N]): void {
    if (event === 'parameters' && !this.following) this.take((data as Events['parameters']).values);
    super.told(event, data);
  }

  /** A person has set values. `changed`: those that differ from the document. */
  private take(changed: Values): void {
    const { model, shown } = this;
    const parameters = { ...model.get('defaults'), ...changed };
    if (!shown || equalJson(parameters, shown.parameters)) return;
    const run = shown.run && equalJson(parameters, shown.run.parameters) ? shown.run : null;
    this.shown = { ...shown, parameters, run };
    model.set('parameters', parameters);
    model.set('run', run);
    model.save_changes();
  }
}

/** JupyterLab says which it has; elsewhere the system decides. */
function themeAround(): string {
  const light = document.body.dataset.jpThemeLight;
  return light === undefined ? 'system' : light === 'true' ? 'light' : 'dark';
}

const tag = 'slipstick-widget';

/** Shows the widget in an element of the notebook, as anywidget asks for it. Returns how to end it. */
async function render({ model, el }: { model: WidgetModel; el: HTMLElement }): Promise<() => void> {
  if (!customElements.get(tag)) customElements.define(tag, WidgetElement); // every widget loads this script again
  const id = model.get('viewer').replace('IPY_MODEL_', '');
  const viewer = await model.widget_manager.get_model(id);
  const element = document.createElement(tag) as WidgetElement;
  element.begin(model, viewer.get('page'));
  el.append(element);
  return () => element.remove();
}

export default { render };
