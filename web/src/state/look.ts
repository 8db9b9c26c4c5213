import type { SpectrumPlot } from '../../../wasm/engine/types';

/** A person's changes to the look of a plot. */
export interface PlotLook {
  /** The visible part of a plot that is not over time: the limits of the x axis, then of the y axis; in SI units. */
  zoom?: number[];
  /** Indices of the hidden curves. */
  hidden?: number[];
  /** Whether the y axis is logarithmic, if that differs from the document. */
  logarithmic?: boolean;
  /** How the spectra of the curves are computed, if a person shows them or has changed this. */
  spectrum?: SpectrumPlot['spectrum'];
}
