import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ModelInfo, ParameterInfo, SensorChannel, StudyInfo } from '../../../wasm/engine/types';
import { own } from '../format/own';
import { formatDuration, formatNumber } from '../format/quantity';
import { common } from '../format/texts';
import { parameterControl, readTyped, tidy } from '../state/parameters';
import type { ChosenStudy, StudyRange, StudySpec } from '../state/study-spec';
import { download, fileName } from '../ui/download';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import { SessionView } from '../ui/session';
import type { View } from '../ui/view';
import { StudyComputation } from './computation';
import { Family } from './family';
import { familyFigure, type Linear, mapFigure, measureFigure, measureOf, type Results, rowText } from './figures';
import { linearResponse } from './linear';
import {
  countRuns,
  type Functional,
  functionals,
  functionalTitles,
  isGrid,
  isSimple,
  measuresOf,
  mostRunsHere,
  ownStudy,
  sensorMeasure,
  studyOf,
  variable,
  withStudy,
} from './plan';
import { rowsCsv } from './rows';
import { scatterFigure } from './scatter';
import type { StudyFigure } from './study-figure';
import { texts } from './texts';
import './fit-view';
import './optimise-view';
import './study-chart';
import './study.css';

const varyText = () => msg('Vary');
const tableTitle = () => msg('Table of the runs');

/** The parts of the runs' document that are read. */
interface ComputedDocument {
  measures?: Record<string, { label?: string; unit?: string }>;
  study: StudySpec;
}

const shownRows = 100; // rows of the table
const usualMeasures = 2; // number of sensors whose final values are the default measures of a model without measures

const modes = () =>
  [
    { mode: 'vary', label: varyText() },
    { mode: 'fit', label: texts.fit() },
    { mode: 'optimise', label: texts.optimise() },
  ] as const;

/** Runs the model many times: chooses the parameters, lists the runs and shows the results. */
@customElement('slip-study')
export class StudyView extends SessionView {
  /** The linear response beside the first measure of these runs; "": why there is none. */
  @state() private linear: { info: StudyInfo; found: Linear | string } | null = null;
  private readonly computation = new StudyComputation(() => this.session.runner.prepare());
  private readonly family = new Family(() => this.session.runner.prepare());
  @state() private mode: ReturnType<typeof modes>[number]['mode'] = 'vary';
  /** A file with a measured curve. */
  @state() private dropped: { file: File; plot: number } | null = null;
  /** The measure shown in the map. */
  @state() private mapped = 0;
  @state() private wrong = '';
  /** A computation that the person has started has no figure yet. */
  private awaited = false;

  protected override whileInPage() {
    return [() => this.computation.stop(), () => this.family.stop()];
  }

  protected override render() {
    const { model } = this.session.runner;
    void this.session.view.aim; // `updated` goes there
    if (!model) return html`<p class="quiet">${msg('The study begins after the first run.')}</p>`;
    if (variable(model).length === 0) return html`<p class="quiet">${msg('This model has no parameters to vary.')}</p>`;
    const chosen = this.chosenOf(model);
    return html`
      <div class="segmented" role="group" aria-label=${msg('Kind of study')}>${modes().map(
        ({ mode, label }) =>
          html`<button type="button" aria-pressed=${mode === this.mode} @click=${() => {
            this.mode = mode;
          }}>${label}</button>`,
      )}</div>
      ${
        this.mode === 'fit'
          ? html`<slip-fit .model=${model} .dropped=${this.dropped}></slip-fit>`
          : this.mode === 'optimise'
            ? html`<slip-optimise .model=${model} .chosen=${chosen} .add=${this.renderAdd(model, chosen)}></slip-optimise>`
            : this.renderVary(model, chosen)
      }
    `;
  }

  private renderVary(model: ModelInfo, chosen: ChosenStudy) {
    return html`
      <p class="quiet">${msg('Runs the model many times with other values of its parameters.')}</p>
      ${isSimple(chosen.study) ? this.renderForm(model, chosen) : this.renderGiven(model, chosen)}
      ${this.renderMeasures(model, chosen)} ${this.renderActions(chosen)} ${this.renderResults(model)}
    `;
  }

