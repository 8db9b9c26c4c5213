import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { View } from '../app/view';
import { formatDuration, formatNumber } from '../model/quantity';
import type { Runner } from './runner';

/** The solver's figures of the run shown. */
@customElement('slip-statistics')
export class StatisticsView extends View {
  @property({ attribute: false }) runner!: Runner;

  protected override follows() {
    return [{ source: this.runner }];
  }

  protected override render() {
    const { statistics, recording } = this.runner;
    if (!statistics) return html`<p class="quiet">The figures appear with the first run.</p>`;
    const time = recording?.history.time;
    const simulated = time && time.length > 0 ? time[time.length - 1] - time[0] : 0;
    const perStep = statistics.steps > 0 ? formatNumber(statistics.newtonIterations / statistics.steps, 3) : '–';
    const rows: [string, string, string][] = [
      ['Steps', count(statistics.steps), 'accepted steps of the time integration'],
      ['Newton iterations', count(statistics.newtonIterations), `${perStep} per step`],
      ['Discontinuous iterations', count(statistics.discontinuousIterations), 'repeats because contact or friction changed'],
      ['Jacobians', count(statistics.jacobians), 'tangents computed and factorised'],
      ['Rejected steps', count(statistics.rejectedSteps), 'repeated with a smaller step'],
      ['Samples', count(recording?.history.samples ?? 0), keptText(recording?.history.keptEvery ?? 1)],
      ['Computing time', formatDuration(statistics.wallSeconds), 'without pauses'],
      [
        'Real-time factor',
        statistics.wallSeconds > 0 ? `${formatNumber(simulated / statistics.wallSeconds, 3)}×` : '–',
        'simulated time over computing time',
      ],
    ];
    return html`<table class="figures">
      <caption class="hidden">Figures of the solver</caption>
      <tbody>
        ${rows.map(([name, value, remark]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td><td class="quiet">${remark}</td></tr>`)}
      </tbody>
    </table>`;
  }
}

function count(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

function keptText(keptEvery: number): string {
  return keptEvery === 1 ? 'all recorded samples are kept' : `one of ${keptEvery} recorded samples is kept, to save memory`;
}
