import { msg, str } from '@lit/localize';
import type { ModelInfo, ReferencePoints, SensorPlot } from '../../../wasm/engine/types';
import type { ModelDocument } from '../state/document';

/** A component of a sensor over time, as shown in a plot. */
export interface ModelCurve {
  /** Index of its plot; -1: it has none yet. */
  plot: number;
  sensor: string;
  component: number;
  /** The plot's scale factor for its values. */
  scale: number;
  label: string;
  /** Unit of the scaled values. */
  unit: string;
}

/** A reference curve of a plot over time. */
export interface MeasuredInPlot {
  plot: number;
  points: ReferencePoints;
  label: string;
}

/** Plots of sensors over time, with their indices. */
function timePlots({ display }: ModelInfo): { spec: SensorPlot; plot: number }[] {
  return display.plots.flatMap((spec, plot) => (spec.kind === 'sensors' && spec.x.kind === 'time' ? [{ spec, plot }] : []));
}

/** All curves over time: first the curves of plots, then sensors without a plot. */
export function modelCurves(model: ModelInfo): ModelCurve[] {
  const plotted = timePlots(model).flatMap(({ spec, plot }) =>
    spec.curves.map(({ sensor, component, scale, label }) => ({
      plot,
      sensor,
      component,
      scale,
      label: spec.curves.length > 1 || !spec.title ? `${spec.title}, ${label}` : spec.title,
      unit: spec.yUnit,
    })),
  );
  const others = model.sensors.flatMap(({ name, components, unit }) =>
    components.map((part, component) => ({ plot: -1, sensor: name, component, scale: 1, label: `${name} ${part}`.trim(), unit })),
  );
  return [
    ...plotted,
    ...others.filter(({ sensor, component }) => !plotted.some((each) => each.sensor === sensor && each.component === component)),
  ];
}

export function measuredCurves(model: ModelInfo): MeasuredInPlot[] {
  return timePlots(model).flatMap(({ spec, plot }) =>
    spec.reference.map((points) => ({ plot, points, label: points.label || msg(str`reference of ${spec.title}`) })),
  );
}

/** The document with a measured curve in the plot of a model curve; creates a plot if there is none. */
export function withReference(document: ModelDocument, model: ModelInfo, curve: ModelCurve, points: ReferencePoints): ModelDocument {
  const plots = plotsOf(document, model);
  const reference = points.source ? points : { label: points.label, x: points.x, y: points.y };
  const { plot, sensor, component, label } = curve;
  if (plot < 0) plots.push({ title: label, curves: [{ sensor, component, label: msg('model') }], reference });
  else plots[plot] = { ...plots[plot], reference: [...listOf(plots[plot].reference), reference] };
  return { ...document, display: { ...document.display, plots } };
}

/** The document without this curve. */
export function withoutReference(document: ModelDocument, { plot, points }: MeasuredInPlot): ModelDocument {
  const plots = [...((document.display?.plots ?? []) as PlotEntry[])];
  const same = (entry: unknown) => {
    const { label = '', x, y } = entry as Partial<ReferencePoints>;
    return label === points.label && JSON.stringify([x, y]) === JSON.stringify([points.x, points.y]);
  };
  const { reference, ...others } = plots[plot];
  const left = listOf(reference).filter((entry) => !same(entry));
  plots[plot] = left.length > 0 ? { ...others, reference: left } : others;
  return { ...document, display: { ...document.display, plots } };
}

type PlotEntry = Record<string, unknown>;

/** The plots in the document, or the default plots if it has none. */
function plotsOf({ display }: ModelDocument, model: ModelInfo): PlotEntry[] {
  if (Array.isArray(display?.plots)) return [...(display.plots as PlotEntry[])];
  return timePlots(model).map(({ spec: { title, curves } }) => ({
    title,
    curves: curves.map(({ sensor, component, label }) => ({ sensor, component, label })),
  }));
}

function listOf(reference: unknown): unknown[] {
  return reference === undefined ? [] : Array.isArray(reference) ? reference : [reference];
}
