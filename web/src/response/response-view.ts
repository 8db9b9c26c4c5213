import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { LinearModel, LinearSignals } from '../../../wasm/engine/types';
import { renderMessage } from '../engine';
import { displayUnit, formatNumber } from '../format/quantity';
import { logarithmicRange, magnitude, type Range } from '../format/range';
import { common } from '../format/texts';
import { axisRange } from '../plots';
import { watch } from '../state/observable';
import { download, fileName } from '../ui/download';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { bodeOf, naturalFrequencies, type Root, rootsOf } from './curves';
import type { ResponseFigure } from './response-chart';
import './response-chart';
import './response.css';

const frequencyText = () => msg('frequency');
const texts = {
  frequencyHead: () => msg('frequency [Hz]'),
  dampingHead: () => msg('damping ratio'),
};
const frequencyIn = (title: string) => msg(str`Frequency in ${title}`);

/** Linear input-output models: frequency response, poles and zeros, step response. */
@customElement('slip-response')
export class ResponseView extends SessionView {
  @state() private signals: LinearSignals | null = null;
  @state() private model: LinearModel | null = null;
  @state() private problem = '';
  @state() private busy = false;
  @state() private input = '';
  @state() private output = '';
  @state() private atStart = true;
  /** Counts requests, of which only the last one's answer is shown. */
  private request = 0;

  protected override whileInPage() {
    return [
      watch(
        () => [this.session.opened?.text, JSON.stringify(this.session.parameters.values)].join('\n'),
        () => void this.read(),
      ),
    ];
  }

  /** Reads the names of inputs and outputs; numbers of another model or other parameters are dropped. */
  private async read(): Promise<void> {
    const request = ++this.request;
    this.model = null;
    this.problem = '';
    this.busy = false;
    const { runner, opened, parameters } = this.session;
    const signals = await runner
      .prepare()
      .then((engine) => engine.linearSignals(opened?.text ?? '', parameters.values))
      .catch(() => null);
    if (request !== this.request) return;
    this.signals = signals;
    const has = (list: readonly { name: string }[], name: string) => list.some((each) => each.name === name);
    if (signals && !has(signals.inputs, this.input)) this.input = signals.inputs[0]?.name ?? '';
    if (signals && !has(signals.outputs, this.output)) this.output = signals.outputs[0]?.name ?? '';
  }

  private readonly compute = async (): Promise<void> => {
    const request = ++this.request;
    const { runner, opened, parameters, cursor } = this.session;
    const time = this.atStart ? null : cursor.time;
    const isFirst = this.model === null; // later ones replace it in place, with the choices in view
    this.busy = true;
    this.problem = '';
    try {
      const engine = await runner.prepare();
      const model = await engine.linearise(opened?.text ?? '', { inputs: [this.input], outputs: [this.output], time }, parameters.values);
      if (request !== this.request) return;
      this.problem = model.problem;
      this.model = model.problem ? null : model;
    } catch (error) {
      if (request !== this.request) return;
      this.problem = error instanceof Error ? error.message : String(error);
      this.model = null;
    }
    this.busy = false;
    await this.updateComplete;
    if (isFirst) this.querySelector('[data-state=done]')?.scrollIntoView({ block: 'nearest' });
  };

  protected override render() {
    const { signals } = this;
    if (!signals) return html`<p class="quiet">${common.loading()}</p>`;
    if (signals.inputs.length === 0)
      return html`<p>${msg('A response needs an input: add a load, a constraint or an input to the model.')}</p>`;
    return html`
      <p class="quiet">${msg('Natural frequencies, and how an output follows an input at each frequency, for small deviations from an equilibrium or a steady motion.')}</p>
      ${this.renderForm(signals)}
      ${this.problem ? html`<p class="response-problem" role="alert">${this.problem}</p>` : nothing}
      ${this.model ? this.renderModel(this.model) : nothing}
    `;
  }