  /** Selects the parameter of a requested study; a dropped curve opens the fit. */
  protected override updated(): void {
    this.showFirst();
    const { view, runner } = this.session;
    const { aim } = view;
    if (aim?.at === 'curve' && runner.model) {
      const { file, plot } = aim;
      [this.mode, this.dropped] = ['fit', { file, plot }];
      return view.arrive();
    }
    if (aim?.at !== 'study' || !runner.model) return;
    this.mode = 'vary';
    const info = runner.model.parameters.find(({ name }) => name === aim.name);
    const { measures, study } = this.chosenOf(runner.model);
    view.arrive();
    if (!info) return;
    this.choose({ study: studyOf([info], study.measures), ...(measures ? { measures } : {}) });
    this.querySelector<HTMLElement>('.study-start')?.focus();
  }

  /** Scrolls to the first figure of a computation that the person has started. */
  private showFirst(): void {
    void this.findLinear();
    const figure = this.awaited && this.querySelector('slip-study-chart');
    if (!figure) return;
    this.awaited = false;
    void (figure as View).updateComplete.then(() => figure.scrollIntoView({ block: 'nearest' }));
  }

  /** Computes the response of the linear model to the oscillating input, about the start of the motion. */
  private async findLinear(): Promise<void> {
    const { info, task } = this.computation;
    if (!info?.response || !task || this.linear?.info === info) return;
    this.linear = { info, found: { xs: [], ys: [] } }; // on its way
    const found = await this.session.runner
      .prepare()
      .then((engine) => linearResponse(engine, task, info, this.session.runner.model))
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (this.computation.info === info) this.linear = { info, found };
  }

  private chosenOf(model: ModelInfo): ChosenStudy {
    const { study, opened } = this.session;
    const own = opened && ownStudy(opened.document);
    if (study.chosen) return study.chosen;
    if (own) return { study: own };
    const given = studyOf(variable(model).slice(0, 1), undefined);
    if (model.measures.length > 0) return { study: given };
    const added = model.sensors.slice(0, usualMeasures).map((_, i) => sensorMeasure(model, 'final', i, 0));
    return { study: given, measures: Object.fromEntries(added.map(({ name, measure }) => [name, measure])) };
  }

  private choose(chosen: ChosenStudy): void {
    this.wrong = '';
    this.session.study.choose(chosen);
  }

  private renderForm(model: ModelInfo, chosen: ChosenStudy) {
    const names = Object.keys(chosen.study.vary);
    const infos = variable(model);
    const vary = (axis: number, name: string) => {
      const next = axis === 0 ? [name, ...names.slice(1)] : name ? [names[0], name] : [names[0]];
      const found = [...new Set(next)].flatMap((each) => infos.find((info) => info.name === each) ?? []);
      this.choose({ ...chosen, study: studyOf(found, chosen.study.measures) });
    };
    const select = (axis: number, label: string, none: string) => html`<label class="study-field"
      ><span class="quiet">${label}</span>
      <select @change=${(event: Event) => vary(axis, (event.target as HTMLSelectElement).value)}>
        ${none ? html`<option value="" ?selected=${!names[axis]}>${none}</option>` : nothing}
        ${infos
          .filter(({ name }) => name === names[axis] || !names.includes(name))
          .map(
            (info) =>
              html`<option value=${info.name} ?selected=${info.name === names[axis]}>${plainLabel(parameterControl(info).label)}</option>`,
          )}
      </select></label
    >`;
    const range = (name: string | undefined) => {
      const info = infos.find((each) => each.name === name);
      return info ? this.renderRange(info, chosen) : nothing;
    };
    return html`<div class="study-form" role="group" aria-label=${msg('What varies')}>
      <div class="study-axis">${select(0, varyText(), '')} ${range(names[0])}</div>
      <div class="study-axis">${select(1, texts.and(), msg('nothing else'))} ${range(names[1])}</div>
    </div>`;
  }

