import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Issue, ModelInfo, Progress, Statistics } from '../../../wasm/engine/types';
import { messageText, reasonOf, remarkOf, renderMessage } from '../engine';
import { formatDuration, formatNumber, withUnit } from '../format/quantity';
import { common } from '../format/texts';
import { watch } from '../state/observable';
import { timeSpan } from '../state/recording';
import type { Runner, RunState } from '../state/runner';
import { html } from '../ui/html';
import { issuePlace } from '../ui/place';
import { View } from '../ui/view';
import './run-status.css';

const showDelay = 300; // ms before progress is shown, so that it does not flash in short runs

/** The status of the run in one line: progress and a cancel button, its duration, or the reason why it stopped. */
@customElement('slip-run-status')
export class RunStatus extends View {
  @property({ attribute: false }) runner!: Runner;
  @property({ attribute: false }) again!: () => void;
  /** Navigates to the location of an issue; null if it is not visible. */
  @property({ attribute: false }) go: ((issue: Issue) => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The status text of the last complete run, which remains visible until the next run has a status to show. */
  private done = '';

  protected override whileInPage() {
    return [
      watch(
        () => this.runner.state,
        ({ phase }) => this.drawLater(phase === 'running'),
      ),
      () => clearTimeout(this.timer),
    ];
  }

  protected override render() {
    const { runner } = this;
    const { state } = runner;
    const slow = state.phase === 'running' && performance.now() - state.startedAt > showDelay;
    const fraction = slow ? (state.progress?.fraction ?? 0) : 0;
    return html`
      <div class="run-line" aria-hidden="true"><div class="run-fill" style=${`width:${100 * fraction}%`}></div></div>
      <div class="run-status" data-phase=${state.phase}>
        <p class="run-sentence" role="status">${this.sentence(slow)}</p>
        ${slow ? html`<button type="button" class="text-button" @click=${() => runner.cancel()}>${common.cancel()}</button>` : nothing}
        ${
          state.phase === 'broken' || state.phase === 'cancelled'
            ? html`<button type="button" class="text-button" @click=${this.again}>${msg('Run again')}</button>`
            : nothing
        }
      </div>
      ${this.renderWarnings()}
    `;
  }

  private renderWarnings() {
    const { warnings, state } = this.runner;
    const statistics = 'statistics' in state ? state.statistics : null;
    const advice = statistics && (remarkOf(statistics, 'caution') || statistics.unbalanced || statistics.advice);
    if (advice) return html`<p class="run-advice" role="status">${renderMessage(advice)}</p>${this.renderList(warnings)}`;
    return this.renderList(warnings);
  }

  private renderList(warnings: readonly Issue[]) {
    if (warnings.length === 0) return nothing;
    return html`<details class="warnings">
      <summary>${warnings.length === 1 ? msg('One warning about this model') : msg(str`${warnings.length} warnings about this model`)}</summary>
      <ul>
        ${warnings.map((issue) => html`<li>${issuePlace(issue, this.go)} ${renderMessage(issue)}</li>`)}
      </ul>
    </details>`;
  }

  private sentence(slow: boolean): string {
    const { state, recording, unusable } = this.runner;
    switch (state.phase) {
      case 'idle':
        return '';
      case 'running':
        return slow ? this.progressSentence(state) : this.done || common.loading();
      case 'live':
        return msg('The run is live: your actions become part of it.');
      case 'finished':
        this.done = this.doneSentence(state.statistics);
        return this.done;
      case 'cancelled':
        return recording ? msg(str`Cancelled; showing the run up to ${this.lastTime()}.`) : msg('Cancelled.');
      case 'invalid':
        return unusable ? msg('The model has errors and did not run.') : msg('These values can’t be simulated; showing the previous run.');
      case 'stopped':
      case 'broken':
        return messageText(reasonOf(state.error)).text;
    }
  }

  private progressSentence({ progress, startedAt }: Extract<RunState, { phase: 'running' }>): string {
    const { model } = this.runner;
    if (!progress || !model) return common.loading();
    const elapsed = (performance.now() - startedAt) / 1000;
    const left = progress.fraction > 0.02 ? elapsed * (1 / progress.fraction - 1) : 0;
    const [done, all] = simulatedTime(model.analysis, progress);
    const time = all > 0 ? msg(str`Running, ${seconds(done, 3)} of ${seconds(all, 3)}`) : msg('Running');
    return left > 2 ? `${msg(str`${time}, about ${formatDuration(Math.ceil(left))} left`)}${this.thinned()}` : `${time} …`;
  }

  private doneSentence(statistics: Statistics): string {
    const { wallSeconds } = statistics;
    const ended = remarkOf(statistics, 'ended');
    if (ended) return `${messageText(ended).text} ${msg(str`Computed in ${formatDuration(wallSeconds)}`)}${this.thinned()}.`;
    const [start, end] = this.runner.model ? timeSpan(this.runner.model) : [0, 0];
    const time = formatDuration(wallSeconds);
    const ran = end > start ? msg(str`ran ${seconds(end - start, 3)} in ${time}`) : msg(str`ran in ${time}`);
    return ran + this.thinned();
  }

  private thinned(): string {
    const keptEvery = this.runner.recording?.history.keptEvery ?? 1;
    return keptEvery > 1 ? `; ${msg(str`keeping one of ${keptEvery} samples to save memory`)}` : '';
  }

  private lastTime(): string {
    const time = this.runner.recording?.history.time;
    return seconds(time?.[time.length - 1] ?? 0, 4);
  }

  /** Shows the progress of a run that is slow to report any. */
  private drawLater(running: boolean): void {
    clearTimeout(this.timer);
    if (running) this.timer = setTimeout(() => this.requestUpdate(), showDelay + 10);
  }
}

/** The computed time of all steps, and their total duration, in s. */
function simulatedTime(analysis: ModelInfo['analysis'], { analysisStep, time }: Progress): [done: number, all: number] {
  const lengths = analysis.map(({ startTime, endTime }) => Math.max(0, endTime - startTime));
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  const within = Math.min(lengths[analysisStep] ?? 0, Math.max(0, time - (analysis[analysisStep]?.startTime ?? 0)));
  return [sum(lengths.slice(0, analysisStep)) + within, sum(lengths)];
}

function seconds(value: number, digits: number): string {
  return withUnit(formatNumber(value, digits), 's');
}
