import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Message } from '../../../wasm/engine/types';
import { reasonOf, remarkOf, renderMessage } from '../engine';
import { countText } from '../format/count';
import { formatDuration, formatNumber } from '../format/quantity';
import { common } from '../format/texts';
import { sensorPlot } from '../plots';
import type { TimeCursor } from '../state/cursor';
import type { ComparedRun } from '../state/kept-runs';
import { type Recording, timeSpan } from '../state/recording';
import type { Runner } from '../state/runner';
import { html } from '../ui/html';
import { View } from '../ui/view';
import { figures, solverRecording } from './solver-figures';
import { texts } from './texts';
import './statistics.css';

/** The solver's figures of the run shown: totals, and their course over time. */
@customElement('slip-statistics')
export class StatisticsView extends View {
  @property({ attribute: false }) runner!: Runner;
  @property({ attribute: false }) compared: readonly ComparedRun[] = [];
  @property({ attribute: false }) cursor!: TimeCursor;
  private readonly plots = figures().map(({ title, unit, curves }) => sensorPlot(title, unit, curves, 0));
  private figures: { of: Recording; recording: Recording | null } | null = null;

  protected override render() {
    const { state, recording } = this.runner;
    const statistics = ('statistics' in state ? state.statistics : null) ?? recording?.statistics;
    if (!statistics) return html`<p class="quiet">${msg('Figures appear after the first run.')}</p>`;
    const time = recording?.history.time;
    const simulated = time && time.length > 0 ? time[time.length - 1] - time[0] : 0;
    const perStep = statistics.steps > 0 ? formatNumber(statistics.newtonIterations / statistics.steps, 3) : '–';
    const rows: [string, string, string][] = [
      [msg('Steps'), countText(statistics.steps), msg('accepted steps of the time integration')],
      [texts.newtonIterations(), countText(statistics.newtonIterations), msg(str`${perStep} per step`)],
      [msg('Discontinuous iterations'), countText(statistics.discontinuousIterations), msg('repeats because contact or friction changed')],
      [msg('Jacobians'), countText(statistics.jacobians), msg('tangents computed and factorised')],
      [msg('Rejected steps'), countText(statistics.rejectedSteps), msg('repeated with a smaller step')],
      [msg('Samples'), countText(recording?.history.samples ?? 0), keptText(recording?.history.keptEvery ?? 1)],
      [msg('Computing time'), formatDuration(statistics.wallSeconds), msg('without pauses')],
      [
        msg('Real-time factor'),
        statistics.wallSeconds > 0 ? `${formatNumber(simulated / statistics.wallSeconds, 3)}×` : '–',
        msg('simulated time over computing time'),
      ],
    ];
    return html`${this.renderWarnings([
      statistics.sharedLoads,
      statistics.notReached,
      statistics.held,
      statistics.unbalanced,
      remarkOf(statistics, 'caution'),
      statistics.advice,
    ])}<table class="figures">
      <caption class="hidden">${msg('Figures of the solver')}</caption>
      <tbody>
        ${rows.map(([name, value, remark]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td><td class="quiet">${remark}</td></tr>`)}
      </tbody>
    </table>
    ${this.renderPlots()}`;
  }

  private renderWarnings(said: readonly (string | Message)[]) {
    const { issues, error } = this.runner;
    const texts = [
      ...issues.map((issue) => html`${issue.pointer || common.document()}: ${renderMessage(issue)}`),
      ...said.filter((each) => each).map(renderMessage),
      ...(error ? [renderMessage(reasonOf(error))] : []),
    ];
    return texts.length > 0 ? html`<ul class="figure-warnings">${texts.map((text) => html`<li>${text}</li>`)}</ul>` : nothing;
  }

  private renderPlots() {
    const { recording } = this.runner;
    if (!recording) return nothing;
    if (this.figures?.of !== recording) this.figures = { of: recording, recording: solverRecording(recording) };
    const { recording: solver } = this.figures;
    if (!solver) return nothing;
    const compared = this.compared.flatMap((run) => {
      const solved = solverRecording(run.recording);
      return solved ? [{ ...run, recording: solved }] : [];
    });
    return html`<div class="figure-plots">
      ${this.plots.map(
        (spec) =>
          html`<slip-plot .spec=${spec} .recording=${solver} .compared=${compared} .span=${timeSpan(recording.model)} .cursor=${this.cursor}></slip-plot>`,
      )}
    </div>`;
  }
}

function keptText(keptEvery: number): string {
  return keptEvery === 1 ? msg('all recorded samples') : msg(str`one of ${keptEvery} recorded samples, to save memory`);
}