  private renderRange(info: ParameterInfo, chosen: ChosenStudy) {
    const axis = own(chosen.study.vary, info.name);
    if (Array.isArray(axis)) return html`<span class="quiet study-list">${msg(str`${axis.length} values`)}</span>`;
    const range = axis as StudyRange;
    const control = parameterControl(info);
    const set = (change: Partial<StudyRange>) =>
      this.choose({ ...chosen, study: { ...chosen.study, vary: { ...chosen.study.vary, [info.name]: { ...range, ...change } } } });
    const label = plainLabel(control.label);
    const field = (key: 'from' | 'to', value: number) => html`<label class="study-field"
      ><span class="quiet">${texts[key]()}${control.unit.text ? ` [${control.unit.text}]` : ''}</span>
      <input type="text" inputmode="decimal" size="7" aria-label=${`${label}, ${texts[key]()}`} .value=${formatNumber(value * control.unit.factor, 6)}
        @change=${({ target }: Event) => {
          const typed = readTyped(control, (target as HTMLInputElement).value);
          if (Number.isFinite(typed)) set({ [key]: typed });
          else this.wrong = msg(str`${label}: “${(target as HTMLInputElement).value}” is not a number.`);
        }} /></label
    >`;
    const isPositive = (range.from ?? control.min) > 0;
    return html`${field('from', range.from ?? control.min)} ${field('to', range.to ?? control.max)}
      <label class="study-field"
        ><span class="quiet">${msg('values')}</span>
        <input type="number" min="2" max="1000" step="1" aria-label=${msg(str`${label}, number of values`)} .value=${String(range.points ?? '')}
          @change=${({ target }: Event) => set({ points: Math.round(Number((target as HTMLInputElement).value)) })} /></label
      >
      ${
        isPositive
          ? html`<label class="study-choice" title=${msg('Values with equal ratios instead of equal differences')}
              ><input type="checkbox" .checked=${range.logarithmic ?? false} @change=${({ target }: Event) => set({ logarithmic: (target as HTMLInputElement).checked })} />${msg('logarithmic')}</label
            >`
          : nothing
      }`;
  }

  /** A study in the document that the form cannot represent. */
  private renderGiven(model: ModelInfo, { study }: ChosenStudy) {
    return html`<p>${msg(str`The model has a study over ${Object.keys(study.vary).join(', ')}, ${countRuns(study)} runs.`)}
      <button type="button" class="text-button" @click=${() => this.choose({ study: studyOf(variable(model).slice(0, 1), study.measures) })}>
        ${msg('Choose another')}
      </button></p>`;
  }

  private renderMeasures(model: ModelInfo, chosen: ChosenStudy) {
    const all = measuresOf(model, chosen);
    const taken = chosen.study.measures ?? all.map(({ name }) => name);
    const toggle = (name: string, on: boolean) => {
      const measures = all.map((each) => each.name).filter((each) => (each === name ? on : taken.includes(each)));
      this.choose({ ...chosen, study: { ...chosen.study, measures } });
    };
    return html`<fieldset class="study-measures">
      <legend class="quiet">${common.measures()}</legend>
      ${all.map(
        ({ name, label }) => html`<label
          ><input type="checkbox" .checked=${taken.includes(name)} @change=${(event: Event) => toggle(name, (event.target as HTMLInputElement).checked)} />${label || name}</label
        >`,
      )}
      ${this.renderAdd(model, chosen)}
    </fieldset>`;
  }

  /** A form that adds a measure of a sensor and selects it. */
  private renderAdd(model: ModelInfo, chosen: ChosenStudy) {
    const channels = model.sensors.flatMap(({ name, components }, sensor) =>
      components.map((part, component) => ({ sensor, component, label: `${name} ${part}`.trim() })),
    );
    if (channels.length === 0) return nothing;
    const add = () => {
      const [functional, channel] = [...this.querySelectorAll<HTMLSelectElement>('.study-add select')].map(({ value }) => value);
      const { sensor, component } = channels[Number(channel)];
      const { name, measure } = sensorMeasure(model, functional as Functional, sensor, component);
      const taken = chosen.study.measures ?? measuresOf(model, chosen).map((each) => each.name);
      const known = model.measures.some((each) => each.name === name);
      const study = { ...chosen.study, measures: [...new Set([...taken, name])] };
      this.choose({ ...chosen, study, ...(known ? {} : { measures: { ...chosen.measures, [name]: measure } }) });
    };
    return html`<span class="study-add">
      <select aria-label=${msg('Which value')}>${functionals.map((name) => html`<option value=${name}>${functionalTitles()[name]}</option>`)}</select>
      <select aria-label=${msg('Of which sensor')}>${channels.map(({ label }, i) => html`<option value=${i}>${label}</option>`)}</select>
      <button type="button" class="text-button" @click=${add}>${msg('Add')}</button></span
    >`;
  }

