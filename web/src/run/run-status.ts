import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { formatDuration, formatNumber, withUnit } from '../format/quantity';
import { timeSpan } from '../state/recording';
import type { Runner } from '../state/runner';
import { View } from '../ui/view';

const patience = 300; // ms before progress is shown, so that quick runs do not flash

/** What the run is doing, in one line: progress and cancel, what it took, or why it stopped. */
@customElement('slip-run-status')
export class RunStatus extends View {
  @property({ attribute: false }) runner!: Runner;
  @property({ attribute: false }) again!: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected override follows() {
    return [{ source: this.runner, then: () => this.onChange() }];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override render() {
    const { runner } = this;
    const slow = runner.phase === 'running' && performance.now() - runner.startedAt > patience;
    const fraction = slow ? (runner.progress?.fraction ?? 0) : 0;
    return html`
      <div class="run-line" aria-hidden="true"><div class="run-fill" style=${`width:${100 * fraction}%`}></div></div>
      <div class="run-status" data-phase=${runner.phase}>
        <p class="run-sentence" role="status">${this.sentence(slow)}</p>
        ${slow ? html`<button type="button" class="text-button" @click=${() => runner.cancel()}>Cancel</button>` : nothing}
        ${
          runner.phase === 'broken' || runner.phase === 'cancelled'
            ? html`<button type="button" class="text-button" @click=${this.again}>Run again</button>`
            : nothing
        }
      </div>
      ${this.renderWarnings()}
    `;
  }

  private renderWarnings() {
    const { warnings } = this.runner;
    if (warnings.length === 0) return nothing;
    return html`<details class="warnings">
      <summary>${warnings.length === 1 ? 'One remark on this model' : `${warnings.length} remarks on this model`}</summary>
      <ul>
        ${warnings.map(({ pointer, message }) => html`<li><code>${pointer}</code> ${message}</li>`)}
      </ul>
    </details>`;
  }

  private sentence(slow: boolean) {
    const { runner } = this;
    switch (runner.phase) {
      case 'running':
        return slow ? this.progressSentence() : this.doneSentence();
      case 'finished':
        return this.doneSentence();
      case 'cancelled':
        return runner.recording ? `Cancelled; what was computed until ${this.lastTime()} is shown.` : 'Cancelled.';
      case 'stopped':
        return this.stoppedSentence();
      case 'invalid':
        return runner.recording ? 'This cannot be computed; the last run is shown.' : 'The model has errors; nothing was computed.';
      case 'broken':
        return runner.error?.message ?? 'The engine stopped working; no reason is known.';
      default:
        return '';
    }
  }

  private progressSentence(): string {
    const { progress, startedAt } = this.runner;
    if (!progress) return 'Loading …';
    const elapsed = (performance.now() - startedAt) / 1000;
    const left = progress.fraction > 0.02 ? elapsed * (1 / progress.fraction - 1) : 0;
    const time = `Running, ${withUnit(formatNumber(progress.time, 3), 's')} of ${withUnit(formatNumber(progress.endTime, 3), 's')}`;
    return left > 2 ? `${time}, about ${formatDuration(Math.ceil(left))} left${this.thinned()}` : `${time} …`;
  }

  private doneSentence(): string {
    const { statistics, recording, phase } = this.runner;
    if (!statistics || !recording) return phase === 'running' ? 'Loading …' : '';
    const [start, end] = timeSpan(recording.model);
    return `ran ${withUnit(formatNumber(end - start, 3), 's')} in ${formatDuration(statistics.wallSeconds)}${this.thinned()}`;
  }

  private thinned(): string {
    const keptEvery = this.runner.recording?.history.keptEvery ?? 1;
    return keptEvery > 1 ? `; one of ${keptEvery} samples is kept, to save memory` : '';
  }

  /** The engine's sentence; it gets its time in front if it does not say it. */
  private stoppedSentence(): string {
    const { error } = this.runner;
    const message = error?.message ?? '';
    if (/stopped at|\d\s*s\b/i.test(message) || error?.detail.time === undefined) return message;
    return `Stopped at ${withUnit(formatNumber(error.detail.time, 4), 's')}: ${message}`;
  }

  private lastTime(): string {
    const time = this.runner.recording?.history.time;
    return withUnit(formatNumber(time?.[time.length - 1] ?? 0, 4), 's');
  }

  private onChange(): void {
    this.requestUpdate();
    clearTimeout(this.timer);
    if (this.runner.phase === 'running') this.timer = setTimeout(() => this.requestUpdate(), patience + 10);
  }
}
