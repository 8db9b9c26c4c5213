import { consume } from '@lit/context';
import { msg } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ModelInfo, Plot, SpectrumPlot } from '../../../wasm/engine/types';
import { AccuracyEstimate, loadView } from '../accuracy';
import { equalJson } from '../format/equal';
import type { Range } from '../format/range';
import { type RunRecording, runSpan, timeSpan } from '../state/recording';
import { html } from '../ui/html';
import { plainLabel } from '../ui/label';
import { load } from '../ui/load';
import { SessionView } from '../ui/session';
import { ChartView, referencesOf } from './chart-view';
import { drawPlot } from './kinds';
import { type LeadFigure, type PlotsOnPage, plotsContext } from './on-page';
import type { Drawn } from './picture';
import { rowWidths } from './rows';
import './runs-bar';
import { plotOfSensor, spectrumPlot } from './spec';

const plotWidth = 320; // pixels, the least width if there is room
const gap = 24; // pixels

/** The plots of the open model, in rows of equal total width, and the runs in them. */
@customElement('slip-plots')
export class PlotGrid extends SessionView {
  @consume({ context: plotsContext }) onPage?: PlotsOnPage;
  /** Figures that may precede the plots. */
  @property({ attribute: false }) lead: readonly LeadFigure[] = [];
  /** Runs cannot be kept, named or removed in this view. */
  @property({ type: Boolean }) fixed = false;
  /** How many plots are side by side. */
  @state() private columns = 3;
  /** Titles of the plots whose axes cut off the last run. */
  @state() private beyond: readonly string[] = [];
  private specs: readonly Plot[] = [];
  /** The plots over time that are shown as spectra. */
  private readonly spectra = new Map<Plot, SpectrumPlot>();
  private specsOf: readonly [ModelInfo, readonly string[]] | null = null;

  private readonly resize = new ResizeObserver(([{ contentRect }]) => {
    this.columns = Math.max(1, Math.floor((contentRect.width + gap) / (plotWidth + gap)));
  });

  protected override whileInPage() {
    const { onPage, resize, session } = this;
    onPage?.enter(this);
    resize.observe(this);
    return [() => onPage?.leave(this), () => resize.disconnect(), () => session.view.setPlots([])];
  }

  /** The plots for a picture of all of them. */
  get drawn(): Drawn[] {
    return [...this.querySelectorAll<HTMLElement & Drawn>('.plot-grid > *')].filter((each) => 'figure' in each); // some load later
  }

  protected override render() {
    const { runner, view, opened, comparison, cursor } = this.session;
    const { model, recording } = runner;
    if (!model) return nothing;
    const shown = recording?.model ?? model;
    const specs = this.specsFor(shown, view.plotted);
    const leads = this.lead.filter((figure) => figure.isIn(model, view));
    if (specs.length === 0 && leads.length === 0)
      return html`<p class="quiet">${msg('This model has no sensors, so there is nothing to plot.')}</p>`;
    const asked = opened?.view?.plots;
    const seen = specs.map((spec, number) => ({ spec, number })).filter(({ number }) => asked?.includes(number) ?? true);
    const widths = [...leads.map(({ width }) => width), ...seen.map(() => 1)];
    const rows = rowWidths(widths, this.columns);
    const share = (i: number) => `--share:${Math.min(widths[i], rows[i]) / rows[i]}`;
    const references = specs.some((spec) => referencesOf(spec).length > 0);
    const runs =
      specs.length > 0 ? html`<slip-runs .references=${references} .beyond=${this.beyond} .fixed=${this.fixed}></slip-runs>` : nothing;
    const estimate = this.session.part(AccuracyEstimate);
    const source = { recording, compared: comparison.compared, cursor, span: this.spanOf(shown, recording), accuracy: estimate.report };
    if (estimate.open) void loadView();
    return html`
      ${runs}
      ${estimate.open ? html`<slip-accuracy></slip-accuracy>` : nothing}
      <div class="plot-grid" @look=${this.reportLooks} @spectrum=${this.changeKind}>
        ${leads.map((figure, i) => figure.draw(share(i)))}
        ${seen.map(({ spec, number }, i) =>
          drawPlot(this.spectra.get(spec) ?? spec, {
            ...source,
            number,
            style: share(i + leads.length),
            start: opened?.view?.looks?.[number] ?? null,
          }),
        )}
      </div>
    `;
  }

  protected override updated(): void {
    this.reportLooks();
  }

  private readonly reportLooks = () => {
    const charts = [...this.querySelectorAll('.plot-grid > *')].filter((chart) => chart instanceof ChartView);
    const beyond = charts.filter((chart) => chart.beyond).map(({ spec }) => plainLabel(spec.title));
    if (!equalJson(beyond, this.beyond)) this.beyond = beyond;
    this.session.view.setPlots(charts.map(({ number, spec, look }) => ({ number, title: spec.title, look })));
  };

  /** The plots of the document and of sensors chosen by a person. Unchanged plots keep their settings. */
  private specsFor(model: ModelInfo, plotted: readonly string[]): readonly Plot[] {
    if (this.specsOf?.[0] === model && this.specsOf[1] === plotted) return this.specs;
    const chosen = plotted.flatMap((name) => model.sensors.find((sensor) => sensor.name === name) ?? []);
    const specs = [...model.display.plots, ...chosen.map(plotOfSensor)];
    const known = new Map(this.specs.map((spec) => [JSON.stringify(spec), spec]));
    this.specs = specs.map((spec) => known.get(JSON.stringify(spec)) ?? spec);
    this.readSpectra(known);
    this.specsOf = [model, plotted];
    return this.specs;
  }

  /** New plots begin as their link says; plots that are gone lose their spectra. */
  private readSpectra(known: ReadonlyMap<string, Plot>): void {
    for (const spec of this.spectra.keys()) if (!this.specs.includes(spec)) this.spectra.delete(spec);
    this.specs.forEach((spec, number) => {
      const isNew = known.get(JSON.stringify(spec)) !== spec;
      if (isNew && this.session.opened?.view?.looks?.[number]?.spectrum) this.showSpectrum(spec);
    });
  }

  private showSpectrum(spec: Plot): void {
    if (spec.kind === 'sensors' && spec.x.kind === 'time') this.spectra.set(spec, spectrumPlot(spec));
  }

  /** Changes a plot between time and spectrum. */
  private readonly changeKind = async ({ target }: Event) => {
    const { number } = target as ChartView;
    const spec = this.specs[number];
    await load(() => import('./spectrum-view'));
    if (!this.spectra.delete(spec)) this.showSpectrum(spec);
    this.requestUpdate();
    await this.updateComplete;
    const changed = [...this.querySelectorAll('.plot-grid > *')].find((chart) => chart instanceof ChartView && chart.number === number);
    await (changed as ChartView | undefined)?.openTools();
  };

  private span: Range = [0, 0];

  /** The time span of the plots: as planned, or up to the end of a live run. */
  private spanOf(model: ModelInfo, recording: RunRecording | null): Range {
    let [start, end] = timeSpan(model);
    if (recording?.model === model) {
      const run = runSpan(recording);
      [start, end] = [run[0], Math.max(run[1], end)];
    }
    if (start !== this.span[0] || end !== this.span[1]) this.span = [start, end];
    return this.span;
  }
}