  private renderActions(chosen: ChosenStudy) {
    const { computation, wrong } = this;
    const { running, info, rows, failed, problem, secondsLeft, seconds } = computation;
    const count = countRuns(chosen.study);
    const tooMany = count > mostRunsHere;
    const told =
      wrong ||
      problem ||
      (tooMany
        ? msg(str`${count} runs are more than the page computes (${mostRunsHere}); the program “slipstick study” computes them.`)
        : '');
    const left = running && secondsLeft !== null ? `, ${msg(str`${formatDuration(secondsLeft)} left`)}` : '';
    const time = !running && rows.length > 0 ? ` ${msg(str`in ${formatDuration(seconds)}`)}` : '';
    const said = info
      ? `${msg(str`${rows.length} of ${info.runs} runs`)}${time}${left}${failed > 0 ? `; ${msg(str`${failed} failed`)}` : ''}`
      : '';
    return html`<div class="study-actions">
        ${
          running
            ? html`<button type="button" class="outline-button" @click=${() => computation.stop()}>${common.stop()}</button>`
            : html`<button type="button" class="main-button study-start" ?disabled=${!(count >= 1) || tooMany} @click=${this.start}>
                ${Number.isFinite(count) ? msg(str`Compute ${count} runs`) : msg('Compute runs')}
              </button>`
        }
        ${!running && info && !computation.complete ? html`<button type="button" class="outline-button" @click=${() => computation.resume()}>${common.goOn()}</button>` : nothing}
        ${info ? html`<progress max=${info.runs} value=${rows.length} aria-label=${texts.runsComputed()}></progress>` : nothing}
        <span class="quiet" role="status" data-runs=${rows.length} data-running=${running}>${said}</span>
      </div>
      ${told ? html`<p class="study-problem" role="alert">${told}</p>` : nothing}`;
  }

  private readonly start = () => {
    const { session, computation } = this;
    const { model } = session.runner;
    const { opened } = session;
    if (!model || !opened) return;
    const chosen = this.chosenOf(model);
    const names = Object.keys(chosen.study.vary);
    const values = session.parameters.linked;
    const fixed = Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
    this.mapped = 0;
    this.awaited = true;
    this.family.clear();
    void computation.start({ document: JSON.stringify(withStudy(opened.document, chosen)), fixed, near: this.present(model) });
  };

  private present(model: ModelInfo): Record<string, number> {
    const { parameters } = this.session;
    return Object.fromEntries(model.parameters.map(({ name, value }) => [name, parameters.value(name) ?? value]));
  }

  private renderResults(model: ModelInfo) {
    const { info, rows, complete, task } = this.computation;
    if (!info || !task || rows.length === 0) return nothing;
    if (!info.parameters.every((name) => model.parameters.some((parameter) => parameter.name === name))) return nothing;
    const { measures = {}, study } = JSON.parse(task.document) as ComputedDocument;
    const named = Object.entries(measures).map(([name, { label = '', unit = '' }]) => ({ name, label, unit }));
    const [first] = Object.values(study.vary);
    const linear = this.linear?.info === info ? this.linear.found : null;
    const results: Results = {
      model: { ...model, measures: named },
      info,
      rows,
      present: this.present(model),
      complete,
      logarithmic: !Array.isArray(first) && (first as StudyRange | undefined)?.logarithmic === true,
      linear: typeof linear === 'string' ? null : linear,
    };
    const axes = info.parameters.length;
    return html`
      ${typeof linear === 'string' ? html`<p class="study-problem" role="alert">${msg(str`There is no linear response: ${linear}.`)}</p>` : nothing}
      ${axes === 1 ? info.measures.map((_, i) => this.renderFigure(measureFigure(results, i))) : nothing}
      ${axes === 2 && info.measures.length > 0 ? this.renderMap(results, isGrid(study) ? mapFigure : scatterFigure) : nothing}
      ${axes === 1 ? this.renderFamily(results) : nothing} ${this.renderTable(results)}
    `;
  }

  private renderFigure(figure: StudyFigure) {
    return html`<slip-study-chart .figure=${figure} .open=${this.open}></slip-study-chart>`;
  }

