import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '../model/about';
import '../model/document-view';
import '../model/parameter-panel';
import { parameterOfPointer } from '../model/parameters';
import '../plots/plot-view';
import { type PlotSpec, plotSpecs } from '../plots/spec';
import '../run/data-table';
import { timeSpan } from '../run/recording';
import '../run/run-status';
import type { Session } from '../run/session';
import '../run/statistics';
import '../run/transport';
import '../scene/scene-view';
import { stabilitySpec } from '../stability/spec';
import '../stability/stability-view';
import './failure';
import { icons } from './icons';
import type { Tab } from './tabs';
import './tabs';
import { View } from './view';

/** One model: its picture, its parameters, its plots and its text. Everything shown comes from the document. */
@customElement('slip-model-page')
export class ModelPage extends View {
  @property({ attribute: false }) session!: Session;
  private specs: PlotSpec[] = [];
  private specsOf: object | null = null;

  private readonly tabs: Tab[] = [
    { id: 'about', label: 'About', content: () => html`<slip-about .text=${this.description()}></slip-about>` },
    { id: 'model', label: 'Model', content: () => html`<slip-document .session=${this.session}></slip-document>` },
    { id: 'statistics', label: 'Statistics', content: () => html`<slip-statistics .runner=${this.session.runner}></slip-statistics>` },
    {
      id: 'data',
      label: 'Data',
      content: () => html`<slip-data .runner=${this.session.runner} .cursor=${this.session.cursor}></slip-data>`,
    },
  ];

  protected override follows() {
    return [{ source: this.session }];
  }

  protected override render() {
    const { runner, cursor, opened } = this.session;
    const { recording, ghost, issues, phase } = runner;
    // What follows from a wrong parameter is said at its slider; the last run stays in sight.
    const invalid = phase === 'invalid' && (!recording || issues.every((issue) => parameterOfPointer(issue.pointer) === null));
    const samples = recording?.history.samples ?? 0;
    const waiting = phase === 'idle';
    return html`
      <main class="model-page" data-phase=${phase} data-samples=${samples}>
        <div class="title-part">
          <h1>${typeof opened?.document.title === 'string' ? opened.document.title : 'Untitled model'}</h1>
          <slip-run-status .runner=${runner} .again=${() => this.session.run()}></slip-run-status>
        </div>
        <div class="scene-part">
          ${invalid ? html`<slip-issues .issues=${issues}></slip-issues>` : html`<slip-scene .recording=${recording} .samples=${samples} .cursor=${cursor}></slip-scene>`}
          ${
            waiting
              ? html`<button type="button" class="run-button" @click=${() => this.session.run()}>${icons.play}<span>Run</span></button>`
              : nothing
          }
        </div>
        <slip-transport class="transport-part" .cursor=${cursor} ?disabled=${samples < 2}></slip-transport>
        <slip-parameters class="parameters-part" .session=${this.session}></slip-parameters>
        <section class="plots-part" aria-label="Plots">${invalid ? nothing : this.renderPlots(samples, recording, ghost)}</section>
        <slip-tabs class="tabs-part" label="About this model" .tabs=${this.tabs}></slip-tabs>
      </main>
    `;
  }

  private renderPlots(samples: number, recording: Session['runner']['recording'], ghost: Session['runner']['ghost']) {
    const model = this.session.runner.model;
    if (!model) return nothing;
    const shown = recording?.model ?? model;
    if (shown !== this.specsOf) {
      const specs = plotSpecs(shown);
      // The same plots as before keep their canvas.
      if (JSON.stringify(specs) !== JSON.stringify(this.specs)) this.specs = specs;
      this.specsOf = shown;
    }
    const references = this.specs.some((spec) => spec.references.length > 0);
    return html`
      <div class="plot-grid" data-count=${this.specs.length}>
        ${stabilitySpec(model) ? html`<slip-stability .session=${this.session}></slip-stability>` : nothing}
        ${this.specs.map(
          (spec) =>
            html`<slip-plot .spec=${spec} .recording=${recording} .ghost=${ghost} .samples=${samples} .span=${timeSpan(shown)} .cursor=${this.session.cursor}></slip-plot>`,
        )}
      </div>
      ${ghost || references ? renderKey(ghost !== null, references) : nothing}
    `;
  }

  private description(): string {
    const { description } = this.session.opened?.document ?? {};
    return typeof description === 'string' ? description : '';
  }
}

function renderKey(ghost: boolean, references: boolean) {
  const line = (dash: string) =>
    html`<svg width="26" height="8" aria-hidden="true"><line x1="0" y1="4" x2="26" y2="4" stroke="currentColor" stroke-dasharray=${dash} /></svg>`;
  return html`<p class="plot-key quiet">
    <span>${line('none')} this run</span>
    ${ghost ? html`<span>${line('3 3')} last run</span>` : nothing}
    ${references ? html`<span><span class="reference-dot"></span> reference</span>` : nothing}
  </p>`;
}
