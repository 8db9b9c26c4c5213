import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { RecordedHistory } from '../../../wasm/engine/history';
import { formatNumber } from '../format/quantity';
import { common } from '../format/texts';
import { type FigureStyle, type PlotFigure, sensorPlot } from '../plots';
import type { ModelDocument } from '../state/document';
import { MeasuredRun } from '../state/measured-run';
import { watch } from '../state/observable';
import { type Recording, timeSpan } from '../state/recording';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { aboveMinimum, type Balance, balanceOf, type Energies, energiesOf, energySensors, usualUnexplained } from './balance';
import type { EnergyPlot } from './energy-plot';
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
  private readonly run = new MeasuredRun(() => this.session.runner.prepare());
  private drawn: { of: Recording; plotted: Recording; balance: Balance } | null = null;
  private spec = sensorPlot('', 'J', [], null);

  protected override whileInPage() {
    const { session, run } = this;
    const { runner } = session;
    return [
      watch(
        () => [runner.phase, runner.recording, session.opened] as const,
        ([phase, recording, opened]) => {
          if (opened && recording && (phase === 'finished' || phase === 'stopped' || phase === 'cancelled'))
            void run.start(opened.document, recording, energySensors);
        },
      ),
      () => run.clear(),
    ];
  }

  protected override willUpdate(): void {
    const { recording, names } = this.run;
    if (!recording) this.drawn = null;
    else if (this.drawn?.of !== recording) {
      const energies = energiesOf(recording, names);
      this.drawn = energies && { of: recording, ...plottedOf(recording, energies) };
    }
    const curves = labels().map((label) => ({ sensor: label, component: 0, label }));
    const spec = sensorPlot(common.energy(), 'J', curves, null);
    if (JSON.stringify(spec) !== JSON.stringify(this.spec)) this.spec = spec;
  }

  protected override render() {
    const { drawn, run, spec } = this;
    const { cursor, runner } = this.session;
    const span = runner.model ? timeSpan(runner.model) : [0, 1];
    return html`<div data-state=${run.running ? 'running' : 'done'}>
      <slip-energy-plot .spec=${spec} .recording=${drawn?.plotted ?? null} .span=${span} .cursor=${cursor}></slip-energy-plot>
      ${this.renderSentence()}
    </div>`;
  }

  private renderSentence() {
    const { drawn, run } = this;
    const { opened } = this.session;
    if (run.running)
      return html`<p class="energy-note quiet" role="status">${msg('The model runs once more to measure its energies …')}</p>`;
    const problem = run.problem ? html`<p class="energy-note plot-problem" role="status">${run.problem}</p>` : nothing;
    if (!drawn)
      return run.recording
        ? html`<p class="energy-note quiet" role="status">${msg('This run has fewer than two samples, so there is no balance of energy.')}</p>`
        : problem;
    const isLarge = drawn.balance.relative > usualUnexplained;
    return html`${problem}<p class=${isLarge ? 'energy-note energy-warning' : 'energy-note quiet'} role="status">${sentence(drawn.balance, opened?.document ?? {})}</p>`;
  }

  /** The contents for a picture of the plot; null while nothing is drawn. */
  figure(style: FigureStyle, size: { width: number; height: number } | null): PlotFigure | null {
    return this.querySelector<EnergyPlot>('slip-energy-plot')?.figure(style, size) ?? null;
  }
}

/** The curves as sensors of a recording, and the balance. */
function plottedOf({ model, history }: Recording, energies: Energies): { plotted: Recording; balance: Balance } {
  const balance = balanceOf(energies);
  const potential = aboveMinimum(energies.potential);
  const start = energies.kinetic[0] + potential[0] + energies.dissipated[0] - energies.supplied[0];
  const columns = [energies.kinetic, potential, energies.dissipated, energies.supplied.map((value) => value + start), balance.unexplained];
  const sensors = labels().map((name, i) => ({ name, unit: 'J', components: [''], column: 1 + i }));
  const shown = { ...model, width: 1 + sensors.length, sensors, poses: [], profiles: [], solver: [] };
  const recorded = new RecordedHistory();
  recorded.configure(shown);
  recorded.append({ samples: history.samples, columns: [energies.time, ...columns] });
  return { plotted: { model: shown, history: recorded }, balance };
}

function sentence(balance: Balance, document: ModelDocument): string {
  const { relative, scale, isExchange, at, falls } = balance;
  if (scale === 0) return msg('No energy is exchanged in this run.');
  const part = formatNumber(100 * relative, 2);
  const all = formatNumber(scale, 3);
  const found = isExchange
    ? msg(str`${part} % of the exchanged energy of ${all} J is unexplained.`)
    : msg(str`${part} % of the kinetic energy of ${all} J is unexplained.`);
  if (relative <= usualUnexplained) return found;
  const reason =
    falls && isDamped(document)
      ? msg('The numerical damping of the integrator takes energy from motions that the steps hardly resolve; see spectralRadius.')
      : msg('Shorter steps, or smaller tolerances, reduce it.');
  return `${found} ${msg(str`Most of it arises at ${formatNumber(at, 3)} s.`)} ${reason}`;
}

/** Whether a dynamic step of the analysis may have numerical damping. */
function isDamped({ analysis }: ModelDocument): boolean {
  const steps = (Array.isArray(analysis) ? analysis : [analysis]) as (
    | { type?: unknown; solver?: unknown; generalizedAlpha?: { spectralRadius?: unknown } }
    | undefined
  )[];
  return steps.some(
    (step) =>
      step?.type === 'dynamic' && (step.solver ?? 'GeneralizedAlpha') === 'GeneralizedAlpha' && step.generalizedAlpha?.spectralRadius !== 1,
  );
}
