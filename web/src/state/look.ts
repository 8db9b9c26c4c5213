/** How a person has made a plot look. */
export interface PlotLook {
  /** The part that is seen, of a plot that is not over time: from and to on the x axis, then on the y axis; in SI units. */
  zoom?: number[];
  /** Numbers of the curves that are switched off. */
  hidden?: number[];
  /** Whether the y axis shows powers, where that differs from the document. */
  logarithmic?: boolean;
}