  private renderForm({ inputs, outputs }: LinearSignals) {
    const kinds = {
      load: msg('Loads', { id: 'response-loads', desc: 'inputs of a linear model' }),
      input: msg('Inputs of the model'),
      motion: msg('Prescribed motions'),
    };
    const option = (name: string, chosen: string) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`;
    const choose = (act: (value: string) => void) => (event: Event) => {
      act((event.target as HTMLSelectElement).value);
      if (this.model || this.problem) void this.compute();
    };
    return html`<div class="response-form">
      <label><span class="quiet">${msg('Input')}</span>
        <select @change=${choose((value) => {
          this.input = value;
        })}>
          ${(['input', 'load', 'motion'] as const).map((kind) => {
            const own = inputs.filter((each) => each.kind === kind);
            return own.length > 0
              ? html`<optgroup label=${kinds[kind]}>${own.map(({ name }) => option(name, this.input))}</optgroup>`
              : nothing;
          })}
        </select></label>
      <label><span class="quiet">${msg('Output')}</span>
        <select @change=${choose((value) => {
          this.output = value;
        })}>${outputs.map(({ name }) => option(name, this.output))}</select></label>
      <label><span class="quiet">${msg('State', { id: 'response-state', desc: 'about which a model is linearised' })}</span>
        <select @change=${choose((value) => {
          this.atStart = value === 'start';
        })}>
          <option value="start" ?selected=${this.atStart}>${msg('at the start')}</option>
          <option value="cursor" ?selected=${!this.atStart}>${msg('at the time cursor')}</option>
        </select></label>
      <button type="button" class="main-button" ?disabled=${this.busy} @click=${this.compute}>${msg('Compute')}</button>
    </div>`;
  }

  private renderModel(model: LinearModel) {
    const figures = figuresOf(model);
    return html`
      <div data-state="done">
        <p>${msg(str`Linear model at ${formatNumber(model.time, 4)} s with ${model.states.length} states.`)}</p>
        ${model.notes.map((note) => html`<p class="response-note" role="note">${renderMessage(note)}</p>`)}
        ${this.renderNatural(model)} ${this.renderRoots(model)}
        ${figures.map((figure) => html`<slip-response-chart .figure=${figure}></slip-response-chart>`)}
        <div class="response-actions">
          <button type="button" class="text-button" @click=${() => this.save('json')}>${msg('Save as JSON')}</button>
          <button type="button" class="text-button" @click=${() => this.save('csv')}>${common.saveAsCsv()}</button>
          <button type="button" class="text-button" @click=${() => this.save('m')}>${msg('Save for MATLAB')}</button>
        </div>
      </div>
    `;
  }

  private renderNatural({ poles }: LinearModel) {
    const found = naturalFrequencies(poles);
    if (found.length === 0)
      return html`<p>${msg('There are no natural frequencies, because nothing in this model oscillates by itself.')}</p>`;
    return html`<table class="figures response-natural">
      <caption>${msg('Natural frequencies')}</caption>
      <thead><tr>
        <th scope="col"></th>
        <th scope="col" class="number">${texts.frequencyHead()}</th>
        <th scope="col" class="number">${texts.dampingHead()}</th>
      </tr></thead>
      <tbody>${found.map(
        ({ frequency, damping }, i) => html`<tr>
          <th scope="row">${formatNumber(i + 1)}</th>
          <td class="number">${formatNumber(frequency)}</td>
          <td class="number">${formatNumber(damping, 4)}</td>
        </tr>`,
      )}</tbody>
    </table>`;
  }

  private renderRoots({ poles, zeros }: LinearModel) {
    const row = (kind: string, { real, imaginary }: Root) => {
      const size = Math.hypot(real, imaginary);
      return html`<tr>
        <th scope="row">${kind}</th>
        <td class="number">${formatNumber(real, 4)}${imaginary > 0 ? ` ± ${formatNumber(imaginary, 4)} i` : ''}</td>
        <td class="number">${formatNumber(size / (2 * Math.PI), 4)}</td>
        <td class="number">${size > 0 ? formatNumber(-real / size, 4) : '–'}</td>
      </tr>`;
    };
    return html`<table class="figures response-roots">
      <caption>${msg('Poles and zeros')}</caption>
      <thead><tr>
        <th scope="col"></th>
        <th scope="col" class="number">${msg('value [1/s]')}</th>
        <th scope="col" class="number">${texts.frequencyHead()}</th>
        <th scope="col" class="number">${texts.dampingHead()}</th>
      </tr></thead>
      <tbody>
        ${rootsOf(poles).map((root) => row(msg('Pole'), root))}
        ${rootsOf(zeros[0][0] ?? []).map((root) => row(msg('Zero'), root))}
      </tbody>
    </table>`;
  }

  private save(kind: 'json' | 'csv' | 'm'): void {
    const { model } = this;
    if (!model) return;
    const name = `${fileName(this.session.runner.model?.title ?? '')}-response`;
    const { csv, matlab, response: _, frequencies: __, step: ___, problem: ____, ...matrices } = model;
    if (kind === 'json') download(`${name}.json`, 'application/json', `${JSON.stringify(matrices, null, 2)}\n`);
    else if (kind === 'csv') download(`${name}.csv`, 'text/csv', csv);
    else download(`${name.replaceAll('-', '_')}.m`, 'text/plain', matlab);
  }
}

/** Magnitude, phase, Nyquist plot and step response of the first input and output. */
function figuresOf(model: LinearModel): ResponseFigure[] {
  const [output, input] = [model.outputs[0], model.inputs[0]];
  const pair = `${output.name} / ${input.name}`;
  const unit = output.unit === input.unit ? '' : [output.unit || '1', input.unit && `(${input.unit})`].filter(Boolean).join('/');
  const bode = bodeOf(model, 0, 0);
  const plain = { factor: 1, text: '' };
  const hertz = { factor: 1, text: 'Hz' };
  const frequency = {
    label: frequencyText(),
    range: [bode.frequency[0], bode.frequency[bode.frequency.length - 1]] as Range,
    unit: hertz,
    logarithmic: true,
  };
  const own = { factor: 1, text: unit };
  const round = (values: readonly number[]) => axisRange([values.filter(Number.isFinite)], 0.05);
  const steps = model.step.values[0][0].map((value) => value ?? Number.NaN);
  const steppedUnit = displayUnit(output.unit, magnitude(round(steps)));
  const duration = model.step.time[model.step.time.length - 1];
  const names = {
    magnitude: msg(str`Magnitude: ${pair}`),
    phase: msg(str`Phase: ${pair}`),
    nyquist: msg(str`Nyquist plot: ${pair}`),
    step: msg(str`Response of ${output.name} to a unit step of ${input.name}`),
  };
  return [
    {
      title: names.magnitude,
      name: frequencyIn(names.magnitude),
      x: frequency,
      y: { label: msg('magnitude'), range: logarithmicRange([bode.magnitude], 1e-12), unit: own, logarithmic: true },
      xs: bode.frequency,
      ys: bode.magnitude,
    },
    {
      title: names.phase,
      name: frequencyIn(names.phase),
      x: frequency,
      y: { label: msg('phase'), range: round(bode.phase), unit: { factor: 1, text: '°' } },
      xs: bode.frequency,
      ys: bode.phase,
    },
    {
      title: names.nyquist,
      name: frequencyIn(names.nyquist),
      x: { label: msg('real part'), range: round(bode.real), unit: own },
      y: { label: msg('imaginary part'), range: round(bode.imaginary), unit: own },
      xs: bode.real,
      ys: bode.imaginary,
      at: { label: frequencyText(), values: bode.frequency, unit: 'Hz' },
      mark: unit ? undefined : { x: -1, y: 0 },
    },
    {
      title: names.step,
      name: msg(str`Time in ${names.step}`),
      x: { label: 't', range: [0, duration], unit: displayUnit('s', duration) },
      y: { label: output.name, range: round(steps), unit: steppedUnit.text ? steppedUnit : plain },
      xs: model.step.time,
      ys: steps,
    },
  ];
}
