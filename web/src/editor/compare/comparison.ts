import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ModelInfo } from '../../../../wasm/engine/types';
import { countText } from '../../format/count';
import { textIn } from '../../format/localised';
import { common } from '../../format/texts';
import { loadModel } from '../../state/catalogue';
import { layOut, type ModelDocument, withParameters } from '../../state/document';
import { languagesOfDocument } from '../../state/document-texts';
import { untracked } from '../../state/observable';
import { baseName } from '../../state/open-model';
import { html } from '../../ui/html';
import { load } from '../../ui/load';
import { SessionView } from '../../ui/session';
import { type Draft, drafts, titleOf } from '../drafts';
import { fileAddress, modelAddress } from '../model-address';
import { readModelFile } from '../open';
import { askForModel } from './ask';
import './compare.css';
import { type Difference, type Differences, differences } from './differences';
import { otherModel } from './other-model';

const mostShown = 20; // differences in one part of the documents
const textWidth = 72; // characters in a line of the texts
const narrow = '(max-width: 699px)';

const examples = 'https://…#g=… / gh:owner/repository/model.json / { … }'; // no text

/** The part of the documents whose differences are only counted. */
const counted = 'display';

/** Where the other model comes from: the gallery, a text, a file, or the id of the visitor's own model. */
type Source = 'gallery' | 'text' | 'file' | Draft['id'];

/** Another model, and how it differs from the open one. */
interface Compared extends Differences {
  name: string;
  before: string;
  after: string;
  document: ModelDocument;
}

/** A dialog that compares the open model, as the sliders are set, with another one. */
@customElement('slip-comparison')
export class Comparison extends SessionView {
  @state() private source: Source = 'text';
  @state() private own: Draft[] = [];
  @state() private compared: Compared | null = null;
  /** Why there is no other model, or no run of it. */
  @state() private problem = '';
  /** The texts show unchanged lines too. */
  @state() private whole = false;
  /** The engine checks the other model. */
  @state() private checking = false;
  /** The host from which another window may load the other model, or "". */
  @state() private asked = '';
  private stopAsking: () => void = () => {};
  private removeTexts = () => {};
  private shown: unknown[] = [];

  async open(): Promise<void> {
    const { opened } = this.session;
    if (!opened || this.dialog?.open) return;
    this.own = (await drafts.list()).filter(({ id }) => id !== opened.draft);
    this.whole = false;
    await this.updateComplete;
    this.dialog?.showModal();
    this.choose(baseName(opened) ? 'gallery' : 'text');
  }

  protected override whileInPage() {
    return [() => this.removeTexts(), () => this.stopAsking()];
  }

  private get dialog() {
    return this.querySelector('dialog');
  }

  protected override render() {
    return untracked(() => this.renderDialog());
  }

  private renderDialog() {
    const { compared, problem } = this;
    return html`<dialog class="comparison" aria-labelledby="comparison-title" @click=${this.onBackdrop} @close=${this.forget}>
      <div class="comparison-body">
        <header>
          <h2 id="comparison-title">${msg('Compare models')}</h2>
          <button type="button" class="icon-button" aria-label=${common.close()} @click=${this.close}>✕</button>
        </header>
        ${this.renderSource()}
        ${this.asked ? html`<p role="status">${msg(str`Another window asks whether to load the model from ${this.asked}.`)}</p>` : nothing}
        ${problem ? html`<p class="comparison-problem" role="alert">${problem}</p>` : nothing}
        ${compared ? [this.renderDifferences(compared), this.renderTexts(compared)] : nothing}
      </div>
    </dialog>`;
  }

  private renderSource() {
    const { opened } = this.session;
    const option = (source: Source, label: string) => html`<option value=${source} ?selected=${source === this.source}>${label}</option>`;
    return html`<form class="comparison-source" @submit=${this.readText}>
      <label>
        ${msg('Compare this model with')}
        <select autofocus @change=${({ target }: Event) => this.choose((target as HTMLSelectElement).value)}>
          ${opened && baseName(opened) ? option('gallery', this.original) : nothing}
          ${option('text', msg('a link, an address or a text'))} ${option('file', msg('a file'))}
          ${this.own.map(({ id, text }) => option(id, titleOf(text)))}
        </select>
      </label>
      ${
        this.source === 'text'
          ? html`<textarea rows="3" spellcheck="false" aria-label=${msg('Link, address or JSON text')} placeholder=${examples}></textarea>
              <button type="submit" class="outline-button">${msg('Compare')}</button>`
          : nothing
      }
      ${this.source === 'file' ? html`<input type="file" accept=".json,application/json" aria-label=${msg('Model file')} @change=${this.readFile} />` : nothing}
    </form>`;
  }

