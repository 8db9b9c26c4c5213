import { nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import type { AccuracyReport, Plot, SpectrumPlot } from '../../../wasm/engine/types';
import type { Range } from '../format/range';
import type { TimeCursor } from '../state/cursor';
import type { ComparedRun } from '../state/kept-runs';
import type { PlotLook } from '../state/look';
import type { RunRecording } from '../state/recording';
import { html } from '../ui/html';
import { load } from '../ui/load';
import './map-view';
import './over-view';
import './plot-view';

/** The data of a plot on the page. */
interface PlotSource {
  recording: RunRecording | null;
  compared: readonly ComparedRun[];
  cursor: TimeCursor;
  /** The estimated errors of the run; null: none. */
  accuracy: AccuracyReport | null;
  /** The time span of the plots. */
  span: Range;
  /** The initial look from a link. */
  start: PlotLook | null;
  /** Its index in the document, and its share of the row's width. */
  number: number;
  style: string;
}

/** Draws a plot resolved by the engine. */
export function drawPlot(spec: Plot, of: PlotSource): TemplateResult {
  switch (spec.kind) {
    case 'sensors':
      return html`<slip-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .compared=${of.compared} .span=${of.span} .accuracy=${of.accuracy} .cursor=${of.cursor}></slip-plot>`;
    case 'map':
      return html`<slip-map-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .span=${of.span} .cursor=${of.cursor}></slip-map-plot>`;
    case 'over':
      return html`<slip-over-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .compared=${of.compared} .cursor=${of.cursor}></slip-over-plot>`;
    case 'spectrum':
      return drawSpectrum(spec, of);
  }
}

function drawSpectrum(spec: SpectrumPlot, of: PlotSource): TemplateResult {
  const plot = html`<slip-spectrum-plot style=${of.style} .number=${of.number} .start=${of.start} .spec=${spec} .recording=${of.recording} .compared=${of.compared} .cursor=${of.cursor}></slip-spectrum-plot>`;
  // A plot needs its fields when it enters the page, so its class comes first.
  if (customElements.get('slip-spectrum-plot')) return plot;
  return html`${until(
    load(() => import('./spectrum-view')).then(() => plot),
    nothing,
  )}`;
}
