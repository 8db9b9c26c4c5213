import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ModelInfo } from '../../../wasm/engine/types';
import { changeModel } from '../editor';
import { displayUnit, formatNumber, withUnit } from '../format/quantity';
import { common } from '../format/texts';
import { curveColor, lineMark } from '../plots';
import { parameterControl, parameterTextWithUnit, tidy } from '../state/parameters';
import { html } from '../ui/html';
import { plainLabel, richLabel } from '../ui/label';
import { SessionView } from '../ui/session';
import { mostParameters } from './fit';
import { type FitOutcome, Fitting } from './fitting';
import { fitFigure } from './path-figure';
import { startingSet, variable } from './plan';
import { rangeList, readRanges, type TypedRanges } from './ranges';
import { type MeasuredInPlot, measuredCurves, modelCurves, withoutReference } from './reference-curves';
import { texts } from './texts';
import './curve-dialog';
import type { CurveDialog } from './curve-dialog';
import './study-chart';
import './undo-values';

const beforeText = () => msg('before');
const fittedText = () => msg('fitted');
const fittedParametersText = () => msg('Fitted parameters');

/** Fits a curve of the model to a measured one: a person chooses both, then the parameters that may change. */
@customElement('slip-fit')
export class FitView extends SessionView {
  @property({ attribute: false }) model!: ModelInfo;
  /** Opens a dropped file once; null if there is none. */
  @property({ attribute: false }) dropped: { file: File; plot: number } | null = null;
  private readonly fitting = new Fitting(() => this.session.runner.prepare());
  /** Label of the measured curve. */
  @state() private measured = '';
  /** Key of the model's curve; "": the first one of the same plot. */
  @state() private of = '';
  @state() private ranges: TypedRanges | null = null;
  @state() private wrong = '';
  @query('slip-curve-dialog') private readonly dialog!: CurveDialog;

  protected override whileInPage() {
    return [() => this.fitting.stop()];
  }

  protected override updated(changes: Map<string, unknown>): void {
    if (changes.has('dropped') && this.dropped) this.ask(this.dropped.file, this.dropped.plot);
  }

  private ask(file: File, plot: number): void {
    void this.dialog.open(file, plot, this.model, ({ sensor, component }, label) => {
      this.measured = label;
      this.of = keyOf({ sensor, component });
      this.fitting.forget();
    });
  }

  protected override render() {
    const { model, fitting, wrong } = this;
    const curves = measuredCurves(model);
    const chosen = curves.find(({ label }) => label === this.measured) ?? curves[curves.length - 1];
    const problem = wrong || fitting.problem;
    return html`
      <p class="quiet">${msg('Changes parameters until a curve of the model meets a measured one.')}</p>
      <div class="study-axis">
        ${
          chosen
            ? html`<label class="study-field"><span class="quiet">${texts.measuredCurve()}</span>
                <select @change=${({ target }: Event) => {
                  this.measured = (target as HTMLSelectElement).value;
                }}>${curves.map(({ label }) => html`<option ?selected=${label === chosen.label}>${label}</option>`)}</select></label>
              ${this.renderModelCurve(chosen)}`
            : html`<p class="quiet">${msg('Drop a CSV file with a measured curve on a plot, or choose one.')}</p>`
        }
        <label class="outline-button study-file">${msg('Add a curve (CSV)')}<input type="file" class="hidden" accept=".csv,.tsv,.txt,text/csv" @change=${this.onFile} /></label>
        ${chosen ? html`<button type="button" class="text-button" @click=${() => this.removeCurve(chosen)}>${common.remove()}</button>` : nothing}
      </div>
      ${
        chosen
          ? html`${rangeList(
              variable(model).filter(({ choices }) => choices.length === 0),
              this.typed,
              (next) => {
                this.ranges = next;
                this.wrong = '';
              },
            )}
            ${this.renderActions(chosen)}`
          : nothing
      }
      ${problem ? html`<p class="study-problem" role="alert">${problem}</p>` : nothing}
      ${fitting.outcome ? this.renderOutcome(fitting.outcome) : nothing}
      <slip-curve-dialog></slip-curve-dialog>
    `;
  }