  private renderMap(results: Results, figure: typeof mapFigure) {
    const { measures } = results.info;
    const choose = (event: Event) => {
      this.mapped = Number((event.target as HTMLSelectElement).value);
    };
    return html`${
      measures.length > 1
        ? html`<label class="study-field"><span class="quiet">${msg('Map of')}</span>
            <select @change=${choose}>${measures.map((name, i) => html`<option value=${i} ?selected=${i === this.mapped} lang=${this.session.languageOf(measureOf(results, i).label) || nothing}>${measureOf(results, i).label || name}</option>`)}</select></label>`
        : nothing
    }
    ${this.renderFigure(figure(results, Math.min(this.mapped, measures.length - 1)))}`;
  }

  private renderFamily(results: Results) {
    const { model } = results;
    const { task } = this.computation;
    const channels = model.sensors.flatMap(({ name, components, unit }) =>
      components.map((part, component) => ({ channel: { sensor: name, component }, label: `${name} ${part}`.trim(), unit })),
    );
    if (channels.length === 0 || !task) return nothing;
    const { curves, running, channel } = this.family;
    const at = channels.findIndex(({ channel: each }) => each.sensor === channel?.sensor && each.component === channel?.component);
    const choose = (event: Event) => {
      const picked: SensorChannel | undefined = channels[Number((event.target as HTMLSelectElement).value)]?.channel;
      if (picked) void this.family.start(task, results, picked);
      else this.family.clear();
    };
    return html`<label class="study-field"><span class="quiet">${msg('Curves of all runs')}</span>
        <select @change=${choose}><option value="-1" ?selected=${at < 0}>${msg('none')}</option>
          ${channels.map(({ label }, i) => html`<option value=${i} ?selected=${i === at}>${label}</option>`)}
        </select></label>
      ${running ? html`<p class="quiet" role="status">${msg(str`${curves.length} curves computed …`)}</p>` : nothing}
      ${at >= 0 && curves.length > 0 ? this.renderFigure(familyFigure(results, curves, channels[at])) : nothing}`;
  }

  private renderTable(results: Results) {
    const { info, rows } = results;
    const sorted = [...rows].sort((one, other) => one.run - other.run);
    const failed = sorted.filter(({ status }) => status !== 'ok');
    const shown = [...failed, ...sorted.filter(({ status }) => status === 'ok')]
      .slice(0, shownRows)
      .sort((one, other) => one.run - other.run);
    const save = () => download(`${fileName(results.model.title)}-study.csv`, 'text/csv', rowsCsv(info, rows));
    return html`<details class="study-rows">
        <summary>${tableTitle()}</summary>
        <div class="study-table" role="group" aria-label=${tableTitle()} tabindex="0">
          <table class="figures">
            <caption class="hidden">${msg('Runs of the study')}</caption>
            <thead><tr><th scope="col">${msg('Run', { id: 'run-number', desc: 'heading of the column with the numbers of the runs' })}</th>
              ${info.parameters.map((name) => html`<th scope="col" class="number">${name}</th>`)}
              ${info.measures.map((name, i) => html`<th scope="col" class="number" lang=${this.session.languageOf(measureOf(results, i).label) || nothing}>${measureOf(results, i).label || name}</th>`)}
              <th scope="col">${msg('Remark')}</th></tr></thead>
            <tbody>${shown.map(
              (row) => html`<tr data-status=${row.status}>
                <th scope="row"><button type="button" class="outline-button" aria-label=${msg(str`Open run ${row.run}: ${rowText(results, row, [])}`)} @click=${() => this.open(row.run)}>${row.run}</button></th>
                ${row.values.map((value) => html`<td class="number">${formatNumber(value)}</td>`)}
                ${row.measures.map((value) => html`<td class="number">${value === null ? '–' : formatNumber(value)}</td>`)}
                <td>${row.status === 'ok' ? row.message : `${row.status}: ${row.message}`}</td></tr>`,
            )}</tbody>
          </table>
        </div>
        ${sorted.length > shown.length ? html`<p class="quiet">${msg(str`${shown.length} of ${sorted.length} rows, failed ones first; the file has all.`)}</p>` : nothing}
      </details>
      <button type="button" class="text-button" @click=${save}>${common.saveAsCsv()}</button>`;
  }

  /** Opens a run with its parameter values; the previous run remains for comparison. */
  private readonly open = (run: number) => {
    const { info, values } = this.computation;
    if (!info) return;
    const size = info.parameters.length;
    const set = info.parameters.map((name, axis) => [name, tidy(values[run * size + axis])] as const);
    this.session.parameters.changeAll(Object.fromEntries(set));
  };
}