  private get original(): string {
    return msg('the gallery’s model');
  }

  private renderDifferences(compared: Compared) {
    const { changes, reordered, before, after, name } = compared;
    const parts = [...new Set(changes.map(({ part }) => part))];
    return html`<section aria-label=${msg('Differences')}>
      <div class="comparison-head">
        <h3><span role="status">${summary(changes.length, before === after)}</span></h3>
        <button type="button" class="main-button" ?disabled=${this.checking} @click=${this.showRuns}>${msg('Show both runs')}</button>
      </div>
      ${changes.length > 0 ? html`<p class="quiet">${msg(str`Values: “${name}” → this model.`)}</p>` : nothing}
      ${reordered.length > 0 ? html`<p>${msg(str`The items have another order in: ${reordered.join(', ')}.`)}</p>` : nothing}
      <dl class="comparison-list">
        ${parts.map((part) => html`<dt><code>${part}</code></dt><dd>${renderPart(changes.filter((change) => change.part === part))}</dd>`)}
      </dl>
    </section>`;
  }

  private renderTexts({ before, after, name }: Compared) {
    if (before === after) return nothing;
    const turn = ({ target }: Event) => {
      this.whole = (target as HTMLInputElement).checked;
    };
    return html`<section aria-label=${msg('Texts')}>
      <div class="comparison-head">
        <h3>${msg('The texts')}</h3>
        <label><input type="checkbox" .checked=${this.whole} @change=${turn} /> ${msg('Unchanged lines too')}</label>
      </div>
      <div class="comparison-names"><span class="before">${name}</span><span class="after">${thisModel()}</span></div>
      <div class="comparison-texts"></div>
    </section>`;
  }

  protected override updated(): void {
    const shown = [this.compared, this.whole];
    if (shown.every((each, i) => each === this.shown[i])) return;
    this.shown = shown;
    void this.showTexts();
  }

  private async showTexts(): Promise<void> {
    const { compared, whole } = this;
    this.removeTexts();
    this.removeTexts = () => {};
    if (!compared || compared.before === compared.after) return;
    const { showTexts } = await load(() => import('./merge'));
    const parent = this.querySelector<HTMLElement>('.comparison-texts');
    if (!parent || this.compared !== compared || this.whole !== whole) return;
    const names = [compared.name, thisModel()] as const;
    this.removeTexts = showTexts({ ...compared, parent, names, whole, narrow: matchMedia(narrow).matches });
  }

  /** Compares with the model of this source, or asks for it. */
  private async choose(source: Source): Promise<void> {
    this.source = source;
    this.take(null);
    const { opened } = this.session;
    if (source === 'gallery' && opened) {
      const entry = await loadModel(baseName(opened), languagesOfDocument(opened.document).length > 0 ? 'mul' : 'en');
      if (this.source === source) this.take(entry ? entry.document : msg('The gallery no longer has this model.'), this.original);
    }
    const own = this.own.find(({ id }) => id === source);
    if (own) await this.read(own.text);
  }

  private readonly readText = async (event: SubmitEvent) => {
    event.preventDefault();
    await this.read(this.querySelector('textarea')?.value ?? '');
  };

