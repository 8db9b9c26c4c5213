import type { TemplateResult } from 'lit';
import type { AccuracyReport, Plot } from '../../../wasm/engine/types';
import type { Range } from '../format/range';
import type { TimeCursor } from '../state/cursor';
import type { ComparedRun } from '../state/kept-runs';
import type { PlotLook } from '../state/look';
import type { RunRecording } from '../state/recording';

/** The data of a plot on the page. */
export interface PlotSource {
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

/** A kind of plot: draws a plot resolved by the engine. Each is a file in `kinds`. */
export interface PlotKind<Spec extends Plot = Plot> {
  kind: Spec['kind'];
  draw(spec: Spec, source: PlotSource): TemplateResult;
}

const files = import.meta.glob<{ plotKind: PlotKind<never> }>('./kinds/*.ts', { eager: true });
const kinds = new Map(Object.values(files).map(({ plotKind }) => [plotKind.kind as Plot['kind'], plotKind as PlotKind]));

export function drawPlot(spec: Plot, source: PlotSource): TemplateResult | undefined {
  return kinds.get(spec.kind)?.draw(spec, source);
}
