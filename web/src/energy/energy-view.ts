import { consume } from '@lit/context';
import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { RecordedHistory } from '../../../wasm/engine/history';
import { renderMessage } from '../engine';
import { common } from '../format/texts';
import { type FigureStyle, type PlotFigure, sensorPlot } from '../plots';
import { endedRun } from '../state/measured-run';
import { watch } from '../state/observable';
import { type Recording, timeSpan } from '../state/recording';
import { type Asking, askingContext } from '../ui/asking';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { aboveMinimum, dissipationQuestion } from './balance';
import type { EnergyPlot } from './energy-plot';
import { type Measured, RunEnergies } from './run-energies';
import { sentence } from './sentence';
import './energy-plot';
import './energy.css';

const labels = () => [
  msg('kinetic'),
  msg('potential, above its minimum'),
  msg('dissipated'),
  msg('energy at the start and work of loads'),
  msg('unexplained'),
];

/** The energies of the run shown, from a second run with sensors, and the part that they do not explain. */
@customElement('slip-energy')
export class EnergyView extends SessionView {
  @consume({ context: askingContext }) asking!: Asking;
  @state() private asked = false;
  private drawn: { of: Measured; plotted: Recording } | null = null;
  private spec = sensorPlot('', 'J', [], null);

  private get energies(): RunEnergies {
    return this.session.part(RunEnergies);
  }

  protected override whileInPage() {
    return [
      watch(
        () => endedRun(this.session),
        () => void this.energies.measure(),
      ),
    ];
  }

  protected override willUpdate(): void {
    const { measured } = this.energies;
    const { model } = this.session.runner;
    if (!measured || !model) this.drawn = null;
    else if (this.drawn?.of !== measured) this.drawn = { of: measured, plotted: plottedOf(model, measured) };
    const curves = labels().map((label) => ({ sensor: label, component: 0, label }));
    const spec = sensorPlot(common.energy(), 'J', curves, null);
    if (JSON.stringify(spec) !== JSON.stringify(this.spec)) this.spec = spec;
  }

  protected override render() {
    const { drawn, spec, energies } = this;
    const { cursor, runner } = this.session;
    const span = runner.model ? timeSpan(runner.model) : [0, 1];
    return html`<div data-state=${energies.running ? 'running' : 'done'}>
      ${this.renderSentences()}
      <slip-energy-plot .spec=${spec} .recording=${drawn?.plotted ?? null} .span=${span} .cursor=${cursor}></slip-energy-plot>
    </div>`;
  }

  private renderSentences() {
    const { measured, running, problem, isEmpty, possible } = this.energies;
    const { opened, runner } = this.session;
    const hasSamples = !isEmpty && (runner.recording !== null || runner.phase === 'running' || runner.phase === 'idle');
    const note = (text: unknown, kind = 'quiet') => html`<p class=${`energy-note ${kind}`} role="status">${text}</p>`;
    if (running) return note(msg('The model runs once more to measure its energies …'));
    if (!possible) return note(msg('There is no balance of energy: the analysis has no dynamic step.'));
    if (!hasSamples) return note(msg('This run has fewer than two samples, so there is no balance of energy.'));
    return [
      problem ? note(renderMessage(problem), 'plot-problem') : '',
      measured ? note(sentence(measured, opened?.document ?? {}), measured.isLarge ? 'energy-warning' : 'quiet') : '',
      measured && this.asking.isPossible ? this.renderAsk(measured) : '',
    ];
  }

  private renderAsk({ energies }: Measured) {
    const ask = async () => {
      await this.asking.ask(dissipationQuestion(energies));
      this.asked = true;
    };
    return html`<p class="energy-note">
      <button type="button" class="text-button" @click=${ask}>${msg('Ask for the dissipated energy in a task')}</button>
      ${this.asked ? html`<span role="status">${common.questionAdded()}</span>` : nothing}
    </p>`;
  }

  protected override updated(): void {
    const { view } = this.session;
    if (view.aim?.at !== 'energy') return;
    view.arrive();
    this.scrollIntoView({ block: 'nearest' });
  }

  /** The contents for a picture of the plot; null while nothing is drawn. */
  figure(style: FigureStyle, size: { width: number; height: number } | null): PlotFigure | null {
    return this.querySelector<EnergyPlot>('slip-energy-plot')?.figure(style, size) ?? null;
  }
}

/** The curves as sensors of a recording. */
function plottedOf(model: Recording['model'], { energies, balance }: Measured): Recording {
  const potential = aboveMinimum(energies.potential);
  const start = energies.kinetic[0] + potential[0] + energies.dissipated[0] - energies.supplied[0];
  const columns = [energies.kinetic, potential, energies.dissipated, energies.supplied.map((value) => value + start), balance.unexplained];
  const sensors = labels().map((name, i) => ({ name, unit: 'J', components: [''], column: 1 + i }));
  const shown = { ...model, width: 1 + sensors.length, sensors, poses: [], profiles: [], solver: [] };
  const history = new RecordedHistory();
  history.configure(shown);
  history.append({ samples: energies.time.length, columns: [energies.time, ...columns] });
  return { model: shown, history };
}
