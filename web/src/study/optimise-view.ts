import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ModelInfo } from '../../../wasm/engine/types';
import { formatNumber, withUnit } from '../format/quantity';
import { common } from '../format/texts';
import { parameterControl, tidy } from '../state/parameters';
import type { ChosenStudy } from '../state/study-spec';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import { SessionView } from '../ui/session';
import type { Results } from './figures';
import { type OptimiseTask, Optimising } from './optimising';
import { pathFigure } from './path-figure';
import { measuresOf, startingSet, variable, withStudy } from './plan';
import { rangeList, readRanges, type TypedRanges } from './ranges';
import { texts } from './texts';
import './study-chart';
import './undo-values';

const usualRuns = 60;
const mostRuns = 1000;
const mostParameters = 4;

/** Finds the parameters that maximise or minimise a measure. */
@customElement('slip-optimise')
export class OptimiseView extends SessionView {
  @property({ attribute: false }) model!: ModelInfo;
  /** Includes the measures that the document lacks. */
  @property({ attribute: false }) chosen!: ChosenStudy;
  /** The form that adds a measure. */
  @property({ attribute: false }) add: unknown = nothing;
  private readonly optimising = new Optimising(() => this.session.runner.prepare());
  @state() private measure = '';
  @state() private goal: OptimiseTask['goal'] = 'least';
  @state() private runs = String(usualRuns);
  @state() private ranges: TypedRanges | null = null;
  @state() private wrong = '';

  protected override whileInPage() {
    return [() => this.optimising.stop()];
  }

  protected override render() {
    const { model, optimising, wrong } = this;
    const measures = measuresOf(model, this.chosen);
    const measure = measures.find(({ name }) => name === this.measure) ?? measures[0];
    const told = wrong || optimising.problem;
    return html`
      <p class="quiet">${msg('Looks for the parameters with which a measure is as large or as small as possible.')}</p>
      <div class="study-axis">
        ${
          measure
            ? html`<label class="study-field"><span class="quiet">${msg('Make')}</span>
                <select @change=${({ target }: Event) => {
                  this.measure = (target as HTMLSelectElement).value;
                }}>${measures.map(({ name, label }) => html`<option value=${name} ?selected=${name === measure.name} lang=${this.session.languageOf(label) || nothing}>${label || name}</option>`)}</select></label>`
            : html`<p class="quiet">${msg('This model has no measure yet.')}</p>`
        }
        <label class="study-field"><span class="quiet">${msg('as')}</span>
          <select aria-label=${msg('As large or as small as possible')} @change=${({ target }: Event) => {
            this.goal = (target as HTMLSelectElement).value as OptimiseTask['goal'];
          }}><option value="least" ?selected=${this.goal === 'least'}>${msg('small as possible')}</option><option value="most" ?selected=${this.goal === 'most'}>${msg('large as possible')}</option></select></label>
        <label class="study-field"><span class="quiet">${msg('at most, runs')}</span>
          <input type="number" min="3" max=${mostRuns} step="1" .value=${this.runs} @change=${({ target }: Event) => {
            this.runs = (target as HTMLInputElement).value;
          }} /></label>
        ${this.add}
      </div>
      ${rangeList(
        variable(model).filter(({ choices }) => choices.length === 0),
        this.typed,
        (next) => {
          this.ranges = next;
          this.wrong = '';
        },
      )}
      ${this.renderActions(measure?.name)}
      ${told ? html`<p class="study-problem" role="alert">${told}</p>` : nothing}
      ${this.renderOutcome()}
    `;
  }

  /** The first parameter, until a person has chosen. */
  private get typed(): TypedRanges {
    return this.ranges ?? startingSet(this.model);
  }

