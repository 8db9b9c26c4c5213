/** A person's changes to the look of a plot. */
export interface PlotLook {
  /** The visible part of a plot that is not over time: the ends of the x axis, then of the y axis; in SI units. */
  zoom?: number[];
  /** Numbers of the curves that are switched off. */
  hidden?: number[];
  /** Whether the y axis is logarithmic, if that differs from the document. */
  logarithmic?: boolean;
}