  /** The first parameter, until a person has chosen. */
  private get typed(): TypedRanges {
    return this.ranges ?? startingSet(this.model);
  }

  private renderModelCurve({ plot }: MeasuredInPlot) {
    const curves = this.curvesOf(plot);
    return html`<label class="study-field"><span class="quiet">${msg('measures')}</span>
      <select @change=${({ target }: Event) => {
        this.of = (target as HTMLSelectElement).value;
      }}>${curves.map((curve, i) => html`<option value=${keyOf(curve)} ?selected=${this.of ? keyOf(curve) === this.of : i === 0}>${plainLabel(curve.label)}</option>`)}</select></label>`;
  }

  private curvesOf(plot: number) {
    return modelCurves(this.model).filter((curve) => curve.plot === plot);
  }

  private readonly onFile = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const [file] = input.files ?? [];
    input.value = '';
    if (file) this.ask(file, -1);
  };

  private removeCurve(chosen: MeasuredInPlot): void {
    this.fitting.forget();
    changeModel(this.session, (document) => withoutReference(document, chosen));
  }

  private renderActions(chosen: MeasuredInPlot) {
    const { running, runs, residual, outcome } = this.fitting;
    const unit = this.curvesOf(chosen.plot)[0]?.unit ?? '';
    const said = residual === null ? texts.runs(runs) : msg(str`${texts.runs(runs)}, residual ${quantityText(residual, unit)}`);
    return html`<div class="study-actions">
      ${
        running
          ? html`<button type="button" class="outline-button" @click=${() => this.fitting.stop()}>${common.stop()}</button>`
          : html`<button type="button" class="main-button study-start" @click=${() => this.start(chosen)}>${texts.fit()}</button>
            ${outcome?.stopped ? html`<button type="button" class="outline-button" @click=${() => this.start(chosen, outcome)}>${msg('Fit from the kept values')}</button>` : nothing}`
      }
      <span class="quiet" role="status" data-running=${running}>${runs > 0 ? said : ''}</span>
    </div>`;
  }

  /** Starts from the values of a stopped fit if it changed these parameters, otherwise from the present ones. */
  private start(chosen: MeasuredInPlot, kept?: FitOutcome): void {
    const { session, model } = this;
    const curves = this.curvesOf(chosen.plot);
    const curve = curves.find((each) => keyOf(each) === this.of) ?? curves[0];
    const ranges = readRanges(variable(model), this.typed, mostParameters);
    this.wrong = typeof ranges === 'string' ? ranges : curve ? '' : msg('The plot of this curve has no curve of the model.');
    if (typeof ranges === 'string' || !curve || !session.opened) return;
    const names = ranges.map(({ name }) => name);
    const keptValues = new Map(kept?.task.ranges.map(({ name }, i) => [name, kept.fitted.values[i]]));
    void this.fitting.start({
      document: JSON.stringify(session.opened.document),
      model,
      curve,
      points: chosen.points,
      fixed: Object.fromEntries(Object.entries(session.parameters.linked).filter(([name]) => !names.includes(name))),
      ranges,
      start: names.map((name) => keptValues.get(name) ?? session.parameters.value(name) ?? 0),
    });
  }

  private renderOutcome(outcome: FitOutcome) {
    const { task, fitted, first, last, runs, stopped } = outcome;
    const { curve, ranges, start } = task;
    const controls = ranges.map(({ name }) => parameterControl(this.model.parameters.find((each) => each.name === name)!));
    const [before, after] = [fitted.before, fitted.after].map((value) => quantityText(value, curve.unit));
    const curves = [
      { label: beforeText(), color: curveColor(1), dash: [3, 3], columns: first },
      { label: stopped ? texts.bestRun() : fittedText(), color: curveColor(0), dash: [], columns: last },
    ];
    const legend = html`${curves.map(({ label, color, dash }) => html`<li>${lineMark(`var(${color})`, dash)}<span>${label}</span></li>`)}
      <li><span class="reference-dot"></span>${task.points.label || msg('measured')}</li>`;
    const set = Object.fromEntries(ranges.map(({ name }, i) => [name, tidy(Number(fitted.values[i].toPrecision(6)))]));
    return html`<p class="study-result" role="status">
        ${stopped ? msg(str`Stopped after ${texts.runs(runs)}; these are the values of the best one.`) : fitted.settled ? '' : msg('The fit ran out of steps; press Fit again from these values to go on.')}
        ${
          stopped
            ? msg(str`The residual (root mean square of ${fitted.points} points) fell from ${before} to ${after}.`)
            : msg(str`The residual (root mean square of ${fitted.points} points) fell from ${before} to ${after} in ${runs} runs.`)
        }
      </p>
      <div class="study-table" role="group" aria-label=${fittedParametersText()} tabindex="0"><table class="figures">
        <caption class="hidden">${fittedParametersText()}</caption>
        <thead><tr><th scope="col">${msg('Parameter')}</th><th scope="col" class="number">${fittedText()}</th><th scope="col" class="number">± 95 %</th><th scope="col" class="number">${beforeText()}</th></tr></thead>
        <tbody>${controls.map(
          (control, i) => html`<tr><th scope="row">${richLabel(control.label)}</th>
            <td class="number">${valueText(control, fitted.values[i])}</td>
            <td class="number">${marginText(control, fitted.known[i], fitted.margins[i])}</td>
            <td class="number">${parameterTextWithUnit(control, start[i])}</td></tr>`,
        )}</tbody>
      </table></div>
      ${fitted.known.includes('unknown') ? html`<p>${msg('The curve does not determine the parameters marked “not determined”: it stays the same while they change, separately or together.')}</p>` : nothing}
      ${fitted.known.filter((each) => each === 'curve').length > 1 ? this.renderCorrelation(outcome) : nothing}
      <slip-study-chart .figure=${fitFigure({ title: plainLabel(curve.label), unit: curve.unit }, task.points, curves, legend)}></slip-study-chart>
      <slip-undo-values .values=${set}></slip-undo-values>`;
  }

  private renderCorrelation({ task: { ranges }, fitted: { correlation } }: FitOutcome) {
    const labels = ranges.map(({ name }) => richLabel(parameterControl(this.model.parameters.find((each) => each.name === name)!).label));
    return html`<div class="study-table" role="group" aria-label=${msg('Correlation')} tabindex="0"><table class="figures">
      <caption class="quiet">${msg('Correlation; near 1 or −1, the curve determines only a combination of two parameters')}</caption>
      <thead><tr><td></td>${labels.map((label) => html`<th scope="col" class="number">${label}</th>`)}</tr></thead>
      <tbody>${correlation.map(
        (row, i) =>
          html`<tr><th scope="row">${labels[i]}</th>${row.map((value) => html`<td class="number">${formatNumber(value, 2)}</td>`)}</tr>`,
      )}</tbody>
    </table></div>`;
  }
}

const keyOf = ({ sensor, component }: { sensor: string; component: number }) => `${component} ${sensor}`;

function quantityText(value: number, unit: string): string {
  const { factor, text } = displayUnit(unit, Math.abs(value));
  return withUnit(formatNumber(value * factor, 3), text);
}

type Control = ReturnType<typeof parameterControl>;

const valueText = ({ unit }: Control, value: number) => withUnit(formatNumber(value * unit.factor, 4), unit.text);

function marginText({ unit }: Control, known: FitOutcome['fitted']['known'][number], margin: number): string {
  if (known === 'stopped') return msg('not computed');
  if (known === 'end') return msg('at an end of its range');
  return known === 'unknown' ? msg('not determined') : withUnit(formatNumber(margin * unit.factor, 2), unit.text);
}