  private renderActions(measure: string | undefined) {
    const { running, rows, task } = this.optimising;
    return html`<div class="study-actions">
      ${
        running
          ? html`<button type="button" class="outline-button" @click=${() => this.optimising.stop()}>${common.stop()}</button>`
          : html`<button type="button" class="main-button study-start" ?disabled=${!measure} @click=${() => measure && this.start(measure)}>${texts.optimise()}</button>`
      }
      ${task ? html`<progress max=${task.mostRuns} value=${rows.length} aria-label=${texts.runsComputed()}></progress>` : nothing}
      <span class="quiet" role="status" data-running=${running}>${task ? msg(str`${rows.length} of at most ${task.mostRuns} runs`) : ''}</span>
    </div>`;
  }

  private start(measure: string): void {
    const { session, model, goal } = this;
    const runs = Number(this.runs);
    const ranges = readRanges(variable(model), this.typed, mostParameters);
    this.wrong =
      typeof ranges === 'string'
        ? ranges
        : Number.isInteger(runs) && runs >= 3 && runs <= mostRuns
          ? ''
          : msg(str`The number of runs must be a whole number from 3 to ${mostRuns}, got “${this.runs}”.`);
    if (this.wrong || typeof ranges === 'string' || !session.opened) return;
    const names = ranges.map(({ name }) => name);
    const fixed = Object.fromEntries(Object.entries(session.parameters.linked).filter(([name]) => !names.includes(name)));
    const { study: _, ...document } = withStudy(session.opened.document, this.chosen);
    void this.optimising.start({ document: JSON.stringify(document), fixed, ranges, measure, goal, mostRuns: runs });
  }

  private renderOutcome() {
    const { task, rows, best, running } = this.optimising;
    const { model, session } = this;
    if (!task || rows.length === 0) return nothing;
    const names = task.ranges.map(({ name }) => name);
    if (!names.every((name) => model.parameters.some((each) => each.name === name))) return nothing;
    const measures = measuresOf(model, this.chosen);
    const present = Object.fromEntries(model.parameters.map(({ name, value }) => [name, session.parameters.value(name) ?? value]));
    const results: Results = {
      model: { ...model, measures },
      info: { runs: rows.length, parameters: names, measures: [task.measure], response: null, head: '' },
      rows,
      present,
      complete: !running,
    };
    const set = best < 0 ? null : Object.fromEntries(names.map((name, i) => [name, tidy(Number(rows[best].values[i].toPrecision(6)))]));
    return html`${set && !running ? html`<p class="study-result" role="status">${this.sentence(results, best)}</p>` : nothing}
      <slip-study-chart .figure=${pathFigure(results, best)} .open=${this.open}></slip-study-chart>
      ${set && !running ? html`<slip-undo-values .values=${set}></slip-undo-values>` : nothing}`;
  }

  /** "Slip is smallest, 1.2 %, at μ = 0.3 and load = 12 N." */
  private sentence({ model, rows }: Results, best: number): string {
    const { task, stopped } = this.optimising;
    const { label, name, unit } = model.measures.find((each) => each.name === task?.measure)!;
    const row = rows[best];
    const values = task!.ranges.map(({ name: parameter, low, high }, i) => {
      const control = parameterControl(model.parameters.find((each) => each.name === parameter)!);
      const at = row.values[i];
      const end = at - low < 0.01 * (high - low) || high - at < 0.01 * (high - low) ? ` ${msg('(near an end of its range)')}` : '';
      return `${plainLabel(control.label)} = ${withUnit(formatNumber(at * control.unit.factor, 4), control.unit.text)}${end}`;
    });
    const value = withUnit(formatNumber(row.measures[0] as number, 4), unit);
    const begin = stopped ? `${msg(str`Stopped after ${texts.runs(rows.length)}.`)} ` : '';
    const place = values.join(` ${texts.and()} `);
    const found =
      task!.goal === 'least'
        ? msg(str`Of ${rows.length} runs, “${label || name}” is smallest, ${value}, at ${place}.`)
        : msg(str`Of ${rows.length} runs, “${label || name}” is largest, ${value}, at ${place}.`);
    return begin + found;
  }

  private readonly open = (run: number) => {
    const { task, rows } = this.optimising;
    if (!task || !rows[run]) return;
    this.session.parameters.changeAll(Object.fromEntries(task.ranges.map(({ name }, i) => [name, tidy(rows[run].values[i])])));
  };
}