  private readonly readFile = async ({ target }: Event) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (!file) return;
    const read = await readModelFile(file);
    if ('problem' in read) this.take(read.problem);
    else await this.read(read.text);
  };

  private async read(text: string): Promise<void> {
    const { source } = this;
    const address = fileAddress(text);
    if (address) return this.ask(address);
    const other = await otherModel(text, () => this.session.runner.prepare());
    if (this.source === source) this.take(other);
  }

  /** This page must not contact other servers. */
  private ask(address: string): void {
    this.take(null);
    const url = modelAddress(address, location.origin);
    if (typeof url === 'string') return this.take(url);
    const stop = askForModel(address, (text) => void this.read(text));
    if (!stop) return this.take(msg('The browser blocked the window that asks whether to load this model.'));
    this.stopAsking = stop;
    this.asked = url.host;
  }

  /** `other`: a model, or why there is none. */
  private take(other: ModelDocument | string | null, name = ''): void {
    this.stopAsking();
    this.asked = '';
    this.problem = typeof other === 'string' ? other : '';
    this.compared = null;
    const { opened, parameters } = this.session;
    if (!opened || !other || typeof other === 'string') return;
    const current = withParameters(opened.document, parameters.linked);
    const title = textIn(other.title, this.session.language) || common.untitled();
    this.compared = {
      ...differences(other, current),
      name: name || title.slice(0, 60),
      document: other,
      before: layOut(other, textWidth),
      after: layOut(current, textWidth),
    };
  }

  /** Shows the run of the other model in the plots of this one. */
  private readonly showRuns = async () => {
    const { compared, session } = this;
    if (!compared) return;
    this.checking = true;
    const problem = await this.addRun(compared).catch((error: Error) => error.message);
    this.checking = false;
    if (compared !== this.compared) return;
    this.problem = problem;
    if (problem) return;
    void session.comparison.kept.compute(() => session.runner.prepare());
    const page = this.closest('.model-page');
    this.close();
    page?.querySelector('slip-runs')?.scrollIntoView({ block: 'nearest' });
  };

  private async addRun({ document, before: text, name }: Compared): Promise<string> {
    const { runner, comparison, view } = this.session;
    const { model, issues } = await (await runner.prepare()).check(text);
    const error = issues.find(({ severity }) => severity === 'error');
    if (!model || error) return msg(str`The other model cannot run: ${`${error?.pointer} ${error?.message}`}`);
    if (!runner.model || !runner.recording) return msg('This model has not run.');
    if (!hasCommonCurve(runner.model, view.plotted, model))
      return msg('The plots of this model show no sensor that the other model has too.');
    return comparison.kept.add({ document, text }, name);
  }

  private readonly close = () => this.dialog?.close();

  private readonly forget = () => {
    this.take(null);
  };

  private readonly onBackdrop = (event: Event) => {
    if (event.target === this.dialog) this.close();
  };
}

const thisModel = () => msg('this model');

function summary(count: number, equal: boolean): string {
  if (count === 1) return msg('1 difference');
  if (count > 1) return msg(str`${countText(count)} differences`);
  return equal ? msg('The two models are equal.') : msg('Only the order of items or keys differs.');
}

const renderPart = (changes: readonly Difference[]) => (changes[0].part === counted ? countedText(changes.length) : renderChanges(changes));

const countedText = (count: number) =>
  count === 1 ? msg('1 change, in the texts below') : msg(str`${countText(count)} changes, in the texts below`);

function renderChanges(changes: readonly Difference[]) {
  const more = changes.length - mostShown;
  return html`<ul>
    ${changes.slice(0, mostShown).map((change) => html`<li>${renderChange(change)}</li>`)}
    ${more > 0 ? html`<li class="quiet">${common.andMore(more)}</li>` : nothing}
  </ul>`;
}

function renderChange({ kind, place, type, before, after }: Difference) {
  const what = html`${place ? html`<code>${place}</code>` : nothing}${type ? html` <span class="quiet">${type}</span>` : nothing}`;
  const colon = place ? ': ' : '';
  if (kind === 'changed') return html`${what}${colon}<code>${before}</code> → <code>${after}</code>`;
  const value = before || after ? html`${colon}<code>${before || after}</code>` : nothing;
  return html`${what}${value}, ${kind === 'added' ? msg('only in this model') : msg('only in the other model')}`;
}

/** Whether a plot of one model has a curve of which the other has data. */
function hasCommonCurve({ display }: ModelInfo, plotted: readonly string[], other: ModelInfo): boolean {
  const has = (name: string) => other.sensors.some((sensor) => sensor.name === name);
  const shares = display.plots.some((plot) => {
    if (plot.kind === 'sensors') return (plot.x.kind === 'time' || has(plot.x.sensor)) && plot.curves.some(({ sensor }) => has(sensor));
    if (plot.kind === 'spectrum') return plot.curves.some(({ sensor }) => has(sensor));
    return plot.kind === 'over' && other.profiles.some(({ over }) => over === plot.over);
  });
  return shares || plotted.some(has);
}
