import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { AccuracyReport } from '../../../wasm/engine/types';
import { renderMessage } from '../engine';
import { common } from '../format/texts';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { AccuracyEstimate } from './estimate';
import './accuracy.css';

/** How sure the numbers of the run are: a sentence for each measure and each sensor. */
@customElement('slip-accuracy')
export class AccuracyView extends SessionView {
  private get estimate(): AccuracyEstimate {
    return this.session.part(AccuracyEstimate);
  }

  protected override render() {
    const { estimate } = this;
    if (!estimate.open) return nothing;
    const { report, problem } = estimate;
    return html`<section class="accuracy" aria-label=${common.accuracy()}>
      ${report ? this.renderReport(report) : problem ? html`<p role="status">${renderMessage(problem)}</p>` : this.renderProgress()}
      <p class="accuracy-end">
        ${report ? html`<a href="#doc=how-far-to-trust">${msg('How far to trust the numbers')}</a>` : nothing}
        <button type="button" class="text-button" @click=${() => estimate.close()}>${estimate.running ? common.cancel() : common.close()}</button>
      </p>
    </section>`;
  }

  private renderProgress() {
    const { fraction, run } = this.estimate;
    return html`<p role="status">
      <progress max="1" .value=${fraction} aria-label=${msg('Progress of the runs that are compared')}></progress>
      ${msg(str`Run ${run + 1} of 3: the same model with ever smaller steps`)}
    </p>`;
  }

  private renderReport({ measures, sensors, tasks, steps }: AccuracyReport) {
    const isOfAuthor = !this.session.opened?.view?.student;
    const flagged = isOfAuthor ? tasks.filter(({ sentence }) => sentence !== '') : [];
    const list = (items: readonly { sentence: string }[]) =>
      html`<ul>${items.map(({ sentence }) => html`<li>${renderMessage(sentence)}</li>`)}</ul>`;
    return html`
      <p class="quiet" role="status">
        ${msg(str`Estimated from runs of ${steps[0]}, ${steps[1]} and ${steps[2]} steps. The bands in the plots are as wide as the errors; a narrow band is hidden by its curve.`)}
      </p>
      <ul>${measures.map(({ sentence, error }) => html`<li>${error === null ? renderMessage(sentence) : sentence}</li>`)}</ul>
      ${flagged.length > 0 ? html`<div class="accuracy-tasks">${list(flagged)}</div>` : nothing}
      ${
        sensors.length > 0
          ? html`<details ?open=${measures.length === 0}><summary>${msg('Curves')}</summary>${list(sensors)}</details>`
          : nothing
      }
    `;
  }
}
